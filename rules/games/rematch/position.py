"""Positions, states and moves."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from rules.contract.core import Side, SideSpec, Team
from rules.contract.sentence import say
from rules.contract.view import Colour
from rules.geometry import Cell
from rules.geometry.hexagon import Hexagon

__all__ = [
    "BOARD",
    "LETTER",
    "ORANGE",
    "PARTNER",
    "RED",
    "SIDE",
    "SIDES",
    "TEAM",
    "WHITE",
    "Bitboard",
    "Move",
    "State",
    "bits",
]

BOARD: Final = Hexagon(3)
RED: Final = Side("red")
WHITE: Final = Side("white")
ORANGE: Final = Side("orange")
TEAM: Final[Team] = frozenset({WHITE, ORANGE})
PARTNER: Final = {WHITE: ORANGE, ORANGE: WHITE}

SIDES: Final = (
    SideSpec(WHITE, say("White"), Colour.WHITE),
    SideSpec(RED, say("Red"), Colour.RED),
    SideSpec(ORANGE, say("Orange"), Colour.ORANGE),
)


LETTER: Final = {side.key: side.key[0] for side in SIDES}
SIDE: Final = {letter: side for side, letter in LETTER.items()}
"""The side to which a piece belongs, by its letter."""

Bitboard: TypeAlias = int
"""A set of cells: bit n stands for cell n of the board."""


class State(NamedTuple):
    """A position, with the plies since the last capture and since the start.

    It is a named tuple because a search makes hundreds of thousands a second. The stacks of each
    colour follow from `stacks`; `State.of` computes them.
    """

    stacks: tuple[str, ...]
    """By cell, the letters of its pieces, bottom to top; an empty cell has none."""
    red: Bitboard
    """The stacks with a red piece on top."""
    white: Bitboard
    orange: Bitboard
    red_to_move: bool
    last: Side
    """The colour that the team moved last; orange at the start, since white begins."""
    idle: int = 0
    plies: int = 0

    @classmethod
    def of(
        cls,
        stacks: Sequence[str],
        *,
        red_to_move: bool,
        last: Side,
        idle: int = 0,
        plies: int = 0,
    ) -> "State":
        """Return the state with these stacks."""
        red, white, orange = (
            bits(cell for cell in BOARD.cells if stacks[cell].endswith(LETTER[side]))
            for side in (RED, WHITE, ORANGE)
        )
        return cls(tuple(stacks), red, white, orange, red_to_move, last, idle, plies)

    @property
    def due(self) -> Side:
        """The side to move, by the rules `rematch.turn.colour` and `.captured-colour`."""
        if self.red_to_move:
            return RED
        following = PARTNER[self.last]
        return following if self.owns(following) else self.last

    @property
    def captured(self) -> Team | None:
        """The team that has lost because it has no piece on top, if any."""
        if not self.red:
            return frozenset({RED})
        return None if self.white or self.orange else TEAM

    def owns(self, side: Side) -> Bitboard:
        """Return the stacks with a piece of that side on top."""
        return {RED: self.red, WHITE: self.white, ORANGE: self.orange}[side]


Move: TypeAlias = tuple[Cell, ...]
"""A whole turn: the origin and every landing cell.

The cells are enough: one step to a neighbour is a step, and any other pair of cells is a jump over
the stack on the cell before the landing.
"""


def bits(cells: Iterable[Cell]) -> Bitboard:
    """Return the set of these cells, which must be different."""
    return sum(1 << cell for cell in cells)
