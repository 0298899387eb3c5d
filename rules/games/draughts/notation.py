"""Moves as text: `c3-d4`, `c3xe5xg7`, and the forgiving way back."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from rules.core import AmbiguousMove, NotationError
from rules.games.draughts.position import BOARD, Bitboard, Move, Position
from rules.games.draughts.ways import between
from rules.geometry import Cell

__all__ = ["abbreviated", "illegal_move", "notate", "read_path"]

_EXAMPLE: Final = "Write the cells from the origin on, such as c3-d4 or c3xe5xg7."
_SEPARATORS: Final = re.compile(r"[\s\-‐‑–—−x×:]+")
_CELL: Final = re.compile(r"[a-z][0-9]+")


def notate(move: Move) -> str:
    """Return the cells of the move, joined by `x` if it captures and by `-` if not."""
    return ("x" if move.captured else "-").join(map(BOARD.label, move.path))


def read_path(text: str) -> tuple[Cell, ...]:
    """Return the cells that the text names.

    Raises NotationError if it is not a row of at least two cells of the board.
    """
    words = _SEPARATORS.sub(" ", text.lower()).split()
    if not words:
        raise NotationError(f"There is no move in “{text.strip()}”. {_EXAMPLE}")
    path: list[Cell] = []
    for word in words:
        labels = _CELL.findall(word)
        if "".join(labels) != word:
            raise NotationError(f"“{word}” in “{text.strip()}” is no cell. {_EXAMPLE}")
        path += map(_cell, labels)
    if len(path) < 2:
        label = BOARD.label(path[0])
        raise NotationError(f"“{text.strip()}” says where from, {label}, but not where to.")
    return tuple(path)


def abbreviated(path: Sequence[Cell], text: str, moves: Sequence[Move]) -> Move | None:
    """Return the one capture that begins and ends like the path and touches its other cells.

    None if there is no such move. Raises AmbiguousMove if there are several.
    """
    fitting = [move for move in moves if move.captured and _abbreviates(path, move.path)]
    if len(fitting) > 1:
        raise AmbiguousMove(text.strip(), tuple(sorted(map(notate, fitting))))
    return fitting[0] if fitting else None


def illegal_move(position: Position, path: tuple[Cell, ...]) -> Move:
    """Return what the path would mean: the rivals that lie between its cells are its captures."""
    crossed: Bitboard = 0
    for start, end in pairwise(path):
        crossed |= between(start, end) & position.rivals
    return Move(path, crossed)


def _cell(label: str) -> Cell:
    cell = BOARD.find(label)
    if cell is None:
        first, last = BOARD.label(BOARD.cells[0]), BOARD.label(BOARD.cells[-1])
        raise NotationError(f"There is no cell {label}; the board goes from {first} to {last}.")
    return cell


def _abbreviates(short: Sequence[Cell], path: Sequence[Cell]) -> bool:
    if short[0] != path[0] or short[-1] != path[-1]:
        return False
    rest = iter(path[1:-1])
    return all(cell in rest for cell in short[1:-1])
