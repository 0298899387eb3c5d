"""The bot as a process of its own, which can be told where to die.

Run `python -m tests.bot.child_bot SOCKET TOKEN DATABASE [--crash-point POINT] [--of KIND]
[--ahead SECONDS]`: the production bot on the loopback server at SOCKET. It dies as by `kill -9`, at
the point that POINT and, for some points, KIND name.
"""

import argparse
import asyncio
import os
import signal
import time
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from enum import StrEnum
from pathlib import Path
from typing import Final, TypeVar

import aiohttp
import pytest

from bot.app import kept_by_extensions, put_together
from bot.delivery.answering import response
from bot.delivery.discord_time import DiscordTime
from bot.extensions.events import games as event_games
from bot.interactions.client import Postboard
from bot.interactions.registration import register
from bot.model.caller import Person
from bot.model.limits import Hosting
from bot.model.queues import ItemKind, OutboxItem, Timer
from bot.model.table import NextGame, Request, Table
from bot.store.queues.queues import Queues
from bot.store.queues.table_messages import Sent
from bot.store.sql.database import Database, Transaction
from bot.store.store import Store
from bot.store.tables.table_store import Appended, TableStore
from bot.tables.services import Services
from engine.levels import LEVELS
from engine.pool import Pool, Purpose
from engine.tasks import Answer
from engine.tasks import Request as Asked
from tests.bot.readiness import ready_at_once
from tests.engine.held_worker import begun, holding
from tests.postgres.in_place import stand_in

T = TypeVar("T")

_IDLE = 0.02
"""Seconds until a delivered row is deleted, so that nobody waits for it."""

_SOON, _NEVER = 0.01, 600.0
"""Seconds until an answer is deferred: in a test of that, and in others on a busy machine."""


class CrashPoint(StrEnum):
    """Where the process dies."""

    NEVER = "never"
    OPENED = "opened"
    """Once a table is written, before its card is shown."""
    CARD = "card"
    """Once a card was sent, in whatever way, before its outbox row is deleted."""
    WRITING = "writing"
    """Inside the transaction of an event, before it is committed."""
    COMMITTED = "committed"
    """Once an event is committed, before the interaction is answered."""
    DEFERRED = "deferred"
    """Once an event is committed and its interaction was deferred: it waits to be killed."""
    MARKING = "marking"
    """Once a board was sent, in whatever way, before its outbox row is deleted."""
    MARKED = "marked"
    """Once the row is deleted."""
    THINKING = "thinking"
    """While a worker thinks about an engine's move."""
    ENGINE_WRITING = "enginewriting"
    """Inside the transaction of an engine's move, before it is committed."""
    ENGINE_COMMITTED = "enginecommitted"
    """Once an engine's move is committed, before it is shown."""
    SENT = "sent"
    """Once a message of the kind given beside was sent, before its outbox row is deleted."""
    TIMER_WRITING = "timerwriting"
    """Inside the transaction of a timer of the kind given beside."""
    TIMER_WRITTEN = "timerwritten"
    """Once a timer of the kind given beside is carried out, before anything is sent."""
    BEFORE = "before"
    """Before the store is told what is given beside, such as `displays.edited`."""
    WITHIN = "within"
    """Inside the transaction of what is given beside."""
    AFTER = "after"
    """Once what is given beside is committed."""


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


_is_doomed: Final = ContextVar("_is_doomed", default=False)
"""Whether the transactions of this task are fatal; those of others at the same time are not."""


class MortalDatabase(Database):
    """Dies before a commit, or after it, once it is told to."""

    doomed = False
    """Whether the transaction under way is fatal, which says so itself."""
    doomed_after = False

    async def transact(self, work: Callable[[Transaction], T]) -> T:
        is_doomed, is_last = _is_doomed.get(), False

        def fatal(transaction: Transaction) -> T:
            nonlocal is_last
            result = work(transaction)
            if is_doomed or self.doomed:
                die()
            is_last = self.doomed_after
            return result

        result = await super().transact(fatal)
        if is_last:
            die()
        return result


class MortalTables(TableStore):
    """Dies at the point that its crash point names."""

    def __init__(self, database: MortalDatabase, crash_point: CrashPoint) -> None:
        super().__init__(database)
        self._crash_point = crash_point

    async def create(
        self,
        table: Table,
        request: Request,
        now: int,
        begin: Callable[[Table], Table] | None = None,
        *,
        hosting: Hosting | None = None,
        silent: bool = False,
    ) -> int:
        table_id = await super().create(table, request, now, begin, hosting=hosting, silent=silent)
        if self._crash_point is CrashPoint.OPENED:
            die()
        return table_id

    async def start(
        self, before: Table, begun: Table, item: OutboxItem, request: Request, now: int
    ) -> Table:
        _is_doomed.set(self._crash_point is CrashPoint.WRITING)
        stored = await super().start(before, begun, item, request, now)
        await self._survive_the_commit()
        return stored

    async def append(
        self,
        before: Table,
        after: Table,
        item: OutboxItem | None,
        request: Request,
        next_game: NextGame | None = None,
        *,
        first: Callable[[Transaction], None] | None = None,
        mover: Person | None = None,
    ) -> Appended:
        by_engine = after.started.entries[-1].request.startswith("engine:")
        fatal = CrashPoint.ENGINE_WRITING if by_engine else CrashPoint.WRITING
        _is_doomed.set(self._crash_point is fatal)
        written = await super().append(
            before, after, item, request, next_game, first=first, mover=mover
        )
        if by_engine and self._crash_point is CrashPoint.ENGINE_COMMITTED:
            die()
        await self._survive_the_commit()
        return written

    async def _survive_the_commit(self) -> None:
        if self._crash_point is CrashPoint.DEFERRED:
            await asyncio.Event().wait()
        if self._crash_point is CrashPoint.COMMITTED:
            die()


