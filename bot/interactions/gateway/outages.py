"""Notices when Discord or a server can't be reached, so that no time runs out there."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from bot.delivery.worker import BackgroundTasks
from bot.interactions.client import Postboard
from bot.store.servers.outages import GAP

__all__ = ["OutageWatch", "watch_outages"]

_log = logging.getLogger(__name__)


def watch_outages(bot: Postboard) -> None:
    """Let a bot store when it couldn't reach a place.

    It has logged in, and knows its number of shards, of which none is connected yet.
    """
    watch = OutageWatch(bot)
    for shard in bot.all_shards:
        watch.begin(shard.number)
    bot.add_listener(watch.gone, "on_shard_disconnect")
    bot.add_listener(watch.back, "on_shard_resumed")
    bot.add_listener(watch.shard_ready, "on_shard_ready")
    bot.add_listener(watch.ready, "on_ready")
    servers = bot.store.servers
    for event, write in (
        ("on_guild_unavailable", servers.unavailable),
        ("on_guild_available", servers.there),
        ("on_guild_join", servers.there),
        ("on_guild_remove", servers.removed),
    ):
        bot.add_listener(partial(watch.note, write), event)


class OutageWatch:
    """Knows since when shards are silent, and stores it as an outage after five minutes."""

    def __init__(self, bot: Postboard) -> None:
        self._bot = bot
        self._gone_since: dict[int, int] = {}
        self._alarms: dict[int, asyncio.TimerHandle] = {}
        self._writing = BackgroundTasks("silent shards")

    def begin(self, number: int) -> None:
        """Note that a shard is silent from now on. After five minutes that is an outage."""
        if number not in self._gone_since:
            self._gone_since[number] = int(self._bot.now())
            alarm = asyncio.get_running_loop().call_later(GAP, self._ring, number)
            self._alarms[number] = alarm

    async def gone(self, number: int) -> None:
        """Note that the connection of a shard is gone."""
        self.begin(number)

    async def back(self, number: int) -> None:
        """Note that the connection of a shard is there again."""
        since = self._gone_since.pop(number, None)
        if alarm := self._alarms.pop(number, None):
            alarm.cancel()
        now = int(self._bot.now())
        back = partial(self._bot.store.times.shard_back, self._bot.shard(number), since, now)
        await self._bot.gateway_writer.write(back)

    async def shard_ready(self, number: int) -> None:
        """Note that a shard is there, and which of its servers Discord can't reach.

        The others have been noted when Discord told of them.
        """
        await self.back(number)
        for guild in self._bot.guilds:
            if guild.unavailable and guild.shard_id == number:
                await self.note(self._bot.store.servers.unavailable, guild)

    async def ready(self) -> None:
        """Note that all shards are there."""
        count, now = self._bot.shard_count or 0, int(self._bot.now())
        await self._bot.gateway_writer.write(
            partial(self._bot.store.times.all_shards_back, count, now)
        )

    async def note(
        self, write: Callable[[int, int], Awaitable[None]], guild: discord.Guild
    ) -> None:
        """Write something about a server with its number and the time."""
        await self._bot.gateway_writer.write(partial(write, guild.id, int(self._bot.now())))

    def _ring(self, number: int) -> None:
        """Store that a shard has been silent for five minutes."""
        shard, since = self._bot.shard(number), self._gone_since[number]
        _log.warning("No word from Discord for %s seconds: %s", GAP, shard)

        async def gone() -> None:
            if self._gone_since.get(number) == since:  # That it is back may be written before.
                await self._bot.store.times.shard_gone(shard, since)

        self._writing.begin(self._bot.gateway_writer.write(gone))
