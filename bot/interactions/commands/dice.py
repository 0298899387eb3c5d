"""`/dice`: words for the dice before a game, their seal, and the proof after it."""

import logging

from discord import app_commands
from discord.ext import commands

from bot.delivery.panels import PanelKind
from bot.delivery.response import Response
from bot.interactions import publish
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.context import caller_of, channel_of
from bot.interactions.errors import responding
from bot.messages.channel.dice import dice_message
from bot.messages.controls.message import Message
from bot.model.errors import TableError
from bot.model.table import Table
from bot.tables.commands import AddWords
from bot.tables.lobby import LONGEST_WORDS
from rules.contract.sentence import say

__all__ = ["Dice", "setup"]

_log = logging.getLogger(__name__)


class Dice(commands.Cog):
    """Dice that anyone can check."""

    @app_commands.command(
        description=text(say("Check the dice of this channel's game, or add words to them"))
    )
    @app_commands.describe(
        words=text(say("Words of your own, added to the dice until the game begins"))
    )
    async def dice(
        self,
        interaction: Interaction,
        words: app_commands.Range[str, 1, LONGEST_WORDS] | None = None,
    ) -> None:
        """Explain the dice, or let somebody add to them."""
        async with responding(interaction) as response:
            if words is not None:
                table = await _with_words(interaction.client, response, words)
                await response.private(
                    Message(say("Your words are on the card now and count for every roll."))
                )
                await publish.refresh_card(interaction.client, table)
            else:
                table = await _here(interaction.client, response)
                before = await interaction.client.lookup.game_before(table)
                await response.show(dice_message(table, before), PanelKind.READING, table.id)


async def _with_words(bot: Postboard, response: Response, words: str) -> Table:
    table = await _waiting(bot, response)
    if table is None:
        raise TableError(
            say(
                "Only those who sit or are invited at a table can add words to its dice, until the "
                "game begins. You are at no such table here."
            )
        )
    caller, command = caller_of(response), AddWords(words)
    return (await bot.tables.execute(table.id, caller, command, response.request)).table


async def _here(bot: Postboard, response: Response) -> Table:
    """Return the table in question: a waiting one with dice, the running game, or the last one."""
    lookup, waiting = bot.lookup, await _waiting(bot, response)
    if waiting and waiting.dice:
        return waiting
    here = channel_of(response.interaction)
    return await lookup.running_in(here) or waiting or await lookup.latest_in(here)


async def _waiting(bot: Postboard, response: Response) -> Table | None:
    """Return the person's newest table that waits for players in the channel."""
    return await bot.lookup.waiting_in(channel_of(response.interaction), response.user.id)


async def setup(bot: Postboard) -> None:
    """Add the command to the bot."""
    await bot.add_cog(Dice())
