"""Commands in the menu of a message, "Show from my side" and "As text", and of a person."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import discord
from discord import app_commands

from bot.delivery.components import marks_of_pictures
from bot.delivery.people import shown_name
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.errors import responding
from bot.messages.controls.message import Message
from bot.messages.panels.lists.which_game import which_game
from bot.messages.panels.table import own_view
from bot.model.caller import Person
from bot.model.errors import TableError
from bot.model.mark import MarkKind
from bot.model.position import PositionId
from bot.model.table import Table
from bot.tables.checks import require_readable
from rules.contract.sentence import say

__all__ = ["setup"]

_Show: TypeAlias = Callable[[Table, PositionId, Person], Awaitable[Message]]


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    for name, callback in (
        (say("Show from my side"), _from_my_side),
        (say("As text"), _as_text),
        (say("Invite to a game"), _invite),
    ):
        bot.tree.add_command(app_commands.ContextMenu(name=text(name), callback=callback))


async def _from_my_side(interaction: Interaction, message: discord.Message) -> None:
    await _show(interaction, message, own_view.from_own_side)


async def _as_text(interaction: Interaction, message: discord.Message) -> None:
    await _show(interaction, message, own_view.as_text)


@app_commands.guild_only
async def _invite(interaction: Interaction, guest: discord.Member | discord.User) -> None:
    """Ask to which game the person is to be invited; invited itself, the bot plays as well."""
    async with responding(interaction) as response:
        plays = not guest.bot or guest == interaction.client.user
        is_host = guest == interaction.user
        await response.private(which_game(shown_name(guest), plays=plays, is_host=is_host))


async def _show(interaction: Interaction, message: discord.Message, show: _Show) -> None:
    """Show a person the position that a message shows; of two boards in one message, the newer."""
    async with responding(interaction) as response:
        shown = [mark for mark in marks_of_pictures(message) if mark.kind is MarkKind.ENTRY]
        if message.author.id != interaction.application_id or not shown:
            raise TableError(say("There's no board in this message."))
        table = await interaction.client.lookup.get(shown[-1].subject)
        require_readable(table)
        await response.private(await show(table, shown[-1].position, response.user.id))
