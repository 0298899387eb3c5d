"""Channels and servers that come and go while games run in them."""

import discord

from bot.interactions.client import Postboard
from bot.interactions.greeting import greet_once

__all__ = ["watch_places"]


def watch_places(bot: Postboard) -> None:
    """Let the bot end games of deleted channels, greet servers, and note those that remove it."""

    async def channel_deleted(channel: discord.abc.GuildChannel) -> None:
        await bot.tables.void_channel(channel.id)

    async def thread_deleted(payload: discord.RawThreadDeleteEvent) -> None:
        await bot.tables.void_channel(payload.thread_id)

    async def removed(guild: discord.Guild) -> None:
        await bot.store.guild_removed(guild.id, int(bot.now()))

    async def joined(guild: discord.Guild) -> None:
        await bot.store.guild_removed(guild.id, None)
        await greet_once(bot, guild)

    bot.add_listener(channel_deleted, "on_guild_channel_delete")
    bot.add_listener(thread_deleted, "on_raw_thread_delete")
    bot.add_listener(removed, "on_guild_remove")
    bot.add_listener(joined, "on_guild_join")
