"""Moves as text, such as `c3-d4` and `c3xe5xg7`, written strictly and read leniently."""

from itertools import pairwise
from typing import Final

from rules.contract import notation
from rules.contract.sentence import say
from rules.games.draughts.directions import between
from rules.games.draughts.position import BOARD, Bitboard, Move, Position
from rules.geometry import Cell

__all__ = ["illegal_move", "notate", "read_path"]

_EXAMPLE: Final = say("Type where the piece stands and where it goes, such as c3-d4 or c3xe5xg7.")


def notate(move: Move) -> str:
    """Return the cells of the move, joined by `x` if it captures and by `-` otherwise."""
    return ("x" if move.captured else "-").join(map(BOARD.label, move.path))


def read_path(text: str) -> tuple[Cell, ...]:
    """Return the cells that the text names. Raises NotationError if it isn't a row of cells."""
    return notation.read_path(BOARD, text, _EXAMPLE)


def illegal_move(position: Position, path: tuple[Cell, ...]) -> Move:
    """Return the move that the path describes: the rivals between its cells are its captures."""
    crossed: Bitboard = 0
    for start, end in pairwise(path):
        crossed |= between(start, end) & position.rivals
    return Move(path, crossed)
