"""What an interaction says about who asks and from where."""

from typing import Any

import discord

from bot.model.caller import Caller, Place, PlaceKind
from bot.model.table import User

__all__ = ["caller_of", "channel_of"]


def caller_of(interaction: discord.Interaction[Any]) -> Caller:
    """Return the person who gives a command, with the facts that only Discord knows."""
    user = interaction.user
    return Caller(
        User(user.id, user.display_name),
        _place(interaction),
        str(interaction.locale),
        may_moderate=interaction.permissions.manage_messages,
    )


def channel_of(interaction: discord.Interaction[Any]) -> int:
    """Return the channel or thread that the interaction comes from."""
    assert interaction.channel_id is not None, "commands and components come from a channel"
    return interaction.channel_id


def _place(interaction: discord.Interaction[Any]) -> Place:
    channel = interaction.channel
    parent_id = channel.parent_id if isinstance(channel, discord.Thread) else None
    kind = PlaceKind.GUILD
    if interaction.guild_id is None:
        kind = PlaceKind.BOT_DM if interaction.context.dm_channel else PlaceKind.PRIVATE
    return Place(channel_of(interaction), interaction.guild_id, parent_id, kind)
