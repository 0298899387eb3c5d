"""Moves as text, such as `c2-c3` and `c1xc3xe3`, read leniently."""

from typing import Final

from rules.contract.notation import read_path
from rules.contract.sentence import say
from rules.games.rematch.generator import is_step
from rules.games.rematch.position import BOARD, Move

__all__ = ["notate", "parse"]

_EXAMPLE: Final = say("Type where the stack stands and where it goes, such as c2-c3 or c1xc3xe3.")


def notate(move: Move) -> str:
    """Return the cells of the move, joined by `-` if it is a step and by `x` otherwise."""
    return ("-" if is_step(move) else "x").join(map(BOARD.label, move))


def parse(text: str) -> Move:
    """Return the move that the text names, legal or not.

    Raises NotationError if it isn't a path.
    """
    return read_path(BOARD, text, _EXAMPLE)
