"""A quick judgement of a position: pawns that have finished, and the way left for the others."""

from functools import cache
from typing import Final, NamedTuple

from rules.contract.capabilities import Judgement
from rules.contract.core import Side
from rules.games.punt.course import Army, Course
from rules.games.punt.position import State
from rules.geometry import Cell

__all__ = ["judgement"]

_SCALE: Final = 3.0


class _Worth(NamedTuple):
    """The value of one side's pile on one cell."""

    team: int
    pawn: float
    """The value of each of its pawns."""
    pile: float
    hosts: tuple[int, ...]
    """The teams, other than its own, on whose end row it stands."""


@cache
def judgement(course: Course) -> Judgement:
    """Return the judgement for the course, in pawns that have finished."""
    table = _table(course)
    none, guest = [0.0] * len(course.armies), course.worths.guest

    def value(state: State) -> list[float]:
        totals = none.copy()
        for pile, by_owner in zip(state.position.piles, table, strict=True):
            if pile:
                team, pawn, mobile, hosts = by_owner[pile[-1]]
                height = len(pile)
                totals[team] += height * pawn + mobile
                for host in hosts:
                    totals[host] += guest * height
        return totals

    worths = course.worths
    return Judgement(value=value, scale=_SCALE, positions=worths.positions, parts=worths.parts)


def _table(course: Course) -> tuple[dict[Side, _Worth], ...]:
    """Return the value of a pile, by cell and owner."""
    rows = [_rows_to_go(course, army) for army in course.armies]

    def worth(team: int, cell: Cell) -> _Worth:
        left = rows[team][cell]
        if left == 0:
            return _Worth(team, 1.0, 0.0, ())
        hosts = (n for n, army in enumerate(course.armies) if n != team and cell in army.goal)
        if left is None:
            return _Worth(team, 0.0, 0.0, tuple(hosts))
        return _Worth(team, course.worths.way[left - 1], course.worths.pile, tuple(hosts))

    sides = [army.side.key for army in course.armies]
    return tuple(
        {side: worth(team, cell) for team, side in enumerate(sides)} for cell in course.board.cells
    )


def _rows_to_go(course: Course, army: Army) -> tuple[int | None, ...]:
    """Return, by cell, the fewest forward steps to the end row, or None if out of reach."""
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
