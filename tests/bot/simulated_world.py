"""A world in simulated time in which things go wrong; `simulated_people` plays in it.

Time jumps to whatever comes next: a timer of the bot, or something that a person or the world does.
Each table has a slow second account (`SlowTable`), with which all that happens is compared.
"""

import heapq
import random
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import formatdate

from bot.delivery.background.timers import clock_handlers
from bot.delivery.discord_time import DiscordTime
from bot.delivery.outbox.composing import Composer
from bot.model.limits import UNLIMITED
from bot.model.queues import Timer, TimerKind, number_in
from bot.model.shards import Shard
from bot.model.table import Request
from bot.store.queues.queues import TimerTaken
from bot.store.servers.outages import OutageCause, OutageScope, begin_outage, end_outage
from bot.store.sql.database import Database, Transaction
from bot.store.store import Store
from bot.tables.services import Services
from tests.bot.slow_clock import DAY, HOUR, Someone
from tests.bot.slow_game import Wrote
from tests.bot.slow_pings import SlowPings
from tests.bot.slow_table import SlowTable

__all__ = ["PERSONS", "START", "World"]

START = int(datetime(2026, 10, 20, 9, tzinfo=UTC).timestamp())
PERSONS = range(1, 10)
_CLOCKS = {
    TimerKind.DEADLINE, TimerKind.PAUSE_END, TimerKind.REST, TimerKind.ABANDONED,
    TimerKind.REMINDERS, TimerKind.SEAT_ANSWER,
}  # fmt: skip


@dataclass
class Outage:
    """A period in which tables couldn't be reached: all, or those of a shard, server or channel."""

    start: int
    end: int | None = None
    guild: int | None = None
    channel: int | None = None
    shard: Shard | None = None

    def covers(self, account: SlowTable) -> bool:
        """Return whether it was an outage of this table."""
        if self.shard is not None:
            return account.guild // 2**22 % self.shard.count == self.shard.number
        return self.guild in (None, account.guild) and self.channel in (None, account.channel)