class MortalQueues(Queues):
    """Dies at the point that its crash point names."""

    def __init__(self, database: MortalDatabase, crash_point: CrashPoint, of: str) -> None:
        super().__init__(database)
        self._database = database
        self._crash_point = crash_point
        self._of = of

    def done(self, timer: Timer) -> Callable[[Transaction], None]:
        delete = super().done(timer)

        def fatal(tx: Transaction) -> None:
            delete(tx)
            if timer.kind == self._of:
                self._database.doomed = self._crash_point is CrashPoint.TIMER_WRITING
                self._database.doomed_after = self._crash_point is CrashPoint.TIMER_WRITTEN

        return fatal

    def mark_delivered(
        self,
        item: OutboxItem,
        sent: Sent | None,
        stored: Callable[[bool], None] | None = None,
        *,
        turned: int | None = None,
    ) -> None:
        is_card = item.kind == ItemKind.CARD
        if self._crash_point is (CrashPoint.CARD if is_card else CrashPoint.MARKING):
            die()
        if self._crash_point is CrashPoint.SENT and item.kind == self._of:
            die()
        super().mark_delivered(item, sent, stored, turned=turned)
        if self._crash_point is CrashPoint.MARKED and not is_card:
            self._database.defer(lambda _: None, lambda _: die())


class MortalPool(Pool):
    """Dies while a worker thinks."""

    def __init__(self, thoughts: Path) -> None:
        super().__init__(program=holding(thoughts, *LEVELS))
        self._thoughts = thoughts

    async def ask(self, request: Asked, purpose: Purpose, read: Callable[[Answer], T]) -> T:
        answer = asyncio.create_task(super().ask(request, purpose, read))
        await begun(self._thoughts)
        die()
        return await answer


class FastReconnect(Postboard):
    """Does not wait 5 seconds before it identifies again."""

    async def before_identify_hook(
        self,
        shard_id: int | None,
        *,
        initial: bool = False,
    ) -> None:
        pass


def doom(bot: Postboard, crash_point: CrashPoint, of: str) -> None:
    """Let the bot die around what a store is told, such as `displays.edited`.

    One of an extension is named by its class, such as `PuzzleStore.solve`.
    """
    name, _, told = of.partition(".")
    added = {kind.__name__: each for kind, each in bot.additions.services.items()}
    part = added.get(name) or getattr(bot.store, name)
    carried_out = getattr(part, told)

    async def fatal(*arguments: object, **named: object) -> object:
        if crash_point is CrashPoint.BEFORE:
            die()
        _is_doomed.set(crash_point is CrashPoint.WITHIN)
        result = await carried_out(*arguments, **named)
        if crash_point is CrashPoint.AFTER:
            die()
        return result

    setattr(part, told, fatal)


async def serve(
    socket: str, token: str, database: Path, crash_point: CrashPoint, *, of: str, ahead: float
) -> None:
    """Run the bot until its end; `ahead`: by how many seconds its clock is."""
    connector = aiohttp.UnixConnector(socket, limit=0)
    async with MortalDatabase.open(database, idle=_IDLE) as opened:
        assert isinstance(opened, MortalDatabase)
        store = Store(opened)
        store.tables = MortalTables(opened, crash_point)
        store.queues = MortalQueues(opened, crash_point, of)
        opened.hooks.kept.extend(kept_by_extensions())
        discord_time = DiscordTime(lambda: time.time() + ahead)
        is_thinking = crash_point is CrashPoint.THINKING
        pool = MortalPool(database.parent / "thoughts") if is_thinking else Pool()
        async with FastReconnect(
            store,
            Services(store, discord_time.checked),
            setup=register,
            connector=connector,
            discord_time=discord_time,
            pool=pool,
        ) as bot:
            await put_together(bot)
            if crash_point in {CrashPoint.BEFORE, CrashPoint.WITHIN, CrashPoint.AFTER}:
                doom(bot, crash_point, of)
            ready_at_once(bot, lambda: [guild.id for guild in bot.guilds])
            await bot.start(token)


def open_threads_at_once() -> None:
    """Let the threads of events follow one another at once, so that nobody waits for them."""
    event_games._PER_SECOND = 1000.0  # type: ignore[misc]  # pyright: ignore[reportConstantRedefinition, reportPrivateUsage]


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bot.child_bot")
    parser.add_argument("socket")
    parser.add_argument("token")
    parser.add_argument("database", type=Path)
    parser.add_argument("--crash-point", type=CrashPoint, default=CrashPoint.NEVER)
    parser.add_argument("--of", default="")
    parser.add_argument("--ahead", type=float, default=0.0)
    asked = parser.parse_args(arguments)
    soon = asked.crash_point is CrashPoint.DEFERRED
    response.DEFER_AFTER = _SOON if soon else _NEVER  # type: ignore[misc]  # pyright: ignore[reportConstantRedefinition]
    open_threads_at_once()
    stand_in(pytest.MonkeyPatch())
    asyncio.run(
        serve(
            asked.socket, asked.token, asked.database, asked.crash_point,
            of=asked.of, ahead=asked.ahead,
        )
    )  # fmt: skip


if __name__ == "__main__":
    main()
