"""The moves of a position, what they lead to, and what is counted at the end."""

from collections.abc import Iterator

from rules.core import Side
from rules.games.punt.course import Course
from rules.games.punt.position import Move, Position, State
from rules.geometry import Cell
from rules.geometry.rays import line_between, rays

__all__ = ["apply", "moves", "reach", "score"]


def reach(height: int) -> int:
    """Return how many cells far a pile of that height may move."""
    return max(4 - height, 1)


def moves(course: Course, position: Position) -> tuple[Move, ...]:
    """Return every move of the side that is due."""
    piles, due = position
    army = course.army(due)
    lines = rays(course.board)
    return tuple(
        move
        for cell in course.board.cells
        if piles[cell][-1:] == (due,) and cell not in army.goal
        for way in (*army.forward, *army.sideways)
        for move in _along(course, position, cell, lines[cell][way])
    )


def apply(course: Course, state: State, move: Move) -> State:
    """Return the state after the move, which is taken to be legal."""
    (piles, due), idle = state
    origin, target = move.path
    after = list(piles)
    after[target] = (*piles[target], *piles[origin])
    after[origin] = ()
    line = line_between(course.board, origin, target)
    assert line is not None
    progress = move.lands or line[0] in course.army(due).forward
    return State(Position(tuple(after), course.after(due)), 0 if progress else idle + 1)


def score(course: Course, position: Position, side: Side, *, controlled: bool) -> int:
    """Return the pawns on the side's end row, or those of its own piles there alone."""
    piles = (position.piles[cell] for cell in course.army(side).goal)
    return sum(len(pile) for pile in piles if not controlled or pile[-1:] == (side,))


def _along(
    course: Course, position: Position, origin: Cell, line: tuple[Cell, ...]
) -> Iterator[Move]:
    piles, due = position
    for cell in line[: reach(len(piles[origin]))]:
        pile = piles[cell]
        if not pile:
            yield Move((origin, cell))
            continue
        if pile[-1] == due or not course.is_finished(piles, cell):
            yield Move((origin, cell), lands=True)
        return
