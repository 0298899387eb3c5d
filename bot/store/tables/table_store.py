"""Reads and writes tables, one method per use case."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Final

from bot.model.caller import Person
from bot.model.errors import Conflict
from bot.model.limits import Calls, Hosting
from bot.model.lists import Waiting
from bot.model.queues import OutboxItem, declined_item, entry_item, opening_items
from bot.model.table import NextGame, Player, Request, Status, Table, Vacancy
from bot.store.people.hosting import forget_pings_of_guests, hosted, with_silent_guests
from bot.store.people.preferences import keep_muted
from bot.store.queues.queues import drop_timer, enqueue, set_timer
from bot.store.queues.table_timers import drop_agreement, expiry, write_agreement
from bot.store.sql.database import Database, Transaction, and_mine
from bot.store.sql.errors import Taken
from bot.store.tables.derived import GoesOn, differences, mend, read_stored
from bot.store.tables.lists import waiting
from bot.store.tables.loading import read_players, read_rows, table_from_rows
from bot.store.tables.seat_calls import calls_before, note_call
from bot.store.tables.set_apart import judge
from bot.store.tables.writing import (
    hand_over_seats,
    hold,
    insert_newcomer,
    insert_table,
    mark_seen,
    put_players,
    put_vacancies,
    require_unchanged,
    take_turns_at,
    write_beginning,
    write_entries,
    write_plans,
    write_reasons,
    write_state,
    written_change,
)

__all__ = ["Appended", "TableStore"]

_FOLDING: Final = ThreadPoolExecutor(1, "fold")
"""The thread that folds logs, so that a table doesn't wait for pictures."""


@dataclass(frozen=True, slots=True)
class Appended:
    """The result of writing entries."""

    silenced: frozenset[Person]
    """The people whom the newest entry's message doesn't ping although it is about them."""
    next_id: int | None = None
    """The table of the next game of the series, if one follows."""
    others: Waiting | None = None
    """The other games that wait for the person who has moved."""


