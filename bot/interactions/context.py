"""The person and the place that an interaction comes from."""

from typing import Any, Final

import discord

from bot.delivery.answering.response import Response
from bot.delivery.servers import community_locale, may_see
from bot.interactions.installs import has_bot
from bot.model.caller import Caller, Place, PlaceKind
from rules.contract.sentence import Sentence, say

__all__ = [
    "caller_of", "can_see", "channel_of", "lacking", "lacking_in", "lacking_threads", "place_of",
    "sees", "sees_place",
]  # fmt: skip

_ALWAYS: Final = (
    (discord.Permissions(view_channel=True), say("View Channel")),
    (discord.Permissions(attach_files=True), say("Attach Files")),
    (discord.Permissions(read_message_history=True), say("Read Message History")),
)
_IN_CHANNEL: Final = (discord.Permissions(send_messages=True), say("Send Messages"))
_IN_THREAD: Final = (
    discord.Permissions(send_messages_in_threads=True),
    say("Send Messages in Threads"),
)

_OPENING: Final = (
    (discord.Permissions(create_public_threads=True), say("Create Public Threads")),
    _IN_THREAD,
)


def caller_of(response: Response) -> Caller:
    """Return the person who gives a command, with the facts that only Discord knows."""
    interaction: discord.Interaction[Any] = response.interaction
    granted, user = interaction.permissions, interaction.user
    member = user if isinstance(user, discord.Member) else None
    return Caller(
        response.user,
        place_of(interaction),
        str(interaction.locale),
        community_locale(interaction.guild),
        may_moderate=granted.manage_messages,
        may_moderate_all=member is not None and member.guild_permissions.manage_messages,
        may_manage=granted.manage_guild,
        is_owner=interaction.guild is not None and interaction.guild.owner_id == user.id,
        has_bot=has_bot(interaction.client, interaction.guild_id),
        is_outside=_is_outside(interaction),
        has_threads=isinstance(interaction.channel, discord.TextChannel),
        roles=frozenset(role.id for role in member.roles) if member else frozenset(),
        lacking=_lacking(interaction),
    )


def sees(interaction: discord.Interaction[Any], channel_id: int) -> bool:
    """Tell whether the person can see another channel or thread of the server.

    The bot does not know who is in a private thread, so only those who manage threads see it from
    elsewhere.
    """
    guild, user = interaction.guild, interaction.user
    if guild is None or not isinstance(user, discord.Member):
        return False
    channel = guild.get_channel_or_thread(channel_id)
    if channel is not None and channel_id == interaction.channel_id:
        return channel.permissions_for(user).view_channel
    return may_see(channel, user)


def sees_place(interaction: discord.Interaction[Any], place: Place) -> bool:
    """Tell whether the person can see the place of a table.

    The bot isn't told of archived threads, nor who is in a private one. So from elsewhere, a
    private thread counts as visible only to people who manage threads in its parent channel.
    """
    if place.parent_id is None or interaction.channel_id == place.channel_id:
        return sees(interaction, place.channel_id)
    guild, user = interaction.guild, interaction.user
    if guild is None or guild.get_thread(place.channel_id) is not None:
        return sees(interaction, place.channel_id)
    parent = guild.get_channel(place.parent_id)
    if parent is None or not isinstance(user, discord.Member):
        return False
    granted = parent.permissions_for(user)
    return granted.view_channel and (granted.manage_threads or not place.is_secret)


def can_see(user: discord.User | discord.Member) -> bool:
    """Tell whether a user named in a server is a member who can see the channel."""
    if not isinstance(user, discord.Member):
        return False
    granted = user.resolved_permissions
    return granted is None or granted.view_channel


def lacking(granted: discord.Permissions, *, in_thread: bool) -> tuple[Sentence, ...]:
    """Return the permissions that a table needs but lacks here, by Discord's names."""
    needed = (*_ALWAYS, _IN_THREAD if in_thread else _IN_CHANNEL)
    return tuple(name for permission, name in needed if not granted >= permission)


def lacking_threads(granted: discord.Permissions) -> tuple[Sentence, ...]:
    """Return the permissions that threads need but lack in a channel, by Discord's names."""
    return tuple(name for permission, name in _OPENING if not granted >= permission)


def lacking_in(guild: discord.Guild | None, channel_id: int) -> tuple[Sentence, ...] | None:
    """Return the permissions that a table needs but lacks in a channel or thread of a server.

    None is returned for a channel that the bot doesn't know: it is gone, or hidden from the bot.
    """
    channel = guild.get_channel_or_thread(channel_id) if guild else None
    if guild is None or channel is None:
        return None
    granted = channel.permissions_for(guild.me)
    return lacking(granted, in_thread=isinstance(channel, discord.Thread))


def channel_of(interaction: discord.Interaction[Any]) -> int:
    """Return the channel or thread that the interaction comes from."""
    assert interaction.channel_id is not None, "commands and components come from a channel"
    return interaction.channel_id


def _lacking(interaction: discord.Interaction[Any]) -> tuple[Sentence, ...]:
    """Return the permissions that the bot lacks if it posts by itself; elsewhere it answers."""
    if interaction.guild_id is None or not has_bot(interaction.client, interaction.guild_id):
        return ()
    in_thread = isinstance(interaction.channel, discord.Thread)
    return lacking(interaction.app_permissions, in_thread=in_thread)


def _is_outside(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether the place is a private thread that the bot isn't in.

    Discord tells a bot of the private threads that it sees, and of no others.
    """
    thread, guild = interaction.channel, interaction.guild
    if not isinstance(thread, discord.Thread) or not thread.is_private() or guild is None:
        return False
    is_known = guild.get_thread(thread.id) is not None
    return not (is_known and interaction.app_permissions.view_channel)


def place_of(interaction: discord.Interaction[Any]) -> Place:
    """Return the place that the interaction comes from."""
    channel = interaction.channel
    thread = channel if isinstance(channel, discord.Thread) else None
    kind = PlaceKind.GUILD
    if interaction.guild_id is None:
        kind = PlaceKind.BOT_DM if interaction.context.dm_channel else PlaceKind.PRIVATE
    return Place(
        channel_of(interaction), interaction.guild_id, thread.parent_id if thread else None, kind,
        is_secret=thread is not None and thread.is_private(),
    )  # fmt: skip
