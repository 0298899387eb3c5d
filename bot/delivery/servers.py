"""Facts about servers that Discord knows: language, members, channels the bot can edit in."""

import logging

import discord

from bot.messages.words.locale import DEFAULT

__all__ = ["has_left", "open_channel", "server_locale"]

_log = logging.getLogger(__name__)


def server_locale(client: discord.Client, guild_id: int | None) -> str:
    """Return Discord's code of the server's language; the default outside of servers."""
    guild = client.get_guild(guild_id) if guild_id is not None else None
    return DEFAULT if guild is None else str(guild.preferred_locale)


def open_channel(
    client: discord.Client, channel_id: int
) -> discord.TextChannel | discord.Thread | None:
    """Return a channel or open thread of a server, whose messages the bot can change by itself."""
    channel = client.get_channel(channel_id)
    if isinstance(channel, discord.Thread) and channel.archived:
        return None
    return channel if isinstance(channel, discord.TextChannel | discord.Thread) else None


async def has_left(client: discord.Client, guild_id: int | None, user_id: int) -> bool:
    """Ask Discord whether somebody is not in the server; False if it can't say."""
    guild = client.get_guild(guild_id) if guild_id else None
    if guild is None:
        return False
    try:
        await guild.fetch_member(user_id)
    except discord.NotFound:
        return True
    except discord.DiscordException as error:
        _log.info("Discord does not say who is in server %s: %s", guild_id, error)
    return False
