"""Puzzles of the day: one per server and date, and how a person fared."""

from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Final

from bot.model.displays import DisplayKind
from engine.posed import Posed
from rules.time.duration import HOUR

__all__ = [
    "EVERYWHERE", "POST", "PUZZLE_POST", "SEARCH", "SOLVING", "Attempt", "DailyPuzzle", "Supply",
    "Waiting", "today",
]  # fmt: skip

PUZZLE_POST: Final = DisplayKind("puzzle", HOUR)
"""The post of a puzzle."""
SOLVING: Final = "solve"
"""The aim of a study in which a person solves a puzzle."""
POST: Final = "puzzle"
"""The kind of timer by which a server gets its puzzle of the day."""
SEARCH: Final = "puzzle_search"
"""The kind of timer by which puzzles are looked for in finished games, at night."""
EVERYWHERE: Final = 0
"""Stands for everyone whose server has no puzzle, and for people outside of servers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DailyPuzzle:
    """The puzzle of a server on a day."""

    id: int
    guild_id: int
    number: int
    """From 1, by server."""
    day: date
    posted_at: int
    posed: Posed


@dataclass(frozen=True, slots=True)
class Waiting:
    """A puzzle from a game of a server, waiting for its day."""

    id: int
    table_id: int


@dataclass(frozen=True, slots=True)
class Supply:
    """The puzzles left for a server."""

    waiting: int
    """Puzzles from its own games, which come first; more than 30 count as 30."""
    left: int
    """The number of stock puzzles it hasn't had."""
    stock: int
    """The number of all stock puzzles."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's tries at a puzzle, and how it ended."""

    tries: int = 0
    """The number of tries, including the one that solved it."""
    is_shown: bool = False
    """True if they asked for the solution before they found it."""
    solved_at: int | None = None
    streak: int = 0
    """The puzzles in a row they had solved by then, all before the next one came; 0 if this one was
    too late. Days without a puzzle don't count."""

    @property
    def is_over(self) -> bool:
        """True if there is nothing more to find."""
        return self.is_shown or self.solved_at is not None


def today(now: float) -> date:
    """Return the date in UTC, which puzzles outside of servers follow."""
    return datetime.fromtimestamp(now, UTC).date()
