"""The facts outside its log that a table's clocks need, and the results of deadlines."""

from collections.abc import Callable, Sequence
from functools import partial

from bot.model.caller import Person, Place
from bot.model.errors import Conflict
from bot.model.shards import Shard, ShardRange
from bot.model.table import Table
from bot.store.people.pings import announce_rest, end_told
from bot.store.people.preferences import quiet_hours_before, read_person
from bot.store.people.vacations import draw_vacation, vacation_left, vacations_after
from bot.store.queues.table_timers import look_again
from bot.store.servers.outages import (
    GAP,
    all_shards_are_back,
    beat,
    covering,
    shard_is_back,
    shard_is_gone,
)
from bot.store.sql.database import Database, Transaction, in_order
from bot.store.tables.writing import take_turns_at
from rules.time.clock import Stretch
from rules.time.deadline import Facts
from rules.time.duration import HOUR

__all__ = ["TimeStore", "drawing"]

_AROUND = 2 * HOUR
"""Seconds around a moment for which quiet hours are read: they matter until an hour after their
end."""


class TimeStore:
    """Facts that the clocks look at: outages, quiet hours and vacation."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def facts(self, table: Table, now: int) -> Facts:
        """Return the facts for a deadline step; the person to move has a limited turn."""
        return await self._db.snapshot(lambda tx: _facts(tx, table, now, self._db.shards))

    async def outages(
        self, table_id: int, place: Place, since: int, now: int
    ) -> tuple[Stretch, ...]:
        """Return the outages of a table and its place that ended after a moment, or that last."""
        return await self._db.snapshot(
            lambda tx: covering(tx, table_id, place, since, now, shards=self._db.shards)
        )

    async def tell_rest(self, table: Table, now: int, done: Callable[[Transaction], None]) -> None:
        """Announce the end of an idle game, once. `done` completes the timer."""
        announce = partial(announce_rest, table=table, now=now)
        await self._db.transact(in_order(lambda tx: take_turns_at(tx, table), done, announce))

    async def end_told(self, table_id: int) -> int | None:
        """Return the last announced end of an idle game."""
        return await self._db.snapshot(lambda tx: end_told(tx, table_id))

    async def look_again(
        self, table_id: int, at: int, done: Callable[[Transaction], None] | None
    ) -> None:
        """Set a timer to look at a table's current turn again; `done` completes the old one."""
        await self._db.transact(in_order(done, partial(look_again, table_id=table_id, at=at)))

    async def all_shards_back(self, count: int, now: int) -> None:
        """Store that the bot hears from all of so many shards."""
        await self._db.transact(lambda tx: all_shards_are_back(tx, count, now))

    async def shard_gone(self, shard: Shard, since: int) -> None:
        """Store that the bot has heard nothing from a shard since then."""
        await self._db.transact(lambda tx: shard_is_gone(tx, shard, since))

    async def shard_back(self, shard: Shard, gone_since: int | None, now: int) -> None:
        """Store that the bot hears from a shard again; over five minutes without are an outage."""

        def write(tx: Transaction) -> None:
            if gone_since is not None and now - gone_since > GAP:
                shard_is_gone(tx, shard, gone_since)
            shard_is_back(tx, shard, now)

        await self._db.transact(write)

    async def mend(self, now: int) -> None:
        """Correct what only a clock set ahead can have written: moments still to come.

        An outage without an end would grant time to every turn until then. No log is changed.
        """

        def write(tx: Transaction) -> None:
            later = now + HOUR  # As far as clocks may differ.
            tx.do("DELETE FROM outages WHERE starts > ?", later)
            tx.do("UPDATE outages SET ends = ? WHERE ends > ?", now, later)
            tx.do("DELETE FROM vacations WHERE starts > ?", later)
            for mend in tx.hooks.times_mended:
                mend(tx, now)

        await self._db.transact(write)

    async def beat(self, now: int) -> None:
        """Store a heartbeat of this process; a gap since the last one becomes an outage."""
        await self._db.transact(lambda tx: beat(tx, now, self._db.shards))


def drawing(
    person: Person, now: int, pool: int, rows: Sequence[Stretch]
) -> Callable[[Transaction], None]:
    """Return a function that takes vacation in the transaction that stores its grants.

    That transaction has taken turns with others about the person. The function raises Conflict if
    the vacation left has changed since it was read.
    """

    def write(tx: Transaction) -> None:
        if rows and vacation_left(tx, person, now) != pool:
            raise Conflict
        for row in rows:
            draw_vacation(tx, person, row)

    return write


def _facts(tx: Transaction, table: Table, now: int, shards: ShardRange | None) -> Facts:
    turn, until, due = table.clock.turn, table.clock.until, table.due
    assert turn is not None, "someone is due"
    assert until is not None, "the turn has a limit"
    assert due is not None, "someone is due"
    person = due.user.id
    quiet = quiet_hours_before(tx, person, turn.begun)
    near = set[Stretch]()
    if quiet is not None:
        for moment in (until, now):
            near |= set(quiet.stretches(moment - _AROUND, moment))
    return Facts(
        outages=covering(tx, table.id, table.place, turn.begun, now, shards=shards),
        quiet=tuple(sorted(near, key=lambda each: each.start)),
        on_vacation=table.terms.vacation and read_person(tx, person).vacation,
        vacations=vacations_after(tx, person, now),
        pool=vacation_left(tx, person, now),
    )
