"""What differs between the games, as data: the board, and where each army stands and is bound."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from rules.core import Side, SideSpec
from rules.games.punt.position import Move
from rules.geometry import Cell, Geometry
from rules.geometry.rays import rays
from rules.position_text import Stacks

__all__ = ["Army", "Course", "Line", "Target"]


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


class Target(NamedTuple):
    """A cell on a line, and the moves that end there: to an empty cell, or onto a pawn or pile."""

    cell: Cell
    step: Move
    landing: Move


Line: TypeAlias = tuple[Target, ...]
"""The cells in one direction, from the nearest to the rim."""


@dataclass(frozen=True)
class Course:
    """A board and its armies, in the order of their turns.

    What follows from them is worked out once; it has no slots, which leaves room for that.
    """

    board: Geometry
    armies: tuple[Army, ...]

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

    @cached_property
    def lines(self) -> Mapping[Side, tuple[tuple[Line, ...], ...]]:
        """By side and cell, the lines along which its pile may move; none from its end row."""
        return {army.side.key: self._lines(army) for army in self.armies}

    @cached_property
    def advances(self) -> Mapping[Side, frozenset[tuple[Cell, Cell]]]:
        """By side, the origins and targets of moves that go forward."""
        every = rays(self.board)
        return {
            army.side.key: frozenset(
                (origin, target)
                for origin in self.board.cells
                for way in army.forward
                for target in every[origin][way]
            )
            for army in self.armies
        }

    @cached_property
    def goals(self) -> Mapping[Side, frozenset[Cell]]:
        """By side, its end row."""
        return {army.side.key: army.goal for army in self.armies}

    @cached_property
    def following(self) -> Mapping[Side, Side]:
        """By side, the one whose turn follows."""
        order = [army.side.key for army in self.armies]
        return dict(zip(order, [*order[1:], order[0]], strict=True))

    def army(self, side: Side) -> Army:
        """Return the army of that side."""
        return next(army for army in self.armies if army.side.key == side)

    def is_finished(self, stacks: Stacks, cell: Cell) -> bool:
        """Tell whether there is a pile on the cell, and it stands on its owner's end row."""
        pile = stacks[cell]
        return bool(pile) and cell in self.goals[pile[-1]]

    def _lines(self, army: Army) -> tuple[tuple[Line, ...], ...]:
        ways = (*army.forward, *army.sideways)
        return tuple(
            ()
            if origin in army.goal
            else tuple(_line(origin, rays(self.board)[origin][way]) for way in ways)
            for origin in self.board.cells
        )


def _line(origin: Cell, ray: tuple[Cell, ...]) -> Line:
    return tuple(
        Target(cell, Move((origin, cell)), Move((origin, cell), lands=True)) for cell in ray
    )
