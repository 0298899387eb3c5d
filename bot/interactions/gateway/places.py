"""Channels that are deleted while games run in them, and servers that the bot joins."""

from functools import partial

import discord

from bot.interactions.client import Postboard
from bot.interactions.gateway.greeting import greet, is_first_greeting

__all__ = ["watch_places"]


def watch_places(bot: Postboard) -> None:
    """Let the bot end games of deleted channels, and greet servers."""
    writer = bot.gateway_writer

    async def channel_deleted(channel: discord.abc.GuildChannel) -> None:
        await writer.write(partial(bot.services.voids.void_channel, channel.id))

    async def thread_deleted(payload: discord.RawThreadDeleteEvent) -> None:
        await writer.write(partial(bot.services.voids.void_channel, payload.thread_id))

    async def joined(guild: discord.Guild) -> None:
        if await writer.write(partial(is_first_greeting, bot, guild)):
            await greet(bot, guild)

    bot.add_listener(channel_deleted, "on_guild_channel_delete")
    bot.add_listener(thread_deleted, "on_raw_thread_delete")
    bot.add_listener(joined, "on_guild_join")
    bot.add_listener(bot.lost_places.new_session, "on_shard_ready")
