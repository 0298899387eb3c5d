"""The bot as discord.py sees it, with the services that every command and button reaches."""

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from typing import Final, TypeAlias

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.outbox import Outbox
from bot.store.tables import Store
from bot.tables.service import Tables

__all__ = ["Interaction", "Postboard", "clock"]

_REMEMBERED: Final = 1000
_SHUTDOWN_GRACE: Final = 5.0
"""Seconds that running answers get when the bot stops; what they leave the outbox pays later."""


class _Tree(app_commands.CommandTree["Postboard"]):
    async def interaction_check(self, interaction: "Interaction", /) -> bool:
        """Let each command through once."""
        return interaction.client.is_new(interaction.id)


def clock() -> float:
    """Return Unix seconds by the clock of discord.py, which test doubles of Discord can set."""
    return discord.utils.utcnow().timestamp()


class Postboard(commands.Bot):
    """The bot: slash commands only, no privileged intent, nobody pinged by default.

    `setup` is awaited once the bot has logged in. `connector` carries all that goes to Discord;
    the local table passes one that leads to itself. `now` returns Unix seconds.
    """

    def __init__(
        self,
        store: Store,
        *,
        setup: Callable[["Postboard"], Awaitable[None]],
        connector: aiohttp.BaseConnector | None = None,
        now: Callable[[], float] = clock,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=_Tree,
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            connector=connector,
        )
        self._setup = setup
        self.store = store
        self.now = now
        self.tables = Tables(store, now)
        self.outbox = Outbox(self, store, self.tables, now)
        self._delivered: OrderedDict[int, None] = OrderedDict()
        self._busy = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def setup_hook(self) -> None:
        """Register commands and components once the bot has logged in."""
        await self._setup(self)

    def is_new(self, interaction_id: int) -> bool:
        """Note an interaction; False where it was delivered before, and is being answered."""
        if interaction_id in self._delivered:
            return False
        self._delivered[interaction_id] = None
        if len(self._delivered) > _REMEMBERED:
            self._delivered.popitem(last=False)
        return True

    @contextmanager
    def serving(self) -> Generator[None]:
        """Count an interaction that is being answered."""
        self._busy += 1
        self._idle.clear()
        try:
            yield
        finally:
            self._busy -= 1
            if not self._busy:
                self._idle.set()

    async def idle(self) -> None:
        """Wait until no interaction is being answered."""
        await self._idle.wait()

    async def close(self) -> None:
        """Let running answers finish, stop paying, then leave Discord."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.idle(), _SHUTDOWN_GRACE)
        self.outbox.stop()
        await super().close()


Interaction: TypeAlias = discord.Interaction[Postboard]
