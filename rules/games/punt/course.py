"""What differs between the games, as data: the board, and where each army stands and is bound."""

from dataclasses import dataclass

from rules.contract.core import Side, SideSpec
from rules.contract.position_text import Stacks
from rules.geometry import Cell, Geometry

__all__ = ["Army", "Course", "Worths"]


@dataclass(frozen=True, slots=True)
class Army:
    """One side's place on the board; directions are the geometry's names."""

    side: SideSpec
    home: frozenset[Cell]
    """Where its pawns start."""
    goal: frozenset[Cell]
    """Its end row."""
    forward: tuple[str, ...]
    sideways: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Worths:
    """What an opponent thinks of pawns that have not finished, in such that have."""

    way: tuple[float, ...]
    """A pawn in a pile under control that has one row to go, two and so on."""
    pile: float
    """A pile that can still move."""
    guest: float
    """A pawn under a rival's control on the side's own end row."""
    positions: int
    """As in `Judgement`."""


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """A board and its armies, in the order of their turns.

    It equals only itself, so that what is worked out once for each course is found at once.
    """

    board: Geometry
    armies: tuple[Army, ...]
    worths: Worths

    @property
    def start(self) -> Stacks:
        """A pawn on every cell of a home."""
        return tuple(
            tuple(army.side.key for army in self.armies if cell in army.home)
            for cell in self.board.cells
        )

    @property
    def pawns(self) -> int:
        """How many pawns each army has."""
        return max(len(army.home) for army in self.armies)

    def army(self, side: Side) -> Army:
        """Return the army of that side."""
        return next(army for army in self.armies if army.side.key == side)

    def after(self, side: Side) -> Side:
        """Return the side whose turn follows that of this one."""
        order = [army.side.key for army in self.armies]
        return order[(order.index(side) + 1) % len(order)]

    def is_finished(self, stacks: Stacks, cell: Cell) -> bool:
        """Tell whether there is a pile on the cell, and it stands on its owner's end row."""
        pile = stacks[cell]
        return bool(pile) and cell in self.army(pile[-1]).goal
