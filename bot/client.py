"""The bot as discord.py sees it, with the services that every command and button reaches."""

import asyncio
import contextlib
import importlib
import pkgutil
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final, TypeAlias

import aiohttp
import discord
from discord.ext import commands

import bot.cogs
import bot.rooms
from bot import sync
from bot.outbox import Outbox
from bot.store import Store
from bot.tables import Tables

__all__ = ["Interaction", "Postboard"]

_DAY: Final = 24 * 60 * 60
_FAREWELL: Final = 5.0
"""Seconds that running answers get when the bot stops; what they leave the outbox pays later."""


class Postboard(commands.Bot):
    """The bot: slash commands only, no privileged intent, nobody pinged by default.

    `connector` carries all that goes to Discord; the local table passes one that leads to itself.
    """

    def __init__(self, store: Store, *, connector: aiohttp.BaseConnector | None = None) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            connector=connector,
        )
        self.store = store
        self.tables = Tables(store)
        self.outbox = Outbox(self, store, self.tables)
        self._paying: asyncio.Task[None] | None = None
        self._busy = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def setup_hook(self) -> None:
        """Find the commands and buttons, tell Discord of them, and pay what is owed."""
        for room in pkgutil.iter_modules(bot.rooms.__path__, "bot.rooms."):
            importlib.import_module(room.name)
        self.add_dynamic_items(importlib.import_module("bot.presses").Component)
        for cog in pkgutil.iter_modules(bot.cogs.__path__, "bot.cogs."):
            await self.load_extension(cog.name)
        await sync.commands(self, self.store)
        await self.store.forget_seen(int(time.time()) - _DAY)
        self._paying = asyncio.create_task(self.outbox.run(), name="outbox")

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
            await asyncio.wait_for(self.idle(), _FAREWELL)
        if self._paying:
            self._paying.cancel()
        await super().close()


Interaction: TypeAlias = discord.Interaction[Postboard]