class TableStore:
    """Tables with their logs, seats and plans. A change is one transaction."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def load(self, table_id: int, now: int) -> Table | None:
        """Return a table with its match folded from the log, outside the event loop.

        A table that can't be read now, in Unix seconds, is returned set apart, and stored as such.
        """
        rows = await self._db.snapshot(lambda tx: read_rows(tx, table_id))
        if rows is None:
            return None
        loop = asyncio.get_running_loop()
        table = await loop.run_in_executor(_FOLDING, table_from_rows, rows)
        if table.set_apart == rows.table["set_apart"]:
            return table
        return await self._db.transact(lambda tx: judge(tx, table, now))

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
        """Store a new table and return its number; `table.id` is ignored.

        `begin` returns the table with its game begun, if it begins at once. `hosting` limits the
        host, and raises its error. Raises AlreadySeen, for such a table ChannelTaken or
        TooManyGames, and Conflict for a second rematch.
        """
        has_card = begin is None and table.status is Status.OPEN
        declined = table.declined if has_card else ()
        table = replace(table, cards=int(has_card), declines=len(declined))

        def write(tx: Transaction) -> int:
            take_turns_at(tx, table)
            table_id = insert_table(tx, table, now)
            if table.terms.series_format:
                tx.do("UPDATE tables SET series_id = id WHERE id = ?", table_id)
            mark_seen(tx, request, table_id, now)
            known = replace(table, id=table_id)
            for opened in tx.hooks.table_opened:
                opened(tx, known)
            _changed(tx, known, now)
            shown = _silenced(tx, table, now, hosting) if has_card else table
            put_players(tx, table_id, (), shown.players)
            if hosting:
                hosting.admit(hosted(tx, known))
            if begin:
                stored = replace(table, id=table_id, players=read_players(tx, table_id))
                begun = begin(stored)
                number, channel = len(begun.started.entries), table.channel_id
                item = entry_item(table_id, number, channel, request, now)
                write_beginning(tx, stored, begun, item)
                if silent:
                    tx.do("UPDATE pings SET silent = 1 WHERE table_id = ?", table_id)
                return table_id
            if has_card:
                _show_open(tx, replace(table, id=table_id), request, now)
            for number, player in enumerate(declined, 1):
                asked = replace(table, id=table_id, declines=number)
                enqueue(tx, declined_item(asked, player.user.id, Request(request.id), now))
            set_timer(tx, expiry(table_id, now, is_short=table.has_fixed_players))
            return table_id

        try:
            return await self._db.transact(write)
        except Taken as error:
            raise Conflict from error

    async def arrange(
        self,
        before: Table,
        after: Table,
        request: Request,
        now: int,
        item: OutboxItem | None = None,
        *,
        hosting: Hosting | None = None,
        first: Callable[[Transaction], None] | None = None,
    ) -> Table:
        """Store a table that hasn't begun, with the row for its message, if any.

        `first` runs before. `hosting` limits the host's invitations, and raises its error. Returns
        the table as stored. Raises AlreadySeen, or Conflict if it isn't as it was `before`.
        """
        needs_card = _needs_card(before, after)
        after = replace(after, cards=after.cards + needs_card)

        def write(tx: Transaction) -> Table:
            take_turns_at(tx, before, after)
            if first:
                first(tx)
            mark_seen(tx, request, after.id, now)
            _changed(tx, after, now)
            require_unchanged(tx, before)
            tx.do(
                "UPDATE tables SET channel_id = ?, parent_id = ?, status = ?, cards = ?,"
                " declines = ?, vacation = ?, hints = ?, boards = ?, rated = ?, terms_change = ?"
                " WHERE id = ?",
                after.place.channel_id, after.place.parent_id, after.status.value, after.cards,
                after.declines, after.terms.vacation, after.terms.hints, after.terms.boards,
                after.terms.rated, written_change(after.terms_change), after.id,
            )  # fmt: skip
            shown = _silenced(tx, after, now, hosting) if needs_card else after
            put_players(tx, after.id, before.players, shown.players)
            forget_pings_of_guests(tx, before, after)
            if hosting and _invites(before, after):
                hosting.admit(hosted(tx, after))
            if needs_card:
                _show_open(tx, after, None, now)
            if item is not None:
                enqueue(tx, item)
            if after.status is Status.CLOSED:
                drop_timer(tx, expiry(after.id, now).dedupe)
                _closed(tx, after, now)
            write_agreement(tx, after)
            return replace(after, players=read_players(tx, after.id))

        return await self._db.transact(write)

    async def start(
        self, before: Table, begun: Table, item: OutboxItem, request: Request, now: int
    ) -> Table:
        """Store the beginning of a game: its seats and first entries. Returns the table as stored.

        Raises ChannelTaken, AlreadySeen, TooManyGames, or Conflict if the table isn't as it was
        `before`.
        """

        def write(tx: Transaction) -> Table:
            take_turns_at(tx, begun)
            mark_seen(tx, request, begun.id, now)
            _changed(tx, begun, now)
            require_unchanged(tx, before)
            drop_timer(tx, expiry(begun.id, now).dedupe)
            write_agreement(tx, begun)
            forget_pings_of_guests(tx, before, begun)
            return write_beginning(tx, before, begun, item)

        try:
            return await self._db.transact(write)
        except Taken as error:
            raise Conflict from error

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
        """Store new entries of a table, all their consequences, and the outbox row, if any.

        `next_game` is the next game of the series, if this one ends. `first` runs before. `mover`
        is the person who has moved, if any: the games that wait for them, apart from these two, are
        looked up. Raises AlreadySeen, or Conflict if another process was faster.
        """
        entries = after.started.entries[len(before.started.entries) :]

        def write(tx: Transaction) -> Appended:
            take_turns_at(tx, before, after)
            if first:
                first(tx)
            mark_seen(tx, request, after.id, entries[-1].at)
            _changed(tx, after, entries[-1].at)
            write_entries(tx, after.id, entries)
            write_reasons(tx, before, after)
            hand_over_seats(tx, before, after, entries)
            if before.plans or after.plans:
                write_plans(tx, before, after)
            silenced = write_state(tx, after, before)
            next_id = None
            if item is not None:
                enqueue(tx, item)
                next_id = _begin_next(tx, after, next_game, item) if next_game else None
            shown = (after.id,) if next_id is None else (after.id, next_id)
            others = None if mover is None else waiting(tx, mover, shown)
            return Appended(silenced, next_id, others)

        try:
            return await self._db.transact(write)
        except Taken as error:
            raise Conflict from error

    async def newcomer(self, table_id: int, player: Player) -> Player:
        """Return the row of a person who asks for a seat; it holds none until the others agree."""
        return await self._db.transact(lambda tx: insert_newcomer(tx, table_id, player))

    async def look_for_players(
        self,
        table: Table,
        item: OutboxItem | None,
        request: Request,
        now: int,
        call: tuple[Vacancy, Callable[[Calls], None]] | None = None,
    ) -> None:
        """Store the vacant seats, and the row that shows them.

        `call` is a new vacancy, with a function that raises its error if that is one call too many.
        Raises AlreadySeen.
        """

        def write(tx: Transaction) -> None:
            if call is not None and (to := call[0].to):
                tx.take_turns([to.id])
            mark_seen(tx, request, table.id, now)
            if call is not None:
                vacancy, admit = call
                admit(calls_before(tx, table.id, vacancy, now))
                note_call(tx, table.id, vacancy, now)
            put_vacancies(tx, table)
            if item is not None:
                enqueue(tx, item)

        await self._db.transact(write)

    async def keep_plans(self, before: Table, after: Table) -> None:
        """Store the trees of a table and nothing else, so that no other person can notice it."""
        await self._db.transact(lambda tx: write_plans(tx, before, after))

    async def close_apart(self, table: Table, request: Request, now: int) -> None:
        """Close a table that was set apart. Raises AlreadySeen."""

        def write(tx: Transaction) -> None:
            mark_seen(tx, request, table.id, now)
            _changed(tx, table, now)
            tx.do(
                "UPDATE tables SET status = 'closed', due_player = NULL,"
                " due_kind = NULL, due_at = NULL, engine_due = 0 WHERE id = ?",
                table.id,
            )  # fmt: skip
            tx.do("DELETE FROM outbox WHERE table_id = ?", table.id)
            tx.do("DELETE FROM timers WHERE table_id = ?", table.id)
            tx.do("DELETE FROM outages WHERE scope = 'table' AND scope_id = ?", table.id)
            _closed(tx, table, now)

        await self._db.transact(write)

    async def complete(self, done: Callable[[Transaction], None]) -> None:
        """Complete a timer for which nothing is left to do."""
        await self._db.transact(done)

    async def expire(self, table: Table, now: int, done: Callable[[Transaction], None]) -> None:
        """Close a table that is still waiting for players; `done` completes the timer."""

        def write(tx: Transaction) -> None:
            done(tx)
            drop_agreement(tx, table.id)
            _changed(tx, table, now)
            closed = tx.change(
                "UPDATE tables SET status = 'closed'"
                " WHERE id = ? AND status IN ('offered', 'open')", table.id
            )  # fmt: skip
            if closed:
                _closed(tx, table, now, no_show=True)

        await self._db.transact(write)

    async def unfinished(self, after: int, limit: int) -> list[int]:
        """Return the first tables that wait or play and have a larger number than `after`."""
        mine = and_mine(self._db.shards)
        return await self._db.column(
            "SELECT id FROM tables WHERE id > ? AND status IN ('offered', 'open', 'playing')"  # noqa: S608
            f"{mine} ORDER BY id LIMIT ?",
            after, limit,
        )  # fmt: skip

    async def differences(self, table_id: int, now: int, goes_on: GoesOn) -> list[str]:
        """Return what is stored about a table but doesn't follow from its log.

        `now` is in Unix seconds. The log is folded outside the event loop. A table that is set
        apart, or comes back, follows from its log.
        """
        stored = await self._db.snapshot(lambda tx: read_stored(tx, table_id))
        if stored is None:
            return []
        loop = asyncio.get_running_loop()
        table = await loop.run_in_executor(_FOLDING, table_from_rows, stored.rows)
        before = stored.rows.table["set_apart"]
        if before != table.set_apart:
            await self._db.transact(lambda tx: judge(tx, table, now))
        if before is not None or table.set_apart is not None:
            return []
        return differences(stored, table, now, goes_on)

    async def mend(self, table_id: int, now: int, goes_on: GoesOn) -> list[str]:
        """Rewrite what doesn't follow from the log of a table. Return what differed."""

        def write(tx: Transaction) -> list[str]:
            hold(tx, table_id)
            return mend(tx, table_id, now, goes_on)

        return await self._db.transact(write)

    async def has_seen(self, request: Request) -> bool:
        """Return True if this request has changed a table before."""
        row = await self._db.row("SELECT 1 FROM requests WHERE id = ?", request.id)
        return row is not None


