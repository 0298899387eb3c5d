"""What lists show beside unfinished tables: games that wait, games that are over, and scores."""

from dataclasses import dataclass

from bot.model.caller import Place, User

__all__ = ["Finished", "Score", "Waiting"]


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
