"""Two weeks of three servers in simulated time, against slow references for clocks and pings.

Time jumps to whatever comes next: a timer of the bot, or something that a person or the world does.
People are away, leave, claim, give time and pause; the bot is down, restarted and suspended;
servers fail, and a channel is deleted. The clocks change in Europe and in North America meanwhile.
"""

import heapq
import random
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest

from bot.delivery.clocks import clock_handlers
from bot.delivery.composing import Composer
from bot.messages import pictures
from bot.messages.message import Picture
from bot.model.caller import Caller, Place
from bot.model.errors import TableError
from bot.model.outages import OutageCause, OutageScope
from bot.model.preferences import Preferences
from bot.model.queues import ItemKind, Timer, TimerKind, read_reminder
from bot.model.quiet_hours import QuietHours
from bot.model.table import Request, Status, Table, Terms, User
from bot.store.database import Database, Transaction
from bot.store.pings import save_person
from bot.store.queues import Queues, TimerTaken
from bot.store.tables import Store
from bot.tables.commands import Accept, ClaimTime, Command, Open, Play, Propose
from bot.tables.service import Tables
from rules.core import RulesError, Seat
from rules.entries import Actor, Entry
from rules.events import (
    Begun,
    Declined,
    Grant,
    Granted,
    OfferKind,
    Overdue,
    Paused,
    Played,
    Resumed,
    TimedOut,
)
from rules.time_control import Bank, PerTurn, read_time_control
from tests.bot.slow_clock import DAY, HOUR, Night, SlowClock, Someone
from tests.bot.slow_pings import SlowPings, TurnNow, Wishes

START = int(datetime(2026, 10, 20, 9, tzinfo=UTC).timestamp())
END = START + 14 * DAY
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay", "Gus")
NIGHTS = {
    1: ("Europe/Prague", 22, 7),
    2: ("America/New_York", 23, 8),
    4: ("Australia/Lord_Howe", 0, 9),
    6: ("UTC", 9, 17),
}
LEADS = {3: (24, 3), 4: (12,)}
UNPINGED, ON_DUTY, LEAVER = 5, 6, 7
TABLES = (
    ("1d", 5, (1, 2)), ("2d hard", 5, (2, 3)), ("1d+6h<=2d", 6, (3, 4)),
    ("1d+0h<=1d hard", 6, (4, 1)), ("none", 7, (1, 6)), ("1d", 7, (5, 6)), ("12h", 5, (1, 7)),
    ("20h", 6, (2, 4, 6)), ("3d hard", 7, (6, 3)),
)  # fmt: skip
_CLOCKS = {
    TimerKind.DEADLINE, TimerKind.PAUSE_END, TimerKind.REST, TimerKind.ABANDONED,
    TimerKind.REMINDERS,
}  # fmt: skip


