"""The moves of a position, their results, and the count at the end."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from rules.contract.core import Side
from rules.games.punt.course import Army, Course
from rules.games.punt.position import Move, Position, State
from rules.geometry import Cell
from rules.geometry.rays import rays

__all__ = ["apply", "moves", "reach", "score"]


class _Target(NamedTuple):
    """A cell that a pile may reach, and the moves that end on it."""

    cell: Cell
    step: Move
    landing: Move


class _Paths(NamedTuple):
    """The paths that one side's piles may take on an empty board."""

    origins: tuple[tuple[Cell, tuple[tuple[_Target, ...], ...]], ...]
    """The cells from which its piles may move, each with the targets in every direction, nearest
    first."""
    forward: frozenset[tuple[Cell, ...]]
    """The paths of its moves forward."""
    next: Side
    """The side that moves next."""


def reach(height: int) -> int:
    """Return the number of cells that a pile of that height may move."""
    return max(4 - height, 1)


def moves(course: Course, position: Position) -> tuple[Move, ...]:
    """Return every move of the side to move."""
    piles, due = position
    goals, found = _goals(course), list[Move]()
    for origin, ways in _paths(course)[due].origins:
        pile = piles[origin]
        if not pile or pile[-1] != due:
            continue
        far = reach(len(pile))
        for way in ways:
            for target, step, landing in way[:far]:
                other = piles[target]
                if not other:
                    found.append(step)
                    continue
                owner = other[-1]
                if owner == due or target not in goals[owner]:
                    found.append(landing)
                break
    return tuple(found)


def apply(course: Course, state: State, move: Move) -> State:
    """Return the state after the move, which is assumed to be legal."""
    (piles, due), idle = state
    path, lands = move
    origin, target = path
    paths = _paths(course)[due]
    after = list(piles)
    after[target] = (*piles[target], *piles[origin])
    after[origin] = ()
    progress = lands or path in paths.forward
    return State(Position(tuple(after), paths.next), 0 if progress else idle + 1)


def score(course: Course, position: Position, side: Side, *, controlled: bool) -> int:
    """Count the pawns on the side's end row, or only the ones in its own piles there."""
    piles = (position.piles[cell] for cell in course.army(side).goal)
    return sum(len(pile) for pile in piles if not controlled or pile[-1:] == (side,))


@cache
def _goals(course: Course) -> Mapping[Side, frozenset[Cell]]:
    """Return, by side, the cells on which its piles are finished."""
    return {army.side.key: army.goal for army in course.armies}


@cache
def _paths(course: Course) -> Mapping[Side, _Paths]:
    """Return, by side, the paths that its piles may take."""
    return {army.side.key: _paths_of(course, army) for army in course.armies}


def _paths_of(course: Course, army: Army) -> _Paths:
    lines, farthest = rays(course.board), reach(1)

    def along(origin: Cell, way: str) -> tuple[_Target, ...]:
        line = lines[origin][way][:farthest]
        return tuple(
            _Target(cell, Move((origin, cell)), Move((origin, cell), lands=True)) for cell in line
        )

    origins = [cell for cell in course.board.cells if cell not in army.goal]
    ways = (*army.forward, *army.sideways)
    return _Paths(
        tuple((origin, tuple(along(origin, way) for way in ways)) for origin in origins),
        frozenset(
            target.step.path
            for cell in origins
            for way in army.forward
            for target in along(cell, way)
        ),
        course.after(army.side.key),
    )
