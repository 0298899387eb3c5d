"""Notices when Discord, a server or a channel can't be reached, so that no time runs out there."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from bot.interactions.client import Postboard
from bot.interactions.event_writer import EventWriter
from bot.store.outages import GAP

__all__ = ["OutageWatch", "watch_outages"]

_log = logging.getLogger(__name__)


def watch_outages(bot: Postboard) -> None:
    """Let the bot store the times in which it couldn't reach a place."""
    watch = OutageWatch(bot)
    bot.add_listener(watch.gone, "on_disconnect")
    bot.add_listener(watch.back, "on_resumed")
    bot.add_listener(watch.ready, "on_ready")
    bot.add_listener(watch.unavailable, "on_guild_unavailable")
    bot.add_listener(watch.available, "on_guild_available")
    bot.add_listener(watch.available, "on_guild_join")
    bot.add_listener(watch.removed, "on_guild_remove")


class OutageWatch:
    """The time for which Discord has been silent, and its consequences."""

    def __init__(self, bot: Postboard) -> None:
        self._bot = bot
        self._gone_since: int | None = int(bot.now())
        self._alarm: asyncio.Task[None] | None = None
        self._events = EventWriter()

    async def gone(self) -> None:
        """Note that the gateway is gone; after five minutes that is an outage."""
        if self._gone_since is None:
            self._gone_since = int(self._bot.now())
            self._alarm = asyncio.create_task(self._after_a_while(), name="gateway gone")

    async def back(self) -> None:
        """Note that the gateway is there again."""
        since, self._gone_since = self._gone_since, None
        if self._alarm:
            self._alarm.cancel()
            self._alarm = None
        now = int(self._bot.now())
        await self._events.write(partial(self._bot.store.times.gateway_back, since, now))

    async def ready(self) -> None:
        """Note that the gateway is back, and which servers are there."""
        await self.back()
        for guild in self._bot.guilds:
            await (self.unavailable if guild.unavailable else self.available)(guild)

    async def unavailable(self, guild: discord.Guild) -> None:
        """Note that Discord can't reach a server."""
        await self._write(self._bot.store.servers.unavailable, guild)

    async def removed(self, guild: discord.Guild) -> None:
        """Note that a server removed the bot."""
        await self._write(self._bot.store.servers.removed, guild)

    async def available(self, guild: discord.Guild) -> None:
        """Note that a server has the bot and can be reached."""
        await self._write(self._bot.store.servers.there, guild)

    async def _write(
        self, write: Callable[[int, int], Awaitable[None]], guild: discord.Guild
    ) -> None:
        await self._events.write(partial(write, guild.id, int(self._bot.now())))

    async def _after_a_while(self) -> None:
        await asyncio.sleep(GAP)
        if self._gone_since is not None:
            _log.warning("Nothing was heard of Discord for %s seconds", GAP)
            await self._events.write(partial(self._bot.store.times.gateway_gone, self._gone_since))
