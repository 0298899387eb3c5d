"""Notices when Discord, a server or a channel cannot be reached, so that no time runs out there."""

import asyncio
import logging
from typing import Final

import discord

from bot.interactions.client import Postboard
from bot.model.outages import OutageCause, OutageScope
from bot.store.outages import GAP

__all__ = ["OutageWatch", "watch_outages"]

_log = logging.getLogger(__name__)
_SERVER: Final = OutageScope.SERVER


def watch_outages(bot: Postboard) -> None:
    """Let the bot write down from when to when it could not reach a place."""
    watch = OutageWatch(bot)
    bot.add_listener(watch.gone, "on_disconnect")
    bot.add_listener(watch.back, "on_resumed")
    bot.add_listener(watch.ready, "on_ready")
    bot.add_listener(watch.unavailable, "on_guild_unavailable")
    bot.add_listener(watch.available, "on_guild_available")
    bot.add_listener(watch.available, "on_guild_join")
    bot.add_listener(watch.removed, "on_guild_remove")


class OutageWatch:
    """Since when the bot has heard nothing of Discord, and what follows from that."""

    def __init__(self, bot: Postboard) -> None:
        self._bot = bot
        self._gone_since: int | None = int(bot.now())
        self._alarm: asyncio.Task[None] | None = None

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
        await self._bot.store.gateway_back(since, int(self._bot.now()))

    async def ready(self) -> None:
        """Note that the gateway is there, and which servers are."""
        await self.back()
        for guild in self._bot.guilds:
            await (self.unavailable if guild.unavailable else self.available)(guild)

    async def unavailable(self, guild: discord.Guild) -> None:
        """Note that Discord cannot reach a server."""
        await self._begins(guild, OutageCause.UNAVAILABLE)

    async def removed(self, guild: discord.Guild) -> None:
        """Note that a server removed the bot."""
        await self._begins(guild, OutageCause.REMOVED)

    async def available(self, guild: discord.Guild) -> None:
        """Note that a server can be reached."""
        await self._bot.store.outage_ends(int(self._bot.now()), _SERVER, guild.id)

    async def _begins(self, guild: discord.Guild, cause: OutageCause) -> None:
        await self._bot.store.outage_begins(int(self._bot.now()), _SERVER, guild.id, cause)

    async def _after_a_while(self) -> None:
        await asyncio.sleep(GAP)
        if self._gone_since is not None:
            _log.warning("Nothing was heard of Discord for %s seconds", GAP)
            cause = OutageCause.GATEWAY
            await self._bot.store.outage_begins(self._gone_since, OutageScope.ALL, None, cause)
