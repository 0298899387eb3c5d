"""A campaign: people play everywhere while things go wrong, then all calms down and is checked."""

import asyncio
import random
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from traceback import format_exception
from typing import Final

from bot.local import local_server
from loopback import Faults, Loopback, Person, SessionLimits
from loopback.errors import CannotDo
from loopback.interactions.lifecycle import SECONDS_TO_ACKNOWLEDGE, Interaction
from loopback.model.permissions import Permission
from tests.bot.sharded import guild_in
from tests.chaos.acting import PEOPLE, Act, acknowledged
from tests.chaos.bot_process import STALE
from tests.chaos.club import DIRECTOR, Club
from tests.chaos.invariants import Checker
from tests.chaos.losses import Losses
from tests.chaos.process import patience
from tests.chaos.processes import Processes
from tests.chaos.report import Report
from tests.chaos.room import Room
from tests.chaos.seen import Seen
from tests.chaos.server import Server
from tests.chaos.stillness import Stillness
from tests.chaos.troubles import Troubles
from tests.chaos.variants import VARIANTS
from tests.stored import opened

__all__ = ["Campaign", "Report"]

_ROOMS: Final = 6
_STARTS: Final = 1_000_000
"""Sessions that a bot may start in a day, for one that is killed all the time."""
_PRIVATE: Final = (("Ann", "Bo"), PEOPLE)
"""Private messages, and a group: the bot can only answer there."""
_THREADS: Final = 3
"""Threads in which people play at a time."""
_OWNERS: Final = Permission.MANAGE_GUILD | Permission.MANAGE_MESSAGES
_UNDER_WAY: Final = 60.0
"""Milliseconds that a message takes while people bring along what is parked."""
_INSTALLED: Final = ("Ann", "Bo", "Cy")
"""Who has installed the bot; Di presses buttons in private places, and has no command there."""
_RESTARTS: Final = 0.8
_KEPT: Final = 60
"""Messages that a channel keeps from one round to the next."""
_WAITS: Final = 700.0
"""Seconds that exceed every lease, and every wait after an attempt that failed."""
_LEAST_SETTLING: Final = 15.0
"""Seconds after which those waits are over, if they weren't before."""
_BUGS: Final = frozenset(
    {"AssertionError", "AttributeError", "IndexError", "KeyError", "NameError", "TypeError"}
    | {"UnboundLocalError", "ValueError", "RuntimeError", "Conflict", "IntegrityError"}
    | {"OperationalError"}
)
"""Exceptions that no fault of the world excuses; a file that waits is logged without one."""

_HEALED: Final = "did not follow from its log"
"""What is logged where a start mends what a fault has left."""
_OF_DISCORD_PY: Final = "ConnectionState._delay_ready"
"""A task that discord.py leaves behind where it is stopped before it is ready."""


