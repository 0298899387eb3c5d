"""A campaign: people play everywhere while things go wrong, then all calms down and is checked."""

import asyncio
import json
import random
import sqlite3
import time
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final

from loopback import Faults, Loopback
from loopback.interactions.lifecycle import SECONDS_TO_ACKNOWLEDGE
from loopback.model.permissions import Permission
from tests.chaos.acting import Act, acknowledged
from tests.chaos.file import reading
from tests.chaos.invariants import Checker
from tests.chaos.process import BotProcess
from tests.chaos.report import Report
from tests.chaos.room import Room
from tests.chaos.seen import Seen

__all__ = ["Campaign", "Report"]

_ROOMS: Final = 6
_THREADS: Final = 2
"""Threads in which people play at a time."""
_RESTARTS: Final = 0.8
_KEPT: Final = 60
"""Messages that a channel keeps from one round to the next."""
_SETTLING: Final = 60.0
"""Seconds after which what the outbox owes counts as lost."""
_HOUR: Final = 3600.0
_DAY: Final = 24 * _HOUR
_PACES: Final = (0.8, 0.8, 4.0)
"""Seconds between two troubles of a round at most: in slow rounds people get further."""
_JUMPS: Final = (-48 * _HOUR, -2 * _HOUR, -40.0, 40.0, 2 * _HOUR, 48 * _HOUR)
"""Seconds by which the bot's clock is set wrong."""
_BUGS: Final = frozenset(
    {"AssertionError", "AttributeError", "IndexError", "KeyError", "NameError", "TypeError"}
    | {"UnboundLocalError", "ValueError", "RuntimeError", "Conflict", "IntegrityError"}
)
"""Exceptions that no fault of the world excuses."""


