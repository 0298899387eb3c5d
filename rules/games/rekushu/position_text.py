"""Positions as text: `B:Bd4,e5,a1=c3:Wc4`, stones by their cells and claims by two corners."""

from typing import Final

from rules.contract.position_text import PositionText
from rules.contract.sentence import say
from rules.games.rekushu.lattice import Lattice
from rules.games.rekushu.position import BLACK, WHITE, Claim, State, cells_of

__all__ = ["POSITION_FORM", "read_position"]

POSITION_FORM: Final = say(
    "the side to move, B or W, and the stones of both with their claims, each by two"
    " opposite corners: B:Bd4,e5,a1=c3:Wc4"
)


def read_position(board: Lattice, text: str) -> State:
    """Return the position that the text describes, without a history.

    It names the side to move, then each side's stones and claims: `a1=c3` is the rectangle with
    these opposite corners. Blanks and capitals don't matter. Raises NotationError if the text is
    malformed or the position is impossible.
    """
    read = PositionText.split(text, POSITION_FORM)
    black_to_move = read.due({"b": True, "w": False})
    stones, tiles, claims = {BLACK: 0, WHITE: 0}, {BLACK: 0, WHITE: 0}, list[Claim]()
    for side, word in read.by_side((BLACK, WHITE)):
        first, equals, second = word.partition("=")
        cell = read.cell(board.board, first)
        if equals:
            claim = Claim(side == BLACK, board.spanned(cell, read.cell(board.board, second)))
            covered = board.tiles(claim.rectangle)
            if not covered or covered & (tiles[BLACK] | tiles[WHITE]):
                raise read.wrong(word)
            claims.append(claim)
            tiles[side] |= covered
        elif (stones[BLACK] | stones[WHITE]) >> cell & 1:
            raise read.wrong(word)
        else:
            stones[side] |= 1 << cell
    state = State(
        stones[BLACK], stones[WHITE], tiles[BLACK], tiles[WHITE], tuple(claims), black_to_move
    )
    for cell in cells_of(state.stones & ~board.touching(board.open_tiles & ~state.claimed)):
        raise read.wrong(board.board.label(cell))
    return state
