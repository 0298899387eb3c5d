"""Two weeks of three servers in simulated time, against slow references for clocks and pings.

People are away, leave, claim, give time and pause; the bot is down, restarted and suspended;
servers fail, and a channel is deleted. The clocks change in Europe and in North America meanwhile.
"""

import random
from collections.abc import AsyncGenerator
from functools import partial
from pathlib import Path

import pytest

from bot.model.queues import ItemKind, Timer, TimerKind, read_reminder
from bot.model.table import Status, Table
from bot.store.database import Database
from bot.tables import seating
from rules.contract.core import Seat
from rules.log.entries import Actor, Entry
from rules.log.events import (
    Begun,
    Declined,
    Grant,
    Granted,
    Overdue,
    Paused,
    Played,
    Resumed,
    TimedOut,
)
from rules.time.time_control import Bank, PerTurn
from tests.bot.simulated_world import LEAVER, START, World
from tests.bot.slow_clock import DAY, HOUR, SlowClock
from tests.bot.slow_pings import TurnNow
from tests.conformance.configured import SOAK


class Compared(World):
    """A world whose every entry, column, timer and ping is compared with the references."""

    # References

    async def _follow(self, by: Timer | None = None) -> None:
        """Check all entries that came, in their order, and the messages that show them."""
        rows = await self.database.rows("SELECT id FROM tables WHERE status IN ('playing', 'over')")
        for table_id in (row["id"] for row in rows):
            table = await self.lookup.get(table_id)
            entries = table.started.entries[self.seen.get(table_id, 0) :]
            self.seen[table_id] = len(table.started.entries)
            while entries:
                request = entries[0].request
                group = [entry for entry in entries if entry.request == request]
                entries = entries[len(group) :]
                self._take(table, group, is_last=not entries)
            if by and by.table_id == table_id and by.kind is TimerKind.DEADLINE:
                self._require_step(table, by)
            await self._compare(table)
        await self._send()

    def _outages(self, table: Table) -> list[tuple[int, int | None]]:
        assert table.guild_id is not None
        clock = self.clocks[table.id]
        return [(s, e) for s, e in self.outages[table.guild_id] if e is None or e > clock.begun]

    def _take(self, table: Table, group: list[Entry], *, is_last: bool) -> None:
        """Follow the entries of one transaction."""
        first, at = group[0], group[0].at
        assert at == int(self.now)
        if isinstance(first.event, Begun):
            self.clocks[table.id] = _clock(table)
            self.clocks[table.id].begin(Seat(0), at)
        clock = self.clocks[table.id]
        if first.request.startswith("deadline:"):
            self._check_step(table, group)
        else:
            for entry in group:
                self._apply(table, clock, entry)
        position = max(
            (e.number for e in table.started.entries[1 : group[-1].number] if _moves(e)), default=0
        )
        over = table.status is Status.OVER and is_last
        if over:
            clock.begin(None, at)
        if first.request.startswith("channel:"):
            nobody = frozenset[str]()
            self.pings.message(table.id, at, position, pings=[], turn=None, standing=nobody)
        else:
            self._ping(table, clock, group, position, over=over)

    def _check_step(self, table: Table, group: list[Entry]) -> None:
        """Compare what a deadline step did with the reference."""
        clock, at = self.clocks[table.id], group[0].at
        due = table.at(Seat(clock.due or 0)).user.id
        did = [(_kind(e), getattr(e.event, "seconds", 0)) for e in group]
        did = [each for each in did if each[0] != "declined"]
        expected = clock.step(at, self.people[due], self._outages(table))
        assert did == expected, (table.id, at, did, expected)
        for kind, _ in did:
            self.counts[kind] = self.counts.get(kind, 0) + 1
        if clock.late(at) and clock.told_at is None:
            self.look[table.id] = at + DAY

    def _require_step(self, table: Table, by: Timer) -> None:
        """Check that the reference has nothing left to do, where the timer made no entry."""
        clock = self.clocks[table.id]
        if table.status is not Status.PLAYING or not clock.late(int(self.now)):
            return
        if clock.told_at is None:
            assert any(e is None for _, e in self._outages(table)), by
            self.look[table.id] = int(self.now) + DAY

    def _apply(self, table: Table, clock: SlowClock, entry: Entry) -> None:
        match entry.event:
            case Played():
                after = table.started.seat_due if table.status is Status.PLAYING else None
                clock.played(entry.at, after)
            case Granted(_, seconds, cause) if cause is Grant.RIVALS:
                until = clock.until
                assert until is not None
                assert seconds % DAY == clock.run(until, max(until, entry.at)) % DAY
                clock.grant(seconds, "rivals", entry.at)
            case Granted(_, seconds, cause):
                assert cause is Grant.OUTAGE
                assert clock.control[0] == "bank"
                assert seconds == clock.lost(entry.at, self._outages(table))
                clock.grant(seconds, "outage", entry.at)
                self.counts["bank credit"] = self.counts.get("bank credit", 0) + 1
            case Paused():
                clock.pauses.append((entry.at, None))
            case Resumed():
                clock.pauses[-1] = (clock.pauses[-1][0], entry.at)
            case _:
                pass

    def _ping(
        self, table: Table, clock: SlowClock, group: list[Entry], position: int, *, over: bool
    ) -> None:
        last, seats = group[-1], range(len(table.seating))
        users = {seat: table.at(Seat(seat)).user.id for seat in seats}
        pinged: list[tuple[int, str]] = []
        offer = table.started.offer
        if over:
            cause = next((p.user.id for p in table.players if p.id == last.player), None)
            pinged = [(user, "end") for user in users.values() if user != cause]
        elif _kind(last) == "offered" and offer:
            pinged = [(users[s], "offer") for s in seats if s in offer.voters - offer.accepted]
        elif _kind(last) == "overdue":
            pinged = [(user, "claim") for seat, user in users.items() if seat != clock.due]
        elif (_moves(last) or isinstance(last.event, Resumed)) and clock.due is not None:
            pinged = [(users[clock.due], "turn")]
        turn = None
        if clock.due is not None:
            untimed = clock.control[0] == "none"
            turn = TurnNow(
                users[clock.due], clock.begun, clock.until, clock.allowed, untimed, clock.paused
            )
        standing = {"offer"} if offer else set[str]()
        standing |= {"claim"} if clock.told_at is not None else set()
        self.pings.message(
            table.id, last.at, position, pings=pinged, turn=turn, standing=frozenset(standing)
        )
        self._plan(table, clock, last, users)

    def _plan(self, table: Table, clock: SlowClock, last: Entry, users: dict[int, int]) -> None:
        """Let somebody do something next."""
        if clock.due is None:
            return
        if _kind(last) == "overdue" and self.random.random() < 0.8:
            rival = self.random.choice([u for seat, u in users.items() if seat != clock.due])
            later = int(self.now) + self.random.randrange(1, 30 * HOUR)
            self.at(later, lambda: self.react(table.id, rival))
        if not _moves(last) or (users[clock.due] == LEAVER and self.now > START + 4 * DAY):
            return
        allowed = clock.allowed or 2 * DAY
        away = 3 * DAY if self.random.random() < 0.12 else 0
        wait = int(allowed * self.random.choice((0.1, 0.3, 0.5, 0.9, 1.0, 1.3))) + away
        number, user = last.number, users[clock.due]
        self.at(int(self.now) + wait + 1, lambda: self.move(table.id, number, user))

    async def _compare(self, table: Table) -> None:
        """Compare the columns and the timer of a table with the reference."""
        clock = self.clocks[table.id]
        if table.status is not Status.PLAYING:
            return
        row = await self.database.row(
            "SELECT due_at, turn_since FROM tables WHERE id = ?", table.id
        )
        assert row is not None
        assert (row["due_at"], row["turn_since"]) == (clock.until, clock.begun)
        timer = await self.database.row(
            "SELECT due FROM timers WHERE kind = 'deadline' AND table_id = ?", table.id
        )
        wanted = None if clock.until is None or clock.told_at is not None else clock.until + 61
        found = timer["due"] if timer else None
        assert found == wanted or (clock.late(int(self.now)) and found == self.look[table.id])

    async def _send(self) -> None:
        """Take what the outbox holds as sent, and note whom it pings."""
        for item in await self.queues.waiting():
            if item.kind is not ItemKind.CARD:
                post = await self.composer.compose(item)
                pinged = post.pings if post else ()
                if item.kind is ItemKind.REMINDER:
                    user, tables = read_reminder(item)
                    assert post is not None
                    self.actual += [(int(self.now), user, table.table_id) for table in tables]
                elif item.table_id is not None:
                    self.actual += [(int(self.now), user, item.table_id) for user in pinged]
            await self.database.write("DELETE FROM outbox WHERE id = ?", item.id)


