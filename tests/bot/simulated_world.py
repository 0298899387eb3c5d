"""Three servers in simulated time: people who play, and a world in which things go wrong.

Time jumps to whatever comes next: a timer of the bot, or something that a person or the world does.
"""

import heapq
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial

from bot.delivery.composing import Composer
from bot.delivery.timers import clock_handlers
from bot.model.caller import Caller, Place
from bot.model.errors import TableError
from bot.model.limits import UNLIMITED
from bot.model.preferences import Preferences
from bot.model.queues import Timer, TimerKind
from bot.model.quiet_hours import QuietHours
from bot.model.table import Request, Status, Table, Terms, User
from bot.store.database import Database, Transaction
from bot.store.pings import save_person
from bot.store.queues import TimerTaken
from bot.store.store import Store
from bot.tables.commands import Accept, ClaimTime, Command, Open, Play, Propose
from bot.tables.services import Services
from rules.contract.core import RulesError
from rules.log.events import (
    OfferKind,
)
from rules.time.time_control import read_time_control
from tests.bot.slow_clock import DAY, HOUR, Night, SlowClock, Someone
from tests.bot.slow_pings import SlowPings, Wishes

__all__ = [
    "END", "LEAVER", "START", "World",
]  # fmt: skip

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
        services = Services(self.store, lambda: self.now, limits=UNLIMITED)
        self.lookup, self.tables, self.voids = services.lookup, services.tables, services.voids
        self.queues = self.store.queues
        self.handlers = clock_handlers(services.deadlines, self.queues, lambda: self.now)
        self.composer = Composer(self.lookup, self.store.shown)

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
        table = await self.lookup.get(table_id)
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
        table = await self.lookup.get(table_id)
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
            await self.store.times.beat(int(self.now))
            if self.now - since > 300:
                for lost in self.outages.values():
                    lost.append((since, int(self.now)))

        self.at(since + int(hours * HOUR), back)

    async def suspended(self, hours: float) -> None:
        """Let the machine sleep: the process goes on; its timers ring before its heart beats."""
        self.up = False
        since = int(self.now)

        async def back() -> None:
            self.up = True
            if self.now - since > 300:
                for lost in self.outages.values():
                    lost.append((since, int(self.now)))
            while (timer := await self._next_timer()) and timer.due <= self.now:
                self.counts["slept over"] = self.counts.get("slept over", 0) + 1
                await self._ring(timer)
            await self.store.times.beat(int(self.now))

        self.at(since + int(hours * HOUR), back)

    async def server_fails(self, guild: int, hours: int) -> None:
        now = int(self.now)
        await self.store.servers.unavailable(guild, now)
        self.outages[guild].append((now, None))

        async def back() -> None:
            await self.store.servers.there(guild, int(self.now))
            self.outages[guild][self.outages[guild].index((now, None))] = (now, int(self.now))
            for table_id, moment in self.look.items():
                if moment > self.now and (await self.lookup.get(table_id)).guild_id == guild:
                    self.look[table_id] = int(self.now)

        self.at(now + hours * HOUR, back)

    async def delete(self, channel: int) -> None:
        await self.voids.void_channel(channel)

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
        await self.store.metadata.set("heartbeat", str(int(self.now)))

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

    async def _follow(self, by: Timer | None = None) -> None:
        """Look at what came of the last event; `by` is the timer that rang."""
        raise NotImplementedError
