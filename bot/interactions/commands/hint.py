"""`/hint`: advice on the present position, shown to one person."""

from discord import app_commands
from discord.ext import commands

from bot.delivery.panels import PanelKind
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.components.advice import best_move
from bot.interactions.context import caller_of, channel_of
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
            table = await interaction.client.lookup.playing_in(channel_of(interaction))
            best = await best_move(interaction.client, table, caller_of(response))
            await response.show(best, PanelKind.ADVICE, table.id)

    @app_commands.command(
        description=text(say("What can be claimed now, with its numbers on the board"))
    )
    async def claims(self, interaction: Interaction) -> None:
        """Show what the side due can claim."""
        async with responding(interaction) as response:
            table = await interaction.client.lookup.playing_in(channel_of(interaction))
            shown = await claims.hint(table, table.seat(response.user.id))
            await response.show(shown, PanelKind.ADVICE, table.id)


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Hints())
