"""A quick judgement of a position: material, men that have advanced, a guarded back row."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.contract.capabilities import Judgement
from rules.games.draughts.position import Bitboard, Move, State, last_row

__all__ = ["Worths", "judgement"]

_SCALE: Final = 1.5
_ADVANCED: Final[tuple[Bitboard, ...]] = tuple(-1 << 8 * row & (1 << 64) - 1 for row in range(1, 7))
"""The cells from the second row on, from the third row on, and so on, as White sees them."""
_ADVANCED_BLACK: Final[tuple[Bitboard, ...]] = tuple((1 << 8 * row) - 1 for row in range(7, 1, -1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Worths:
    """The values of everything but a man, in men."""

    king: float
    advance: float
    """The value of a row that a man has advanced."""
    guard: float = 0.0
    """The value of a man on its own first row."""
    positions: int = 20_000
    """The budget, as in `Judgement`."""


def judgement(worths: Worths) -> Judgement:
    """Return the judgement with these values, in men."""
    king, advance, guard = worths.king, worths.advance, worths.guard
    first, last = last_row(white=False), last_row(white=True)

    def value(state: State) -> tuple[float, float]:
        white, black, kings, _ = state.position
        men, rivals = white & ~kings, black & ~kings
        lead = men.bit_count() - rivals.bit_count()
        rows = 0
        for cells in _ADVANCED:
            rows += (men & cells).bit_count()
        for cells in _ADVANCED_BLACK:
            rows -= (rivals & cells).bit_count()
        total = lead + advance * rows
        if kings:
            total += king * ((white & kings).bit_count() - (black & kings).bit_count())
        if guard:
            total += guard * ((men & first).bit_count() - (rivals & last).bit_count())
        return total, 0.0

    return Judgement(value=value, scale=_SCALE, positions=worths.positions, unquiet=_captures)


def _captures(moves: Sequence[Move]) -> bool:
    """Return True if the moves are captures: capturing is compulsory, so all are or none is."""
    return bool(moves[0].captured)
