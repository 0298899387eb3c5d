"""The tables of a server that wait for players, where the asker can see them."""

import discord

from bot.interactions.client import Postboard
from bot.interactions.context import sees
from bot.messages.controls.message import Message
from bot.messages.panels import lists
from bot.model.errors import TableError
from rules.contract.sentence import say

__all__ = ["list_of_open"]


async def list_of_open(bot: Postboard, interaction: discord.Interaction) -> Message:
    """Return the list of the server's tables with a free place, in channels the asker can see.

    Raises TableError outside of servers.
    """
    if interaction.guild_id is None:
        raise TableError(say("Tables wait for players in the channels of servers, not here."))
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
