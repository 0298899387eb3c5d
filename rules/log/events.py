"""The events that can happen at a table, as values that a log stores as two short texts.

Seats are numbers at the table; `player` numbers are ids of the bot's rows of players, so that a log
never identifies a person, and no event holds text that a person wrote: the reason that a moderator
always gives stands beside the log.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from rules.contract.core import Seat
from rules.contract.sentence import Sentence, say

__all__ = [
    "Accepted",
    "Adjudicated",
    "Begun",
    "Claimed",
    "Declined",
    "Event",
    "Grant",
    "Granted",
    "OfferKind",
    "Offered",
    "Overdue",
    "Paused",
    "Played",
    "ResignWanted",
    "ResignWithdrawn",
    "Resigned",
    "Resumed",
    "Rolled",
    "SeatTaken",
    "SeatWay",
    "TimedOut",
    "VoidCause",
    "Voided",
]


class OfferKind(Enum):
    """A proposal that one seat can make to the others."""

    DRAW = "draw"
    TAKE_BACK = "takeback"
    COUNT = "count"
    """Stop here and count, in a game that can be counted at any time."""
    PAUSE = "pause"
    RESUME = "resume"
    """End the pause early."""
    TIME = "time"
    """Give the seat to move more time; every other team has to agree."""
    ABORT = "abort"
    """End the game without a result."""
    SUBSTITUTE = "substitute"
    """Give a seat to someone else."""

    @property
    def title(self) -> Sentence:
        """The name for players, such as `draw offer`."""
        return {
            OfferKind.DRAW: say("draw offer"),
            OfferKind.TAKE_BACK: say("take-back request"),
            OfferKind.COUNT: say("request to stop and count"),
            OfferKind.PAUSE: say("request to pause"),
            OfferKind.RESUME: say("request to resume"),
            OfferKind.TIME: say("time offer"),
            OfferKind.ABORT: say("request to call the game off"),
            OfferKind.SUBSTITUTE: say("request to change players"),
        }[self]


class Grant(Enum):
    """The reason for giving a turn more time."""

    OUTAGE = "outage"
    """The table couldn't be reached."""
    QUIET = "quiet"
    """The deadline fell into the person's quiet hours."""
    VACATION = "vacation"
    """The person is on vacation."""
    DRAWN = "drawn"
    """Vacation was taken from the person's allowance because the deadline passed."""
    RIVALS = "rivals"
    MODERATOR = "moderator"


class SeatWay(Enum):
    """The way in which a seat changed hands."""

    OFFERED = "offered"
    """Its holder gave it up, and the others agreed."""
    TAKEN = "taken"
    """The others agreed after the holder had missed a deadline or left."""
    MODERATOR = "moderator"
    RESIGNED = "resigned"
    """Its holder resigned among three or more, and a computer opponent plays on."""


class VoidCause(Enum):
    """The reason for which a game has no result."""

    AGREED = "agreed"
    UNPLAYED = "unplayed"
    """Time ran out before every team had played."""
    IDLE = "idle"
    """No one moved or claimed the game for 60 days."""
    CHANNEL = "channel"
    """The channel was deleted, or the bot had no access to it for too long."""
    MODERATOR = "moderator"
    LEFT = "left"
    """A person asked to be forgotten, and left a series for good."""
    DECLINED = "declined"
    """A person let a paired game go before their first move."""


@dataclass(frozen=True, slots=True)
class Begun:
    """The game began; `game` is its number in a series, from 1."""

    game: int = 1
    in_event: bool = False
    """True if an event of a club opened it: then whoever misses the first deadline loses."""


@dataclass(frozen=True, slots=True)
class Played:
    """The side to move played the move with this canonical notation."""

    notation: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """The host rolled these pips, in this order."""

    pips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """The seat proposed something to the others."""

    seat: Seat
    kind: OfferKind
    days: int = 0
    """The length of a pause, or the time to be given."""
    place: Seat | None = None
    """The seat that would change hands."""
    player: int = 0
    """The player who would take it; 0 while anyone may."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The seat accepted the proposal."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Declined:
    """The seat declined the proposal, or withdrew its own.

    If the host enters it for the seat that made the proposal, the proposal has lapsed.
    """

    seat: Seat


@dataclass(frozen=True, slots=True)
class ResignWanted:
    """The seat wants to resign; its team resigns once all allies want to."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ResignWithdrawn:
    """The seat no longer wants to resign."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Resigned:
    """The seat resigned, as the last of its team to agree, and the game ended with that."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Overdue:
    """The seat's time ran out, and the others may now claim the game (a soft clock)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Claimed:
    """The seat claimed the game because the side to move had run out of time."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The seat's time ran out, which ended the game at once (a hard clock)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Granted:
    """The seat to move got this many more seconds for its current turn."""

    seat: Seat
    seconds: int
    cause: Grant


@dataclass(frozen=True, slots=True)
class Paused:
    """The clocks stopped until this moment, or until they are resumed earlier."""

    end: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """The clocks run again."""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A seat changed hands, from one row of players to another."""

    seat: Seat
    old: int
    new: int
    way: SeatWay
    by_engine: bool = False


@dataclass(frozen=True, slots=True)
class Voided:
    """The game ended without a result."""

    cause: VoidCause


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """A moderator decided the game; an empty `winners` is a draw."""

    winners: tuple[Seat, ...]


Event: TypeAlias = (
    Begun
    | Played
    | Rolled
    | Offered
    | Accepted
    | Declined
    | ResignWanted
    | ResignWithdrawn
    | Resigned
    | Overdue
    | Claimed
    | TimedOut
    | Granted
    | Paused
    | Resumed
    | SeatTaken
    | Voided
    | Adjudicated
)
