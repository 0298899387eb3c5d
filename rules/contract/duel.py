"""A game of dice between two sides as two halves, so that all its positions can be listed.

A half is where one side's pieces stand, as that side counts, and has a number. A position before a
roll is a pair of halves: that of the side about to roll and that of its rival. A play takes the
roller's half to another one and touches points on the way; what is touched decides what becomes of
the rival's half. The equations are the same for every game of this shape.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rules.contract.view import Side

__all__ = ["Duel", "Half", "HalfPlay", "Standing", "Touched"]

Half: TypeAlias = int
"""The number of a half, dense from 0."""

Touched: TypeAlias = int
"""A set of points as the roller counts them: bit n stands for point n."""

HalfPlay: TypeAlias = tuple[Half, Touched]
"""Where a play takes the roller's half, and the points on which it sets down a checker."""


class Standing(NamedTuple):
    """A position before a roll: who rolls, and the halves of that side and of its rival."""

    roller: Side
    own: Half
    rival: Half


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """All positions of a game for two sides with equal rules."""

    size: int
    """How many halves there are. They are in an order in which most plays lead to lower numbers."""
    finished: Half
    """The half of a side that has won."""
    chances: tuple[float, ...]
    """The probability of each roll; they add up to 1."""
    plays: Callable[[Half], Sequence[Sequence[Sequence[HalfPlay]]]]
    """Takes the roller's half; returns by roll the plays in tiers. The legal plays are those of
    the first tier with one that is not blocked; if all are blocked the turn passes."""
    touching: Mapping[int, Sequence[Half]]
    """By point: for each half of the rival what it becomes when the roller touches the point, or
    `size` where that half blocks the point. To touch several is to touch one after the other."""
    losses: tuple[float, ...]
    """By half: the points that a side loses if its rival finishes while it has this half."""
    guesses: tuple[float, ...]
    """By half: how far it is from the end, such as a pip count. The solver begins with a guess from
    it; any figures lead to the same table."""
    exclusive: Sequence[int]
    """By half: the points of the board that it holds, as its own side counts them, as bits."""
    excluded: Sequence[int]
    """The same as its rival counts them: two halves can meet in a position when the one's
    `exclusive` and the other's `excluded` have no bit in common."""
