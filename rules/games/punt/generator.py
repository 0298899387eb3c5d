"""The moves of a position, what they lead to, and what is counted at the end."""

from rules.core import Side
from rules.games.punt.course import Course
from rules.games.punt.position import Move, Position, State

__all__ = ["apply", "moves", "reach", "score"]


def reach(height: int) -> int:
    """Return how many cells far a pile of that height may move."""
    return max(4 - height, 1)


def moves(course: Course, position: Position) -> tuple[Move, ...]:
    """Return every move of the side that is due."""
    piles, due = position
    lines, goals = course.lines[due], course.goals
    found: list[Move] = []
    for pile, ways in zip(piles, lines, strict=True):
        if not pile or pile[-1] != due:
            continue
        most = reach(len(pile))
        for line in ways:
            for cell, step, landing in line[:most]:
                there = piles[cell]
                if not there:
                    found.append(step)
                    continue
                if there[-1] == due or cell not in goals[there[-1]]:
                    found.append(landing)
                break
    return tuple(found)


def apply(course: Course, state: State, move: Move) -> State:
    """Return the state after the move, which is taken to be legal."""
    (piles, due), idle = state
    path, lands = move
    origin, target = path
    after = list(piles)
    after[target] = (*piles[target], *piles[origin])
    after[origin] = ()
    progress = lands or path in course.advances[due]
    return State(Position(tuple(after), course.following[due]), 0 if progress else idle + 1)


def score(course: Course, position: Position, side: Side, *, controlled: bool) -> int:
    """Return the pawns on the side's end row, or those of its own piles there alone."""
    piles = (position.piles[cell] for cell in course.army(side).goal)
    return sum(len(pile) for pile in piles if not controlled or pile[-1:] == (side,))
