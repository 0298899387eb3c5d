"""What goes wrong while people play: with requests, the process, the file, the clock, channels."""

import asyncio
import json
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from functools import partial
from random import Random
from typing import Any, Final

from loopback import Faults, Loopback
from loopback.interactions.lifecycle import SECONDS_TO_ACKNOWLEDGE
from loopback.model.permissions import Permission
from tests.chaos.acting import Acting
from tests.chaos.process import BotProcess
from tests.chaos.report import Report

__all__ = ["Troubles"]

_HOUR: Final = 3600.0
_DAY: Final = 24 * _HOUR
_PACES: Final = (0.8, 0.8, 4.0)
"""Seconds between two troubles of a round at most: in slow rounds people get further."""
_LOSES_REPLIES: Final = ("server_errors_after", "dropped_after", "hangs")
_JUMPS: Final = (-48 * _HOUR, -2 * _HOUR, -40.0, 40.0, 2 * _HOUR, 48 * _HOUR)
"""Seconds by which the bot's clock is set wrong."""


class Troubles:
    """The troubles of one campaign, drawn by `chance` and counted in its report."""

    def __init__(
        self,
        server: Loopback,
        bot: BotProcess,
        rooms: Sequence[Acting],
        chance: Random,
        report: Report,
    ) -> None:
        self._server = server
        self._bot = bot
        self._rooms = rooms
        self._chance = chance
        self._report = report
        self.loses_replies = False
        """Whether the bot may not hear this round that a request of its had an effect."""
        self.told_again: set[int] = set()
        """Interactions of which a later process was told once more."""

    async def some(self) -> None:
        """Let a few things go wrong, one after the other."""
        longest = self._chance.choice(_PACES)
        for _ in range(self._chance.randint(3, 7)):
            await asyncio.sleep(self._chance.uniform(0.0, longest))
            await self._trouble()

    def weather(self) -> Faults:
        """Draw what goes wrong with requests and events in this round."""
        chance = self._chance
        names = ("server_errors", "server_errors_after", "too_many_requests", "dropped_before")
        others = ("dropped_after", "hangs", "duplicated_events", "disconnects", "reconnects")
        chosen = chance.sample((*names, *others, "invalidations"), chance.randint(1, 5))
        most = {"hangs": 0.03, "disconnects": 0.05, "reconnects": 0.05, "invalidations": 0.05}
        shares = {name: chance.uniform(0, most.get(name, 0.4)) for name in chosen}
        self.loses_replies = any(shares.get(name, 0) > 0 for name in _LOSES_REPLIES)
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
            "stop": (4, self._stop),
            "closed channel": (3, self._close_channel),
            "locked file": (2, self._lock_file),
            "full disk": (2, self._fill_disk),
            "clock jump": (3, self._jump),
            "clock that steps": (3, self._step),
            "failing commits": (5, self._fail_commits),
            "gateway cut": (2, self._cut_gateway),
        }
        weights = [weight for weight, _ in kinds.values()]
        (kind,) = self._chance.choices(list(kinds), weights)
        await kinds[kind][1]()
        if not kind.startswith("kill"):
            self._report.troubles[kind] += 1

    async def _kill(self) -> None:
        interactions = self._last_interactions()
        await self._bot.kill("playing")
        self._server.clock.advance(
            SECONDS_TO_ACKNOWLEDGE
            + self._chance.choice((0.1, 0.1, 0.1, 30.0, 1000.0, 2 * _HOUR, 4 * _DAY))
        )
        await self._start()
        if self._chance.random() < 0.3:
            for event in interactions[-3:]:
                self._report.troubles["told again after a restart"] += 1
                self.told_again.add(int(event["id"]))
                guild = event.get("guild_id")
                self._server.gateway.dispatch(
                    "INTERACTION_CREATE", event, guild_id=None if guild is None else int(guild)
                )

    async def _kill_at_start(self) -> None:
        await self._bot.kill("playing")
        self._server.clock.advance(SECONDS_TO_ACKNOWLEDGE + 0.1)
        self._bot.launch()
        await asyncio.sleep(self._chance.uniform(0.0, 0.8))
        await self._bot.kill("starting")
        await self._start()

    async def _stop(self) -> None:
        """Stop the bot as a service manager does, in the middle of everything."""
        await self._bot.stop()
        self._server.clock.advance(SECONDS_TO_ACKNOWLEDGE + 0.1)
        await self._start()

    async def _start(self) -> None:
        """Start the bot; where failing requests keep it out for a minute, they fail no more."""
        try:
            await self._bot.start()
        except TimeoutError:
            self._server.faults = Faults()
            await self._bot.connected()

    async def _close_channel(self) -> None:
        """Take a permission from the bot in one channel for a while."""
        world = self._server.world
        denied = self._chance.choice(
            (Permission.SEND_MESSAGES, Permission.VIEW_CHANNEL, Permission.ATTACH_FILES)
        )
        channels = [world.channels[room.channel_id] for room in self._rooms]
        channel = self._chance.choice([each for each in channels if each.guild_id is not None])
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

    async def _step(self) -> None:
        """Let the bot's clock jump again and again, also within one look at the timers."""
        self._bot.step_clock(self._chance.choice((0.05, 0.3)))
        await asyncio.sleep(self._chance.uniform(0.2, 1.0))
        if self._chance.random() < 0.3:
            await self._kill()
        self._bot.step_clock()

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

    def _last_interactions(self) -> list[Any]:
        """Return the newest events that told the bot of interactions."""
        frames = [frame for each in self._server.gateway.sessions for _, frame in each.events]
        events = [json.loads(frame) for frame in frames[-30:]]
        return [event["d"] for event in events if event.get("t") == "INTERACTION_CREATE"]

    def clear_up(self) -> None:
        """End all trouble, so that what is owed can be delivered."""
        self._server.faults = Faults()
        self._bot.limit_pages(0)
        self._bot.fail_commits()
        self._bot.jump = 0.0
        self._bot.step_clock()
        world = self._server.world
        for room in self._rooms:
            channel = world.channels[room.channel_id]
            if channel.guild_id is not None:
                world.set_overwrite(channel, world.bot)
