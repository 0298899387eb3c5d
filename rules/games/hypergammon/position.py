"""What stands where, each side counting from its own home, and whose dice lie on the board."""

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
"""What players call the sides."""
BOARD: Final = Points()
"""White sits on the near side."""

Spot: TypeAlias = int
"""Where a checker is, as its own side counts: a point from 24 to 1, `BAR` or `OFF`."""
BAR: Final[Spot] = 25
OFF: Final[Spot] = 0
HOME: Final[Spot] = 6
"""The farthest point of a side's home."""

Checkers: TypeAlias = tuple[Spot, Spot, Spot]
"""A side's checkers, the rearmost first."""
START: Final[Checkers] = (24, 23, 22)

Dots: TypeAlias = tuple[int, int]
"""Two dice in the order rolled."""


class Route(NamedTuple):
    """What a writing says of one checker: the spots it shows, and which of them are hits.

    `times` checkers go this way.
    """

    spots: tuple[Spot, ...]
    hits: frozenset[Spot] = frozenset()
    times: int = 1


class Play(NamedTuple):
    """A whole turn as it is written, and the cells to click, two for each die; empty: a pass."""

    routes: tuple[Route, ...] = ()
    path: tuple[Cell, ...] = ()


class State(NamedTuple):
    """A position, who is due, and the dice that are to be played."""

    white: Checkers = START
    black: Checkers = START
    side: Side | None = None
    """Who rolls or plays next; None before the opening roll has decided it."""
    dice: Dots | None = None
    """The roll to be played; None when a roll is due."""
    opening_rolls: int = 0
    """Opening rolls so far that were equal."""

    @property
    def own(self) -> Checkers:
        """The checkers of the side that is due."""
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
    """Return how the rival counts a point."""
    return BAR - spot


def cell_of(side: Side, spot: Spot) -> Cell:
    """Return the cell of a side's spot."""
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
    """Return the state after the side due has brought the checkers to these spots."""
    if state.side == WHITE:
        return State(own, rivals, BLACK)
    return State(rivals, own, WHITE)
