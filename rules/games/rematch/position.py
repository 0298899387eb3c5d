"""What stands where, who is due, and what a move is."""

from typing import Final, NamedTuple

from rules.core import Side, SideSpec, Team
from rules.geometry import Cell
from rules.geometry.hexagon import Hexagon
from rules.position_text import Stacks
from rules.sentence import say
from rules.view import Colour

__all__ = [
    "BOARD",
    "ORANGE",
    "PARTNER",
    "RED",
    "SIDES",
    "TEAM",
    "WHITE",
    "Move",
    "Position",
    "State",
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


class Position(NamedTuple):
    """The stacks, and what decides whose turn it is."""

    stacks: Stacks
    red_to_move: bool
    last: Side
    """The colour that the team moved last; orange at the start, as white begins."""

    @property
    def tops(self) -> frozenset[Side]:
        """The colours that are on top of some stack."""
        return frozenset(stack[-1] for stack in self.stacks if stack)

    @property
    def due(self) -> Side:
        """Whose turn it is, by the rules `rematch.turn.colour` and `.captured-colour`."""
        if self.red_to_move:
            return RED
        following = PARTNER[self.last]
        return following if following in self.tops else self.last

    @property
    def captured(self) -> Team | None:
        """The team that has lost as it has no piece on top, if one has."""
        tops = self.tops
        if RED not in tops:
            return frozenset({RED})
        return None if TEAM & tops else TEAM


class State(NamedTuple):
    """A position, with the plies since the last capture and since the start."""

    position: Position
    idle: int = 0
    plies: int = 0


class Move(NamedTuple):
    """A whole turn: the origin and every landing cell.

    They say everything: one step to a neighbour is a step, and any other pair of cells is a jump
    over the stack on the cell before the landing.
    """

    path: tuple[Cell, ...]
