"""In which language a server reads what everybody there sees."""

import discord

from bot.messages.words.locale import DEFAULT

__all__ = ["server_locale"]


def server_locale(client: discord.Client, guild_id: int | None) -> str:
    """Return Discord's code of the server's language; the default outside of servers."""
    guild = client.get_guild(guild_id) if guild_id is not None else None
    return DEFAULT if guild is None else str(guild.preferred_locale)
