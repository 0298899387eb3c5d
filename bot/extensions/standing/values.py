"""Records of what people played in servers and pools, and the lines of leaderboards."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.model.caller import User
from bot.model.ratings import Standing

__all__ = ["CURVE", "FORM", "PAGE", "Board", "Ending", "Listed", "Played", "Record"]

CURVE: Final = 7
"""The last ratings that a curve shows."""
FORM: Final = 10
"""The last games that a form shows."""
PAGE: Final = 20
"""The people on one page of a leaderboard."""


class Ending(Enum):
    """The result of a game with other people for one of them."""

    WON = "1"
    DRAWN = "½"
    LOST = "0"


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The games of a person with others in one server and pool."""

    guild_id: int | None
    """None: in direct messages and groups."""
    pool: str
    won: int
    drawn: int
    lost: int
    timed_out: int
    """The games lost on time, which are among those lost."""
    given_up: int
    """Seats given up while the game went on."""
    turns: int
    """Turns with a time limit."""
    late: int
    """Those in which the time ran out."""
    longest: int
    """The rounds of the longest game."""
    since: int
    """The end of the first game, in Unix seconds."""
    standing: Standing | None = None
    """None if no game counted for ratings."""
    curve: tuple[int, ...] = ()
    """The last ratings in 1/100 point, oldest first."""

    @property
    def games(self) -> int:
        """The games with a result."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Record:
    """The games of a person with others, in one server or everywhere."""

    played: tuple[Played, ...]
    """By pool, the one with most games first."""
    form: tuple[Ending, ...] = ()
    """The last games, oldest first."""
    within: int | None = None
    """The seconds within which half of all turns were played."""

    @property
    def games(self) -> int:
        """The games with a result."""
        return sum(each.games for each in self.played)

    @property
    def turns(self) -> int:
        """Turns with a time limit."""
        return sum(each.turns for each in self.played)

    @property
    def in_time(self) -> int:
        """The turns that were played before the time ran out."""
        return self.turns - sum(each.late for each in self.played)


@dataclass(frozen=True, slots=True)
class Listed:
    """One line of a leaderboard."""

    place: int
    """Equal points share it."""
    user: User
    points: int
    games: int
    """All games with other people in this server and pool that have a result."""
    turns: int
    late: int


@dataclass(frozen=True, slots=True)
class Board:
    """A part of a leaderboard."""

    pool: str
    lines: Sequence[Listed]
    start: int
    """The number of the first line, from 0."""
    total: int
    """The lines of the whole board."""