class World:
    """The bot, its people, and the references beside it."""

    def __init__(self, database: Database, seed: int, days: int = 14) -> None:
        self.random = random.Random(seed)
        self.database = database
        self.now = float(START)
        """Discord's time, and that of the machine where its clock is right."""
        self.clock = DiscordTime(lambda: self.now)
        self.end = START + days * DAY
        self.idle_from = START + 9 * DAY if days > 14 else self.end
        """From then on hardly anybody plays."""
        self.requests = 1000
        self.actions: list[tuple[int, int, Callable[[], Awaitable[None]]]] = []
        self.up = True
        self.people = {number: Someone() for number in PERSONS}
        self.accounts: dict[int, SlowTable] = {}
        self.outages: list[Outage] = []
        self.seen: dict[int, int] = {}
        self.looks: dict[int, int] = {}
        self.pings = SlowPings({})
        self.actual: list[tuple[int, int, int]] = []
        self.counts: dict[str, int] = {}
        self.refusal = ""
        """The reason of the last refusal."""
        self.restart()

    def restart(self) -> None:
        """Go on as another process does: with nothing in memory."""
        self.store = Store(self.database)
        services = Services(self.store, self._told, limits=UNLIMITED)
        self.lookup, self.tables, self.voids = services.lookup, services.tables, services.voids
        self.services = services
        self.queues = self.store.queues
        self.handlers = {
            **clock_handlers(services.deadlines, self.queues, lambda: int(self._told())),
            TimerKind.SEAT_ANSWER: self._no_answer,
        }
        self.composer = Composer(self.lookup, self.store)

    def _told(self) -> float:
        """Return the time by which the bot goes, which asks Discord all the time."""
        self.clock.note({"Date": formatdate(self.now, usegmt=True)})
        return self.clock.checked()

    def count(self, what: str) -> None:
        """Note that something was met."""
        self.counts[what] = self.counts.get(what, 0) + 1

    def at(self, moment: int, act: Callable[[], Awaitable[None]]) -> None:
        """Let something be done later."""
        self.requests += 1
        heapq.heappush(self.actions, (moment, self.requests, act))

    def _waits(self, table_id: int) -> None:
        """Note when a deadline that an open outage holds is looked at again."""
        clock = self.accounts[table_id].clock
        if clock.late(self.moment(table_id)) and clock.told_at is None:
            self.looks[table_id] = int(self.now) + DAY

    def lost(self, table_id: int) -> list[tuple[int, int | None]]:
        """Return the outages that matter for the present turn of a table."""
        account = self.accounts[table_id]
        found = [(each.start, each.end) for each in self.outages if each.covers(account)]
        return [(s, e) for s, e in found if e is None or e > account.clock.begun]

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
                self.outages.append(Outage(since, int(self.now)))

        self.at(since + int(hours * HOUR), back)

    async def suspended(self, hours: float) -> None:
        """Let the machine sleep: the process goes on; its timers ring before its heart beats."""
        self.up = False
        since = int(self.now)

        async def back() -> None:
            self.up = True
            if self.now - since > 300:
                self.outages.append(Outage(since, int(self.now)))
            while (timer := await self._next_timer()) and timer.due <= self.now:
                self.count("slept over")
                await self._ring(timer)
            await self.store.times.beat(int(self.now))

        self.at(since + int(hours * HOUR), back)

    async def server_fails(self, guild: int, hours: int) -> None:
        """Let Discord lose a server for a time."""
        outage = Outage(int(self.now), guild=guild)
        if any(each.end is None and each.guild == guild for each in self.outages):
            return
        await self.store.servers.unavailable(guild, outage.start)
        self.outages.append(outage)

        async def back() -> None:
            await self.store.servers.there(guild, int(self.now))
            await self._over(outage)

        self.at(outage.start + hours * HOUR, back)

    async def channel_closes(self, channel: int, hours: int) -> None:
        """Take the bot's right to write in a channel; interactions still arrive from there."""
        outage = Outage(int(self.now), channel=channel)
        if any(each.end is None and each.channel == channel for each in self.outages):
            return
        where = (OutageScope.CHANNEL, channel, OutageCause.CLOSED)
        await self.database.transact(lambda tx: begin_outage(tx, outage.start, *where))
        self.outages.append(outage)

        async def back() -> None:
            now = int(self.now)
            await self.database.transact(lambda tx: end_outage(tx, now, *where))
            await self._over(outage)

        self.at(outage.start + hours * HOUR, back)

    async def gateway_fails(self, hours: int, shard: Shard) -> None:
        """Let the bot hear nothing from a shard, though what people do still arrives."""
        if any(each.end is None and each.shard == shard for each in self.outages):
            return
        outage = Outage(int(self.now), shard=shard)
        await self.store.times.shard_gone(shard, outage.start)
        self.outages.append(outage)

        async def back() -> None:
            await self.store.times.shard_back(shard, None, int(self.now))
            await self._over(outage)

        self.at(outage.start + hours * HOUR, back)

    async def start_with(self, ahead: int) -> None:
        """Start again, on a machine whose clock is so many seconds ahead: nothing else differs."""
        self.clock = DiscordTime(lambda: self.now + ahead)
        self.restart()
        await self.store.times.beat(int(self._told()))
        await self.store.times.mend(int(self._told()))
        self.count("started with another clock")

    async def set_back(self, hours: int) -> None:
        """Set the clock of the machine back."""
        self.now -= hours * HOUR
        self.count("set back")

    async def _over(self, outage: Outage) -> None:
        """End an outage: deadlines that waited for it are looked at now."""
        outage.end = max(outage.start, int(self.now))
        for table_id, moment in self.looks.items():
            account = self.accounts[table_id]
            is_there = outage.covers(account)
            if moment > self.now and is_there and account.clock.late(self.moment(table_id)):
                self.looks[table_id] = int(self.now)

    async def delete(self, channel: int) -> None:
        """Delete a channel."""
        for table_id, account in self.accounts.items():
            if account.channel == channel and not account.over:
                await self.voids.void_channel(channel)
                await self.agree(
                    table_id, [account.void("channel", self.moment(table_id))], presser=None
                )

    # Time

    async def run(self) -> None:
        """Let the time pass."""
        while True:
            timer = await self._next_timer() if self.up else None
            due = max(timer.due, int(self.now)) if timer else self.end
            moment = self.actions[0][0] if self.actions else self.end
            if min(due, moment) >= self.end:
                return
            if timer and due <= moment:
                self.now = float(due)
                await self._beat()
                await self._ring(timer)
            else:
                _, _, act = heapq.heappop(self.actions)
                is_back = getattr(act, "__name__", "") == "back"
                if not self.up and not is_back:
                    self.at(moment + 1800, act)
                    continue
                self.now = float(max(moment, int(self.now)))
                if not is_back:
                    await self._beat()
                await act()
                await self.send()

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

        if claimed.kind == TimerKind.REMINDERS:
            expected = self.pings.next(claimed.person)
            assert expected is not None, claimed
            assert expected <= self.now, (claimed, expected)
            self.pings.fire(claimed.person, int(self.now), self.is_current)
        with suppress(TimerTaken):
            await self.handlers[claimed.kind](claimed, done)
        if not called:
            await self.queues.transact(delete)
        if claimed.table_id is not None:
            await self._rang(claimed, claimed.table_id)
        await self.send()

    async def _rang(self, timer: Timer, table_id: int) -> None:
        """Compare what a timer did with the account."""
        account, now = self.accounts[table_id], self.moment(table_id)
        wrote = list[Wrote]()
        match timer.kind:
            case TimerKind.DEADLINE:
                wrote = account.step(now, self.lost(table_id))
                is_open = any(end is None for _, end in self.lost(table_id))
                assert is_open or not account.clock.late(now) or account.clock.told_at is not None
                self._waits(table_id)
            case TimerKind.PAUSE_END:
                assert account.resumes is not None
                assert account.resumes <= now
                wrote = account.resume(now)
            case TimerKind.SEAT_ANSWER:
                wrote = account.no_answer(now)
            case _:
                ends, told = account.clock.void_at, account.end_told
                assert ends is not None
                if timer.kind == TimerKind.ABANDONED and told is not None and ends <= told <= now:
                    wrote = account.void("idle", now)
                elif account.tell_end(now):
                    self.count("end told")
                    users = [account.users[seat] for seat in account.persons]
                    begun = now if account.clock.due is None else account.clock.begun
                    self.pings.tell_end(table_id, now, begun, users)
        await self.agree(table_id, [wrote], presser=None)

    async def _no_answer(self, timer: Timer, done: Callable[[Transaction], None]) -> None:
        assert timer.table_id is not None
        request = Request(f"timer:{timer.dedupe}")
        number = number_in(timer)
        await self.services.seats.end_substitution(timer.table_id, number, request, done)

    def moment(self, table_id: int) -> int:
        """Return the present time, never less than that of the last entry of a table."""
        return max(int(self.now), self.accounts[table_id].last_at)

    # What is compared

    async def agree(
        self,
        table_id: int,
        groups: Sequence[list[Wrote]],
        *,
        presser: int | None,
        claims: bool = False,
    ) -> None:
        """Compare a table with its account after these entries, each group in one transaction.

        `presser` has caused the last group. With `claims`, the first one is the step of a claim.
        """
        raise NotImplementedError

    def is_current(self, table_id: int, user: int, about: str) -> bool:
        """Whether a table still gives reason for a ping that was put off."""
        raise NotImplementedError

    async def send(self) -> None:
        """Take what the outbox holds as sent, and note whom it pings."""
        raise NotImplementedError
