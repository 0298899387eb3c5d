"""`/plan`: the try-out board of the channel's game."""

from discord import app_commands
from discord.ext import commands

from bot.delivery.panels import PanelKind
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.components.plans import board
from bot.interactions.context import channel_of
from bot.interactions.errors import responding
from rules.contract.sentence import say

__all__ = ["Planning", "setup"]


class Planning(commands.Cog):
    """Looking ahead."""

    @app_commands.command(
        description=text(say("Try moves out for yourself, and plan your answers"))
    )
    async def plan(self, interaction: Interaction) -> None:
        """Show the try-out board."""
        async with responding(interaction) as response:
            table = await interaction.client.lookup.playing_in(channel_of(interaction))
            await response.show(await board(table, response.user.id), PanelKind.PLAN, table.id)


async def setup(bot: Postboard) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Planning())
