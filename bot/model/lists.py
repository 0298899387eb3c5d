"""The entries of lists: unfinished tables, games that wait, finished games, and scores."""

from dataclasses import dataclass

from bot.model.caller import Person, Place, User
from bot.model.table import Status

__all__ = ["Finished", "Score", "TableSummary", "Waiting"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSummary:
    """An unfinished table as a list shows it, without needing the log."""

    id: int
    place: Place
    game: str
    status: Status
    host_id: Person
    names: tuple[User, ...]
    """Everybody at the table."""
    due_person: Person | None
    due_name: str | None
    """The name of the player to move, a person or an engine."""
    turn_since: int | None
    due_at: int | None
    message_id: int | None
    """The message that shows the board, or the card before the game begins."""
    set_apart: str | None
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
class Finished:
    """The result of a game for a person; `rank` counts from 1, None if there is no result."""

    table_id: int
    place: Place
    board_id: int | None
    game: str
    rank: int | None
    is_drawn: bool
    ended_at: int
    rivals: tuple[User, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """A person's score against one other person, in games."""

    rival: User
    won: int
    drawn: int
    lost: int
