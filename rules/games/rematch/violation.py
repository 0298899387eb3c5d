"""Finds the first rule that a move breaks, from the stack at its origin to the turn's duties.

It follows the written path instead of searching among the legal moves, so that it can say at which
cell the path goes wrong.
"""

from collections.abc import Iterable, Sequence

from rules.contract.core import Side, Violation
from rules.contract.own_pieces import OWN_PIECES
from rules.contract.sentence import Listed, Notation, Sentence, one_of, say, some_of
from rules.games.rematch.captures import Capture
from rules.games.rematch.generator import is_step, moves
from rules.games.rematch.notation import notate
from rules.games.rematch.position import (
    BOARD,
    LETTER,
    PARTNER,
    RED,
    SIDE,
    SIDES,
    Move,
    State,
)
from rules.games.rematch.rulebook import (
    CAPTURE,
    CAPTURED_COLOUR,
    COLOUR,
    CONTINUE,
    FLY,
    FLY_SEQUENCE,
    MANDATORY,
    ONCE,
    OWN,
    STEP,
)
from rules.geometry import Cell
from rules.geometry.rays import line_between

__all__ = ["violation"]


def violation(state: State, move: Move) -> Violation | None:
    """Return the first rule that the move breaks, from local to global, or None if it is legal."""
    wrong = _wrong_origin(state, move[0])
    if wrong:
        return wrong
    if is_step(move):
        return _wrong_step(state, move)
    capture, flown = Capture.of(state, move[0]), False
    for landing in move[1:]:
        jump = capture.jump_to(landing)
        if jump is None:
            return _no_jump(capture, landing, alone=len(move) == 2)
        capture, flown = capture.after(jump), flown or jump.flying
    return _must_go_on(capture, flown=flown)


def _wrong_origin(state: State, origin: Cell) -> Violation | None:
    label, stack, due = BOARD.label(origin), state.stacks[origin], state.due
    if not stack:
        detail = say(
            "{label} is empty. Pick one of your own stacks.",
            label=Notation(label),
        )
        return Violation(OWN_PIECES, detail, (origin,))
    holder = SIDE[stack[-1]]
    if holder == due:
        return None
    owner, title = _title(holder), _title(due)
    if PARTNER.get(due) == holder:
        detail = say(
            "{label} is {owner}'s. It's {side}'s turn: your two colors alternate.",
            label=Notation(label),
            owner=owner,
            side=title,
        )
        return Violation(COLOUR, detail, (origin,))
    partner = PARTNER.get(due)
    if partner and LETTER[partner] in stack and not state.owns(partner):
        captured = _title(partner)
        detail = say(
            "{captured} has no piece on top of any stack (on {label} it's under {owner}'s). So"
            " {side} moves instead.",
            captured=captured,
            label=Notation(label),
            owner=owner,
            side=title,
        )
        return Violation(CAPTURED_COLOUR, detail, (origin,))
    detail = say(
        "That stack ({label}) is {owner}'s. It's {side}'s turn.",
        label=Notation(label),
        owner=owner,
        side=title,
    )
    rule = OWN if LETTER[due] in stack else OWN_PIECES
    return Violation(rule, detail, (origin,))


def _wrong_step(state: State, move: Move) -> Violation | None:
    target = move[1]
    if state.stacks[target]:
        detail = say(
            "{target} isn't empty. A stack can only step to an empty cell.",
            target=Notation(BOARD.label(target)),
        )
        return Violation(STEP, detail, (target,))
    legal = moves(state)
    if not legal or move in legal:
        return None
    jumping = [option for option in legal if not is_step(option)]
    detail = say(
        "You have to capture: {captures}.",
        captures=some_of(map(Notation, sorted(map(notate, jumping)))),
    )
    return Violation(MANDATORY, detail, tuple(dict.fromkeys(m[0] for m in jumping)))


def _must_go_on(capture: Capture, *, flown: bool) -> Violation | None:
    if not capture.must_go_on:
        return None
    landings = [jump.landing for jump in capture.jumps]
    detail = say(
        "The capture must continue from {cell} to {cells}.",
        cell=Notation(BOARD.label(capture.cell)),
        cells=_labels(landings),
    )
    rule = FLY_SEQUENCE if flown else CONTINUE
    return Violation(rule, detail, (capture.cell, *landings))


def _no_jump(capture: Capture, landing: Cell, *, alone: bool) -> Violation:
    """Return the reason why the stack can't jump from its present cell to `landing`.

    `alone` says that the move is only this, so it may have been meant as a step.
    """
    start, end = BOARD.label(capture.cell), BOARD.label(landing)
    cells, plain = (capture.cell, landing), STEP if alone else CAPTURE
    found = line_between(BOARD, capture.cell, landing)
    if found is None:
        return Violation(
            plain,
            say(
                "{start} and {end} aren't on one straight line.",
                start=Notation(start),
                end=Notation(end),
            ),
            cells,
        )
    *way, _ = found[1]
    if not way:
        detail = say(
            "{end} is right next to {start}. A jump goes over a stack to the cell behind it.",
            end=Notation(end),
            start=Notation(start),
        )
        return Violation(CAPTURE, detail, cells)
    if way[-1] in capture.jumped:
        detail = say(
            "The stack on {cell} was already jumped in this move.",
            cell=Notation(BOARD.label(way[-1])),
        )
        return Violation(ONCE, detail, (way[-1],))
    standing = [cell for cell in way if capture.stacks[cell]]
    if not standing:
        detail = say(
            "There's nothing to jump between {start} and {end}. A step goes one cell.",
            start=Notation(start),
            end=Notation(end),
        )
        return Violation(plain, detail, cells)
    return _no_jump_over(capture, way, standing, landing)


def _no_jump_over(
    capture: Capture, way: Sequence[Cell], standing: Sequence[Cell], landing: Cell
) -> Violation:
    """Return the reason why a jump is impossible although there are stacks on the way."""
    end, first = BOARD.label(landing), BOARD.label(standing[0])
    rule = CAPTURE if standing[0] == way[0] else FLY
    if rule == FLY and capture.colour != RED:
        detail = say(
            "{first} is too far for a jump to {end}: only Red can fly.",
            first=Notation(first),
            end=Notation(end),
        )
        return Violation(FLY, detail, (standing[0], landing))
    if len(standing) > 1:
        detail = say(
            "There are {standing} stacks on the way to {end}. You can only jump over one at a"
            " time.",
            end=Notation(end),
            standing=len(standing),
        )
        return Violation(rule, detail, tuple(standing))
    if standing[0] != way[-1]:
        behind = BOARD.label(way[way.index(standing[0]) + 1])
        detail = say(
            "A jump over {first} lands right behind it, on {behind}, not on {end}.",
            first=Notation(first),
            behind=Notation(behind),
            end=Notation(end),
        )
        return Violation(rule, detail, (standing[0], landing))
    if capture.owner(standing[0]) == capture.colour:
        title = _title(capture.colour)
        detail = say(
            "The stack on {first} is {side}'s too. Jump over a stack of another color.",
            side=title,
            first=Notation(first),
        )
        return Violation(rule, detail, (standing[0],))
    return Violation(
        rule, say("{end} isn't empty, so no jump can land there.", end=Notation(end)), (landing,)
    )


def _title(side: Side) -> Sentence:
    return next(spec.title for spec in SIDES if spec.key == side)


def _labels(cells: Iterable[Cell]) -> Listed:
    return one_of(Notation(BOARD.label(cell)) for cell in cells)
