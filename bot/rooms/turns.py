"""A turn that is being entered: whose it is, what it may be, and the clicks so far."""

from collections.abc import Sequence
from dataclasses import dataclass

from discord import ButtonStyle, ui

from bot.client import Postboard
from bot.keys import button
from bot.presses import Press
from bot.records import Table
from bot.refusals import NotYours, Refusal, Stale
from bot.reply import Reply
from rules.abilities import Claiming
from rules.clicks import Entry, enter
from rules.core import (
    AnyGame,
    AnyMove,
    Seat,
)
from rules.geometry import Cell
from rules.match import Match

__all__ = ["OPTION_TEXT", "PAGE", "Turn", "joined", "play_button", "present", "split", "to_move"]

OPTION_TEXT = 100
"""Characters that an option of a menu shows."""

PAGE = 25
"""Options that one of Discord's menus holds."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The table at which somebody is to move, from which seat, and what they may play."""

    table: Table
    match: Match
    seat: Seat
    legal: Sequence[AnyMove]

    @property
    def game(self) -> AnyGame:
        """The game with its options."""
        return self.match.game

    @property
    def name(self) -> tuple[int, int]:
        """What every button of the panel names first."""
        return self.table.id, self.match.stamp

    def entered(self, clicked: Sequence[Cell]) -> Entry:
        """Return where the clicks lead.

        In a game with claims the first click places a stone; a claim is then chosen as a whole,
        so that the clicks never stop in the midst of one.
        """
        if len(self.legal) == 1:
            return Entry(self.game.path(self.legal[0]), (), tuple(self.legal))
        entry = enter(self.game, self.legal, clicked)
        if entry.choices and len(entry.clicked) > 1 and isinstance(self.game, Claiming):
            return enter(self.game, self.legal, entry.clicked[:1])
        return entry

    def beginning(self, clicked: Sequence[Cell]) -> list[AnyMove]:
        """Return the moves that these clicks begin."""
        begun = tuple(clicked)
        return [move for move in self.legal if self.game.path(move)[: len(begun)] == begun]


def to_move(table: Table, reply: Reply) -> Turn:
    """Return the person's turn. Raises Refusal unless it is theirs."""
    match = table.match
    player = table.player(reply.person.id)
    if match is None or player is None or player.seat is None:
        raise Refusal("Only those who play here can move. **My view** shows you the board.")
    if match.outcome or match.seat_due != player.seat:
        raise NotYours(table)
    return Turn(table, match, player.seat, match.game.legal(match.state))


async def present(bot: Postboard, reply: Reply, press: Press) -> Turn:
    """Return the turn that a panel is for. Raises Stale where the game has gone on since."""
    table = await bot.tables.get(press.table)
    if table.match is None or table.match.stamp != press.stamp:
        raise Stale(table)
    return to_move(table, reply)


def play_button(turn: Turn, move: AnyMove, label: str) -> ui.Button[ui.View]:
    """Return a button that plays the move at once."""
    index = list(turn.legal).index(move)
    text = f"{label} {turn.game.notate(move)}"
    return button(text, "play", *turn.name, index, style=ButtonStyle.success)


def joined(cells: Sequence[Cell]) -> str:
    """Write clicks as one word of a button's name."""
    return ".".join(map(str, cells))


def split(word: str) -> tuple[Cell, ...]:
    """Read the clicks that `joined` wrote."""
    return tuple(Cell(int(number)) for number in word.split(".") if number)