class Campaign:
    """Rounds of trouble and calm on one database."""

    def __init__(self, server: Loopback, database: Path, seed: int, most_plies: int = 0) -> None:
        self.report = Report(seed)
        self.server = server
        self._chance = random.Random(seed)
        self._bot = BotProcess(server, database, most_plies)
        self._seen = Seen(server)
        self._checker = Checker(server, database, self._seen)
        self._acts: list[Act] = []
        self._told_again: set[int] = set()
        world = server.world
        self._rooms = [
            self._room(world.add_channel(world.guild(), f"table {number}").id)
            for number in range(_ROOMS)
        ]
        self._refusals = Counter[str]()

    @classmethod
    @asynccontextmanager
    async def open(
        cls, database: Path, seed: int, most_plies: int = 0
    ) -> AsyncGenerator["Campaign"]:
        """Start a server and a bot, and end both afterwards.

        `most_plies` bounds the tables that the bot keeps in memory (0: as by default).
        """
        async with Loopback.open() as server:
            campaign = cls(server, database, seed, most_plies)
            try:
                assert await campaign._bot.start(), "the first start has no trouble"
                yield campaign
            finally:
                campaign._bot.close()

    @property
    def pid(self) -> int | None:
        """The bot's process, if it lives."""
        return self._bot.pid

    @property
    def log(self) -> list[str]:
        """What the bots logged last."""
        return [f"{level} {text}" for level, text, _ in self._bot.log]

    @property
    def seen(self) -> list[str]:
        """Every public message of the bot, as it was sent."""
        return list(map(str, self._seen))

    async def run(self, seconds: float, kills: int = 0) -> Report:
        """Go on for this many seconds and kills, or until something is broken."""
        begun = time.monotonic()
        report = self.report
        while not report.broken and (time.monotonic() - begun < seconds or report.kills < kills):
            await self.round()
            report.seconds = time.monotonic() - begun
        return report

    async def round(self) -> None:
        """Let things go wrong for a while, then wait for calm and check."""
        self._visit_threads()
        self.server.faults = self._weather()
        self._checker.excuses_late = self.server.faults.hangs > 0
        await self.play(self._troubles)
        self.check()

    async def play(
        self, meanwhile: Callable[[], Awaitable[None]], *, restarts: float = _RESTARTS
    ) -> None:
        """Let people play while something else is done, then wait until nothing is owed.

        `restarts`: the share of times in which the bot is killed and started before the wait.
        """
        calm = asyncio.Event()
        players = [asyncio.create_task(self._live(room, calm)) for room in self._rooms]
        await meanwhile()
        calm.set()
        self._clear_up()
        ended = await asyncio.gather(*players, return_exceptions=True)
        self.report.broken += [f"a player failed: {each!r}" for each in ended if each]
        await self._settle(restarts)

    def broken(self) -> list[str]:
        """Return a sentence for each thing that does not hold now."""
        return self._checker.broken(self._acts, self._told_again)

    async def _troubles(self) -> None:
        longest = self._chance.choice(_PACES)
        for _ in range(self._chance.randint(3, 7)):
            await asyncio.sleep(self._chance.uniform(0.0, longest))
            await self._trouble()

    async def _live(self, room: Room, calm: asyncio.Event) -> None:
        while not calm.is_set():
            # Most people see that the bot is offline and wait; some press anyway.
            if self.server.gateway.online or self._chance.random() < 0.05:
                await room.step()
            else:
                await asyncio.sleep(0.05)

    def _room(self, channel_id: int) -> Room:
        return Room(
            self.server, self._bot.database, self._seen,
            channel_id=channel_id, chance=random.Random(f"{self.report.seed} {channel_id}"),
            acts=self._acts,
        )  # fmt: skip

    def _visit_threads(self) -> None:
        """Let people play in the newest threads that host a table, and leave all others."""
        with reading(self._bot.database) as tx:
            rows = tx.do(
                "SELECT channel_id FROM tables WHERE parent_id IS NOT NULL"
                " AND status IN ('open', 'playing') ORDER BY id DESC LIMIT ?",
                _THREADS,
            )
        self._rooms[_ROOMS:] = [self._room(row["channel_id"]) for row in rows]

    def _weather(self) -> Faults:
        """Draw what goes wrong with requests and events in this round."""
        chance = self._chance
        names = ("server_errors", "server_errors_after", "too_many_requests", "dropped_before")
        others = ("dropped_after", "hangs", "duplicated_events", "disconnects", "reconnects")
        chosen = chance.sample((*names, *others, "invalidations"), chance.randint(1, 5))
        most = {"hangs": 0.03, "disconnects": 0.05, "reconnects": 0.05, "invalidations": 0.05}
        shares = {name: chance.uniform(0, most.get(name, 0.4)) for name in chosen}
        rooms = [room.channel_id for room in self._rooms]
        where = chance.choices((rooms, chance.sample(rooms, 2), ()), (6, 3, 1))[0]
        return Faults(
            jitter=chance.choice((0, 0, 20, 200)),
            event_jitter=chance.choice((0, 0, 50)),
            retry_after=chance.choice((0.05, 0.5, 5.0, 40.0)),
            channels=frozenset(where),
            seed=chance.randrange(2**32),
            **shares,
        )

    async def _trouble(self) -> None:
        kinds: dict[str, tuple[int, Callable[[], Awaitable[None]]]] = {
            "kill": (20, self._kill),
            "kill at start": (6, self._kill_at_start),
            "closed channel": (3, self._close_channel),
            "locked file": (2, self._lock_file),
            "full disk": (2, self._fill_disk),
            "clock jump": (3, self._jump),
            "failing commits": (5, self._fail_commits),
            "gateway cut": (2, self._cut_gateway),
        }
        weights = [weight for weight, _ in kinds.values()]
        (kind,) = self._chance.choices(list(kinds), weights)
        await kinds[kind][1]()
        if not kind.startswith("kill"):
            self.report.troubles[kind] += 1

    async def _kill(self) -> None:
        interactions = self._last_interactions()
        await self._bot.kill("playing")
        self.server.clock.advance(
            SECONDS_TO_ACKNOWLEDGE
            + self._chance.choice((0.1, 0.1, 0.1, 30.0, 1000.0, 2 * _HOUR, 4 * _DAY))
        )
        await self._bot.start()
        if self._chance.random() < 0.3:
            for event in interactions[-3:]:
                self.report.troubles["told again after a restart"] += 1
                self._told_again.add(int(event["id"]))
                guild = int(event["guild_id"])
                self.server.gateway.dispatch("INTERACTION_CREATE", event, guild_id=guild)

    async def _kill_at_start(self) -> None:
        await self._bot.kill("playing")
        self.server.clock.advance(SECONDS_TO_ACKNOWLEDGE + 0.1)
        self._bot.launch()
        await asyncio.sleep(self._chance.uniform(0.0, 0.8))
        await self._bot.kill("starting")
        await self._bot.start()

    async def _close_channel(self) -> None:
        """Take a permission from the bot in one channel for a while."""
        world = self.server.world
        denied = self._chance.choice(
            (Permission.SEND_MESSAGES, Permission.VIEW_CHANNEL, Permission.ATTACH_FILES)
        )
        channel = world.channels[self._chance.choice(self._rooms).channel_id]
        world.set_overwrite(channel, world.bot, deny=denied)
        await asyncio.sleep(self._chance.uniform(0.1, 1.5))
        world.set_overwrite(channel, world.bot)

    async def _lock_file(self) -> None:
        """Let another program hold the file."""
        with closing(sqlite3.connect(self._bot.database, isolation_level=None)) as holder:
            try:
                holder.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return
            await asyncio.sleep(self._chance.choice((0.1, 0.5, 2.0, 6.0)))
            holder.execute("ROLLBACK")

    async def _fill_disk(self) -> None:
        self._bot.limit_pages(1)
        await asyncio.sleep(self._chance.uniform(0.2, 2.0))
        if self._chance.random() < 0.3:
            await self._kill()
        self._bot.limit_pages(0)

    async def _fail_commits(self) -> None:
        """Let transactions fail, most of them before they are written."""
        before, after = self._chance.choice(((0.3, 0.0), (0.6, 0.0), (1.0, 0.0), (0.2, 0.2)))
        self._bot.fail_commits(before, after)
        await asyncio.sleep(self._chance.uniform(0.3, 1.5))
        if self._chance.random() < 0.2:
            await self._kill()
        self._bot.fail_commits()

    async def _jump(self) -> None:
        """Set the bot's clock wrong for a while."""
        self._bot.jump = self._chance.choice(_JUMPS)
        await asyncio.sleep(self._chance.uniform(0.2, 1.0))
        if self._chance.random() < 0.5:
            await self._kill()
        self._bot.jump = 0.0

    async def _cut_gateway(self) -> None:
        gateway = self.server.gateway
        self._chance.choice(
            (
                gateway.drop,
                gateway.reconnect,
                lambda: gateway.invalidate(resumable=True),
                lambda: gateway.invalidate(resumable=False),
            )
        )()

    def _last_interactions(self) -> list[Any]:
        """Return the newest events that told the bot of interactions."""
        frames = [frame for each in self.server.gateway.sessions for _, frame in each.events]
        events = [json.loads(frame) for frame in frames[-30:]]
        return [event["d"] for event in events if event.get("t") == "INTERACTION_CREATE"]

    def _clear_up(self) -> None:
        """End all trouble, so that what is owed can be delivered."""
        self.server.faults = Faults()
        self._bot.limit_pages(0)
        self._bot.fail_commits()
        self._bot.jump = 0.0
        world = self.server.world
        for room in self._rooms:
            world.set_overwrite(world.channels[room.channel_id], world.bot)

    async def _settle(self, restarts: float) -> None:
        """Wait until nothing is owed, with waits and leases of failed attempts behind us."""
        self.server.clock.advance(SECONDS_TO_ACKNOWLEDGE + self._chance.choice((0.1, 700.0)))
        self._bot.set_clock()
        if self._chance.random() < restarts or self._bot.pid is None:
            await self._bot.kill("settling")
            self.server.clock.advance(700.0)
            assert await self._bot.start(), "nothing keeps the bot from starting"
        begun = time.monotonic()
        while owed := self._checker.owed():
            await asyncio.sleep(0.05)
            if time.monotonic() - begun > _SETTLING:
                self.report.broken += [f"still owed: {each.name}" for each in owed]
                break
            if all(each.is_parked for each in owed):
                await self._speak_up()
        settling = time.monotonic() - begun
        self.report.slowest_settling = max(self.report.slowest_settling, settling)

    async def _speak_up(self) -> None:
        """Use a command in each channel, which brings along what is parked there."""
        ann = self.server.person("Ann")
        for room in self._rooms:
            await ann.slash("games", channel=room.channel_id)

    def check(self) -> None:
        """Note what does not hold, and forget what is settled."""
        report, world = self.report, self.server.world
        report.rounds += 1
        report.broken += self.broken()
        report.acts += len(self._acts)
        for act in self._acts:
            if acknowledged(self.server, act):
                report.press(act.text)
        with reading(self._bot.database) as tx:
            report.cover(tx)
        report.covered["acts at once, in order"] = self._checker.at_once
        report.covered["presses kept until they were written"] = self._bot.retried
        report.troubles["commit that failed"] = self._bot.failed_commits
        self._acts.clear()
        report.late = self._checker.late
        report.acknowledged, report.tables = self._checker.acknowledged, self._checker.tables
        report.kills = sum(self._bot.deaths.values())
        for doing, count in self._bot.deaths.items():
            report.troubles[f"kill while {doing}"] = count
        report.troubles.update(self.server.faults_happened)
        self.server.faults_happened.clear()
        report.broken += [
            f"the bot ended with exit code {code}" for code in self._bot.exit_codes if code == 1
        ]
        bugs = [text for _, text, kind in self._bot.log if kind in _BUGS]
        report.broken += [f"a bug was logged:\n{text}" for text in bugs]
        for room in self._rooms:
            channel = world.channels[room.channel_id]
            for message_id in channel.message_ids[:-_KEPT]:
                del world.messages[message_id]
            del channel.message_ids[:-_KEPT]
