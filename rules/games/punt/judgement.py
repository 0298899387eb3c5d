"""How good a position is at a glance: pawns that have finished, and the way of the others."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeAlias

from rules.capabilities import Judgement
from rules.core import Side
from rules.games.punt.course import Army, Course
from rules.games.punt.position import State
from rules.geometry import Cell

__all__ = ["Worths", "judgement"]

_SCALE: Final = 3.0


@dataclass(frozen=True, slots=True)
class Worths:
    """What counts beside a pawn that has finished, in such pawns."""

    controlled: float
    """A pawn in a pile under control that is on the way."""
    row: float
    """Each row that it still has to go, taken off."""
    pile: float
    """A pile that can still move."""
    guest: float
    """A pawn under a rival's control on the side's own end row."""
    positions: int
    """As in `Judgement`."""


_Rows: TypeAlias = tuple[int | None, ...]


@cache
def judgement(course: Course, worths: Worths) -> Judgement:
    """Return how a game on the course is judged, in pawns that have finished."""
    order = {army.side.key: team for team, army in enumerate(course.armies)}
    rows = {army.side.key: _rows_to_go(course, army) for army in course.armies}
    hosts = [
        [n for n, army in enumerate(course.armies) if c in army.goal] for c in course.board.cells
    ]
    return Judgement(
        value=_valued(worths, order, rows, hosts), scale=_SCALE, positions=worths.positions
    )


def _valued(
    worths: Worths, order: dict[Side, int], rows: dict[Side, _Rows], hosts: list[list[int]]
) -> Callable[[State], list[float]]:
    controlled, row, mobile, guest = worths.controlled, worths.row, worths.pile, worths.guest

    def value(state: State) -> list[float]:
        totals = [0.0] * len(order)
        for cell, pile in enumerate(state.position.piles):
            if not pile:
                continue
            owner = pile[-1]
            team, height, left = order[owner], len(pile), rows[owner][cell]
            if left == 0:
                totals[team] += height
                continue
            if left is not None:
                totals[team] += height * (controlled - row * left) + mobile
            for host in hosts[cell]:
                if host != team:
                    totals[host] += guest * height
        return totals

    return value


def _rows_to_go(course: Course, army: Army) -> _Rows:
    """Return by cell the fewest steps forward to the end row; None where it is out of reach."""
    board = course.board
    distance: dict[Cell, int] = dict.fromkeys(army.goal, 0)
    found = list(army.goal)
    for goal in found:
        for cell in board.cells:
            ahead = [board.step(cell, way) for way in army.forward]
            if goal in ahead and cell not in distance:
                distance[cell] = distance[goal] + 1
                found.append(cell)
    return tuple(distance.get(cell) for cell in board.cells)
