"""Channels that are deleted while games run in them, and servers that the bot joins."""

import logging
from functools import partial
from typing import Final

import discord

from bot.delivery.requests import SEND_ERRORS, bounded
from bot.interactions.client import Postboard
from bot.interactions.components.servers.set_up import first_card
from bot.messages.panels.newcomers.guide import greeting

__all__ = ["greet", "is_first_greeting", "watch_places"]

_log = logging.getLogger(__name__)

_SECONDS: Final = 20
"""The longest time that a greeting may take."""


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


async def is_first_greeting(bot: Postboard, guild: discord.Guild) -> bool:
    """Tell whether a server was never greeted before; from now on it counts as greeted."""
    key = f"greeted {guild.id}"
    if await bot.store.metadata.get(key) is not None:
        return False
    await bot.store.metadata.set(key, str(int(bot.now())))
    return True


async def greet(bot: Postboard, guild: discord.Guild) -> None:
    """Explain the bot and offer a set-up in the system channel, where it can write; best effort."""
    channel = guild.system_channel
    if channel is None:
        return
    granted = channel.permissions_for(guild.me)
    if not (granted.view_channel and granted.send_messages and granted.attach_files):
        return
    held = await bot.servers.settings_of(guild.id)
    card = first_card(bot, held.club, guild.id, channel.id, private=False)
    try:
        locale = await bot.languages.of_server(guild.id)
        for post in filter(None, (await greeting(), card)):
            shown = await bot.rendering.rendered(post, locale)
            await bounded(channel.send(**shown.to_send()), _SECONDS, bot.limit)
    except SEND_ERRORS as failure:
        _log.info("Couldn't send a server's greeting: %s", failure)
