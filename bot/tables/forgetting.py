"""Lets a person be forgotten: they leave every table, and then nothing tells who they were."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator
from contextlib import AsyncExitStack, contextmanager, suppress
from typing import TypeVar

from bot.model.caller import Caller, Person, User
from bot.model.errors import Repeated, TableError
from bot.model.table import Request, Status, Table
from bot.store.people.accounts import People
from bot.store.sql.errors import Busy, log_failure
from bot.tables.commands import Leave, Resign
from bot.tables.lookup import Lookup
from bot.tables.tables import Tables
from bot.tables.voids import Voids
from bot.tables.writer import Change, Writer
from rules.contract.core import RulesError
from rules.log.events import VoidCause

__all__ = ["Forgetting"]

T = TypeVar("T")
_log = logging.getLogger(__name__)


class Forgetting:
    """Carries out **Forget me**. A timer goes on after a crash."""

    def __init__(
        self,
        people: People,
        lookup: Lookup,
        *,
        tables: Tables,
        voids: Voids,
        writer: Writer,
        now: Callable[[], float],
    ) -> None:
        """Work on these; `now` returns Unix seconds."""
        self._people = people
        self._lookup = lookup
        self._tables = tables
        self._voids = voids
        self._writer = writer
        self._now = now
        self.leaving = list[Callable[[Person], Awaitable[None]]]()
        """Lets a person leave other things before they are erased; extensions add to it."""
        self._turn = asyncio.Lock()
        self._answered: set[Person] = set()

    async def ask(self, person: Person) -> None:
        """Begin: from now on, all of the person's commands are refused, and a timer is due."""
        await self._people.leave(person, int(self._now()))

    @contextmanager
    def answering(self, person: Person) -> Generator[None]:
        """Mark that the person's own press will confirm the deletion."""
        self._answered.add(person)
        try:
            yield
        finally:
            self._answered.discard(person)

    def is_answered(self, person: Person) -> bool:
        """Return True if a press will confirm it to them."""
        return person in self._answered

    async def carry_out(self, person: Person) -> tuple[Table, ...]:
        """Remove a person from every table, one after another, then erase them.

        Return the tables that closed before their games began. Afterwards, no file of the database
        holds their name, their Discord user id, or anything they wrote. After a crash, only what is
        left is done again.
        """
        closing = await self.erase(person)
        await self._people.settle()
        return closing

    async def erase(self, person: Person) -> tuple[Table, ...]:
        """Do as `carry_out` without waiting for readers of the database.

        Until they are done, its files may still hold something about the person.
        """
        async with self._turn:
            for leave in self.leaving:
                await self._left(leave(person))
            tables = await self._people.present_tables(person)
            closed = [each for each in tables if await self._left(self._leave(each, person))]
            closing = tuple([await self._lookup.get(each) for each in closed])
            async with AsyncExitStack() as locks:
                # Whoever changes a table writes its players' names as they are in memory.
                for table_id in await self._people.named_at(person):
                    await locks.enter_async_context(self._writer.locked(table_id))
                await self._people.erase(person, int(self._now()))
                self._lookup.cache.clear()
        _log.info("Someone was forgotten")
        return closing

    async def _left(self, leaving: Awaitable[T]) -> T | None:
        """Return the result of leaving something, or None if it failed.

        A failure must not keep anyone from being forgotten: as far as the rest goes, they have
        left.
        """
        try:
            return await leaving
        except Busy:
            raise
        except Exception as failure:
            log_failure(_log, failure, "Someone who is being forgotten couldn't leave something")
            return None

    async def _leave(self, table_id: int, person: Person) -> bool:
        """Let a person leave a table; return True if it closes before its game begins.

        In a team with others the seat stays, and its holder counts as having left the server. A
        table that can't be read is left as it is.
        """
        table = await self._lookup.get(table_id)
        if table.set_apart is not None:
            return False
        if table.status in {Status.OFFERED, Status.OPEN}:
            if table.host_id == person or table.game_number > 1:
                await self._end(table)
                return True
            await self._do(table, person, Leave())
        elif table.status is Status.PLAYING and _is_alone(table, person):
            change = await self._do(table, person, Resign())
            if change is not None and change.following is not None:
                await self._end(change.following)
        return False

    async def _do(self, table: Table, person: Person, command: Leave | Resign) -> Change | None:
        """Carry out a command as the person. Return None if it is refused."""
        player = table.player(person)
        assert player is not None, "they are at the table"
        caller = Caller(User(person, player.user.name), table.place)
        try:
            return await self._tables.execute(table.id, caller, command, _request(table))
        except (TableError, RulesError) as refused:
            _log.warning("Couldn't leave table %s: %s", table.id, refused)
            return None

    async def _end(self, table: Table) -> None:
        """Close a waiting table, or end a game that has begun without a result."""
        # A try before a kill may have ended it.
        with suppress(Repeated):
            await self._voids.void(table.id, VoidCause.LEFT, _request(table))


def _is_alone(table: Table, person: Person) -> bool:
    """Return True if a person has a seat in a game, and no other person is in its team."""
    seat, match = table.seat(person), table.started
    return seat is not None and not match.allies_of(seat) - match.clock.engines


def _request(table: Table) -> Request:
    number = len(table.match.entries) if table.match else 0
    return Request(f"forget:{table.id}:{number}")
