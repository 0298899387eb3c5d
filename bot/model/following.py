"""Games that people follow without playing in them."""

from dataclasses import dataclass
from typing import Final

from bot.model.lists import TableSummary
from rules.time.duration import DAY

__all__ = ["LONGEST", "MOST", "MOST_WITH_MOVES", "Followed"]

MOST: Final = 20
"""The most games that a person follows at a time."""
MOST_WITH_MOVES: Final = 50
"""The most people who hear of the moves of one game; any number hears of its end."""
LONGEST: Final = 90 * DAY
"""Seconds after which nobody follows a game any more, even if it goes on."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A game that somebody follows."""

    table: TableSummary
    moves: bool
    """True if they hear of its moves too, False if of its end alone."""
