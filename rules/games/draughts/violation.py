"""Finds the first rule that a move breaks, from the piece at its origin to the turn's duties.

It follows the written path instead of searching among the legal moves. So it can say at which cell
the path goes wrong, and `None` is a second opinion on the generator's result.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.contract.core import Rule, Violation
from rules.contract.own_pieces import OWN_PIECES
from rules.contract.sentence import Listed, Notation, all_of, one_of, say, some_of
from rules.games.draughts.captures import CaptureSearch, Jump
from rules.games.draughts.directions import Way, between, way_between
from rules.games.draughts.generator import Generator
from rules.games.draughts.notation import notate
from rules.games.draughts.position import (
    BLACK,
    BOARD,
    TITLES,
    WHITE,
    Bitboard,
    Move,
    Position,
    bit,
    cells_of,
    last_row,
)
from rules.games.draughts.ruleset import RuleSet
from rules.geometry import Cell

__all__ = ["violation"]


@dataclass(frozen=True, slots=True)
class _Halt:
    """The state of a capture after its last jump."""

    cell: Cell
    captured: Bitboard = 0
    came: Way | None = None


def violation(generator: Generator, position: Position, move: Move) -> Violation | None:
    """Return the first rule that the move breaks, from local to global, or None if it is legal.

    A legal turn may be written by any of its legal paths, not only by the canonical one.
    """
    rules, origin = generator.rules, move.path[0]
    wrong = _wrong_origin(rules, position, origin)
    if wrong:
        return wrong
    hunt = CaptureSearch(rules, position, origin)
    moves = generator.moves(position)
    if _is_step(position, hunt, move.path):
        return _must_capture(rules, moves)
    halt = _Halt(origin)
    for landing in move.path[1:]:
        after = _jumped(rules, position, hunt, halt, landing)
        if isinstance(after, Violation):
            return after
        halt = after
    return (
        _must_go_on(rules, hunt, halt)
        or _king_first(rules, position, hunt, moves)
        or _majority(rules, halt, move, moves)
        or _other_captures(rules, halt, move)
    )


def _wrong_origin(rules: RuleSet, position: Position, origin: Cell) -> Violation | None:
    label, place = BOARD.label(origin), bit(origin)
    if place & position.own:
        return None
    if place & position.rivals:
        mover = position.side
        owner = BLACK if mover == WHITE else WHITE
        detail = say(
            "That piece ({label}) is {owner}'s. It's {mover}'s turn.",
            label=Notation(label),
            owner=TITLES[owner],
            mover=TITLES[mover],
        )
        return Violation(OWN_PIECES, detail, (origin,))
    if rules.dark_cells_only and not BOARD.shade(origin):
        detail = say(
            "{label} is a light cell. Only the dark cells are used.",
            label=Notation(label),
        )
        return Violation(rules.man, detail, (origin,))
    detail = say(
        "{label} is empty. Pick one of your own pieces.",
        label=Notation(label),
    )
    return Violation(OWN_PIECES, detail, (origin,))


def _is_step(position: Position, hunt: CaptureSearch, path: Sequence[Cell]) -> bool:
    """Return True if the path is a legal move without a capture, ignoring the duty to capture."""
    start, end = path[0], path[1]
    direction = way_between(start, end)
    if len(path) != 2 or direction not in hunt.ways:
        return False
    crossed = between(start, end)
    if crossed and not hunt.is_king:
        return False
    return not (crossed | bit(end)) & (position.white | position.black)


def _jumped(
    rules: RuleSet, position: Position, hunt: CaptureSearch, halt: _Halt, landing: Cell
) -> _Halt | Violation:
    """Return the state of the capture after a jump to `landing`, or the violation it commits."""
    if _crowned_on_the_way(position, hunt, halt) and rules.crown_ends_move:
        label = BOARD.label(halt.cell)
        detail = say(
            "The man becomes a king on {label}, so its move ends there.", label=Notation(label)
        )
        return Violation(rules.crown, detail, (halt.cell, landing))
    jump = _jump_to(hunt, halt, halt.came, landing)
    if jump is None:
        return _no_jump(rules, position, hunt, halt, landing)
    if rules.king_lands_to_go_on:
        allowed = hunt.landings(jump, halt.captured)
        if landing not in allowed:
            detail = say(
                "After jumping over {cells}, the king must land where it can capture more:"
                " {landings}, not {landing}.",
                cells=_labels(cells_of(jump.victim)),
                landings=_labels(allowed),
                landing=Notation(BOARD.label(landing)),
            )
            return Violation(rules.king, detail, (landing, *allowed))
    return _Halt(landing, halt.captured | jump.victim, jump.way)


def _no_jump(
    rules: RuleSet, position: Position, hunt: CaptureSearch, halt: _Halt, landing: Cell
) -> Violation:
    """Return the reason why the piece can't jump from its present cell to `landing`."""
    cell, captured = halt.cell, halt.captured
    rule, name = (rules.king, say("king")) if hunt.is_king else (rules.man, say("man"))
    start, end = BOARD.label(cell), BOARD.label(landing)
    direction = way_between(cell, landing)
    crossed = between(cell, landing)
    if direction not in hunt.ways:
        if _crowned_on_the_way(position, hunt, halt):
            detail = say(
                "On {start} the man is still a man. It becomes a king when the move is complete.",
                start=Notation(start),
            )
            return Violation(rules.crown, detail, (cell, landing))
        towards = _labels(c for way in hunt.ways for c in cells_of(way.nearest(way.rays[cell])))
        detail = say(
            "From {start}, a {piece} can only go toward {towards}, not to {end}.",
            start=Notation(start),
            piece=name,
            towards=towards,
            end=Notation(end),
        )
        return Violation(rule, detail, (cell, landing))
    if rules.half_turn and _jump_to(hunt, halt, None, landing):
        detail = say(
            "From {start} to {end} the piece would turn straight back, which isn't allowed.",
            start=Notation(start),
            end=Notation(end),
        )
        return Violation(rules.half_turn, detail, (cell, landing))
    if (crossed | bit(landing)) & captured:
        return _jumped_twice(rules, halt, landing)
    if bit(landing) & hunt.standing(captured):
        return Violation(
            rule,
            say("{end} isn't empty, so a move can't end there.", end=Notation(end)),
            (landing,),
        )
    if not hunt.is_king and crossed.bit_count() > 1:
        detail = say(
            "{end} is too far from {start}: a man moves one cell, or two in a jump.",
            start=Notation(start),
            end=Notation(end),
        )
        return Violation(rule, detail, (cell, landing))
    return _nothing_to_jump(rule, position, hunt, halt, landing)