class World:
    """The bot, its people, and the references beside it."""

    def __init__(self, database: Database, seed: int) -> None:
        self.random = random.Random(seed)
        self.database = database
        self.now = float(START)
        self.requests = 1000
        self.actions: list[tuple[int, int, Callable[[], Awaitable[None]]]] = []
        self.up = True
        self.people = {number: Someone() for number in range(1, len(NAMES) + 1)}
        self.clocks: dict[int, SlowClock] = {}
        self.outages: dict[int, list[tuple[int, int | None]]] = {5: [], 6: [], 7: []}
        self.seen: dict[int, int] = {}
        self.look: dict[int, int] = {}
        self.pings = SlowPings({})
        self.actual: list[tuple[int, int, int]] = []
        self.counts: dict[str, int] = {}
        self.restart()

    def restart(self) -> None:
        self.store = Store(self.database)
        self.tables = Tables(self.store, lambda: self.now)
        self.queues = Queues(self.database)
        self.handlers = clock_handlers(self.tables, self.queues, lambda: self.now)
        self.composer = Composer(self.tables)

    # People

    async def settle(self) -> None:
        """Let everybody choose, and begin the games."""
        for user in self.people:
            zone, first, last = NIGHTS.get(user, ("UTC", 0, 0))
            quiet = QuietHours(zone, 60 * first, 60 * last) if user in NIGHTS else None
            chosen = Preferences(
                pings=user != UNPINGED, direct=user == 2, leads=LEADS.get(user, ()),
                vacation=user != ON_DUTY, zone=zone, quiet=quiet,
            )  # fmt: skip
            await self.database.transact(
                lambda tx, user=user, chosen=chosen: save_person(tx, user, chosen, START)  # type: ignore[misc]
            )
            night = Night(START, zone, first, last) if quiet else None
            self.people[user] = Someone([night] if night else [], user != ON_DUTY)
            self.pings.wishes[user] = Wishes(night, LEADS.get(user, ()), on=user != UNPINGED)
        for channel, (time, guild, users) in enumerate(TABLES, 10):
            self.at(START + HOUR * channel, partial(self.sit, channel, time, guild, users))

    def at(self, moment: int, act: Callable[[], Awaitable[None]]) -> None:
        self.requests += 1
        heapq.heappush(self.actions, (moment, self.requests, act))

    async def do(self, table: Table, user: int, command: Command) -> bool:
        """Let a person give a command; True if it was carried out."""
        self.requests += 1
        try:
            await self.tables.execute(
                table.id, self.caller(user, table.place), command, Request(str(self.requests))
            )
        except (TableError, RulesError):
            return False
        return True

    def caller(self, user: int, place: Place) -> Caller:
        return Caller(User(user, NAMES[user - 1]), place)

    async def sit(self, channel: int, time: str, guild: int, users: tuple[int, ...]) -> None:
        control = read_time_control(time)
        terms = Terms("czech", {}, time=control)
        if len(users) == 3:
            terms = Terms("punt-heks", {"players": "3"}, time=control)
        host, *guests = [self.caller(user, Place(channel, guild)) for user in users]
        self.requests += 1
        command = Open(terms, tuple(each.user for each in guests))
        table = await self.tables.open(command, host, Request(str(self.requests)))
        for guest in guests:
            assert await self.do(table, guest.user.id, Accept())

    async def move(self, table_id: int, position: int, user: int) -> None:
        """Let somebody play, unless the table has gone on."""
        table = await self.tables.get(table_id)
        match = table.started
        due = table.due
        if match.outcome or match.position_number != position or not due or due.user.id != user:
            return
        chance = self.random.random()
        others = [p.user.id for p in table.persons if p.user.id != user]
        if chance < 0.05:
            await self.do(table, self.random.choice(others), Propose(OfferKind.DRAW))
        elif chance < 0.1 and not match.clock.paused:
            for each in (user, *others):
                await self.do(table, each, Propose(OfferKind.PAUSE, 1))
            self.at(int(self.now) + HOUR, lambda: self.move(table_id, position, user))
            return
        move = self.random.choice(match.game.legal(match.state))
        await self.do(table, user, Play(match.game.notate(move)))

    async def react(self, table_id: int, user: int) -> None:
        """Let a rival claim the game, or give time."""
        table = await self.tables.get(table_id)
        if table.status is Status.PLAYING:
            claims = self.random.random() < 0.4
            command = ClaimTime() if claims else Propose(OfferKind.TIME, self.random.choice((1, 3)))
            await self.do(table, user, command)

    # The world

    async def down(self, hours: float) -> None:
        """Stop the bot for a time."""
        self.up = False
        since = int(self.now)

        async def back() -> None:
            self.up = True
            self.restart()
            await self.queues.beat(int(self.now))
            if self.now - since > 300:
                for lost in self.outages.values():
                    lost.append((since, int(self.now)))

        self.at(since + int(hours * HOUR), back)

    async def server_fails(self, guild: int, hours: int) -> None:
        now, scope, cause = int(self.now), OutageScope.SERVER, OutageCause.UNAVAILABLE
        await self.store.outage_begins(now, scope, guild, cause)
        self.outages[guild].append((now, None))

        async def back() -> None:
            await self.store.outage_ends(int(self.now), scope, guild, cause)
            self.outages[guild][self.outages[guild].index((now, None))] = (now, int(self.now))

        self.at(now + hours * HOUR, back)

    async def delete(self, channel: int) -> None:
        await self.tables.void_channel(channel)

    # Time

    async def run(self) -> None:
        """Let two weeks pass."""
        while True:
            timer = await self._next_timer() if self.up else None
            due = max(timer.due, int(self.now)) if timer else END
            moment = self.actions[0][0] if self.actions else END
            if min(due, moment) >= END:
                return
            if timer and due <= moment:
                self.now = float(due)
                await self._beat()
                await self._ring(timer)
            else:
                _, _, act = heapq.heappop(self.actions)
                if not self.up and getattr(act, "__name__", "") != "back":
                    self.at(moment + 1800, act)
                    continue
                self.now = float(max(moment, int(self.now)))
                if getattr(act, "__name__", "") != "back":
                    await self._beat()
                await act()
                await self._follow()

    async def _beat(self) -> None:
        await self.store.set_metadata("heartbeat", str(int(self.now)))

    async def _next_timer(self) -> Timer | None:
        return next((t for t in await self.queues.timers() if t.kind in _CLOCKS), None)

    async def _ring(self, timer: Timer) -> None:
        """Carry out one timer, as the scheduler does."""
        (claimed,) = await self.queues.claim_due(int(self.now), 1)
        assert claimed.dedupe == timer.dedupe
        delete, called = self.queues.done(claimed), list[bool]()

        def done(tx: Transaction) -> None:
            called.append(True)
            delete(tx)

        if claimed.kind is TimerKind.REMINDERS:
            assert claimed.user_id is not None
            expected = self.pings.next(claimed.user_id)
            assert expected is not None, claimed
            assert expected <= self.now, claimed
            self.pings.fire(claimed.user_id, int(self.now))
        with suppress(TimerTaken):
            await self.handlers[claimed.kind](claimed, done)
        if not called:
            await self.queues.transact(delete)
        await self._follow(by=claimed)

    # References

    async def _follow(self, by: Timer | None = None) -> None:
        """Check all entries that came, in their order, and the messages that show them."""
        rows = await self.database.rows("SELECT id FROM tables WHERE status IN ('playing', 'over')")
        for table_id in (row["id"] for row in rows):
            table = await self.tables.get(table_id)
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
        if not first.request.startswith("channel:"):
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
                    self.actual += [(int(self.now), user, table) for table, _ in tables]
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


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_two_weeks_go_as_the_rules_of_time_say(
    database: Database, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def blank(_view: object) -> Picture:
        return Picture(b"", "a board")

    monkeypatch.setattr(pictures, "draw", blank)
    world = World(database, seed)
    await world.settle()
    for day, hours in ((2, 0.05), (3, 7), (6, 0.2), (9, 30)):
        world.at(START + day * DAY + seed * 1111, partial(world.down, hours))
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
    assert {"overdue", "drawn"} <= set(world.counts)
    rows = await database.rows("SELECT user_id, starts, ends FROM vacations")
    taken = {(u, s, e) for u, person in world.people.items() for s, e in person.rows}
    assert {tuple(row) for row in rows} == taken
