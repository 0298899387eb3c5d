"""`/puzzle`: the puzzle of the day."""

from discord import app_commands
from discord.ext import commands

from bot.delivery.panels import PanelKind
from bot.extensions.puzzles import handlers as puzzles
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.errors import responding
from rules.contract.sentence import say

__all__ = ["PuzzleOfTheDay", "setup"]


class PuzzleOfTheDay(commands.Cog):
    """The puzzle of the day."""

    @app_commands.command(description=text(say("Solve the puzzle of the day")))
    async def puzzle(self, interaction: Interaction) -> None:
        """Open the puzzle of this server, or else today's of everybody, privately."""
        async with responding(interaction) as response:
            bot = interaction.client
            puzzle = await bot.puzzles.present(interaction.guild_id)
            panel = await puzzles.opened(bot, response.user.id, puzzle)
            await response.show(panel, PanelKind.STUDY)


async def setup(bot: Postboard) -> None:
    """Add the command to the bot."""
    await bot.add_cog(PuzzleOfTheDay())
