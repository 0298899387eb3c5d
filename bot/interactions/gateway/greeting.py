"""The greeting of a server that the bot joins: once, where the bot may write."""

import asyncio
import logging
from typing import Final

import discord

from bot.delivery.requests import SEND_ERRORS
from bot.interactions.client import Postboard
from bot.messages.panels.newcomers.guide import greeting

__all__ = ["greet", "is_first_greeting"]

_log = logging.getLogger(__name__)
_SECONDS: Final = 20


async def is_first_greeting(bot: Postboard, guild: discord.Guild) -> bool:
    """Tell whether a server was never greeted before; from now on it counts as greeted."""
    key = f"greeted {guild.id}"
    if await bot.store.metadata.get(key) is not None:
        return False
    await bot.store.metadata.set(key, str(int(bot.now())))
    return True


async def greet(bot: Postboard, guild: discord.Guild) -> None:
    """Explain the bot in the system channel, if the bot may write there; best effort."""
    channel = guild.system_channel
    if channel is None:
        return
    granted = channel.permissions_for(guild.me)
    if not (granted.view_channel and granted.send_messages and granted.attach_files):
        return
    try:
        async with asyncio.timeout(_SECONDS):
            locale = str(guild.preferred_locale)
            shown = await bot.rendering.rendered(await greeting(bot.additions.help), locale)
            await channel.send(**shown.to_send())
    except SEND_ERRORS as failure:
        _log.info("The greeting of a server was not sent: %s", failure)
