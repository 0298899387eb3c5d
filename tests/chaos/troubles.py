"""What goes wrong while people play: with requests, processes, clocks, channels, the database.

What goes for good, or for long, is among the losses.
"""

import asyncio
import json
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

from loopback import Faults, Loopback
from loopback.interactions.lifecycle import SECONDS_TO_ACKNOWLEDGE
from loopback.model.channels import Channel
from loopback.model.permissions import Permission
from tests.chaos.acting import Acting
from tests.chaos.bot_process import Point
from tests.chaos.losses import Losses
from tests.chaos.of_database import Kinds, troubles_of
from tests.chaos.process import BotProcess, patience
from tests.chaos.processes import Processes
from tests.chaos.report import Report
from tests.chaos.server import Server

__all__ = ["Troubles"]

_HOUR: Final = 3600.0
_DAY: Final = 24 * _HOUR
_PACES: Final = (0.8, 0.8, 4.0)
"""Seconds between two troubles of a round at most: in slow rounds people get further."""
_LOSES_REPLIES: Final = ("server_errors_after", "dropped_after", "hangs")
_JUMPS: Final = (-48 * _HOUR, -2 * _HOUR, -40.0, 40.0, 2 * _HOUR, 48 * _HOUR)
"""Seconds by which the bot's clock is set wrong."""
_PASSES: Final = 0.3
"""The share of kills after which time passes for other processes, too."""
_POINTS: Final = (Point.TAKING, Point.WRITING, Point.WRITTEN, Point.SENT, Point.TOLD)
_UNTIL_DOOM: Final = 3.0
"""Seconds after which a process is killed that didn't come to the point where it was to die."""
_AT_ONCE: Final = 0.7
"""The share of starts for which nobody waits."""


