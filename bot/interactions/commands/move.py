"""`/move`: typed moves, with the legal ones offered while typing."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.interactions import publish
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.context import channel_of
from bot.interactions.errors import responding
from bot.model.errors import NoGame
from bot.model.table import Table
from rules.contract.sentence import say
from rules.match.match import Match

__all__ = ["Moving", "setup", "suggestions"]

_CHOICES = 25
_TEXT = 100
_REMEMBERED = 64
"""The number of positions whose moves are cached for the next keystroke."""


class Moving(commands.Cog):
    """Typed moves."""

    @app_commands.command(description=text(say("Play a move in this channel's game")))
    @app_commands.describe(move=text(say("Such as c3-d4, or c3xe5 for a capture")))
    async def move(self, interaction: Interaction, move: app_commands.Range[str, 1, _TEXT]) -> None:
        """Play what was typed in the channel's running game."""
        async with responding(interaction) as response:
            await interaction.client.arrivals.take_turn(response)
            table = await interaction.client.lookup.playing_in(channel_of(interaction))
            await publish.play_text(interaction.client, response, table.id, move)

    @move.autocomplete("move")
    async def _suggest(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        try:
            table = await interaction.client.lookup.playing_in(channel_of(interaction))
        except NoGame:
            return []
        found = suggestions(table, interaction.user.id, current)
        return [app_commands.Choice(name=text, value=text) for text in found]


def suggestions(table: Table, user_id: int, typed: str) -> list[str]:
    """Return at most 25 legal moves that fit the typed text; none if it isn't their turn.

    Capitals and separators don't matter. Moves that begin with the text come before those that
    contain it.
    """
    due = table.due
    match = table.match
    if match is None or due is None or due.user.id != user_id:
        return []
    wanted, begin_so = _plain(typed), typed.lower()
    exactly, begin, contain = list[str](), list[str](), list[str]()
    for notation, plain in _NOTATIONS.of(table.id, match):
        if notation.startswith(begin_so):
            exactly.append(notation)
        elif plain.startswith(wanted):
            begin.append(notation)
        elif wanted in plain:
            contain.append(notation)
        if len(exactly) == _CHOICES:
            break
    return [*exactly, *begin, *contain][:_CHOICES]


class _Notations:
    """The notations of a table's legal moves, cached for the next keystroke in its position."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[Match, Sequence[tuple[str, str]]]] = OrderedDict()

    def of(self, table_id: int, match: Match) -> Sequence[tuple[str, str]]:
        """Return each move as written and as compared, sorted."""
        known = self._kept.pop(table_id, None)
        if known is None or known[0] is not match:
            legal = sorted(match.game.notate(move) for move in match.legal)
            known = match, [(each, _plain(each)) for each in legal if len(each) <= _TEXT]
        self._kept[table_id] = known
        if len(self._kept) > _REMEMBERED:
            self._kept.popitem(last=False)
        return known[1]


_NOTATIONS: Final = _Notations()


def _plain(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Moving())
