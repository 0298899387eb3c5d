"""The differences between the games, as data: the board, and the armies' starts and goals."""

from dataclasses import dataclass

from rules.contract.core import Side, SideSpec
from rules.contract.position_text import Stacks
from rules.geometry import Cell, Geometry

__all__ = ["Army", "Course", "Worths"]


@dataclass(frozen=True, slots=True)
class Army:
    """One side's places on the board; directions are the geometry's names."""

    side: SideSpec
    home: frozenset[Cell]
    """The cells on which its pawns start."""
    goal: frozenset[Cell]
    """Its end row."""
    forward: tuple[str, ...]
    sideways: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Worths:
    """The values of pawns that haven't finished, in units of pawns that have."""

    way: tuple[float, ...]
    """A pawn in a pile that its side controls, with one row to go, two rows, and so on."""
    pile: float
    """A pile that can still move."""
    guest: float
    """A pawn under a rival's control on the side's own end row."""
    positions: int
    """The budget, as in `Judgement`."""
    parts: tuple[tuple[int, int], ...]
    """Its divisors, as in `Judgement`."""


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """A board and its armies, in the order of their turns.

    It equals only itself, so that results cached for each course are found quickly.
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
        """The number of pawns in an army."""
        return max(len(army.home) for army in self.armies)

    def army(self, side: Side) -> Army:
        """Return the army of the side."""
        return next(army for army in self.armies if army.side.key == side)

    def after(self, side: Side) -> Side:
        """Return the side that moves after this one."""
        order = [army.side.key for army in self.armies]
        return order[(order.index(side) + 1) % len(order)]

    def is_finished(self, stacks: Stacks, cell: Cell) -> bool:
        """Return True if there is a pile on the cell and the cell is on its owner's end row."""
        pile = stacks[cell]
        return bool(pile) and cell in self.army(pile[-1]).goal
