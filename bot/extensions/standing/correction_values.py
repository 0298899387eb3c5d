"""Moderators' decisions which games count for ratings, as values."""

from dataclasses import dataclass
from typing import Final

from bot.model.caller import Person, Place
from rules.time.duration import DAY

__all__ = ["CORRECTABLE", "MOST_TOLD", "Corrected", "Correction"]

CORRECTABLE: Final = 90 * DAY
"""Seconds after the end of a game in which moderators decide whether it counts."""
MOST_TOLD: Final = 10
"""The most games that the message about a decision names."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A decision that games count for ratings, or that they do not."""

    counts: bool
    by: Person
    reason: str
    """Empty once whoever wrote it was forgotten."""
    of: Person | None = None
    """The person about all of whose games it was; None for a decision about one game."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """A game about which somebody decided: its table, and the place of its last board."""

    table_id: int
    game: str
    place: Place
    board_id: int | None
