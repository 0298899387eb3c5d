"""A position as a `BoardView`."""

from collections.abc import Sequence
from functools import cache
from itertools import chain
from typing import Final

from rules.contract.core import Outcome, Side, Spec
from rules.contract.sentence import Sentence, say, say_n
from rules.contract.verdict import verdict
from rules.contract.view import (
    BoardView,
    Mark,
    MarkKind,
    Pattern,
    Piece,
    PieceKind,
    SideStatus,
    Stack,
    alone,
)
from rules.games.draughts.notation import notate
from rules.games.draughts.position import (
    BLACK,
    BOARD,
    TITLES,
    WHITE,
    Bitboard,
    Move,
    Position,
    cells_of,
)
from rules.geometry import Cell

__all__ = ["KING", "MAN", "board_view"]

MAN: Final = PieceKind(say("man"), lambda count: say_n("{count} man", "{count} men", count))
KING: Final = PieceKind(say("king"), lambda count: say_n("{count} king", "{count} kings", count))

_MUST_CAPTURE: Final = say("must capture")
_DARK: Final = frozenset(cell for cell in BOARD.cells if BOARD.shade(cell))


def board_view(
    spec: Spec,
    pattern: Pattern,
    position: Position,
    *,
    moves: Sequence[Move],
    outcome: Outcome | None,
    last: Move | None,
) -> BoardView:
    """Return the position as a view; `moves` are the ones it allows."""
    due = None if outcome else position.side
    armies = ((WHITE, position.white), (BLACK, position.black))
    chequered = pattern is Pattern.CHEQUERED
    return BoardView(
        title=spec.title,
        geometry=BOARD,
        pattern=pattern,
        players=tuple(
            _player(spec, side, pieces, due, captures=bool(moves and moves[0].captured))
            for side, pieces in armies
        ),
        stacks=tuple(chain.from_iterable(_stacks(side, p, position.kings) for side, p in armies)),
        marks=_marks(last, position.side) if last else (),
        mover=_rival(position.side) if last else None,
        trail=last.path if last else (),
        playable=_DARK if chequered else None,
        status=verdict(spec, outcome)
        if outcome
        else _to_move(position.side, captures=bool(moves[0].captured)),
        last=notate(last) if last else "",
    )


def _player(
    spec: Spec, side: Side, pieces: Bitboard, due: Side | None, *, captures: bool
) -> SideStatus:
    named = spec.side(side)
    note = _counted(pieces.bit_count())
    demand = _MUST_CAPTURE if captures and side == due else None
    return SideStatus(side, named.title, named.colour, note, side == due, demand)


@cache
def _counted(pieces: int) -> Sentence:
    return say_n("{count} piece", "{count} pieces", pieces)


def _stacks(side: Side, pieces: Bitboard, kings: Bitboard) -> list[Stack]:
    men, crowned = _STANDING[side]
    return [(crowned if kings >> cell & 1 else men)[cell] for cell in cells_of(pieces)]


_STANDING: Final = {
    side: (
        alone(Piece(side, MAN), BOARD.cells),
        alone(Piece(side, KING, crowned=True), BOARD.cells),
    )
    for side in (WHITE, BLACK)
}
"""By side, a man and a king on every cell, made once because boards are full of them."""


def _rival(side: Side) -> Side:
    return BLACK if side == WHITE else WHITE


def _marks(last: Move, loser: Side) -> tuple[Mark, ...]:
    """Mark the cells of the move; a cell passed twice gets the most important mark.

    `loser` is the side whose pieces it took.
    """
    kinds: dict[Cell, MarkKind] = dict.fromkeys(last.path[1:-1], MarkKind.PASSED)
    kinds[last.path[0]] = MarkKind.ORIGIN
    kinds[last.path[-1]] = MarkKind.TARGET
    for cell in cells_of(last.captured):
        kinds.setdefault(cell, MarkKind.CAPTURED)
    return tuple(
        Mark(cell, kind, side=loser if kind is MarkKind.CAPTURED else None)
        for cell, kind in kinds.items()
    )


@cache
def _to_move(side: Side, *, captures: bool) -> Sentence:
    if captures:
        return say("{side} to move and must capture.", side=TITLES[side])
    return say("{side} to move.", side=TITLES[side])
