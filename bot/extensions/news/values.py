"""Games that people follow without playing in them."""

from dataclasses import dataclass
from typing import Final

from bot.model.lists import TableSummary
from rules.time.duration import DAY, HOUR

__all__ = ["APART", "LONGEST", "MOST", "MOST_WITH_MOVES", "Followed", "Told"]

MOST: Final = 20
"""The most games that a person follows at a time."""
MOST_WITH_MOVES: Final = 50
"""The most people who hear of the moves of one game; any number hears of its end."""
APART: Final = HOUR
"""Seconds between two messages to a person about moves."""
LONGEST: Final = 90 * DAY
"""Seconds after which nobody follows a game any more, even if it goes on."""


@dataclass(frozen=True, slots=True)
class Followed:
    """A game that somebody follows."""

    table: TableSummary
    moves: bool
    """True if they hear of its moves too, False if of its end alone."""


@dataclass(frozen=True, slots=True)
class Told:
    """News of a game that somebody follows, as it stood then: a message keeps its words."""

    table_id: int
    since: int
    """The newest entry that they knew before."""
    number: int
    """The newest entry of its log."""
    channel_id: int | None = None
    board_id: int | None = None
    """The message that showed its board, in that channel."""
