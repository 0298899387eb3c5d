"""`/resign`, `/draw`, `/takeback`, `/count`, `/claim`: what players do beside moving."""

from discord import app_commands
from discord.ext import commands

from bot import deeds
from bot.answering import answering
from bot.client import Interaction, Postboard
from bot.records import Table
from rules.events import OfferKind

__all__ = ["AtTable", "setup"]


class AtTable(commands.Cog):
    """Deeds at the table of the channel."""

    @app_commands.command(description="Resign this channel's game, after a question")
    @app_commands.guild_only()
    async def resign(self, interaction: Interaction) -> None:
        """Ask whether the person means it."""
        async with answering(interaction) as reply:
            await deeds.ask_resignation(reply, await _table(interaction))

    @app_commands.command(description="Offer a draw, or accept the one that was offered")
    @app_commands.guild_only()
    async def draw(self, interaction: Interaction) -> None:
        """Offer or accept a draw."""
        async with answering(interaction) as reply:
            table = await _table(interaction)
            await deeds.offer(interaction.client, reply, table.id, OfferKind.DRAW)

    @app_commands.command(description="Ask to take your last move back, or agree to it")
    @app_commands.guild_only()
    async def takeback(self, interaction: Interaction) -> None:
        """Ask for a take-back or agree to one."""
        async with answering(interaction) as reply:
            table = await _table(interaction)
            await deeds.offer(interaction.client, reply, table.id, OfferKind.TAKE_BACK)

    @app_commands.command(description="Propose to stop and count, or agree to it")
    @app_commands.guild_only()
    async def count(self, interaction: Interaction) -> None:
        """Propose to end the game by a count, or agree to one."""
        async with answering(interaction) as reply:
            table = await _table(interaction)
            await deeds.offer(interaction.client, reply, table.id, OfferKind.COUNT)

    @app_commands.command(description="Claim the game when the time for a move has run out")
    @app_commands.guild_only()
    async def claim(self, interaction: Interaction) -> None:
        """Claim the game on time."""
        async with answering(interaction) as reply:
            await deeds.claim(interaction.client, reply, (await _table(interaction)).id)


async def _table(interaction: Interaction) -> Table:
    assert interaction.channel_id is not None
    return await interaction.client.tables.playing_in(interaction.channel_id)


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(AtTable())
