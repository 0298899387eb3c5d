"""A game of dice between two sides as two halves, so that all its positions can be listed.

A half is the set of places where one side's pieces stand, as that side counts them, and has a
number. A position before a roll is a pair of halves: one of the side about to roll, one of its
rival. A play takes the roller's half to another half and touches points on the way; the points
touched decide what becomes of the rival's half. The equations are the same for every game of this
kind.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from rules.contract.view import Side

__all__ = ["Duel", "Half", "HalfPlay", "Standing", "Touched"]

Half: TypeAlias = int
"""The number of a half, consecutive from 0."""

Touched: TypeAlias = int
"""A set of points as the roller counts them; bit n stands for point n."""

HalfPlay: TypeAlias = tuple[Half, Touched]
"""The half to which a play takes the roller, and the points on which it sets down a checker."""


class Standing(NamedTuple):
    """A position before a roll: the side that rolls, its half, and its rival's half."""

    roller: Side
    own: Half
    rival: Half


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """All positions of a game between two sides with the same rules."""

    size: int
    """The number of halves. They are ordered so that most plays lead to lower numbers."""
    finished: Half
    """The half of a side that has won."""
    chances: tuple[float, ...]
    """The probabilities of the rolls; they add up to 1."""
    plays: Callable[[Half], Sequence[Sequence[Sequence[HalfPlay]]]]
    """Takes the roller's half and returns the plays for each roll, in tiers. The legal plays are
    the unblocked ones of the first tier that has any; if all are blocked, the turn passes."""
    touching: Mapping[int, Sequence[Half]]
    """By point and half of the rival: the half it becomes when the roller touches the point, or
    `size` if that half blocks the point. Touching several points is the same as touching them one
    after another."""
    losses: tuple[float, ...]
    """By half: the points that a side loses if its rival finishes while it has this half."""
    guesses: tuple[float, ...]
    """By half: an estimate of how far it is from the end, such as a pip count. The solver starts
    from it; any figures lead to the same table."""
    exclusive: Sequence[int]
    """By half: the points that it occupies, as its own side counts them, as bits."""
    excluded: Sequence[int]
    """The same points as its rival counts them: two halves can meet in a position if the
    `exclusive` of one and the `excluded` of the other have no bit in common."""