class Campaign:
    """Rounds of trouble and calm on one database."""

    def __init__(
        self,
        server: Loopback,
        database: Path | Server,
        seed: int,
        processes: int = 1,
        table_memory: float = 0.0,
    ) -> None:
        self._variant = VARIANTS[seed % len(VARIANTS)]
        self.report = Report(seed, self._variant.name)
        self.server = server
        self._chance = random.Random(seed)
        self._place = database
        self._database = database if isinstance(database, Path) else database.address
        self._bots = Processes(server, self._database, processes, table_memory)
        self._seen = Seen(server, self._life)
        self._acts: list[Act] = []
        world, shards = server.world, server.gateway.limits.shards
        guilds = [world.guild(), world.add_guild("annex", *map(world.user, PEOPLE))]
        if shards > 1:
            guilds = [guild_in(server, shard, shards) for shard in range(shards)]
        owners = guilds[0].add_role("owners", int(_OWNERS))
        guilds[0].members[world.user(DIRECTOR).id].role_ids.add(owners.id)
        hall = world.add_channel(guilds[0], "hall")
        self._rooms: list[Room | Club] = [
            self._room(world.add_channel(guilds[number % len(guilds)], f"table {number}").id)
            for number in range(max(_ROOMS, shards) + 1)
        ]
        for name in _INSTALLED:
            world.user(name).has_installed = True
        self._rooms += [
            self._room(world.add_private_channel(*map(world.user, names)).id, names)
            for names in _PRIVATE
        ]
        self._rooms.append(
            Club(
                server, self._database, self._seen,
                channel_id=hall.id, chance=random.Random(f"{seed} hall"), acts=self._acts,
            )
        )  # fmt: skip
        self._stillness = Stillness()
        self._lasting = len(self._rooms)
        """The rooms that are no threads."""
        self.losses = Losses(
            server, self._database, self._bots, self._rooms, guilds[-1],
            chance=self._chance, report=self.report,
        )  # fmt: skip
        self._troubles = Troubles(
            server, database, self._bots, self._rooms, self.losses,
            chance=self._chance, report=self.report,
        )  # fmt: skip
        self._checker = Checker(server, self._database, self._seen, self.losses)
        self._checker.closed = self._troubles.closed

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        database: Path | Server,
        seed: int,
        *,
        processes: int = 1,
        shards: int = 1,
        table_memory: float = 0.0,
    ) -> AsyncGenerator["Campaign"]:
        """Start a Discord and the processes of a bot, of which a file has one, and end all at last.

        With several `shards` each has a server of its own, in which people play, and each process
        serves as many of them. It keeps tables of `table_memory` megabytes in memory (0: as many as
        by default).
        """
        async with local_server(limits=VARIANTS[seed % len(VARIANTS)].limits) as server:
            server.gateway.limits = SessionLimits(shards, starts=_STARTS, max_concurrency=shards)
            campaign = cls(server, database, seed, processes, table_memory)
            try:
                if processes > 1:
                    await campaign._troubles.kill_first_starts()
                assert await campaign._bots.start(), "the first start has no trouble"
                yield campaign
            finally:
                campaign._bots.close()

    @property
    def pid(self) -> int | None:
        """The process of the first shard, if it lives."""
        return self._bots.serving(None).pid

    @property
    def log(self) -> list[str]:
        """What the processes logged last."""
        return [f"{level} {text}" for level, text, _ in self._bots.log]

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

    async def round(self, *kinds: str) -> None:
        """Let things go wrong for a while, then wait for calm and check.

        `kinds` are those of what goes wrong, one after the other; by default a few of any.
        """
        self._visit_threads()
        self.server.faults = self._troubles.weather()
        hangs = self.server.faults.hangs > 0
        async with self._stillness.watched():
            await self.play(partial(self._troubles.happen, kinds))
        self._checker.excuses_late = hangs or self._stillness.is_long
        self.report.troubles["stood still"] += self._stillness.is_long
        while not self.check():
            await self._settle(restarts=0.0)

    async def play(
        self, meanwhile: Callable[[], Awaitable[None]], *, restarts: float = _RESTARTS
    ) -> None:
        """Let people play while something else is done, then wait until nothing is owed.

        `restarts`: the share of times in which the bot is killed and started before the wait.
        """
        calm = asyncio.Event()

        async def disturb() -> None:
            try:
                await meanwhile()
            finally:
                calm.set()
                self._troubles.clear_up()

        players = (self._live(room, calm) for room in self._rooms)
        ended = await asyncio.gather(disturb(), *players, return_exceptions=True)
        self.report.broken += ["".join(format_exception(each)) for each in ended if each]
        await self._settle(restarts)

    def broken(self) -> list[str]:
        """Return a sentence for each thing that does not hold now."""
        return self._checker.broken(self._acts, self._troubles.told_again) or []

    def unnoticed(self) -> list[str]:
        """Return what the bot has yet to do about what went while it was down."""
        return [each.name for each in self._checker.owed(timers=True)]

    async def stale(self) -> list[str]:
        """Return a sentence for each table that a process has in memory as it was before."""
        await self._bots.compare()
        return [text for _, text, _ in self._bots.log if STALE in text]

    async def _live(self, room: Room | Club, calm: asyncio.Event) -> None:
        world = self.server.world
        guild_id = world.channels[room.channel_id].guild_id
        while not calm.is_set():
            # Most people see that the bot is offline and wait; some press anyway.
            is_online = self._bots.serving(guild_id).is_online
            is_there = guild_id is None or world.is_installed_in(guild_id)
            if is_there and (is_online or self._chance.random() < 0.05):
                await room.step()
            else:
                await asyncio.sleep(0.05)

    def _life(self) -> int | None:
        """Return the process that sends to private places now, if it hears of each message."""
        return None if self._troubles.loses_replies else self.pid

    def _room(self, channel_id: int, people: Sequence[str] = PEOPLE) -> Room:
        return Room(
            self.server, self._database, self._seen,
            channel_id=channel_id, chance=random.Random(f"{self.report.seed} {channel_id}"),
            acts=self._acts, people=people, engines=self._variant.engines,
        )  # fmt: skip

    def _visit_threads(self) -> None:
        """Let people play in the newest threads that host a table, and leave all others."""
        with opened(self._database) as tx:
            rows = tx.do(
                "SELECT channel_id FROM tables WHERE parent_id IS NOT NULL"
                " AND status IN ('open', 'playing') ORDER BY id DESC LIMIT ?",
                _THREADS,
            )
        channels = self.server.world.channels
        there = [row["channel_id"] for row in rows if row["channel_id"] in channels]
        self._rooms[self._lasting :] = map(self._room, there)

    async def _settle(self, restarts: float) -> None:
        """Wait until nothing is owed.

        Waits and leases of failed attempts are over before, or else some time later: after five
        attempts a wait is longer than this one.
        """
        self.report.broken += await self.stale()
        over = self._chance.choice((False, True))
        self._bots.pass_time(SECONDS_TO_ACKNOWLEDGE + (_WAITS if over else 0.1))
        restarted = self._chance.random() < restarts or not self._bots.is_whole
        if restarted:
            await self._bots.kill("settling")
            self._bots.pass_time(_WAITS)
            over = True
            assert await self._bots.start(), "nothing keeps the bot from starting"
        begun = time.monotonic()
        # A bot that was started has carried out all timers; one that runs looks each minute.
        while owed := self._checker.owed(timers=restarted):
            await asyncio.sleep(0.05)
            self._troubles.revive()
            settling = time.monotonic() - begun
            if settling > _LEAST_SETTLING and not over:
                self._bots.pass_time(_WAITS)
                over = True
            if settling > patience():
                self.report.broken += [f"still owed: {each.name}" for each in owed]
                break
            if all(each.is_parked for each in owed):
                self.report.troubles["rounds that left parked messages"] += 1
                await self._speak_up()
        settling = time.monotonic() - begun
        self.report.slowest_settling = max(self.report.slowest_settling, settling)

    async def _speak_up(self) -> None:
        """Let two people use a command in each channel, which brings along what is parked there.

        A message opens the threads that are archived. The second one uses it while the first one's
        messages are under way.
        """
        self.server.faults = Faults(latency=_UNDER_WAY)
        started: list[tuple[Person, Interaction]] = []
        for room in self._rooms:
            channel = self.server.world.channels[room.channel_id]
            if channel.thread is not None and channel.thread.archived:
                self.server.person(_PRIVATE[0][0]).say("Is anybody here?", channel)
        for person in map(self.server.person, _PRIVATE[0]):
            for room in self._rooms:
                with suppress(CannotDo):  # Who left, and a server without the bot.
                    started.append((person, person.start_slash("games", room.channel_id, {})))
            await asyncio.sleep(1.5 * _UNDER_WAY / 1000)
        await asyncio.gather(*(person.outcome(interaction) for person, interaction in started))
        self.server.faults = Faults()

    def check(self) -> bool:
        """Note what does not hold, and forget what is settled; return False if all moves again."""
        report, world = self.report, self.server.world
        broken = self._checker.broken(
            self._acts, self._troubles.told_again, at_rest=not report.broken
        )
        if broken is None:
            return False
        report.rounds += 1
        report.broken += broken
        report.acts += len(self._acts)
        for act in self._acts:
            if acknowledged(self.server, act):
                report.press(act.text)
        with opened(self._database) as tx:
            report.cover(tx)
        report.covered["acts at once, in order"] = self._checker.at_once
        report.covered["presses kept until they were written"] = self._bots.retried
        if isinstance(self._place, Server):
            report.deadlocks = self._place.deadlocks
        report.troubles["commit that failed"] = self._bots.failed_commits
        self._acts.clear()
        report.late = self._checker.late
        report.acknowledged, report.tables = self._checker.acknowledged, self._checker.tables
        report.kills = sum(self._bots.deaths.values())
        for doing, count in self._bots.deaths.items():
            report.troubles[f"kill while {doing}"] = count
        report.troubles.update(self.server.faults_happened)
        self.server.faults_happened.clear()
        report.broken += [
            f"the bot ended with exit code {code}"
            for code in self._bots.exit_codes.keys() - self._troubles.exits
        ]
        bugs = [
            text for _, text, kind in self._bots.log if kind in _BUGS and _OF_DISCORD_PY not in text
        ]
        bugs += [text for _, text, _ in self._bots.log if _HEALED in text]
        report.broken += [f"a bug was logged:\n{text}" for text in bugs]
        for room in self._rooms:
            channel = world.channels[room.channel_id]
            for message_id in channel.message_ids[:-_KEPT]:
                del world.messages[message_id]
            del channel.message_ids[:-_KEPT]
        return True
