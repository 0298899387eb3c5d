"""Positions, states and moves."""

from typing import Final, NamedTuple

from rules.contract.core import Side
from rules.contract.position_text import Stacks
from rules.geometry import Cell

__all__ = ["PASS", "Move", "Position", "State"]


class Position(NamedTuple):
    """The piles, and the side to move."""

    piles: Stacks
    due: Side


class State(NamedTuple):
    """A position, and the plies since a forward move or a landing."""

    position: Position
    idle: int = 0


class Move(NamedTuple):
    """The start and end of a move, and whether it lands on a pawn or pile."""

    path: tuple[Cell, ...]
    lands: bool = False


PASS: Final = Move(())
"""Not moving at all, which is never legal."""
