"""The installs and places in which the commands work, and the link that invites the bot.

A command about games works everywhere: in servers that have the bot, in its direct messages, and in
private messages and groups of people one of whom has installed it. A command marked `guild_only`
is about a server, and works in servers that have the bot.

Discord refuses all commands together if one of them states an install that the application doesn't
support. People switch these on and off in the developer portal.
"""

import logging
from typing import Any, Final

import discord
from discord import app_commands

__all__ = ["PERMISSIONS", "has_bot", "invite_link", "state_places", "supported_installs"]

_log = logging.getLogger(__name__)

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
)
"""The permissions that the bot asks for when it is invited."""


def supported_installs(client: discord.Client) -> app_commands.AppInstallationType:
    """Return the installs that the application supports; servers, if Discord names none."""
    application = client.application
    assert application is not None, "the client has logged in"
    users = application.user_integration_config is not None
    guilds = application.guild_integration_config is not None or not users
    return app_commands.AppInstallationType(guild=guilds, user=users)


def invite_link(client: discord.Client, guild_id: int | None = None) -> str | None:
    """Return the link that invites the bot, to this server if one is given.

    It is None if the application can't be installed to servers.
    """
    if not supported_installs(client).guild:
        return None
    assert client.application_id is not None, "the client has logged in"
    guild = discord.Object(guild_id) if guild_id is not None else discord.utils.MISSING
    return discord.utils.oauth_url(client.application_id, permissions=PERMISSIONS, guild=guild)


def has_bot(client: discord.Client, guild_id: int | None) -> bool:
    """Tell whether the bot is in the place: outside of servers it always is.

    A server may have the commands without the bot, and an interaction from there doesn't say so.
    """
    return guild_id is None or client.get_guild(guild_id) is not None


def state_places(
    tree: app_commands.CommandTree[Any], supported: app_commands.AppInstallationType
) -> None:
    """Let every command state its contexts and installs, as far as the application supports them.

    A command with none left is removed.
    """
    if not supported.user:
        _log.info(
            "The bot works in servers only. For DMs and group chats, turn on User Install under"
            " Installation in the developer portal, then start it again."
        )
    if not supported.guild:
        _log.info(
            "The bot works only for people who install it. To invite it to servers, turn on Guild"
            " Install under Installation in the developer portal, then start it again."
        )
    for command in tree.get_commands():
        everywhere = not command.guild_only
        for_users = everywhere and bool(supported.user)
        if not supported.guild and not for_users:
            kind = getattr(command, "type", discord.AppCommandType.chat_input)
            tree.remove_command(command.name, type=kind)
            continue
        command.allowed_contexts = app_commands.AppCommandContext(
            guild=True, dm_channel=everywhere, private_channel=for_users
        )
        command.allowed_installs = app_commands.AppInstallationType(
            guild=bool(supported.guild), user=for_users
        )
