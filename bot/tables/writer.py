"""Stores the changes of tables, in memory and in the database, with their messages."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from bot.model.caller import Person
from bot.model.errors import (
    AlreadySeen,
    ChannelIsBusy,
    ChannelTaken,
    Conflict,
    Repeated,
    Stale,
    TooManyGames,
)
from bot.model.limits import Limits
from bot.model.lists import Waiting
from bot.model.queues import (
    ItemKind,
    OutboxItem,
    declined_item,
    entry_item,
    go_on,
    opening_items,
)
from bot.model.table import Reason, Request, Status, Table
from bot.store.people.pings import tell_refused
from bot.store.queues.queues import set_timer
from bot.store.sql.database import Transaction, in_order
from bot.store.sql.errors import StoreError
from bot.store.tables.table_store import TableStore
from bot.tables.advance import advance, goes_on
from bot.tables.checks import CHANNEL_STILL_TAKEN, inviting, too_many_games
from bot.tables.lookup import Lookup
from bot.tables.seating import next_game, start_game
from bot.tables.seats import refused, settled
from rules.log.entries import Actor
from rules.log.events import Offered, Overdue, ResignWanted, Resumed, SeatTaken
from rules.match.match import Match
from rules.time.duration import HOUR

__all__ = ["Change", "Writer"]

_APART: Final = HOUR
"""Seconds for which timers of unreadable tables wait."""


@dataclass(frozen=True, slots=True)
class Change:
    """A table after a command, and the outbox row of the message that shows it, if any."""

    table: Table
    item: OutboxItem | None = None
    following: Table | None = None
    """The next game of the series, which started when this one ended."""
    waits_for_channel: bool = False
    """True if everyone is there, but the channel hosts another game."""
    others: Waiting | None = None
    """The other games that wait for the person who has moved."""


class Writer:
    """Stores the result of a command; its caller holds the table's lock."""

    def __init__(
        self, store: TableStore, lookup: Lookup, now: Callable[[], float], limits: Limits
    ) -> None:
        """Write to the store; `now` returns Unix seconds."""
        self._hosting = inviting(limits)
        self._store = store
        self._lookup = lookup
        self._cache = lookup.cache
        self._now = now
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    def now(self) -> int:
        """Return the present time in whole Unix seconds."""
        return int(self._now())

    def moment(self, table: Table) -> int:
        """Return the present time in whole Unix seconds, never before the table's last entry."""
        return max(self.now(), table.clock.at) if table.match else self.now()

    @asynccontextmanager
    async def changing(self, table_id: int) -> AsyncGenerator[Table]:
        """Return the table, and keep everyone else from changing it meanwhile. Raises NoGame."""
        async with self.locked(table_id):
            yield await self._lookup.get(table_id)

    @asynccontextmanager
    async def locked(self, table_id: int) -> AsyncGenerator[None]:
        """Keep everyone else from changing the table meanwhile.

        A commit that fails may be written all the same, so the table is read again after it.
        """
        async with self._locks.setdefault(table_id, asyncio.Lock()):
            try:
                yield
            except StoreError:
                self._cache.drop(table_id)
                raise

    def keep(self, table: Table) -> Table:
        """Keep the table in memory as it is now, and return it."""
        return self._cache.keep(table)

    async def arrange(
        self,
        table: Table,
        after: Table,
        request: Request,
        *,
        first: Callable[[Transaction], None] | None = None,
        declined: Person | None = None,
    ) -> Change:
        """Store a waiting table after a change, and ask the host about a declined seat.

        If its terms have changed, a new card asks people to agree; the seal of its dice stays the
        first one. `first` runs before, in the same transaction. `declined` is a person who declines
        unasked, so the question about their seat isn't the answer to the request.
        """
        if after == table and first is None and declined is None:
            return Change(self.keep(after))
        now, before = self.now(), () if table.status is Status.OFFERED else table.declined
        known = {player.user.id for player in before}
        gone = [player.user.id for player in after.declined if player.user.id not in known]
        item = None
        if declined is not None:
            after = replace(after, declines=table.declines + 1)
            item = declined_item(after, declined, Request(request.id), now)
        elif gone:
            after = replace(after, declines=table.declines + 1)
            item = declined_item(after, gone[0], request, now)
        elif after.to_agree and after.terms_change != table.terms_change:
            after = replace(after, cards=table.cards + 1)
            (item,) = opening_items(after, request, now, sealed=False)
        async with self.writing(table):
            after = await self._store.arrange(
                table, after, request, now, item, hosting=self._hosting, first=first
            )
        return Change(self.keep(after), item)

    async def begin(self, table: Table, full: Table, request: Request) -> Change:
        """Begin the game of a table that is now full; `table` is the stored one."""
        now = self.now()
        begun = start_game(full, request, now)
        number = len(begun.started.entries)
        item = entry_item(table.id, number, full.channel_id, request, now)
        async with self.writing(table):
            stored = await self._store.start(table, begun, item, request, now)
        return Change(self.keep(stored), item)

    async def append(
        self,
        table: Table,
        after: Match,
        request: Request,
        *,
        silent: bool = False,
        awaits_engines: bool = False,
        first: Callable[[Transaction], None] | None = None,
        mover: Person | None = None,
        reason: Reason | None = None,
    ) -> Change:
        """Store the entries added to a table's match. With `silent`, no message shows them.

        With `awaits_engines`, none does if an engine moves next: its answer shows them, too.
        `first` runs before, in the same transaction. `mover` is the person who has moved, if any,
        and `reason` a moderator's for the first of the entries.
        """
        now = self.now()
        decided, after = after, advance(table, after, request, now)
        changed = settled(table, after)
        if reason is not None:
            first_number = len(table.started.entries) + 1
            changed = replace(changed, reasons={**table.reasons, first_number: reason})
        number = len(after.entries)
        is_full = goes_on(changed, decided, after, request, now)
        more = partial(set_timer, timer=go_on(table.id, number, now)) if is_full else None
        unanswered = refused(table, after)
        telling = (
            partial(tell_refused, table_id=table.id, players=unanswered, now=now)
            if unanswered
            else None
        )
        if after.outcome:
            changed = replace(changed, status=Status.OVER)
        following = next_game(changed, request, now)
        kind = ItemKind.TURNOVER if following and following.match else _item_kind(after)
        silent = silent or (awaits_engines and _is_engines_turn(table, after))
        item = None if silent else entry_item(
            table.id, number, table.channel_id, request, now, kind=kind, silenced=frozenset()
        )  # fmt: skip
        async with self.writing(table):
            written = await self._store.append(
                table, changed, item, request, following, mover=mover,
                first=in_order(first, more, telling),
            )  # fmt: skip
        self.keep(changed)
        if item is not None and written.silenced:
            item = replace(item, silenced=written.silenced)
        next_table = None if written.next_id is None else await self._lookup.get(written.next_id)
        return Change(changed, item, next_table, others=written.others)

    async def close_apart(self, table: Table, request: Request) -> Change:
        """Close a table whose log can't be read."""
        async with self.writing(table):
            await self._store.close_apart(table, request, self.now())
        return Change(self.keep(replace(table, status=Status.CLOSED)))

    async def end_timer(self, table: Table, done: Callable[[Transaction], None]) -> int | None:
        """Complete a timer of a table for which nothing is left to do; `done` does it.

        If the table can't be read now, return the moment until which the timer waits instead.
        """
        if table.set_apart is not None:
            return self.now() + _APART
        await self._store.complete(done)
        return None

    @asynccontextmanager
    async def writing(self, table: Table) -> AsyncGenerator[None]:
        """Turn refusals of the store into sentences for people; `table` is being changed."""
        try:
            yield
        except AlreadySeen:
            raise Repeated(await self._lookup.reread(table.id)) from None
        except Conflict:
            raise Stale(await self._lookup.reread(table.id)) from None
        except ChannelTaken:
            raise ChannelIsBusy(CHANNEL_STILL_TAKEN) from None
        except TooManyGames as too_many:
            raise too_many_games(too_many.user) from None


def _is_engines_turn(table: Table, after: Match) -> bool:
    """Return True if an engine moves next, so that no one has to see the position yet."""
    moved = after.position_number != table.started.position_number
    seat = after.seat_due
    return moved and seat is not None and table.at(seat).is_engine


def _item_kind(after: Match) -> ItemKind:
    """Return the kind of message that shows the last entry.

    The end of a pause shows the board again. A moderator's pause is reported in words.
    """
    last = after.entries[-1]
    match last.event:
        case _ if after.position_number == last.number:
            return ItemKind.BOARD
        case SeatTaken():
            return ItemKind.HANDOVER
        case Resumed() if last.actor is not Actor.MODERATOR:
            return ItemKind.BOARD
        case Offered() | ResignWanted():
            return ItemKind.OFFER
        case Overdue():
            return ItemKind.OVERDUE
        case _:
            return ItemKind.ANSWER
