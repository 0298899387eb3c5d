"""`/seats`: the seats of the channel's game, and their changes."""

from discord import app_commands
from discord.ext import commands

from bot.delivery.panels import PanelKind
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.components.seats import panel
from bot.interactions.context import channel_of
from bot.interactions.errors import responding
from rules.contract.sentence import say

__all__ = ["Seats", "setup"]


class Seats(commands.Cog):
    """The seats of a running game."""

    @app_commands.command(
        description=text(say("Hand your seat over, or replace somebody who is gone"))
    )
    async def seats(self, interaction: Interaction) -> None:
        """Show the panel of the seats."""
        async with responding(interaction) as response:
            bot = interaction.client
            table = await bot.lookup.playing_in(channel_of(interaction))
            shown = panel(table, response.user.id, int(bot.now()))
            await response.show(shown, PanelKind.READING, table.id)


async def setup(bot: Postboard) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Seats())
