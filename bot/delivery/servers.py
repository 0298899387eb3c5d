"""Facts about servers that Discord knows: language, members, and which channels can be seen."""

import logging
from collections.abc import Collection
from typing import Final, TypeAlias

import discord

from bot.model.audience import CONNECT, VIEW, ChannelRules, Overwrite, may_show
from bot.model.caller import Person, Place, PlaceKind
from bot.store.people.accounts import People

__all__ = [
    "community_locale",
    "has_left",
    "may_see",
    "member_of",
    "open_channel",
    "open_place",
    "reached",
    "seen_by",
    "shown_channels",
    "shown_in",
]

_log = logging.getLogger(__name__)

Channel: TypeAlias = discord.abc.GuildChannel | discord.Thread
"""A channel or thread of a server."""

_NO_MEMBER: Final = frozenset({10007, 10013})
"""Discord's answers about a person who isn't in a server: unknown member, and unknown user.

A 404 with another code, as about a server without the bot, says nothing about them.
"""


def community_locale(guild: discord.Guild | None) -> str | None:
    """Return Discord's code of a Community server's own language.

    Others can't choose theirs: Discord says `en-US` for all of them.
    """
    is_community = guild is not None and "COMMUNITY" in guild.features
    return str(guild.preferred_locale) if guild and is_community else None


def open_channel(client: discord.Client, channel_id: int) -> discord.PartialMessageable | None:
    """Return a channel of a server, or an open thread, whose messages the bot can change by itself.

    Voice and stage channels have a chat, too.
    """
    match client.get_channel(channel_id):
        case discord.Thread(archived=archived) if archived:
            return None
        case discord.abc.GuildChannel() | discord.Thread() as channel:
            is_chat = isinstance(channel, discord.abc.Messageable)
            return client.get_partial_messageable(channel_id) if is_chat else None
        case _:
            return None


def open_place(client: discord.Client, place: Place) -> discord.PartialMessageable | None:
    """Return the channel of a table, if the bot can change its messages there by itself.

    Discord doesn't tell which of its direct messages are open, so the table says so.
    """
    if place.kind is PlaceKind.BOT_DM:
        return client.get_partial_messageable(place.channel_id)
    return open_channel(client, place.channel_id)


def reached(client: discord.Client, guild_id: int) -> discord.Guild | None:
    """Return a server that Discord has sent in full, or None if the bot isn't in it.

    Raises ConnectionError while it can't be reached, or isn't known yet.
    """
    guild = client.get_guild(guild_id)
    if guild.unavailable if guild else not client.is_ready():
        raise ConnectionError(f"server {guild_id} can't be reached")
    return guild


async def has_left(
    client: discord.Client, people: People, guild_id: int | None, person: Person
) -> bool:
    """Ask Discord whether a person is not in the server; False if it can't say.

    Someone whose user id has been deleted has left every server.
    """
    guild = client.get_guild(guild_id) if guild_id else None
    if guild is None:
        return False
    user_id = await people.user_id(person)
    if user_id is None:
        return True
    try:
        await guild.fetch_member(user_id)
    except discord.DiscordException as error:
        if isinstance(error, discord.NotFound) and error.code in _NO_MEMBER:
            return True
        _log.info("Couldn't ask who is in server %s: %s", guild_id, error)
    return False


async def seen_by(
    client: discord.Client, people: People, places: Collection[Place], person: Person
) -> frozenset[Place]:
    """Return which of these places in servers a person can see now, as Discord says.

    Raises what discord.py raises, and ConnectionError for a server that can't be reached now.
    """
    user_id = await people.user_id(person)
    if user_id is None:
        return frozenset()
    seen = set[Place]()
    members: dict[int, discord.Member | None] = {}
    for place in places:
        guild = await _guild(client, place.guild_id)
        if guild is None:
            continue
        if guild.id not in members:
            members[guild.id] = await member_of(guild, user_id)
        member = members[guild.id]
        if member is None:
            continue
        channel = await _channel(guild, place.channel_id)
        parent = None
        if isinstance(channel, discord.Thread) and channel.parent is None:
            parent = await _channel(guild, channel.parent_id)
        if may_see(channel, member, parent):
            seen.add(place)
    return frozenset(seen)


def may_see(channel: Channel | None, member: discord.Member, parent: Channel | None = None) -> bool:
    """Tell whether a member can see a channel or thread of their server.

    The bot doesn't know who is in a private thread, so only those who manage threads see it.
    `parent` is the channel of a thread, if discord.py doesn't know it.
    """
    if isinstance(channel, discord.Thread) and channel.parent is None:
        granted = None if parent is None else parent.permissions_for(member)
    else:
        granted = None if channel is None else channel.permissions_for(member)
    if granted is None:
        return False
    is_private = isinstance(channel, discord.Thread) and channel.is_private()
    return granted.view_channel and (granted.manage_threads or not is_private)


async def _guild(client: discord.Client, guild_id: int | None) -> discord.Guild | None:
    """Return a server. Discord is asked for one that only another process hears of."""
    if guild_id is None:
        return None
    known = reached(client, guild_id)
    own, count = getattr(client, "shard_ids", None), client.shard_count
    if known is not None or not own or not count or (guild_id >> 22) % count in own:
        return known
    try:
        return await client.fetch_guild(guild_id, with_counts=False)
    except (discord.NotFound, discord.Forbidden):
        return None


async def member_of(guild: discord.Guild, user_id: int) -> discord.Member | None:
    """Ask Discord for a member of a server, or None if they aren't in it."""
    try:
        return await guild.fetch_member(user_id)
    except discord.NotFound:
        return None


async def _channel(guild: discord.Guild, channel_id: int) -> Channel | None:
    """Return a channel or thread; Discord is asked for an archived thread."""
    known = guild.get_channel_or_thread(channel_id)
    if known is not None:
        return known
    try:
        return await guild.fetch_channel(channel_id)
    except (discord.NotFound, discord.Forbidden):
        return None


def shown_channels(guild: discord.Guild, board_id: int | None) -> frozenset[int]:
    """Return the channels whose games everyone who reads the channel `board_id` may see.

    None stands for everyone in the server. A channel that the bot doesn't know shows nothing.
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
