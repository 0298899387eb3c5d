"""`/hint`: what a game allows now, shown to one person."""

from discord import app_commands
from discord.ext import commands

from bot.delivery.panels import PanelKind
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.components.advice import give_hint
from bot.interactions.context import channel_of
from bot.interactions.errors import responding
from bot.messages.panels import claims
from rules.contract.sentence import say

__all__ = ["Hints", "setup"]


class Hints(
    commands.GroupCog,
    group_name="hint",
    group_description=text(say("What this channel's game allows now")),
):
    """Hints for one person."""

    @app_commands.command(
        description=text(say("The best move now, against the computer or where all agreed"))
    )
    async def move(self, interaction: Interaction) -> None:
        """Show the player who is to move what is best."""
        async with responding(interaction) as response:
            table = await interaction.client.tables.playing_in(channel_of(interaction))
            await give_hint(interaction.client, response, table)

    @app_commands.command(
        description=text(say("What can be claimed now, with its numbers on the board"))
    )
    async def claims(self, interaction: Interaction) -> None:
        """Show what the side due can claim."""
        async with responding(interaction) as response:
            bot = interaction.client
            table = await bot.tables.playing_in(channel_of(interaction))
            await response.private(await claims.hint(table, table.seat(response.user.id)))
            bot.panels.opened(table.id, response, PanelKind.ADVICE)


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Hints())
