"""`/moderate`: a moderator's decisions about the channel's game."""

from discord import app_commands
from discord.ext import commands

from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.components.moderation import require_moderating
from bot.interactions.context import caller_of, channel_of
from bot.interactions.errors import responding
from bot.messages.channel import moderation
from rules.contract.sentence import say

__all__ = ["Moderating", "setup"]


class Moderating(commands.Cog):
    """Decisions about games by people who don't play in them."""

    @app_commands.command(description=text(say("Pause, extend, decide or end this channel's game")))
    @app_commands.guild_only()
    async def moderate(self, interaction: Interaction) -> None:
        """Show a moderator what they can decide; the decision itself is checked again."""
        async with responding(interaction) as response:
            table = await interaction.client.lookup.playing_in(channel_of(interaction))
            await require_moderating(interaction.client, caller_of(response), table)
            adjudged = await interaction.client.advice.verdict(table)
            await response.private(moderation.panel(table, adjudged))


async def setup(bot: Postboard) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Moderating())
