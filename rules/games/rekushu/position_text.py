"""Positions as text: `B:Bd4,e5,a1=c3:Wc4`, stones by their cells and claims by two corners."""

from typing import Final

from rules.contract.core import NotationError
from rules.contract.position_text import read_two_lists
from rules.contract.sentence import Notation, say
from rules.games.rekushu.lattice import Lattice
from rules.games.rekushu.notation import name, read_cell
from rules.games.rekushu.position import BLACK, WHITE, Bitboard, Claim, State, cells_of

__all__ = ["POSITION_FORM", "read_position"]

POSITION_FORM: Final = say(
    "the side to move, B or W, and the stones of both with their claims, each by two"
    " opposite corners: B:Bd4,e5,a1=c3:Wc4"
)
_EXAMPLE: Final = say("A position looks like B:Bd4,e5,a1=c3:Wc4.")


def read_position(board: Lattice, text: str) -> State:
    """Return the position that the text describes, with no past.

    It names the side to move, then each side's stones and claims: `a1=c3` is the rectangle with
    these opposite corners. Blanks and capitals don't matter. Raises NotationError if the text is
    malformed or no such position can be.
    """
    read = read_two_lists((BLACK, WHITE), text, example=_EXAMPLE)
    state = State(black_to_move=read.due == BLACK)
    for side, words in read.lists.items():
        for word in words:
            state = _with(board, state, word, black=side == BLACK)
    _require_open_tiles(board, state)
    return state


def _with(board: Lattice, state: State, word: str, *, black: bool) -> State:
    """Return the state with one stone or one claim more."""
    first, equals, second = word.partition("=")
    cell = read_cell(board, first)
    if not equals:
        if state.stones >> cell & 1:
            raise NotationError(say("{first} is named twice.", first=Notation(first)))
        stone: Bitboard = 1 << cell
        if black:
            return state._replace(black=state.black | stone)
        return state._replace(white=state.white | stone)
    rectangle = board.spanned(cell, read_cell(board, second))
    tiles = board.tiles(rectangle)
    if not tiles or tiles & state.claimed:
        claim = Notation(name(board, rectangle))
        raise NotationError(
            say("{claim} overlaps another claim.", claim=claim)
            if tiles
            else say("{claim} is no rectangle.", claim=claim)
        )
    claims = (*state.claims, Claim(black, rectangle))
    if black:
        return state._replace(claims=claims, black_tiles=state.black_tiles | tiles)
    return state._replace(claims=claims, white_tiles=state.white_tiles | tiles)


def _require_open_tiles(board: Lattice, state: State) -> None:
    closed = state.stones & ~board.touching(board.open_tiles & ~state.claimed)
    for cell in cells_of(closed):
        raise NotationError(
            say(
                "No stone can stand on {cell}: all tiles there are claimed.",
                cell=Notation(board.board.label(cell)),
            )
        )
