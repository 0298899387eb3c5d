"""`/resign`, `/draw`, `/takeback`, `/count`, `/abort`, `/claim-time`, `/close`."""

from contextlib import AbstractAsyncContextManager

from discord import app_commands
from discord.ext import commands

from bot.delivery.panels import PanelKind
from bot.delivery.response import Response
from bot.interactions import publish
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.context import caller_of, channel_of
from bot.interactions.errors import responding
from bot.messages.controls.message import Message
from bot.messages.panels.menu import agreement_question, resignation_question
from bot.model.table import Table
from bot.tables.commands import ClaimTime, Close, Propose
from rules.contract.sentence import say
from rules.log.events import OfferKind

__all__ = ["AtTable", "setup"]


class AtTable(commands.Cog):
    """Commands at the channel's table besides moves."""

    @app_commands.command(description=text(say("Resign this channel's game, after a question")))
    async def resign(self, interaction: Interaction) -> None:
        """Ask whether the person means it."""
        async with responding(interaction) as response:
            table = await _table(interaction)
            question = resignation_question(table, response.user.id)
            await response.show(question, PanelKind.QUESTION, table.id)

    @app_commands.command(description=text(say("Offer a draw, or accept the one that was offered")))
    async def draw(self, interaction: Interaction) -> None:
        """Offer or accept a draw."""
        async with _in_turn(interaction) as response:
            await _propose_end(interaction, response, OfferKind.DRAW)

    @app_commands.command(description=text(say("Ask to take your last move back, or agree to it")))
    async def takeback(self, interaction: Interaction) -> None:
        """Ask for a take-back or agree to one."""
        async with _in_turn(interaction) as response:
            table = await _table(interaction)
            await publish.execute(
                interaction.client, response, table.id, Propose(OfferKind.TAKE_BACK)
            )

    @app_commands.command(description=text(say("Propose to stop and count, or agree to it")))
    async def count(self, interaction: Interaction) -> None:
        """Propose to end the game by a count, or agree to one."""
        async with _in_turn(interaction) as response:
            await _propose_end(interaction, response, OfferKind.COUNT)

    @app_commands.command(
        description=text(say("Propose to end the game without a result, or agree to it"))
    )
    async def abort(self, interaction: Interaction) -> None:
        """Propose to end a game in which not everybody has moved, or agree to it."""
        async with _in_turn(interaction) as response:
            await _propose_end(interaction, response, OfferKind.ABORT)

    @app_commands.command(
        name="claim-time", description=text(say("Claim the game when the time has run out"))
    )
    async def claim_time(self, interaction: Interaction) -> None:
        """Claim the game on time."""
        async with _in_turn(interaction) as response:
            table = await _table(interaction)
            await publish.execute(interaction.client, response, table.id, ClaimTime())

    @app_commands.command(description=text(say("Close your table whose game has not begun")))
    async def close(self, interaction: Interaction) -> None:
        """Close the newest table that waits in the channel, or one that cannot be read."""
        async with responding(interaction) as response:
            bot = interaction.client
            table = await bot.lookup.closable_in(channel_of(interaction), response.user.id)
            caller = caller_of(response)
            await bot.tables.execute(table.id, caller, Close(), response.request)
            await response.private(Message(say("The table is closed.")))


async def _table(interaction: Interaction) -> Table:
    return await interaction.client.lookup.playing_in(channel_of(interaction))


async def _propose_end(interaction: Interaction, response: Response, kind: OfferKind) -> None:
    """Propose an end of the game, or ask whether to agree if somebody else has proposed it."""
    table = await _table(interaction)
    question = agreement_question(table, response.user.id, kind)
    if question is not None:
        await response.show(question, PanelKind.QUESTION, table.id)
        return
    await publish.execute(interaction.client, response, table.id, Propose(kind))


def _in_turn(interaction: Interaction) -> AbstractAsyncContextManager[Response]:
    """Respond in turn to a command that may end a game: the next may begin with a roll."""
    return responding(interaction, interaction.client.arrivals.take_turn)


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(AtTable())