def _changed(tx: Transaction, table: Table, now: int) -> None:
    for changed in tx.hooks.table_changed:
        changed(tx, table, now)


def _closed(tx: Transaction, table: Table, now: int, *, no_show: bool = False) -> None:
    for closed in tx.hooks.table_closed:
        closed(tx, table, now, no_show)


def _show_open(tx: Transaction, table: Table, request: Request | None, now: int) -> None:
    """Store the rows that show a table which waits for players."""
    sealed = table.dice is not None
    for item in opening_items(table, request, now, sealed=sealed):
        enqueue(tx, item)


def _begin_next(tx: Transaction, after: Table, next_game: NextGame, item: OutboxItem) -> int:
    """Store the table of the next game; the previous game's row shows its first board, too.

    A game that hasn't begun gets a card instead.
    """
    table = replace(
        after,
        status=Status.PLAYING if next_game.match else Status.OPEN,
        game_number=after.game_number + 1,
        version=after.terms.configured.spec.version,
        match=next_game.match,
        dice=next_game.dice,
        reasons={},
        others=(),
        vacancies=(),
        cards=int(next_game.match is None),
        declines=0,
        terms_change=None,
    )
    table_id = insert_table(tx, table, item.created_at)
    put_players(tx, table_id, (), (replace(player, id=0) for player in next_game.players))
    keep_muted(tx, after.id, table_id)
    for goes_on in tx.hooks.series_goes_on:
        goes_on(tx, after.id, table_id, len(next_game.entries))
    stored = replace(table, id=table_id, players=read_players(tx, table_id))
    if stored.match is None:
        for card in opening_items(stored, None, item.created_at, sealed=False):
            enqueue(tx, card)
        set_timer(tx, expiry(table_id, item.created_at))
        return table_id
    write_entries(tx, table_id, next_game.entries)
    write_state(tx, stored)
    return table_id


def _silenced(tx: Transaction, table: Table, now: int, hosting: Hosting | None) -> Table:
    """Return a table that is about to be shown, without pings that come too soon."""
    return with_silent_guests(tx, table, now, hosting.between_pings) if hosting else table


def _invites(before: Table, after: Table) -> bool:
    """Tell whether there is a new invited person, who had no seat before."""
    known = {player.user.id for player in (*before.invited, *before.seated)}
    return any(player.user.id not in known for player in after.invited)


def _needs_card(before: Table, after: Table) -> bool:
    """Tell whether a table needs a new card: it opened, moved, or invited someone."""
    if after.status is not Status.OPEN:
        return False
    known = {player.user.id for player in before.players}
    is_asked = any(player.user.id not in known for player in after.invited)
    return before.status is not Status.OPEN or before.place != after.place or is_asked
