"""`/move`: typed moves, with the legal ones offered while typing."""

from discord import app_commands
from discord.ext import commands

from bot.interactions import publish
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.context import channel_of
from bot.interactions.errors import responding
from bot.model.errors import NoGame
from bot.model.table import Table
from rules.sentence import say

__all__ = ["Moving", "setup", "suggestions"]

_CHOICES = 25
_TEXT = 100


class Moving(commands.Cog):
    """Typed moves."""

    @app_commands.command(description=text(say("Play a move in this channel's game")))
    @app_commands.describe(move=text(say("Such as c3-d4, or c3xe5 for a capture")))
    async def move(self, interaction: Interaction, move: app_commands.Range[str, 1, _TEXT]) -> None:
        """Play what was typed in the channel's running game."""
        async with responding(interaction) as response:
            await interaction.client.arrivals.take_turn(response)
            table = await interaction.client.tables.playing_in(channel_of(interaction))
            await publish.play_text(interaction.client, response, table.id, move)

    @move.autocomplete("move")
    async def _suggest(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        try:
            table = await interaction.client.tables.playing_in(channel_of(interaction))
        except NoGame:
            return []
        found = suggestions(table, interaction.user.id, current)
        return [app_commands.Choice(name=text, value=text) for text in found]


def suggestions(table: Table, user_id: int, typed: str) -> list[str]:
    """Return at most 25 legal moves that fit what was typed; none to those not on turn.

    Capitals and separators don't matter. Moves that begin so come first, then those that
    contain it.
    """
    due = table.due
    match = table.match
    if match is None or due is None or due.user.id != user_id:
        return []
    wanted = _plain(typed)
    notations = sorted(match.game.notate(move) for move in match.legal)
    exactly = [text for text in notations if text.startswith(typed.lower())]
    begin = [text for text in notations if _plain(text).startswith(wanted) and text not in exactly]
    fit = (*exactly, *begin)
    contain = [text for text in notations if wanted in _plain(text) and text not in fit]
    return [text for text in (*fit, *contain) if len(text) <= _TEXT][:_CHOICES]


def _plain(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Moving())
