"""Positions, counted by both sides from their own homes, and the dice to be played."""

from typing import Final, NamedTuple, TypeAlias

from rules.contract.core import Roll, Side
from rules.contract.sentence import say
from rules.geometry import Cell
from rules.geometry.backgammon import FAR_BAR, FAR_OFF, NEAR_BAR, NEAR_OFF, Points

__all__ = [
    "BAR",
    "BLACK",
    "BOARD",
    "HOME",
    "OFF",
    "START",
    "TITLES",
    "WHITE",
    "Checkers",
    "Dots",
    "Play",
    "Route",
    "Spot",
    "State",
    "cell_of",
    "other",
    "played",
    "rolled",
    "seen_across",
]  # fmt: skip

WHITE: Final = Side("white")
BLACK: Final = Side("black")
TITLES: Final = {WHITE: say("White"), BLACK: say("Black")}
"""The sides' names for players."""
BOARD: Final = Points()
"""White is the near side."""

Spot: TypeAlias = int
"""The place of a checker as its own side counts: a point from 24 to 1, `BAR` or `OFF`."""
BAR: Final[Spot] = 25
OFF: Final[Spot] = 0
HOME: Final[Spot] = 6
"""The farthest point of a side's home."""

Checkers: TypeAlias = tuple[Spot, ...]
"""A side's checkers, rearmost first."""
START: Final[Checkers] = (24, 23, 22)

Dots: TypeAlias = tuple[int, int]
"""Two dice in the order rolled."""


class Route(NamedTuple):
    """One checker's part of a notation: the spots it shows, and which of them are hits.

    `times` checkers move like this.
    """

    spots: tuple[Spot, ...]
    hits: frozenset[Spot] = frozenset()
    times: int = 1


class Play(NamedTuple):
    """A whole turn as written, and the cells to click, two a die; no cells for a pass."""

    routes: tuple[Route, ...] = ()
    path: tuple[Cell, ...] = ()


class State(NamedTuple):
    """A position, the side to move, and the dice to be played."""

    white: Checkers = START
    black: Checkers = START
    side: Side | None = None
    """The side to roll or play next, or None until the opening roll has decided."""
    dice: Dots | None = None
    """The roll to be played, or None when a roll is due."""
    opening_rolls: int = 0
    """The number of opening rolls so far with equal dice."""

    @property
    def own(self) -> Checkers:
        """The checkers of the side to move."""
        return self.black if self.side == BLACK else self.white

    @property
    def rivals(self) -> Checkers:
        """The checkers of the other side, as that side counts."""
        return self.white if self.side == BLACK else self.black

    @property
    def winner(self) -> Side | None:
        """The side that has borne off all its checkers, if any."""
        if not any(self.white):
            return WHITE
        return BLACK if not any(self.black) else None


def other(side: Side) -> Side:
    """Return the rival of a side."""
    return BLACK if side == WHITE else WHITE


def seen_across(spot: Spot) -> Spot:
    """Return the number of the point as the rival counts it."""
    return BAR - spot


def cell_of(side: Side, spot: Spot) -> Cell:
    """Return the cell of one side's spot."""
    if spot == BAR:
        return NEAR_BAR if side == WHITE else FAR_BAR
    if spot == OFF:
        return NEAR_OFF if side == WHITE else FAR_OFF
    return Cell(spot - 1 if side == WHITE else 24 - spot)


def rolled(state: State, roll: Roll) -> State:
    """Return the state after a roll that was due."""
    first, second = roll.pips
    if state.side is None and first == second:
        return state._replace(opening_rolls=state.opening_rolls + 1)
    starter = WHITE if first > second else BLACK
    return state._replace(side=state.side or starter, dice=(first, second), opening_rolls=0)


def played(state: State, own: Checkers, rivals: Checkers) -> State:
    """Return the state after the side to move has brought the checkers to these spots."""
    if state.side == WHITE:
        return State(own, rivals, BLACK)
    return State(rivals, own, WHITE)
