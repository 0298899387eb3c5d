"""The channels of a server whose games may be shown in one of them, as Discord tells of them."""

import discord

from bot.delivery.servers import reached
from bot.model.audience import CONNECT, VIEW, ChannelRules, Overwrite, may_show

__all__ = ["shown_channels", "shown_in"]


def shown_channels(guild: discord.Guild, board_id: int | None) -> frozenset[int]:
    """Return the channels whose games everybody may see who reads the channel `board_id`.

    None stands for everybody in the server. A channel that the bot doesn't know shows nothing.
    """
    board = None
    if board_id is not None:
        found = guild.get_channel(board_id)
        if found is None:
            return frozenset()
        board = _rules(found)
    granted = guild.default_role.permissions.value
    return frozenset(
        channel.id
        for channel in guild.channels
        if may_show(_rules(channel), board, guild.default_role.id, granted)
    )


def shown_in(client: discord.Client, guild_id: int, channel_id: int | None) -> frozenset[int]:
    """Return what `shown_channels` does for a server by its number.

    Raises ConnectionError while it can't be reached, or isn't known yet.
    """
    guild = reached(client, guild_id)
    return frozenset() if guild is None else shown_channels(guild, channel_id)


def _rules(channel: discord.abc.GuildChannel) -> ChannelRules:
    overwrites: list[Overwrite] = []
    for target, overwrite in channel.overwrites.items():
        allowed, denied = overwrite.pair()
        overwrites.append(Overwrite(target.id, allowed.value, denied.value))
    is_voice = isinstance(channel, discord.VoiceChannel | discord.StageChannel)
    return ChannelRules(channel.id, tuple(overwrites), VIEW | CONNECT if is_voice else VIEW)
