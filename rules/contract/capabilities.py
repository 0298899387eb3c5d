"""What some games can do beside what every `Game` does; who needs it asks with isinstance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from rules.contract.core import Outcome, Side, Team
from rules.contract.duel import Duel, Standing
from rules.contract.view import Region

__all__ = [
    "CanStop",
    "ClaimsRegions",
    "HasStakes",
    "Judged",
    "Judgement",
    "RollsToStart",
    "Solvable",
]


@runtime_checkable
class CanStop(Protocol):
    """A game that the players may agree to stop at any time and to count as it stands."""

    def stopped(self, state: Any) -> Outcome:  # noqa: ANN401 - whatever state the game has
        """Return the outcome if the game stops here, citing the rule that allows it."""
        ...


@runtime_checkable
class HasStakes(Protocol):
    """A game that counts more or less in a series, by how thoroughly it is won."""

    def worth(self, state: Any, losers: Team) -> int:  # noqa: ANN401 - whatever state the game has
        """Return what the game counts if these sides lose it as it stands, by resigning say."""
        ...


@runtime_checkable
class ClaimsRegions(Protocol):
    """A game whose moves may claim a region of the board."""

    def region(self, state: Any, move: Any) -> Region | None:  # noqa: ANN401 - the game's own
        """Return the region that the move claims, to be shown as a candidate; None if none."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What a game knows about its positions that its rules do not say, for a search to use."""

    value: Callable[[Any], Sequence[float]]
    """Takes a state, returns by team, in the order of the spec, how well the team stands. The unit
    is the game's own, such as a man or a pawn, and only differences between teams count."""
    scale: float
    """How large a lead is: a team ahead by this many units wins 73 of 100 games, and in general the
    share 1 / (1 + exp(-lead / scale))."""
    positions: int
    """How many positions the strongest opponent may look at for one move. The figure keeps it below
    4 s of CPU time where `docs/engine.md` was measured."""
    unquiet: Callable[[Sequence[Any]], bool] | None = None
    """Takes the legal moves of a state, tells whether they change too much to judge it now, as
    compulsory captures do. None: any state can be judged, without a look at its moves."""
    errs_by_size: bool = False
    """Whether gentle opponents differ by the size of the errors that they make on purpose. That is
    for games of dice, in which looking further ahead takes too many positions to gain much."""
    unordered_dice: bool = False
    """Whether it makes no difference in which order the dice of a roll fell, once it is known whose
    roll it is."""


@runtime_checkable
class RollsToStart(Protocol):
    """A game in which each side rolls a die to decide who starts."""

    @property
    def opening_dice(self) -> tuple[Side, ...]:
        """The sides whose dice an opening roll holds, in the order of its pips."""
        ...


@runtime_checkable
class Judged(Protocol):
    """A game that can judge its positions; a search plays it better for that."""

    @property
    def judgement(self) -> Judgement:
        """How it judges with the options it has; the same value each time."""
        ...


@runtime_checkable
class Solvable(Protocol):
    """A game of dice so small that the exact value of every position fits in a table."""

    @property
    def table_key(self) -> str:
        """The name of the table for the options it has: small letters, digits and hyphens."""
        ...

    def duel(self) -> Duel:
        """Return the whole game as two halves, from which the table is computed."""
        ...

    def standing(self, state: Any) -> Standing | None:  # noqa: ANN401 - the game's own
        """Return the state as a pair of halves, if a side whose turn it is has to roll.

        None before it is known who starts, with dice to play, and after the end.
        """
        ...
