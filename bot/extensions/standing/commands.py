"""`/profile`: what somebody played, and how they stand."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.extensions.standing import handlers as profile
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.errors import responding
from rules.contract.sentence import say

__all__ = ["Profiles", "setup"]


class Profiles(commands.Cog):
    """Profiles of people."""

    @app_commands.command(description=text(say("Your games and ratings, or those of someone else")))
    @app_commands.describe(person=text(say("Whose; default: yours")))
    async def profile(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Show the person's own profile, or what they may see of somebody else's."""
        async with responding(interaction) as response:
            bot = interaction.client
            if person is None or person.id == interaction.user.id:
                await response.private(await profile.own(bot, response))
            else:
                await response.private(await profile.of_other(bot, response, person))


async def setup(bot: Postboard) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Profiles())
