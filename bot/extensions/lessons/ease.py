"""The strength of the computer that fits a person: it grows as they win, and falls as they lose."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from engine.levels import EASES

__all__ = ["FIRST", "Ease", "Result", "counted"]

FIRST: Final = 1
"""The step of a person's first game: an index of `EASES`, in which the easiest is 0."""


class Result(Enum):
    """The result of a practice game for the person."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


_STEPS: Final = {Result.WON: 1, Result.DRAWN: 0, Result.LOST: -1}


@dataclass(frozen=True, slots=True)
class Ease:
    """The strength that fits a person in a game, with the result that last counted."""

    step: int = FIRST
    """The index in `EASES` of the strength that plays their next game."""
    last: Result | None = None
    """The last result that counted, or None."""
    games: int = 0
    won: int = 0


def counted(before: Ease, result: Result, *, helped: bool) -> Ease:
    """Return the ease after one more finished game.

    From the second win in a row on, a win moves it by two steps, and so do losses. `helped` is true
    if the person asked for a hint or took a move back; then a win moves nothing.
    """
    after = replace(before, games=before.games + 1, won=before.won + (result is Result.WON))
    if helped and result is Result.WON:
        return after
    step = _STEPS[result] * (2 if result is before.last else 1)
    return replace(after, step=min(max(before.step + step, 0), len(EASES) - 1), last=result)
