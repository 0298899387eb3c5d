"""The moves of a position, and the positions they lead to."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from rules.games.rematch.jumps import FLYING, WALKING, Jump, Jumps, JumpTable
from rules.games.rematch.position import (
    BOARD,
    LETTER,
    ORANGE,
    RED,
    SIDE,
    WHITE,
    Bitboard,
    Move,
    State,
    bits,
)
from rules.geometry import Cell
from rules.geometry.rays import line_between, rays

__all__ = ["apply", "count", "is_step", "moves", "must_capture", "victims"]

_RED, _WHITE, _ORANGE = LETTER[RED], LETTER[WHITE], LETTER[ORANGE]


def moves(state: State) -> tuple[Move, ...]:
    """Return every move of the side to move: no move once a team is captured."""
    steps, captures, must_capture = _turn(state)
    return tuple(captures) if must_capture else (*steps, *captures)


def count(state: State) -> int:
    """Return the number of `moves`."""
    steps, captures, must_capture = _turn(state)
    return len(captures) if must_capture else len(steps) + len(captures)


def must_capture(state: State) -> bool:
    """Return True if the side to move can jump over a neighbour, so that it must not step."""
    return _turn(state)[2]


def is_step(move: Move) -> bool:
    """Return True if the cells make a step: two neighbours."""
    return move in _STEPS


def victims(move: Move) -> list[Cell]:
    """Return the cells that the move jumps over, in order; a step has none."""
    return [] if move in _STEPS else [_VICTIMS[jump] for jump in pairwise(move)]


def apply(state: State, move: Move) -> State:
    """Return the state after the move, which is assumed to be legal."""
    stacks, red, white, orange, red_to_move, last, idle, plies = state
    origin, end = move[0], move[-1]
    after, stack = list(stacks), stacks[origin]
    colour = stack[-1]
    after[origin] = ""
    owned = {_RED: red, _WHITE: white, _ORANGE: orange}
    owned[colour] ^= 1 << origin ^ 1 << end
    if move in _STEPS:
        idle += 1
    else:
        idle = 0
        for jump in pairwise(move):
            victim = _VICTIMS[jump]
            below, over = after[victim], 1 << victim
            # The victim's top piece goes to the bottom of the stack; the piece it stood on is set
            # free.
            after[victim], stack = below[:-1], below[-1] + stack
            owned[below[-1]] ^= over
            if len(below) > 1:
                owned[below[-2]] ^= over
    after[end] = stack
    if not red_to_move:
        last = SIDE[colour]
    return State(
        tuple(after),
        owned[_RED],
        owned[_WHITE],
        owned[_ORANGE],
        not red_to_move,
        last,
        idle,
        plies + 1,
    )


def _turn(state: State) -> tuple[list[Move], list[Move], bool]:
    """Return the steps, all sequences of jumps, and True if the side must capture.

    If it must, the list of steps is incomplete, because none of them may be played.
    """
    stacks, red, white, orange, red_to_move, last, _, _ = state
    steps: list[Move] = []
    captures: list[Move] = []
    must_capture = False
    team = white | orange
    if not red or not team:
        return steps, captures, must_capture
    occupied = red | team
    if red_to_move:
        own, places, tables = red, _FLYING, FLYING
    else:
        own = (white or orange) if last == ORANGE else (orange or white)
        places, tables = _WALKING, WALKING
    prey = occupied ^ own
    search = tables, stacks, captures
    while own:
        origin = own & -own
        own ^= origin
        cell, beside, open_steps, lines, jumps = places[origin]
        if not must_capture:
            steps += open_steps[beside & occupied]
        near, reach, options = jumps[lines & occupied]
        if reach & prey:
            if near & prey:
                must_capture = True
            _go_on(search, (cell,), options, occupied ^ origin, prey)
    return steps, captures, must_capture


_Search: TypeAlias = tuple[tuple[JumpTable, ...], tuple[str, ...], list[Move]]
"""The jumps by cell, the stacks before the turn, and the sequences found so far."""


def _go_on(
    search: _Search, path: Move, options: tuple[Jump, ...], occupied: Bitboard, prey: Bitboard
) -> None:
    """Add every sequence that continues the path with one of these jumps.

    `occupied` are the cells of the other stacks, `prey` the cells of rival stacks that haven't been
    jumped. A sequence that may stop comes before its continuations.
    """
    tables, stacks, found = search
    for over, victim, landing, _ in options:
        if not over & prey:
            continue
        left = prey ^ over
        # The pieces below the victim's top piece still stand there, and may not be jumped.
        standing = occupied if len(stacks[victim]) > 1 else occupied ^ over
        lines, jumps = tables[landing]
        near, reach, further = jumps[lines & standing]
        longer = (*path, landing)
        if not near & left:
            found.append(longer)
        if reach & left:
            _go_on(search, longer, further, standing, left)


class _Place(NamedTuple):
    """The cell of a stack of the side to move, with every way for it to begin a move."""

    cell: Cell
    beside: Bitboard
    steps: Mapping[Bitboard, tuple[Move, ...]]
    """By the occupied cells beside it, the steps to the others."""
    lines: Bitboard
    jumps: Mapping[Bitboard, Jumps]
    """The jumps, as in `JumpTable`."""


def _place(cell: Cell, table: JumpTable) -> _Place:
    near = [ray[0] for ray in rays(BOARD)[cell].values() if ray]
    steps = {0: tuple[Move, ...]()}
    for target in near:
        step = (cell, target)
        steps = {
            occupied | more: (*others, *found)
            for occupied, others in steps.items()
            for more, found in ((0, (step,)), (1 << target, ()))
        }
    return _Place(cell, bits(near), steps, *table)


def _places(tables: tuple[JumpTable, ...]) -> Mapping[Bitboard, _Place]:
    return {1 << cell: _place(cell, tables[cell]) for cell in BOARD.cells}


_WALKING: Final = _places(WALKING)
_FLYING: Final = _places(FLYING)
_STEPS: Final = frozenset(step for place in _WALKING.values() for step in place.steps[0])
_VICTIMS: Final = {
    (cell, landing): line[-2]
    for cell in BOARD.cells
    for landing in BOARD.cells
    if (found := line_between(BOARD, cell, landing)) and len(line := found[1]) > 1
}
"""By the cell and landing of a jump, the cell that it goes over."""
