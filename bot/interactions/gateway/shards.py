"""The client's connections to Discord: one a shard, begun as soon as Discord lets it start."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import partial
from math import ceil
from typing import Any, Final

import aiohttp
import discord
import yarl
from discord import app_commands
from discord.ext import commands

from bot.delivery.requests import LONGEST_RATE_LIMIT
from bot.delivery.worker import BackgroundTasks
from bot.model.shards import Shard, ShardRange
from bot.store.sql.errors import StoreError, log_failure
from bot.store.store import Store

__all__ = ["SHARD_PATIENCE", "ShardedClient"]

_log = logging.getLogger(__name__)

_BETWEEN_SESSIONS: Final = 5.0
"""Seconds between the starts of two sessions of one bucket."""
_TURN_AGAIN: Final = 1.0
"""Seconds until a turn that the database didn't give is asked for again."""
# Half of what 2,500 servers of 40 channels have. The map fills again by itself.
_KNOWN_CHANNELS: Final = 50_000
SHARD_PATIENCE: Final = 60.0
"""Seconds after which a shard that gets no answer is connected anew."""


def _pass_over_unreadable_events(parsers: dict[str, Callable[[Any], None]]) -> None:
    """Let an event that discord.py can't read be left out, and no shard end.

    One key less than discord.py expects would end the client with all its shards, and a server
    that is told of so would end it again at each start. A session begins wholly or not at all.
    """
    for name in parsers.keys() - {"READY", "RESUMED"}:
        parsers[name] = partial(_read_if_possible, name, parsers[name])


def _read_if_possible(name: str, read: Callable[[Any], None], data: object) -> None:
    try:
        read(data)
    except Exception:
        _log.exception("discord.py can't read an event %s of Discord's. It was left out", name)


class ShardedClient(commands.AutoShardedBot):
    """A client of slash commands only: no privileged intent, no one pinged by default.

    `shards` are its connections, by default as many as Discord recommends; shards of other
    processes on the database `store` take turns with them. `now` returns Unix seconds.
    """

    session_starts: discord.SessionStartLimits
    """The sessions that it may start from its login on."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        shards: ShardRange | None,
        *,
        tree_cls: type[app_commands.CommandTree[Any]],
        connector: aiohttp.BaseConnector | None,
        proxy: Mapping[str, Any],
        http_trace: aiohttp.TraceConfig,
    ) -> None:
        """Connect with a connector, by default one to Discord; a trace follows all requests.

        `proxy` holds discord.py's options for an HTTP proxy, which serves requests and shards.
        """
        super().__init__(
            # discord.py requires one; without an intent for messages it is never looked for.
            command_prefix=commands.when_mentioned,
            tree_cls=tree_cls,
            help_command=None,
            shard_connect_timeout=SHARD_PATIENCE,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            connector=connector,
            **proxy,
            http_trace=http_trace,
            max_ratelimit_timeout=LONGEST_RATE_LIMIT,
        )
        _pass_over_unreadable_events(self._connection.parsers)
        self.store, self.now = store, now
        self._shards = shards
        self._next_identify: dict[int, float] = {}
        """The time of the loop from which on the next shard of a bucket may identify."""
        self._launching = BackgroundTasks("shards")
        # Shards that were begun, and those that may start a session: they have waited for it.
        self._launched, self._turns_taken = set[int](), set[int]()
        self._guild_of: dict[int, int] = {}
        """The servers of channels that were searched for, both by number."""

    async def setup_hook(self) -> None:
        """Settle the number of shards. The client has logged in."""
        recommended, _, starts = await self.http.get_bot_gateway()
        self._shards = self._shards or ShardRange(0, recommended - 1, recommended)
        self.shard_count, self.shard_ids = self._shards.count, [*self._shards.numbers]
        self.session_starts = discord.SessionStartLimits(**starts)

    def get_channel(
        self,
        id: int,  # noqa: A002 - discord.py's word
        /,
    ) -> "discord.guild.GuildChannel | discord.Thread | discord.abc.PrivateChannel | None":
        """Return a channel that the bot knows.

        discord.py looks through all servers for it, every time. A channel never leaves its server,
        so here it is searched for once.
        """
        guild_id = self._guild_of.get(id)
        if guild_id is not None:
            guild = self.get_guild(guild_id)
            return None if guild is None else guild.get_channel_or_thread(id)
        found = super().get_channel(id)
        if isinstance(found, discord.abc.GuildChannel | discord.Thread):
            if len(self._guild_of) >= _KNOWN_CHANNELS:
                self._guild_of.clear()
            self._guild_of[id] = found.guild.id
        return found

    @property
    def all_shards(self) -> tuple[Shard, ...]:
        """The shards that this process serves once it has logged in, connected or not."""
        return tuple(map(self.shard, self.shard_ids or ()))

    def shard(self, number: int) -> Shard:
        """Return the shard with a number, once the bot has logged in."""
        return Shard(number, self.shard_count or 0)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        """Wait until Discord lets this shard start a session.

        So many shards as Discord says may do so at once, one a bucket.
        """
        number = shard_id or 0
        if number in self._turns_taken:
            self._turns_taken.remove(number)
        else:
            await self._take_turn(number)

    async def _take_turn(self, shard_id: int) -> None:
        bucket = shard_id % self.session_starts.max_concurrency
        if self.store.part < 1:  # Other processes start sessions, too, by clocks a little apart.
            gap = ceil(_BETWEEN_SESSIONS) + 1
            while True:
                try:
                    now = self.now()
                    turn = await self.store.metadata.turn(f"shards {bucket}", int(now), gap)
                except StoreError as failure:
                    log_failure(_log, failure, "Shard %s can't take its turn yet", shard_id)
                    await asyncio.sleep(_TURN_AGAIN)
                else:
                    await asyncio.sleep(turn - now)
                    return
        loop = asyncio.get_running_loop()
        at = max(loop.time(), self._next_identify.get(bucket, 0.0))
        self._next_identify[bucket] = at + _BETWEEN_SESSIONS
        await asyncio.sleep(at - loop.time())

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected until the bot is closed or this is cancelled.

        discord.py takes a cancellation for its own while it connects a shard anew, and goes on
        without that shard.
        """
        connecting = asyncio.create_task(super().connect(reconnect=reconnect))
        try:
            await asyncio.wait([connecting])
        finally:
            connecting.cancel()
        await connecting

    async def launch_shard(
        self, gateway: yarl.URL, shard_id: int, *, initial: bool = False
    ) -> None:
        """Connect a shard beside the others and beside the work for those that are connected.

        discord.py would wait for one after the other, at least 5 seconds each: before it resumes
        one whose connection breaks or ends because Discord refuses them for good, and for ever if
        one gets no answer.
        """
        self._launching.begin(self._launch(gateway, shard_id, initial=initial))

    async def _launch(self, gateway: yarl.URL, shard_id: int, *, initial: bool) -> None:
        """Connect a shard, at first not long before it may start a session."""
        if shard_id not in self._launched:
            self._launched.add(shard_id)
            if self.store.part < 1:
                await self._take_turn(shard_id)
                self._turns_taken.add(shard_id)
            else:
                earlier = shard_id // self.session_starts.max_concurrency
                await asyncio.sleep(_BETWEEN_SESSIONS * earlier)
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def close(self) -> None:
        """Connect no more shards, then disconnect from Discord."""
        await self._launching.stop()
        await super().close()
