"""The positions of a game that have few pieces, numbered so that a table can hold all of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

__all__ = ["Endgames", "Index", "Stage"]

Index: TypeAlias = int
"""The number of a position with few pieces, from 0."""

Stage: TypeAlias = Sequence[range]
"""Positions that are solved together: their moves lead to one another and to earlier stages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endgames:
    """The positions of a game between two sides with at most so many pieces on the board.

    An index stands for the pieces and the side to move, not for what has happened before. Two
    positions may share an index if one is the other with the sides exchanged.
    """

    size: int
    """The number of indices; some may belong to no position."""
    stages: Sequence[Stage]
    """In an order in which each stage can be solved once those before it are."""
    index: Callable[[Any], Index | None]
    """Takes a state and returns its index, or None with too many pieces or a side without any."""
    state: Callable[[Index], Any | None]
    """Takes an index and returns a state without a history, or None if no position has it."""
