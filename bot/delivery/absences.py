"""Whether somebody is still in the server of their game: Discord is asked where it matters."""

import logging

import discord

__all__ = ["has_left"]

_log = logging.getLogger(__name__)


async def has_left(client: discord.Client, guild_id: int | None, user_id: int) -> bool:
    """Whether Discord says that somebody is not in the server; False where it can't say."""
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
