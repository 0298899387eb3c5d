"""Forms that were sent in find the room that asked for them, as presses do."""

from discord.ext import commands

from bot import presses
from bot.client import Interaction, Postboard

__all__ = ["Forms", "setup"]


class Forms(commands.Cog):
    """Listens for forms: discord.py would keep each in memory, and forget it at a restart."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Hand on a form of ours."""
        await presses.submitted(interaction)


async def setup(bot: Postboard) -> None:
    """Add the listener to the bot."""
    await bot.add_cog(Forms())
