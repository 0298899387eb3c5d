"""How good a position is at a glance: material, men that have advanced, a guarded back row."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rules.contract.capabilities import Judgement
from rules.games.draughts.position import Bitboard, Move, State, last_row

__all__ = ["Worths", "judgement"]

_SCALE: Final = 1.5
_ADVANCED: Final[tuple[Bitboard, ...]] = tuple(-1 << 8 * row & (1 << 64) - 1 for row in range(1, 7))
"""The cells from the second row on, from the third on, and so forth, as White sees it."""
_ADVANCED_BLACK: Final[tuple[Bitboard, ...]] = tuple((1 << 8 * row) - 1 for row in range(7, 1, -1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Worths:
    """What counts beside a man, in men."""

    king: float
    advance: float
    """For each row that a man has advanced."""
    guard: float = 0.0
    """For each man on its own first row."""
    positions: int = 20_000
    """As in `Judgement`."""


def judgement(worths: Worths) -> Judgement:
    """Return how a game with these worths is judged, in men."""
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
    """Tell whether the moves are captures: where one is, all are, as capturing is compulsory."""
    return bool(moves[0].captured)
