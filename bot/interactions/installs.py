"""The places in which each command works, and the installs that it needs.

A command about games works everywhere: in servers that have the bot, in its direct messages, and in
private messages and groups of people one of whom has installed it. A command marked `guild_only`
is about a server, and works in servers that have the bot.
"""

from typing import Any

from discord import app_commands

__all__ = ["state_places"]


def state_places(tree: app_commands.CommandTree[Any]) -> None:
    """Let every command state its contexts and installs."""
    for command in tree.get_commands():
        everywhere = not command.guild_only
        command.allowed_contexts = app_commands.AppCommandContext(
            guild=True, dm_channel=everywhere, private_channel=everywhere
        )
        command.allowed_installs = app_commands.AppInstallationType(guild=True, user=everywhere)