def _clock(table: Table) -> SlowClock:
    time = table.terms.time
    match time.limit:
        case PerTurn(seconds):
            control = ("days", seconds, 0, 0)
        case Bank(bank, increment, cap):
            control = ("bank", bank, increment, cap)
        case _:
            control = ("none", 0, 0, 0)
    return SlowClock(control, time.hard, table.terms.vacation, len(table.seating))


def _moves(entry: Entry) -> bool:
    return isinstance(entry.event, Begun | Played)


def _kind(entry: Entry) -> str:
    match entry.event:
        case Granted(_, _, cause):
            return cause.value
        case Overdue():
            return "overdue"
        case TimedOut():
            return "timed_out"
        case Declined() if entry.actor is Actor.HOST:
            return "declined"
        case event:
            return type(event).__name__.lower()


@pytest.fixture
async def database(tmp_path: Path) -> AsyncGenerator[Database]:
    async with Database.open(tmp_path / "tables.sqlite3") as opened:
        yield opened


@pytest.mark.usefixtures("blank_boards")
@pytest.mark.parametrize("seed", [1, 2, 3] if SOAK else [1, 2])
async def test_two_weeks_go_as_the_rules_of_time_say(
    database: Database, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "_random", random.Random(seed))
    world = Compared(database, seed)
    await world.settle()
    for day, hours in ((2, 0.05), (3, 7), (6, 0.2), (9, 30)):
        world.at(START + day * DAY + seed * 1111, partial(world.down, hours))
    for day, hours in ((1, 0.05), (5, 11), (10, 3), (12, 26)):
        world.at(START + day * DAY + seed * 2222, partial(world.suspended, hours))
    world.at(START + 4 * DAY, lambda: world.server_fails(6, 20))
    world.at(START + 7 * DAY, lambda: world.server_fails(5, 50))
    world.at(START + 8 * DAY, lambda: world.delete(18))
    await world.run()
    a, b = list(world.actual), list(world.pings.log)
    for each in list(a):
        if each in b:
            a.remove(each)
            b.remove(each)
    assert (a, b) == ([], [])
    assert len(world.actual) > 50
    assert {"overdue", "drawn", "slept over"} <= set(world.counts)
    rows = await database.rows("SELECT user_id, starts, ends FROM vacations")
    taken = {(u, s, e) for u, person in world.people.items() for s, e in person.rows}
    assert {tuple(row) for row in rows} == taken