def _jumped_twice(rules: RuleSet, halt: _Halt, landing: Cell) -> Violation:
    again = (between(halt.cell, landing) | bit(landing)) & halt.captured
    cells = _labels(cells_of(again))
    detail = (
        say("The piece on {cells} is already captured in this move and gone.", cells=cells)
        if rules.removed_at_once
        else say(
            "The piece on {cells} is already captured in this move. It stays until the move ends"
            " and can't be jumped again.",
            cells=cells,
        )
    )
    return Violation(rules.removal, detail, tuple(cells_of(again)))


def _nothing_to_jump(
    rule: Rule, position: Position, hunt: CaptureSearch, halt: _Halt, landing: Cell
) -> Violation:
    start, end = BOARD.label(halt.cell), BOARD.label(landing)
    in_the_way = between(halt.cell, landing) & hunt.standing(halt.captured)
    blockers = tuple(cells_of(in_the_way))
    own = tuple(cells_of(in_the_way & position.own))
    if own:
        detail = say(
            "Your own piece on {cells} is between {start} and {end}.",
            start=Notation(start),
            end=Notation(end),
            cells=_labels(own),
        )
        return Violation(rule, detail, own)
    if blockers:
        detail = say(
            "There are {number} pieces between {start} and {end}: {cells}. You can only jump over"
            " one at a time.",
            start=Notation(start),
            end=Notation(end),
            number=len(blockers),
            cells=all_of(Notation(BOARD.label(cell)) for cell in blockers),
        )
        return Violation(rule, detail, blockers)
    detail = say(
        "There's nothing to capture between {start} and {end}.",
        start=Notation(start),
        end=Notation(end),
    )
    return Violation(rule, detail, (halt.cell, landing))


def _must_capture(rules: RuleSet, moves: Sequence[Move]) -> Violation | None:
    if not moves[0].captured:
        return None
    detail = say(
        "You have to capture: {captures}.",
        captures=_listed(moves),
    )
    return Violation(rules.mandatory, detail, _origins(moves))


def _must_go_on(rules: RuleSet, hunt: CaptureSearch, halt: _Halt) -> Violation | None:
    """Return the duty to go on. Under the majority rule, the count of pieces says it better."""
    further = () if rules.majority else hunt.onward(halt.cell, halt.captured, halt.came)
    if not further:
        return None
    landings = tuple(dict.fromkeys(path[0] for path in further.values()))
    detail = say(
        "The capture must continue from {cell} to {cells}.",
        cell=Notation(BOARD.label(halt.cell)),
        cells=_labels(landings),
    )
    return Violation(rules.mandatory, detail, (halt.cell, *landings))


def _king_first(
    rules: RuleSet, position: Position, hunt: CaptureSearch, moves: Sequence[Move]
) -> Violation | None:
    kings = _origins(moves)
    if hunt.is_king or not rules.king_first or not bit(kings[0]) & position.kings:
        return None
    detail = say(
        "A king can capture, so a king has to: {captures}.",
        captures=_listed(moves),
    )
    return Violation(rules.king_first, detail, kings)


def _majority(rules: RuleSet, halt: _Halt, move: Move, moves: Sequence[Move]) -> Violation | None:
    taken, most = halt.captured.bit_count(), moves[0].captured.bit_count()
    if not rules.majority or taken == most:
        return None
    detail = say(
        "Take as many as you can: {captures} ({most} pieces), not {move} ({taken}).",
        move=Notation(notate(move)),
        taken=taken,
        most=most,
        captures=_listed(moves),
    )
    return Violation(rules.majority, detail, _origins(moves))


def _other_captures(rules: RuleSet, halt: _Halt, move: Move) -> Violation | None:
    """Refuse a move, built by hand, with captures that its path doesn't make."""
    if halt.captured == move.captured:
        return None
    captured = tuple(cells_of(halt.captured))
    return Violation(
        rules.removal, say("This path takes exactly {cells}.", cells=_labels(captured)), captured
    )


def _jump_to(hunt: CaptureSearch, halt: _Halt, came: Way | None, landing: Cell) -> Jump | None:
    jumps = hunt.jumps(halt.cell, halt.captured, came)
    return next((jump for jump in jumps if jump.landings & bit(landing)), None)


def _crowned_on_the_way(position: Position, hunt: CaptureSearch, halt: _Halt) -> bool:
    on_last_row = bit(halt.cell) & last_row(position.white_to_move)
    return bool(halt.captured and on_last_row and not hunt.is_king)


def _origins(moves: Iterable[Move]) -> tuple[Cell, ...]:
    return tuple(dict.fromkeys(move.path[0] for move in moves))


def _labels(cells: Iterable[Cell]) -> Listed:
    return one_of(Notation(BOARD.label(cell)) for cell in cells)


def _listed(moves: Sequence[Move]) -> Listed:
    return some_of(map(Notation, sorted(map(notate, moves))))
