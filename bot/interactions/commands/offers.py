"""`/resign`, `/draw`, `/takeback`, `/count`, `/claim`: what players do beside moving."""

from discord import app_commands
from discord.ext import commands

from bot.interactions import proposals
from bot.interactions.client import Interaction, Postboard
from bot.interactions.errors import responding
from bot.model.table import Table
from rules.events import OfferKind

__all__ = ["AtTable", "setup"]


class AtTable(commands.Cog):
    """Deeds at the table of the channel."""

    @app_commands.command(description="Resign this channel's game, after a question")
    @app_commands.guild_only()
    async def resign(self, interaction: Interaction) -> None:
        """Ask whether the person means it."""
        async with responding(interaction) as response:
            await proposals.ask_resignation(response, await _table(interaction))

    @app_commands.command(description="Offer a draw, or accept the one that was offered")
    @app_commands.guild_only()
    async def draw(self, interaction: Interaction) -> None:
        """Offer or accept a draw."""
        async with responding(interaction) as response:
            table = await _table(interaction)
            await proposals.offer(interaction.client, response, table.id, OfferKind.DRAW)

    @app_commands.command(description="Ask to take your last move back, or agree to it")
    @app_commands.guild_only()
    async def takeback(self, interaction: Interaction) -> None:
        """Ask for a take-back or agree to one."""
        async with responding(interaction) as response:
            table = await _table(interaction)
            await proposals.offer(interaction.client, response, table.id, OfferKind.TAKE_BACK)

    @app_commands.command(description="Propose to stop and count, or agree to it")
    @app_commands.guild_only()
    async def count(self, interaction: Interaction) -> None:
        """Propose to end the game by a count, or agree to one."""
        async with responding(interaction) as response:
            table = await _table(interaction)
            await proposals.offer(interaction.client, response, table.id, OfferKind.COUNT)

    @app_commands.command(
        name="claim-time", description="Claim the game when the time for a move has run out"
    )
    @app_commands.guild_only()
    async def claim_time(self, interaction: Interaction) -> None:
        """Claim the game on time."""
        async with responding(interaction) as response:
            await proposals.claim(interaction.client, response, (await _table(interaction)).id)


async def _table(interaction: Interaction) -> Table:
    assert interaction.channel_id is not None
    return await interaction.client.tables.playing_in(interaction.channel_id)


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(AtTable())
