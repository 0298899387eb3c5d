"""Facts about servers that Discord knows: language, members, channels the bot can edit in."""

import logging

import discord

from bot.messages.words.locale import DEFAULT
from bot.model.caller import Person, Place, PlaceKind
from bot.store.people import People

__all__ = ["has_left", "open_channel", "open_place", "server_locale"]

_log = logging.getLogger(__name__)


def server_locale(client: discord.Client, guild_id: int | None) -> str:
    """Return Discord's code of the server's language; the default outside of servers."""
    guild = client.get_guild(guild_id) if guild_id is not None else None
    return DEFAULT if guild is None else str(guild.preferred_locale)


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


async def has_left(
    client: discord.Client, people: People, guild_id: int | None, person: Person
) -> bool:
    """Ask Discord whether somebody is not in the server; False if it can't say.

    Somebody whose number of Discord's is gone has left every server.
    """
    guild = client.get_guild(guild_id) if guild_id else None
    if guild is None:
        return False
    user_id = await people.user_id(person)
    if user_id is None:
        return True
    try:
        await guild.fetch_member(user_id)
    except discord.NotFound:
        return True
    except discord.DiscordException as error:
        _log.info("Discord does not say who is in server %s: %s", guild_id, error)
    return False
