"""What the clocks of a table look at outside its log, and what is written with a deadline."""

from collections.abc import Callable, Sequence

from bot.model.caller import Place
from bot.model.errors import Conflict
from bot.model.table import Table
from bot.store.clock_timers import look_again
from bot.store.database import Transaction
from bot.store.outages import covering
from bot.store.part import Part
from bot.store.pings import announce_rest, pinged
from bot.store.preferences import quiet_hours_before, read_person
from bot.store.vacations import draw_vacation, vacation_left, vacations_after
from rules.time.clock import Stretch
from rules.time.deadline import Facts
from rules.time.duration import HOUR

__all__ = ["TimeStore", "drawing"]

_AROUND = 2 * HOUR
"""How far before a moment quiet hours are read: they matter until an hour after their end."""


class TimeStore(Part):
    """What is read and written of time, one use case a method."""

    async def facts(self, table: Table, now: int) -> Facts:
        """Return what a deadline step looks at; the person who is due has a limited turn."""
        return await self._db.snapshot(lambda tx: _facts(tx, table, now))

    async def outages(self, place: Place, since: int, now: int) -> tuple[Stretch, ...]:
        """Return the outages of a place that lasted after a moment, or last."""
        return await self._db.snapshot(lambda tx: covering(tx, place, since, now))

    async def shown_at(self, table_id: int) -> tuple[int, int] | None:
        """Return the channel and the message that show the newest board, if any does."""
        await self._db.flush()  # The number of a new board may still be waiting.
        row = await self._db.row(
            "SELECT board_channel_id, board_id FROM tables WHERE id = ?", table_id
        )
        return (row[0], row[1]) if row and row[0] and row[1] else None

    async def pinged(self, table_id: int, number: int) -> frozenset[int] | None:
        """Return whom the message of an entry pings; None where nothing was decided about it."""
        return await self._db.snapshot(lambda tx: pinged(tx, table_id, number))

    async def tell_rest(
        self, table: Table, ends: int, now: int, done: Callable[[Transaction], None]
    ) -> None:
        """Tell a table that its game ends soon because nobody plays; `done` ends the timer."""

        def write(tx: Transaction) -> None:
            done(tx)
            announce_rest(tx, table, ends, now)

        await self._db.transact(write)

    async def look_again(
        self, table_id: int, at: int, done: Callable[[Transaction], None] | None
    ) -> None:
        """Look at the running turn of a table again at this moment; `done` ends the timer."""

        def write(tx: Transaction) -> None:
            if done:
                done(tx)
            look_again(tx, table_id, at)

        await self._db.transact(write)


def drawing(
    user_id: int, now: int, pool: int, rows: Sequence[Stretch]
) -> Callable[[Transaction], None]:
    """Return what takes vacation inside the transaction of the grants that it gives.

    It raises Conflict where the pool is not as it was read.
    """

    def write(tx: Transaction) -> None:
        if rows and vacation_left(tx, user_id, now) != pool:
            raise Conflict
        for row in rows:
            draw_vacation(tx, user_id, row)

    return write


def _facts(tx: Transaction, table: Table, now: int) -> Facts:
    turn, until, due = table.clock.turn, table.clock.until, table.due
    assert turn is not None, "somebody is due"
    assert until is not None, "the turn has a limit"
    assert due is not None, "somebody is due"
    user_id = due.user.id
    quiet = quiet_hours_before(tx, user_id, turn.begun)
    near = set[Stretch]()
    if quiet is not None:
        for moment in (until, now):
            near |= set(quiet.stretches(moment - _AROUND, moment))
    return Facts(
        outages=covering(tx, table.place, turn.begun, now),
        quiet=tuple(sorted(near, key=lambda each: each.start)),
        on_vacation=table.terms.vacation and read_person(tx, user_id).vacation,
        vacations=vacations_after(tx, user_id, now),
        pool=vacation_left(tx, user_id, now),
    )
