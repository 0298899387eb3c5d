"""What lists show: unfinished tables, games that wait, games that are over, and scores."""

from dataclasses import dataclass

from bot.model.caller import Place, User
from bot.model.table import Status

__all__ = ["Finished", "Score", "TableSummary", "Waiting"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSummary:
    """What a list shows of an unfinished table; nothing of it needs the log."""

    id: int
    place: Place
    game: str
    status: Status
    host_id: int
    names: tuple[User, ...]
    """Everybody at the table."""
    due_user_id: int | None
    due_name: str | None
    """Who is due, a person or an engine."""
    turn_since: int | None
    due_at: int | None
    message_id: int | None
    """The message that shows the board, or the card before the game begins."""
    set_apart: str | None
    is_invited: bool = False
    """Whether the person who asks for the list has yet to answer an invitation."""
    planned: int = 0
    """Answers that the person who asks for the list has planned there."""
    credit: int = 0
    """Seconds of outages that the running turn will still get."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """The games that wait for a person's move."""

    count: int
    place: Place
    """Where the one stands that has waited longest."""
    board_id: int | None
    """The message with its board."""


@dataclass(frozen=True, slots=True)
class Finished:
    """How a game ended for a person; `rank` counts from 1, None if it has no result."""

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
