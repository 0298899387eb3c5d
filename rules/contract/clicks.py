"""Moves entered click by click: the same for every game, as prefixes of `path` over `legal`."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.contract.core import AnyGame, AnyMove
from rules.geometry import Cell

__all__ = ["MoveEntry", "enter"]


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """A move entered in part: the cells clicked so far, and the ways to go on.

    Both `choices` and `moves` may be non-empty: the move may stop here or go on.
    """

    clicked: tuple[Cell, ...]
    choices: tuple[Cell, ...]
    """The cells that may be clicked next, in the order of their numbers."""
    moves: tuple[AnyMove, ...]
    """The moves that are complete with these clicks. If there are several, the player has to
    pick one by its notation."""


def enter(game: AnyGame, legal: Sequence[AnyMove], clicked: Sequence[Cell]) -> MoveEntry:
    """Return the entry after these clicks, going on by itself while there is only one way to.

    If the clicks match no legal move, they are dropped from the first wrong one on, so that a move
    begun in an older position never gets stuck.
    """
    paths = [(game.path(move), move) for move in legal]
    entry = _at(paths, ())
    for cell in clicked:
        if cell not in entry.choices:
            break
        entry = _at(paths, (*entry.clicked, cell))
    while entry.clicked and len(entry.choices) == 1 and not entry.moves:
        entry = _at(paths, (*entry.clicked, entry.choices[0]))
    return entry


def _at(paths: Sequence[tuple[tuple[Cell, ...], AnyMove]], clicked: tuple[Cell, ...]) -> MoveEntry:
    size = len(clicked)
    begun = [(path, move) for path, move in paths if path[:size] == clicked]
    return MoveEntry(
        clicked,
        tuple(sorted({path[size] for path, _ in begun if len(path) > size})),
        tuple(move for path, move in begun if len(path) == size),
    )
