"""What stands where, who is due, and what a move is."""

from typing import Final, NamedTuple

from rules.contract.core import Side
from rules.contract.position_text import Stacks
from rules.geometry import Cell

__all__ = ["PASS", "Move", "Position", "State"]


class Position(NamedTuple):
    """The piles, and whose turn it is."""

    piles: Stacks
    due: Side


class State(NamedTuple):
    """A position, and the plies since a forward move or a landing."""

    position: Position
    idle: int = 0


class Move(NamedTuple):
    """From where to where, and whether it lands on a pawn or pile."""

    path: tuple[Cell, ...]
    lands: bool = False


PASS: Final = Move(())
"""No move at all, which is never legal."""
