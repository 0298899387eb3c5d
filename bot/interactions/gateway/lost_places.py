"""Servers and channels that went while no one could tell: the bot was down, or between sessions.

What goes while the bot is connected is told once, and never again. So Discord is asked after every
new session and once a day. Nothing counts as gone because it is missing from a list: only Discord's
answer about that very server or channel does.
"""

import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Final, TypeVar

import discord

from bot.delivery.requests import SEND_ERRORS, GlobalLimit, bounded
from bot.delivery.worker import Worker
from bot.interactions.gateway.writer import GatewayWriter
from bot.model.caller import Place
from bot.store.servers.facts import ServerStore
from bot.store.sql.errors import log_failure
from bot.tables.voids import Voids
from rules.time.duration import DAY, MINUTE

__all__ = ["LostPlaces"]

_log = logging.getLogger(__name__)
T = TypeVar("T")

_PER_SECOND: Final = 3.0
"""Servers and channels that are asked for per second, over all processes."""
_LONGEST: Final = 10.0
"""The most seconds for one request."""
_PAGE: Final = 100
"""Servers or channels read at a time."""
_LISTED: Final = 200
"""The most servers that Discord lists at once."""
_NO_SERVER: Final = frozenset({10004, 50001})
"""Discord's answers about a server that doesn't have the bot: unknown guild, missing access."""
# Discord's "Unknown Channel" ("JSON error codes").
_NO_CHANNEL: Final = 10003


class LostPlaces:
    """Looks for places of one process that are gone. `now` returns Unix seconds."""

    def __init__(
        self,
        client: discord.Client,
        servers: ServerStore,
        voids: Voids,
        writer: GatewayWriter,
        *,
        limit: GlobalLimit,
        now: Callable[[], float],
    ) -> None:
        self._client = client
        self._servers = servers
        self._voids = voids
        self._writer = writer
        self._limit = limit
        self._now = now
        self._pace = limit.pace(_PER_SECOND)
        self.worker = Worker("lost places", self._look, ready=client.wait_until_ready)

    async def new_session(self, _shard: int) -> None:
        """Look again: Discord tells no one what went before this session."""
        self.worker.wake()

    async def look(self) -> None:
        """Store which servers have removed the bot, and end what is left in deleted channels.

        Raises what discord.py raises where Discord doesn't list the servers.
        """
        there = await self._listed()
        await self._look_for_servers(there)
        for unfinished in self._voids.unfinished:
            after = 0
            while page := await unfinished(after, _PAGE):
                for _, place in page:
                    if place.guild_id in there:
                        await self._try(self._look_for_channel(place))
                after = page[-1][0]

    async def _look(self) -> float:
        try:
            await self.look()
        except (*SEND_ERRORS, discord.DiscordException) as failure:
            _log.info("Couldn't list the servers, trying again soon: %s", failure)
            return 5 * MINUTE
        return DAY

    async def _listed(self) -> frozenset[int]:
        """Return the servers that have the bot, including servers in an outage."""
        found, last = set[int](), 0
        while True:
            listed = await self._ask(self._page_of_servers(last))
            found.update(listed)
            if len(listed) < _LISTED:
                return frozenset(found)
            last = max(listed)

    async def _page_of_servers(self, last: int) -> list[int]:
        listed = self._client.fetch_guilds(
            limit=_LISTED, after=discord.Object(last), with_counts=False
        )
        return [guild.id async for guild in listed]

    async def _look_for_servers(self, there: frozenset[int]) -> None:
        after = 0
        while page := await self._servers.known_after(after, _PAGE):
            for guild_id, is_removed in page:
                if (guild_id in there) == is_removed:
                    await self._pace()
                    await self._try(self._writer.write(partial(self._store_server, guild_id)))
            after = page[-1][0]

    async def _store_server(self, guild_id: int) -> None:
        """Store whether a server has the bot now; what the gateway tells meanwhile comes after."""
        guild = self._client.get_guild(guild_id)
        try:
            await self._ask(self._client.fetch_guild(guild_id, with_counts=False))
        except (discord.NotFound, discord.Forbidden) as refusal:
            if refusal.code not in _NO_SERVER:
                raise
            _log.warning("Server %s removed the bot while no one noticed", guild_id)
            await self._servers.removed(guild_id, int(self._now()))
        else:
            if guild is not None and not guild.unavailable:
                await self._servers.there(guild_id, int(self._now()))

    async def _look_for_channel(self, place: Place) -> None:
        """End what is left in a channel if it was deleted; the gateway knows those in use."""
        guild = self._client.get_guild(place.guild_id or 0)
        channel_id = place.channel_id
        if guild is None or guild.unavailable or guild.get_channel_or_thread(channel_id):
            return
        await self._pace()
        try:
            await self._ask(self._client.fetch_channel(channel_id))
        except discord.NotFound as refusal:
            if refusal.code != _NO_CHANNEL:
                raise
            _log.warning("Channel %s was deleted while no one noticed", channel_id)
            await self._writer.write(partial(self._voids.void_channel, channel_id))

    async def _ask(self, request: Coroutine[Any, Any, T]) -> T:
        return await bounded(request, _LONGEST, self._limit)

    async def _try(self, work: Awaitable[object]) -> None:
        """Do this; what fails keeps nothing else waiting, and is tried again the next time."""
        try:
            await work
        except (*SEND_ERRORS, discord.DiscordException) as failure:
            _log.info("Couldn't check whether a place is gone: %s", failure)
        except Exception as failure:
            log_failure(_log, failure, "Couldn't give up a place that is gone")
