"""Moves as text, such as `c2-c3` and `c1xc3xe3`, read leniently."""

from collections.abc import Sequence
from typing import Final

from rules.contract.core import AmbiguousMove
from rules.contract.notation import abbreviates, read_path
from rules.contract.sentence import say
from rules.games.rematch.generator import is_step
from rules.games.rematch.position import BOARD, Move

__all__ = ["notate", "parse"]

_EXAMPLE: Final = say("Write the cells starting with the origin, such as c2-c3 or c1xc3xe3.")


def notate(move: Move) -> str:
    """Return the cells of the move, joined by `-` if it is a step and by `x` otherwise."""
    return ("-" if is_step(move) else "x").join(map(BOARD.label, move))


def parse(text: str, moves: Sequence[Move]) -> Move:
    """Return the move that the text means; it is illegal if it isn't one of these.

    If no move is written like this, the text means the one capture that it abbreviates. Raises
    NotationError if it isn't a path, AmbiguousMove if several captures fit.
    """
    meant = read_path(BOARD, text, _EXAMPLE)
    if meant in moves:
        return meant
    captures = (move for move in moves if not is_step(move))
    fitting = [move for move in captures if abbreviates(meant, move)]
    if len(fitting) > 1:
        raise AmbiguousMove(text.strip(), tuple(sorted(map(notate, fitting))))
    return fitting[0] if fitting else meant
