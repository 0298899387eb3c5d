"""`/tables`: the tables of the server that wait for players, where the asker can see them."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.context import sees
from bot.interactions.errors import responding
from bot.messages.controls.message import Message
from bot.messages.panels import lists
from rules.contract.sentence import say

__all__ = ["Tables", "list_of_open", "setup"]


class Tables(commands.Cog):
    """Open tables."""

    @app_commands.command(description=text(say("The tables of this server that wait for players")))
    @app_commands.guild_only()
    async def tables(self, interaction: Interaction) -> None:
        """List the open tables that the asker can see."""
        async with responding(interaction) as response:
            await response.private(await list_of_open(interaction.client, interaction))


async def list_of_open(bot: Postboard, interaction: discord.Interaction) -> Message:
    """Return the list of the server's tables with a free place, in channels the asker can see."""
    assert interaction.guild_id is not None, "the command belongs to servers"
    found = [
        await bot.lookup.get(summary.id)
        for summary in await bot.store.lists.open_in(interaction.guild_id)
        if sees(interaction, summary.place.channel_id)
    ]
    free = [table for table in found if len(table.players) < len(table.seating)]
    vacant = [
        table
        for table_id in await bot.store.lists.vacant_in(interaction.guild_id)
        if sees(interaction, (table := await bot.lookup.get(table_id)).channel_id)
    ]
    return lists.open_tables(free, vacant)


async def setup(bot: Postboard) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Tables())
