"""A quick judgement of a position: tiles claimed, and the largest rectangle within reach."""

from functools import cache
from typing import Final

from rules.contract.capabilities import Judgement
from rules.games.rekushu.generator import prospects
from rules.games.rekushu.lattice import Lattice
from rules.games.rekushu.position import State

__all__ = ["judgement"]

_AT_HAND: Final = 0.6
"""The value, in tiles, of a tile of the largest rectangle that the side to move can claim."""
_THREATENED: Final = 0.3
"""The same for the other side, which moves next."""
_SCALE: Final = 6.0
_WORK: Final = 1_000_000
"""Positions times cells of the board: the larger the board, the longer a position takes."""


@cache
def judgement(board: Lattice) -> Judgement:
    """Return the judgement for the board, in tiles."""

    def largest(state: State) -> int:
        ready, lacking = prospects(board, state)
        most = max((board.tiles(found).bit_count() for found, _ in ready), default=0)
        for rectangles in lacking.values():
            for found in rectangles:
                most = max(most, board.tiles(found).bit_count())
        return most

    def value(state: State) -> tuple[float, float]:
        mover = _AT_HAND * largest(state)
        other = _THREATENED * largest(state._replace(black_to_move=not state.black_to_move))
        black, white = state.black_tiles.bit_count(), state.white_tiles.bit_count()
        if state.black_to_move:
            return black + mover, white + other
        return black + other, white + mover

    return Judgement(value=value, scale=_SCALE, positions=_WORK // len(board.board.cells))
