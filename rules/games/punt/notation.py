"""Moves as text, such as `b2-b4` and `b2xb4`."""

from typing import Final

from rules.contract.core import NotationError
from rules.contract.notation import read_path
from rules.contract.sentence import Stranger, say
from rules.games.punt.position import PASS, Move, Position
from rules.geometry import Geometry

__all__ = ["notate", "parse"]

_NO_MOVE: Final = "pass"
_EXAMPLE: Final = say("Type where the pawn or pile stands and where it goes, such as b2-b4.")


def notate(board: Geometry, move: Move) -> str:
    """Return the two cells of the move, joined by `x` if it lands on a pile, or else by `-`."""
    return ("x" if move.lands else "-").join(map(board.label, move.path)) or _NO_MOVE


def parse(board: Geometry, position: Position, text: str) -> Move:
    """Return the move that the text means, which may be illegal.

    Raises NotationError if it isn't two cells of the board.
    """
    if text.strip().lower() == _NO_MOVE:
        return PASS
    path = read_path(board, text, _EXAMPLE)
    if len(path) != 2:
        raise NotationError(
            say(
                "“{text}” names {number} cells, but a move has two. {example}",
                text=Stranger(text.strip()),
                number=len(path),
                example=_EXAMPLE,
            )
        )
    return Move(path, lands=bool(position.piles[path[1]]))
