"""A position as a `BoardView`."""

from functools import cache, lru_cache
from typing import Final

from rules.contract.core import Outcome, Side, Spec
from rules.contract.sentence import Notation, Sentence, say, say_n
from rules.contract.verdict import verdict
from rules.contract.view import (
    BoardView,
    Mark,
    MarkKind,
    Pattern,
    Piece,
    PieceKind,
    Region,
    RegionKind,
    SideStatus,
    Stack,
    alone,
)
from rules.games.rekushu.generator import barred
from rules.games.rekushu.lattice import Lattice
from rules.games.rekushu.notation import notate
from rules.games.rekushu.position import (
    BLACK,
    WHITE,
    Bitboard,
    Claim,
    Move,
    Rectangle,
    State,
    cells_of,
)

__all__ = ["STONE", "board_view", "region_of"]

STONE: Final = PieceKind(
    say("stone"), lambda count: say_n("{count} stone", "{count} stones", count)
)


def board_view(
    board: Lattice, spec: Spec, state: State, outcome: Outcome | None, last: Move | None
) -> BoardView:
    """Return the position as a view."""
    due = None if outcome else state.side
    armies = ((BLACK, state.black), (WHITE, state.white))
    return BoardView(
        title=spec.title,
        geometry=board.board,
        pattern=Pattern.LINED,
        players=tuple(_player(spec, state, side, due) for side, _ in armies),
        stacks=tuple([stone for side, stones in armies for stone in _stones(board, side, stones)]),
        marks=(Mark(last.stone, MarkKind.TARGET),) if last else (),
        mover=(WHITE if state.black_to_move else BLACK) if last else None,
        regions=tuple([_held(board, claim, last) for claim in state.claims]),
        status=verdict(spec, outcome) if outcome else _to_move(board, spec, state),
        last=notate(board, last) if last else "",
    )


def _stones(board: Lattice, side: Side, stones: Bitboard) -> list[Stack]:
    standing = _everywhere(board, side)
    return [standing[cell] for cell in cells_of(stones)]


@cache
def _everywhere(board: Lattice, side: Side) -> tuple[Stack, ...]:
    """Return a side's stone on every cell, made once because boards are full of them."""
    return alone(Piece(side, STONE), board.board.cells)


@lru_cache(maxsize=4096)
def region_of(
    board: Lattice, side: Side, rectangle: Rectangle, kind: RegionKind, text: str = ""
) -> Region:
    """Return a rectangle as a region."""
    size = board.tiles(rectangle).bit_count()
    return Region(side, board.corners(rectangle), size, kind, text)


def _player(spec: Spec, state: State, side: Side, due: Side | None) -> SideStatus:
    named = spec.side(side)
    tiles = state.black_tiles if side == BLACK else state.white_tiles
    note = say_n("{count} tile", "{count} tiles", tiles.bit_count())
    return SideStatus(side, named.title, named.colour, note, side == due)


def _held(board: Lattice, claim: Claim, last: Move | None) -> Region:
    latest = last is not None and claim.rectangle == last.rectangle
    kind = RegionKind.LATEST if latest else RegionKind.HELD
    return region_of(board, BLACK if claim.by_black else WHITE, claim.rectangle, kind)


def _to_move(board: Lattice, spec: Spec, state: State) -> Sentence:
    side, forbidden = spec.side(state.side).title, barred(board, state)
    if forbidden is None or state.stones >> forbidden & 1:
        return say("{side} to move.", side=side)
    return say(
        "{side} to move, but not on {cell} (mirror rule).",
        side=side,
        cell=Notation(board.board.label(forbidden)),
    )
