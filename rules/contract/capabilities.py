"""Abilities that only some games have, beyond `Game`; check with isinstance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from rules.contract.core import Outcome, Side, Team
from rules.contract.duel import Duel, Standing
from rules.contract.endgames import Endgames
from rules.contract.facts import Fact
from rules.contract.view import Region

__all__ = [
    "CanStop",
    "ClaimsRegions",
    "HasEndgames",
    "HasMaterial",
    "HasStakes",
    "Judged",
    "Judgement",
    "RollsToStart",
    "Solvable",
    "TellsFacts",
]


@runtime_checkable
class CanStop(Protocol):
    """A game that the players may agree to stop at any time and count as it stands."""

    def stopped(self, state: Any) -> Outcome:  # noqa: ANN401 - whatever state the game has
        """Return the outcome if the game stops here, citing the rule that allows it."""
        ...


@runtime_checkable
class HasStakes(Protocol):
    """A game whose value in a series depends on how thoroughly it is won."""

    def worth(self, state: Any, losers: Team) -> int:  # noqa: ANN401 - whatever state the game has
        """Return the points that the game counts if these sides lose it now, say by resigning."""
        ...


@runtime_checkable
class ClaimsRegions(Protocol):
    """A game whose moves may claim a region of the board."""

    def region(self, state: Any, move: Any) -> Region | None:  # noqa: ANN401 - the game's own
        """Return the region that the move claims, as a candidate, or None if it claims none."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """Knowledge about a game's positions beyond its rules, for a search to use."""

    value: Callable[[Any], Sequence[float]]
    """Takes a state and says how well the teams stand, in the order of the spec. The
    unit is the game's own, such as a man or a pawn; only differences between teams matter."""
    scale: float
    """The size of a large lead: a team ahead by this many units wins 73 of 100 games, and in
    general the share 1 / (1 + exp(-lead / scale))."""
    positions: int
    """The number of positions that the strongest opponent may examine for one move. It is chosen
    so that a move takes less than 4 s of CPU time on the machine described in `docs/engine.md`."""
    parts: tuple[tuple[int, int], ...] = ()
    """Divisors of `positions` for weaker opponents, where the usual ones, 100 for a medium and 10
    for a hard one, leave too little: pairs of the usual one and the one to use."""
    unquiet: Callable[[Sequence[Any]], bool] | None = None
    """Takes the legal moves of a state and returns True if they change so much that the state
    can't be judged yet, as compulsory captures do. None if any state can be judged without looking
    at its moves."""
    errs_by_size: bool = False
    """True if gentle opponents differ in the size of the errors they make on purpose. It suits
    games of dice, in which searching deeper costs too many positions to gain much."""
    unordered_dice: bool = False
    """True if the order in which the dice of a roll fell makes no difference, once it is known
    whose roll it is."""


@runtime_checkable
class RollsToStart(Protocol):
    """A game in which both sides roll a die to decide who starts."""

    @property
    def opening_dice(self) -> tuple[Side, ...]:
        """The sides that roll the dice of an opening roll, in the order of its pips."""
        ...


@runtime_checkable
class Judged(Protocol):
    """A game that can judge its positions, which lets a search play it better."""

    @property
    def judgement(self) -> Judgement:
        """The judgement for the configured options; the same value each time."""
        ...


@runtime_checkable
class HasMaterial(Judged, Protocol):
    """A game in which having more pieces than the rival is worth something by itself.

    Captures that must follow are those that its judgement calls unquiet.
    """

    def material(self, state: Any, side: Side) -> int:  # noqa: ANN401 - the game's own
        """Return the worth of a side's pieces, in whole units such as men."""
        ...


@runtime_checkable
class TellsFacts(Protocol):
    """A game that counts what a move does, from which the engine says why one is a mistake."""

    def facts(self, state: Any, move: Any) -> tuple[Fact, ...]:  # noqa: ANN401 - the game's own
        """Return what a legal move does on the board, nothing more than once."""
        ...


@runtime_checkable
class Solvable(Protocol):
    """A game of dice so small that the exact value of every position fits in a table."""

    @property
    def table_key(self) -> str:
        """The name of the table for the options: lower-case letters, digits and hyphens."""
        ...

    def duel(self) -> Duel:
        """Return the whole game as two halves, from which the table can be computed."""
        ...

    def standing(self, state: Any) -> Standing | None:  # noqa: ANN401 - the game's own
        """Return the state as a pair of halves if the side to move has to roll, otherwise None.

        None before it is known who starts, while there are dice to play, and after the end.
        """
        ...


@runtime_checkable
class HasEndgames(Protocol):
    """A game of two sides, without dice, whose positions with few pieces fit in a table.

    Every win counts alike, and only the side that has just moved can have won.
    """

    @property
    def endgames_key(self) -> str:
        """The name of the table: lower-case letters, digits and hyphens.

        Options that lead to the same moves share it.
        """
        ...

    @property
    def endgame_pieces(self) -> int:
        """The most pieces, of both sides together, with which a table is made in minutes."""
        ...

    def endgames(self, pieces: int) -> Endgames:
        """Return the positions with at most so many pieces, from 2 on."""
        ...
