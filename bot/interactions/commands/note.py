"""`/note`: a person's note about the channel's game, for themselves alone."""

from discord import app_commands
from discord.ext import commands

from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.context import channel_of
from bot.interactions.errors import responding
from bot.messages.panels import notes
from rules.contract.sentence import say

__all__ = ["Notes", "setup"]


class Notes(commands.Cog):
    """Private notes."""

    @app_commands.command(
        description=text(say("Your note about this channel's game; nobody else sees it"))
    )
    async def note(self, interaction: Interaction) -> None:
        """Open the note in a form."""
        async with responding(interaction) as response:
            bot = interaction.client
            table = await bot.lookup.latest_in(channel_of(interaction))
            written = await bot.store.choices.note(table.id, response.user.id)
            await response.open_modal(notes.form(table, written))


async def setup(bot: Postboard) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Notes())
