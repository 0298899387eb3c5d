"""Which rule a move breaks first, from the pile on its origin to the cell where it ends."""

from rules.core import Violation
from rules.games.punt.course import Army, Course
from rules.games.punt.generator import reach
from rules.games.punt.position import PASS, Move, Position
from rules.games.punt.rulebook import DIRECTION, DISTANCE, FINISHED, LAND, MUST_MOVE, OWN
from rules.geometry import Cell
from rules.geometry.rays import line_between, rays
from rules.phrases import one_of

__all__ = ["violation"]


def violation(course: Course, position: Position, move: Move) -> Violation | None:
    """Return the first rule that the move breaks; None if it is legal."""
    army = course.army(position.due)
    if move == PASS:
        return Violation(MUST_MOVE, f"{army.side.title} can move, so {army.side.title} must.")
    origin, target = move.path
    return (
        _wrong_origin(course, army, position, origin)
        or _wrong_way(course, army, origin, target)
        or _too_far(course, position, origin, target)
        or _no_landing(course, position, move)
    )


def _wrong_origin(course: Course, army: Army, position: Position, origin: Cell) -> Violation | None:
    label, pile = course.board.label(origin), position.piles[origin]
    if not pile:
        detail = f"{label} is empty; a move begins on a cell with one of your own pawns or piles."
        return Violation(OWN, detail, (origin,))
    if pile[-1] != position.due:
        owner = course.army(pile[-1]).side.title
        detail = f"{label} is {owner}'s, whose pawn is on top, and it is {army.side.title}'s turn."
        return Violation(OWN, detail, (origin,))
    if origin in army.goal:
        detail = f"{label} lies on {army.side.title}'s end row: what stands there is finished."
        return Violation(FINISHED, detail, (origin,))
    return None


def _wrong_way(course: Course, army: Army, origin: Cell, target: Cell) -> Violation | None:
    line = line_between(course.board, origin, target)
    ways = (*army.forward, *army.sideways)
    if line and line[0] in ways:
        return None
    towards = [rays(course.board)[origin][way][:1] for way in ways]
    labels = one_of(course.board.label(cell) for cells in towards for cell in cells)
    start, end = course.board.label(origin), course.board.label(target)
    detail = f"From {start} {army.side.title} can only move towards {labels}, not to {end}."
    return Violation(DIRECTION, detail, (origin, target))


def _too_far(course: Course, position: Position, origin: Cell, target: Cell) -> Violation | None:
    label, line = course.board.label, line_between(course.board, origin, target)
    assert line is not None
    height, cells = len(position.piles[origin]), line[1]
    most = reach(height)
    if len(cells) > most:
        who = "a single pawn" if height == 1 else f"a pile of {height}"
        far = "1 cell" if most == 1 else f"at most {most} cells"
        detail = f"{label(target)} is {len(cells)} cells away, and {who} moves {far}."
        return Violation(DISTANCE, detail, (origin, target))
    blocking = tuple(cell for cell in cells[:-1] if position.piles[cell])
    if blocking:
        detail = f"{label(blocking[0])} is not empty, so no move leads over it."
        return Violation(DISTANCE, detail, blocking)
    return None


def _no_landing(course: Course, position: Position, move: Move) -> Violation | None:
    target = move.path[1]
    label, pile = course.board.label(target), position.piles[target]
    if pile and pile[-1] != position.due and course.is_finished(position.piles, target):
        owner = course.army(pile[-1]).side.title
        detail = f"The pile on {label} is finished: on {owner}'s end row only {owner} may land."
        return Violation(FINISHED, detail, (target,))
    if move.lands != bool(pile):
        detail = (
            f"{label} is {'not empty: the move lands' if pile else 'empty: nothing to land'} on."
        )
        return Violation(LAND, detail, (target,))
    return None