class Troubles:
    """The troubles of one campaign, drawn by `chance` and counted in its report."""

    def __init__(
        self,
        server: Loopback,
        database: Path | Server,
        bots: Processes,
        rooms: Sequence[Acting],
        losses: Losses,
        *,
        chance: Random,
        report: Report,
    ) -> None:
        self._server = server
        self._bots = bots
        self._database = troubles_of(database, bots, chance, self._kill)
        self._rooms = rooms
        self._losses = losses
        self._chance = chance
        self._report = report
        self.loses_replies = False
        """Whether the bot may not hear this round that a request of its had an effect."""
        self.closed = set[int]()
        """Channels that were closed to the bot for a while."""
        self.told_again: set[int] = set()
        """Interactions of which a later process was told once more."""

    @property
    def exits(self) -> frozenset[int]:
        """The codes with which a process may end by itself, or if it was told to stop."""
        return self._database.exits | {0}

    async def happen(self, kinds: Sequence[str] = ()) -> None:
        """Let things of these kinds go wrong, one after the other, by default a few of any."""
        longest = self._chance.choice(_PACES)
        for kind in kinds or self._some():
            await asyncio.sleep(self._chance.uniform(0.0, longest))
            self.revive()
            # What a frozen process has sent, its replacement doesn't hear of.
            self.loses_replies |= kind.startswith("frozen")
            await self._kinds[kind][1]()
            if not kind.startswith("kill"):
                self._report.troubles[kind] += 1

    def _some(self) -> list[str]:
        """Draw a few kinds of trouble."""
        weights = [weight for weight, _ in self._kinds.values()]
        return self._chance.choices(list(self._kinds), weights, k=self._chance.randint(3, 7))

    def weather(self) -> Faults:
        """Draw what goes wrong with requests and events in this round."""
        chance = self._chance
        names = ("server_errors", "server_errors_after", "too_many_requests", "dropped_before")
        others = ("dropped_after", "hangs", "duplicated_events", "disconnects", "reconnects")
        chosen = chance.sample((*names, *others, "invalidations"), chance.randint(1, 5))
        most = {"hangs": 0.03, "disconnects": 0.05, "reconnects": 0.05, "invalidations": 0.05}
        shares = {name: chance.uniform(0, most.get(name, 0.4)) for name in chosen}
        is_held = self._server.faults.hangs > 0  # Those requests are carried out now.
        self.loses_replies = is_held or any(shares.get(name, 0) > 0 for name in _LOSES_REPLIES)
        rooms = [room.channel_id for room in self._rooms]
        where = chance.choices((rooms, chance.sample(rooms, 2), ()), (6, 3, 1))[0]
        return Faults(
            jitter=chance.choice((0, 0, 20, 200)),
            event_jitter=chance.choice((0, 0, 50)),
            retry_after=chance.choice((0.05, 0.5, 5.0, 40.0)),
            channels=frozenset(where),
            seed=chance.randrange(2**32),
            **shares,  # type: ignore[arg-type]
        )

    @property
    def _kinds(self) -> Kinds:
        return {
            "kill": (30, self._kill),
            "kill at a point": (24, self._kill_at_a_point),
            "kill of all": (5, self._kill_all),
            "kill at start": (6, self._kill_at_start),
            "stop": (4, self._stop),
            "closed channel": (3, self._close_channel),
            "clock jump": (3, self._jump),
            "clock that steps": (3, self._step),
            "failing commits": (5, self._fail_commits),
            "gateway cut": (2, self._cut_gateway),
            **self._losses.kinds,
            **self._database.kinds,
        }

    def revive(self) -> None:
        """Start the processes that have ended by themselves, as a service manager does."""
        for each in self._bots:
            if each.pid is None:
                each.launch()

    async def _kill(self) -> None:
        bot = self._bots.any(self._chance)
        interactions = self._last_interactions(bot)
        await bot.kill("playing" if bot.is_online else "starting")
        self._let_pass(0.1, 0.1, 0.1, 30.0, 1000.0, 2 * _HOUR, 4 * _DAY)
        await self._start(bot)
        if self._chance.random() < 0.3:
            for event in interactions[-3:]:
                self._report.troubles["told again after a restart"] += 1
                self.told_again.add(int(event["id"]))
                guild = event.get("guild_id")
                self._server.gateway.dispatch(
                    "INTERACTION_CREATE", event, guild_id=None if guild is None else int(guild)
                )

    async def _kill_all(self) -> None:
        """Let the machine of all processes lose its power."""
        await self._bots.kill("playing")
        self._let_pass(0.1, 1000.0)
        for bot in self._bots:
            bot.launch()

    async def _kill_at_a_point(self) -> None:
        """Let a process die where most is under way."""
        bot = self._bots.any(self._chance)
        point = self._chance.choice(_POINTS)
        bot.doom(point)
        if point is Point.TAKING:
            await bot.kill("playing")
            self._let_pass(0.1)
            bot.launch()
        await bot.doomed(point, _UNTIL_DOOM)
        self._let_pass(0.1, 30.0, 2 * _HOUR)
        await self._start(bot)

    async def kill_first_starts(self) -> None:
        """Let processes start on an empty database; each dies that makes the tables."""
        for bot in self._bots:
            bot.doom(Point.MIGRATING)
            bot.launch()
        for bot in self._bots:
            await bot.doomed(Point.MIGRATING, patience())

    async def _kill_at_start(self) -> None:
        bot = self._bots.any(self._chance)
        await bot.kill("playing")
        self._let_pass(0.1)
        bot.launch()
        await asyncio.sleep(self._chance.uniform(0.0, 0.8))
        await bot.kill("starting")
        await self._start(bot)

    async def _stop(self) -> None:
        """Stop a process as a service manager does, in the middle of everything."""
        bot = self._bots.any(self._chance)
        await bot.stop()
        self._let_pass(0.1)
        await self._start(bot)

    def _let_pass(self, *waits: float) -> None:
        """Let a time pass in which no press can be answered any more.

        Where there are other processes, this is rare: theirs can.
        """
        if len(self._bots) == 1 or self._chance.random() < _PASSES:
            self._bots.pass_time(SECONDS_TO_ACKNOWLEDGE + self._chance.choice(waits))

    async def _start(self, bot: BotProcess) -> None:
        """Start a process; where failing requests keep it out for a minute, they fail no more.

        Where there are others, it may start while more goes wrong.
        """
        if len(self._bots) > 1 and self._chance.random() < _AT_ONCE:
            bot.launch()
            return
        try:
            await bot.start()
        except TimeoutError:
            self._server.faults = Faults()
            await bot.connected()

    async def _close_channel(self) -> None:
        """Take a permission from the bot in one channel for a while."""
        world = self._server.world
        denied = self._chance.choice(
            (Permission.SEND_MESSAGES, Permission.VIEW_CHANNEL, Permission.ATTACH_FILES)
        )
        channels = [world.channels[room.channel_id] for room in self._rooms]
        channel = self._chance.choice([each for each in channels if self._is_served(each)])
        self.closed.add(channel.id)
        world.set_overwrite(channel, world.bot, deny=denied)
        await asyncio.sleep(self._chance.uniform(0.1, 1.5))
        world.set_overwrite(channel, world.bot)

    def _is_served(self, channel: Channel) -> bool:
        """Tell whether a channel belongs to a server that the bot is in."""
        return self._server.world.is_installed_in(channel.guild_id)

    async def _fail_commits(self) -> None:
        """Let transactions of a process fail, most of them before they are written."""
        bot = self._bots.any(self._chance)
        before, after = self._chance.choice(((0.3, 0.0), (0.6, 0.0), (1.0, 0.0), (0.2, 0.2)))
        bot.fail_commits(before, after)
        await asyncio.sleep(self._chance.uniform(0.3, 1.5))
        if self._chance.random() < 0.2:
            await self._kill()
        bot.fail_commits()

    async def _jump(self) -> None:
        """Set the clock of a process wrong for a while."""
        bot = self._bots.any(self._chance)
        bot.jump = self._chance.choice(_JUMPS)
        await asyncio.sleep(self._chance.uniform(0.2, 1.0))
        if self._chance.random() < 0.5:
            await self._kill()
        bot.jump = 0.0

    async def _step(self) -> None:
        """Let the clock of a process jump again and again, also within one look at the timers."""
        bot = self._bots.any(self._chance)
        bot.step_clock(self._chance.choice((0.05, 0.3)))
        await asyncio.sleep(self._chance.uniform(0.2, 1.0))
        if self._chance.random() < 0.3:
            await self._kill()
        bot.step_clock()

    async def _cut_gateway(self) -> None:
        """Break all connections to Discord, or that of one shard."""
        gateway = self._server.gateway
        shard = self._chance.choice((None, *range(gateway.limits.shards)))
        self._chance.choice(
            (
                gateway.drop,
                gateway.reconnect,
                partial(gateway.invalidate, True),
                partial(gateway.invalidate, False),
            )
        )(shard)

    def _last_interactions(self, bot: BotProcess) -> list[Any]:
        """Return the newest events that told a process of interactions."""
        frames = [frame for each in bot.sessions() for _, frame in each.events]
        events = [json.loads(frame) for frame in frames[-30:]]
        return [event["d"] for event in events if event.get("t") == "INTERACTION_CREATE"]

    def clear_up(self) -> None:
        """End all trouble, so that what is owed can be delivered."""
        self._server.faults = Faults()
        self._database.clear_up()
        for bot in self._bots:
            bot.fail_commits()
            bot.doom()
            bot.jump = 0.0
            bot.step_clock()
        world = self._server.world
        for room in self._rooms:
            channel = world.channels[room.channel_id]
            if world.is_installed_in(channel.guild_id):
                world.set_overwrite(channel, world.bot)
        self._losses.clear_up()
