"""What the store keeps of a table, as values."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.model.dice_secret import DiceSecret
from rules.core import Seat, Seating
from rules.events import Event
from rules.match import Match
from rules.series import Contestant, Series

__all__ = [
    "NextGame",
    "OutboxItem",
    "Player",
    "PlayerStatus",
    "Request",
    "Status",
    "Table",
    "Terms",
    "User",
]


_MARKDOWN: Final = re.compile(r"[\\*_~|`>#\-\[\]()<]")
"""Characters that act as markdown in a message."""


class Status(Enum):
    """Where a table is in its life."""

    OFFERED = "offered"
    """Asked for in a channel that hosts a running game; its card is not public yet."""
    OPEN = "open"
    """Its card waits for players."""
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    """Given up before the game began."""


class PlayerStatus(Enum):
    """How a player stands to a table."""

    INVITED = "invited"
    SEATED = "seated"


@dataclass(frozen=True, slots=True)
class User:
    """A Discord user, by the number and the name that others see."""

    id: int
    name: str

    @property
    def shown(self) -> str:
        """The name for a message: nothing in it acts as markdown or a mention."""
        return _MARKDOWN.sub(r"\\\g<0>", self.name).replace("@", "@\u200b")


@dataclass(frozen=True, slots=True)
class Request:
    """The interaction that asks for a change; `token` lets another process answer it."""

    id: int
    token: str


@dataclass(frozen=True, slots=True)
class Player:
    """A person at a table, or asked to it; `preferred_side` is the side asked for, None for any."""

    user: User
    status: PlayerStatus
    preferred_side: str | None = None
    seat: Seat | None = None
    accepted: int | None = None
    """The interaction by which they took their place."""
    words: str = ""
    """What they chose to add to the dice."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed before a game starts."""

    game: str
    options: Mapping[str, str]
    seating: int = 0
    days: int | None = None
    """Days for each move; None for no limit."""
    plan: str | None = None
    """The key of the series that is played; None for a single game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One table as it stands. `match` is there once the game has started."""

    id: int
    guild_id: int | None
    channel_id: int
    terms: Terms
    version: int
    status: Status
    host_id: int
    players: tuple[Player, ...]
    seating: Seating
    card_id: int | None = None
    board_id: int | None = None
    board_channel_id: int | None = None
    turn_since: int | None = None
    deadline: int | None = None
    match: Match | None = None
    dice: DiceSecret | None = None
    """What all its rolls follow from; None in a game without dice."""
    series_id: int | None = None
    """The first table of the series that this one belongs to."""
    earlier: Series | None = None
    """The series as it stood before this game."""

    @property
    def started(self) -> Match:
        """The match of a table whose game has started, which the caller knows."""
        assert self.match is not None, f"the game of table {self.id} has not started"
        return self.match

    @property
    def seated(self) -> tuple[Player, ...]:
        """Those who have taken a place, in the order they came."""
        return tuple(p for p in self.players if p.status is PlayerStatus.SEATED)

    @property
    def invited(self) -> tuple[Player, ...]:
        """Those who have yet to answer."""
        return tuple(p for p in self.players if p.status is PlayerStatus.INVITED)

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return len(self.seated) == len(self.seating)

    def player(self, user_id: int) -> Player | None:
        """Return the person's place at this table, if any."""
        return next((p for p in self.players if p.user.id == user_id), None)

    def seat(self, user_id: int) -> Seat | None:
        """Return the seat of a person in a started game; None for an onlooker."""
        player = self.player(user_id)
        return player.seat if player else None

    def at(self, seat: Seat) -> Player:
        """Return who sits on the seat of a started game."""
        return next(p for p in self.players if p.seat == seat)

    @property
    def series(self) -> Series | None:
        """The series as it stands, with this game once it is over."""
        outcome = self.match.outcome if self.match else None
        return self.earlier.add(outcome) if self.earlier and outcome else self.earlier

    def rival(self, number: Contestant) -> Player:
        """Return the player whom the series knows by this number."""
        assert self.earlier is not None, f"table {self.id} belongs to no series"
        return self.at(Seat(self.earlier.people.index(number)))

    @property
    def due(self) -> Player | None:
        """Who is to move, if somebody is."""
        seat = self.match.seat_due if self.match else None
        return None if seat is None else self.at(seat)


@dataclass(frozen=True, slots=True)
class NextGame:
    """The next game of a series: who sits where, and until when the first move has time."""

    players: tuple[Player, ...]
    deadline: int | None
    dice: DiceSecret | None = None
    events: tuple[Event, ...] = ()
    """The rolls with which it begins."""


@dataclass(frozen=True, slots=True)
class OutboxItem:
    """A row of the outbox: what the channel has yet to be shown."""

    table_id: int
    number: int
    channel_id: int
    token: str | None
    created_at: int
    attempts: int
