"""The entries of lists: tables, games that wait, games that are over, and scores."""

from dataclasses import dataclass
from typing import Final

from bot.model.caller import Person, Place, User
from bot.model.table import Status

__all__ = ["NEWEST", "OLDEST", "Cursor", "Ended", "Score", "TableSummary", "Tally", "Waiting"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSummary:
    """An unfinished table as a list shows it, without needing the log."""

    id: int
    place: Place
    game: str
    status: Status
    host_id: Person
    names: tuple[User, ...]
    """Everyone at the table."""
    due_person: Person | None
    due_name: str | None
    """The name of the player to move, a person or an engine."""
    turn_since: int | None
    due_at: int | None
    message_id: int | None
    """The message that shows the board, or the card before the game begins."""
    set_apart: str | None
    opened_at: int = 0
    round: int = 0
    """The number of the move that is due, from 1."""
    is_invited: bool = False
    """True if the person who asks for the list hasn't answered an invitation to it yet."""
    planned: int = 0
    """The answers that the person who asks for the list has planned there."""
    credit: int = 0
    """Seconds for outages that the current turn will still get."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The games that wait for a person's move."""

    count: int
    place: Place
    """The place of the game that has waited longest."""
    board_id: int | None
    """The message with its board."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a game, or of a person's part in it."""

    table_id: int
    place: Place
    board_id: int | None
    game: str
    round: int
    """The number of its moves."""
    ended_at: int
    is_whole: bool
    """True if the game ended, and not only the part of a person who gave up a seat."""
    players: tuple[tuple[User, int | None], ...]
    """The players who sat there last, with their ranks from 1, or None without a result."""
    rank: int | None = None
    """The rank of the person whose game it is."""

    @property
    def is_drawn(self) -> bool:
        """True if everyone shares the first rank."""
        return all(rank == 1 for _, rank in self.players)


@dataclass(frozen=True, slots=True)
class Tally:
    """A person's finished games in a pool: ahead of another person, level or behind."""

    pool: str
    ahead: int
    level: int
    behind: int


@dataclass(frozen=True, slots=True)
class Cursor:
    """A place in a list of games that is ordered by time and then by table, between two rows."""

    time: int
    """Unix seconds."""
    table: int
    is_later: bool = False
    """True for the rows after it in time, False for those before it."""


NEWEST: Final = Cursor(2**53, 2**53)
"""The end of every list in time."""
OLDEST: Final = Cursor(0, 0, is_later=True)
"""The beginning of every list in time."""


@dataclass(frozen=True, slots=True)
class Score:
    """A person's score against one other person, in games."""

    rival: User
    won: int
    drawn: int
    lost: int
