"""Finds the first rule that a move breaks, from the pile at its origin to the cell of its end."""

from rules.contract.core import Violation
from rules.contract.own_pieces import OWN_PIECES
from rules.contract.sentence import Notation, one_of, say, say_n
from rules.games.punt.course import Army, Course
from rules.games.punt.generator import reach
from rules.games.punt.position import PASS, Move, Position
from rules.games.punt.rulebook import DIRECTION, DISTANCE, FINISHED, LAND, MUST_MOVE, OWN
from rules.geometry import Cell
from rules.geometry.rays import line_between, rays

__all__ = ["violation"]


def violation(course: Course, position: Position, move: Move) -> Violation | None:
    """Return the first rule that the move breaks, or None if it is legal."""
    army = course.army(position.due)
    if move == PASS:
        return Violation(MUST_MOVE, say("You can move, so you can't pass."))
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
        detail = say(
            "{label} is empty. Pick one of your own pawns or piles.",
            label=Notation(label),
        )
        return Violation(OWN_PIECES, detail, (origin,))
    if pile[-1] != position.due:
        owner = course.army(pile[-1]).side.title
        detail = say(
            "That {pile} ({label}) is {owner}'s. It's {side}'s turn.",
            pile=say("pawn") if len(pile) == 1 else say("pile"),
            label=Notation(label),
            owner=owner,
            side=army.side.title,
        )
        rule = OWN if position.due in pile else OWN_PIECES
        return Violation(rule, detail, (origin,))
    if origin in army.goal:
        detail = say(
            "{label} is on {side}'s end row. What's there is finished and never moves again.",
            label=Notation(label),
            side=army.side.title,
        )
        return Violation(FINISHED, detail, (origin,))
    return None


def _wrong_way(course: Course, army: Army, origin: Cell, target: Cell) -> Violation | None:
    line = line_between(course.board, origin, target)
    ways = (*army.forward, *army.sideways)
    if line and line[0] in ways:
        return None
    towards = [rays(course.board)[origin][way][:1] for way in ways]
    labels = one_of(Notation(course.board.label(cell)) for cells in towards for cell in cells)
    start, end = course.board.label(origin), course.board.label(target)
    detail = say(
        "From {start}, {side} can only move toward {cells}, not to {end}.",
        start=Notation(start),
        side=army.side.title,
        cells=labels,
        end=Notation(end),
    )
    return Violation(DIRECTION, detail, (origin, target))


def _too_far(course: Course, position: Position, origin: Cell, target: Cell) -> Violation | None:
    label, line = course.board.label, line_between(course.board, origin, target)
    assert line is not None
    height, cells = len(position.piles[origin]), line[1]
    most = reach(height)
    if len(cells) > most:
        who = say_n("a single pawn", "a pile of {count}", height)
        far = say_n("1 cell", "at most {count} cells", most)
        detail = say(
            "{target} is {number} cells away, but {who} moves {far}.",
            target=Notation(label(target)),
            number=len(cells),
            who=who,
            far=far,
        )
        return Violation(DISTANCE, detail, (origin, target))
    blocking = tuple(cell for cell in cells[:-1] if position.piles[cell])
    if blocking:
        detail = say(
            "{cell} isn't empty, and a move can't go over it.", cell=Notation(label(blocking[0]))
        )
        return Violation(DISTANCE, detail, blocking)
    return None


def _no_landing(course: Course, position: Position, move: Move) -> Violation | None:
    target = move.path[1]
    label, pile = course.board.label(target), position.piles[target]
    if pile and pile[-1] != position.due and course.is_finished(position.piles, target):
        owner = course.army(pile[-1]).side.title
        detail = say(
            "The pile on {label} is finished. Only {owner} can land on {owner}'s end row.",
            label=Notation(label),
            owner=owner,
        )
        return Violation(FINISHED, detail, (target,))
    if move.lands != bool(pile):
        cell = Notation(label)
        detail = (
            say("{cell} isn't empty, so the move lands there: write x.", cell=cell)
            if pile
            else say("{cell} is empty, so the move lands on nothing: write -.", cell=cell)
        )
        return Violation(LAND, detail, (target,))
    return None
