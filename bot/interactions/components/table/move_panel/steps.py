"""The panel's present step: a choice of moves, cells or claims, or the question to confirm."""

from dataclasses import replace
from typing import Final

from bot.interactions.components.table.move_panel.choices import MOST, MOVES, are_buttons, asking
from bot.interactions.components.table.move_panel.picking import (
    are_open,
    claiming,
    pointing,
    whole_moves,
)
from bot.interactions.components.table.move_panel.state import Turn, other_ways, play_button
from bot.messages import pictures
from bot.messages.controls.message import Message, in_rows
from bot.messages.words.text import lines
from rules.contract.capabilities import ClaimsRegions
from rules.contract.clicks import MoveEntry
from rules.contract.sentence import Notation, say

__all__ = ["are_named", "confirming", "step"]

_FEW_CLICKS: Final = 2
_ALIKE: Final = 20
"""The most moves that are told apart: four rows of buttons."""


def step(turn: Turn, entry: MoveEntry, *, page: int = 0, part: str | None = None) -> Message:
    """Return the panel after the clicks of an entry.

    `page` is that of the claims, from 0, and `part` the name of a part of the board.
    """
    message = _step(turn, entry, page, part)
    if turn.study is None:
        return message
    return replace(message, text=lines(turn.study.heading, message.text))


def _step(turn: Turn, entry: MoveEntry, page: int, part: str | None) -> Message:
    if entry.choices and are_named(turn):
        return whole_moves(turn)
    if are_open(turn, entry):
        return claiming(turn, entry, page)
    if entry.choices:
        return pointing(turn, entry, part)
    if len(entry.moves) == 1:
        return confirming(turn, entry, forced=len(turn.legal) == 1)
    return _telling_apart(turn, entry)


def are_named(turn: Turn) -> bool:
    """Return True if whole moves are offered, and not one cell after another.

    A menu takes two taps to choose from, so moves of two cells are offered by name only where they
    are buttons.
    """
    count = len(turn.legal)
    if are_buttons(count, MOVES):
        return True
    paths = map(turn.game.path, turn.legal)
    by_cells = isinstance(turn.game, ClaimsRegions) or all(len(p) <= _FEW_CLICKS for p in paths)
    return count <= MOST and not by_cells


def confirming(turn: Turn, entry: MoveEntry, *, forced: bool = False) -> Message:
    """Show the position after the move, and ask for confirmation."""
    move = entry.moves[0]
    view = pictures.preview(turn.table, turn.seat, move)
    needed, more = other_ways(turn, entry.clicked)
    notation = Notation(turn.game.notate(move))
    if turn.study or forced:
        ways = [turn.study.way] if turn.study else []
    else:
        ways = [*needed, *more[1:]]
    words = say("Play {move}?", move=notation)
    if forced:
        words = say("{move} is your only move.", move=notation)
    after = say("{words} After it:", words=words)
    return asking(turn, view, words, [play_button(turn, move), *ways], opening=after)


def _telling_apart(turn: Turn, entry: MoveEntry) -> Message:
    """Offer the moves that these clicks could mean, by their notation."""
    view = pictures.choosing(turn.table, turn.seat, entry, ())
    rows = in_rows([play_button(turn, move) for move in entry.moves[:_ALIKE]])
    needed, _ = other_ways(turn, entry.clicked)
    words = say("These clicks fit several moves. Which one?")
    return asking(turn, view, words, *rows, needed[:1])
