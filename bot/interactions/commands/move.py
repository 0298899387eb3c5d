"""`/move`: typed moves, with the legal ones offered while typing."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, TypeAlias

from discord import app_commands
from discord.ext import commands

from bot.interactions import publish
from bot.interactions.client import Interaction, Postboard
from bot.interactions.command_texts import text
from bot.interactions.context import channel_of
from bot.interactions.errors import responding
from bot.model.caller import Person
from bot.model.errors import BeingForgotten, NoGame
from bot.model.table import Table
from rules.contract.core import AmbiguousMove, RulesError
from rules.contract.sentence import say
from rules.contract.spelling import reading
from rules.contract.typed import LONGEST, names_in, place_in
from rules.match.match import Match

__all__ = ["Moving", "setup", "suggestions"]

# Discord shows no more suggestions.
_CHOICES = 25
_TEXT = 100
"""The most characters of a suggestion."""
_REMEMBERED = 64
"""The number of positions whose moves are cached for the next keystroke."""


class Moving(commands.Cog):
    """Typed moves."""

    @app_commands.command(description=text(say("Play a move in this channel's game")))
    @app_commands.describe(move=text(say("Such as c3-d4, or c3xe5 for a capture")))
    async def move(self, interaction: Interaction, move: str) -> None:
        """Play what was typed in the channel's running game."""
        client = interaction.client
        async with responding(interaction, client.serving.arrivals.take_turn) as response:
            table = await client.lookup.playing_in(channel_of(interaction))
            await publish.play_text(client, response, table.id, move)

    @move.autocomplete("move")
    async def _suggest(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        try:
            table = await interaction.client.lookup.playing_in(channel_of(interaction))
            person = await interaction.client.store.people.find(interaction.user.id)
        except (NoGame, BeingForgotten):
            return []
        found = suggestions(table, person, current) if person else []
        return [app_commands.Choice(name=text, value=text) for text in found]


def suggestions(table: Table, person: Person, typed: str) -> list[str]:
    """Return at most 25 legal moves that the typed text may become, if it's their turn.

    The move that it names comes first, then those that begin with it, then those that it
    abbreviates, then those that contain it. None names other cells than the text.
    """
    due = table.due
    match = table.match
    if match is None or due is None or due.user.id != person or len(typed) > LONGEST:
        return []
    legal = _NOTATIONS.of(table.id, match)
    read = reading(match.game, typed)
    if not read.plain:
        return [notation for notation, _ in legal if not read.text][:_CHOICES]
    begin, contain = list[str](), list[str]()
    for notation, names in legal:
        place = place_in(read, names)
        if place is not None:
            (contain if place else begin).append(notation)
    meant, fitting = _meant(match, typed)
    found = dict.fromkeys((*meant, *begin, *fitting, *contain))
    return [notation for notation in found if len(notation) <= _TEXT][:_CHOICES]


def _meant(match: Match, typed: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the move that the text names, if any, and those that it may name."""
    try:
        return (match.game.notate(match.read(typed)),), ()
    except AmbiguousMove as refused:
        return (), refused.candidates
    except RulesError:
        return (), ()


class _Notations:
    """The notations of a table's legal moves, cached for the next keystroke in its position."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[Match, Sequence[_Written]]] = OrderedDict()

    def of(self, table_id: int, match: Match) -> Sequence["_Written"]:
        """Return the moves as written, with the names in them, sorted."""
        known = self._kept.pop(table_id, None)
        if known is None or known[0] is not match:
            legal = sorted(match.game.notate(move) for move in match.legal)
            known = match, [(each, names_in(each)) for each in legal]
        self._kept[table_id] = known
        if len(self._kept) > _REMEMBERED:
            self._kept.popitem(last=False)
        return known[1]


_Written: TypeAlias = tuple[str, tuple[str, ...]]
_NOTATIONS: Final = _Notations()


async def setup(bot: Postboard) -> None:
    """Add the commands to the bot."""
    await bot.add_cog(Moving())
