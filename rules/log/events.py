"""What can happen at a table, as values that a log stores as two short texts.

Seats are numbers of the table; `player` numbers are those of the bot's rows of players, so that a
log never holds a person. A `reason` is text that a person wrote.
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
    """What one seat can propose to the others."""

    DRAW = "draw"
    TAKE_BACK = "takeback"
    COUNT = "count"
    """Stop here and count, in a game that can be counted at any time."""
    PAUSE = "pause"
    RESUME = "resume"
    """End the pause before its time."""
    TIME = "time"
    """Give the seat due more time; every other team has to agree."""
    ABORT = "abort"
    """End the game without a result."""
    SUBSTITUTE = "substitute"
    """Give a seat to somebody else."""

    @property
    def title(self) -> Sentence:
        """The words for it, such as `draw offer`."""
        return {
            OfferKind.DRAW: say("draw offer"),
            OfferKind.TAKE_BACK: say("take-back request"),
            OfferKind.COUNT: say("proposal to stop and count"),
            OfferKind.PAUSE: say("proposal to pause"),
            OfferKind.RESUME: say("proposal to go on"),
            OfferKind.TIME: say("proposal to give more time"),
            OfferKind.ABORT: say("proposal to end the game without a result"),
            OfferKind.SUBSTITUTE: say("proposal to change hands"),
        }[self]


class Grant(Enum):
    """Why a turn gets more time."""

    OUTAGE = "outage"
    """The table could not be reached."""
    QUIET = "quiet"
    """The deadline fell into the person's quiet hours."""
    VACATION = "vacation"
    """The person is on vacation."""
    DRAWN = "drawn"
    """Vacation was drawn from the person's pool because the deadline passed."""
    RIVALS = "rivals"
    MODERATOR = "moderator"


class SeatWay(Enum):
    """How a seat changed hands."""

    OFFERED = "offered"
    """Its holder gave it up, and the others agreed."""
    TAKEN = "taken"
    """The others agreed after the holder had missed a deadline or left."""
    MODERATOR = "moderator"


class VoidCause(Enum):
    """Why a game has no result."""

    AGREED = "agreed"
    UNPLAYED = "unplayed"
    """Time ran out before every team had played."""
    IDLE = "idle"
    """Nobody played, or claimed the time, for 60 days."""
    CHANNEL = "channel"
    """The channel was deleted, or was closed to the bot for too long."""
    MODERATOR = "moderator"


@dataclass(frozen=True, slots=True)
class Begun:
    """The game began; `game` is its number in a series, from 1."""

    game: int = 1


@dataclass(frozen=True, slots=True)
class Played:
    """The side due played the move of this canonical notation."""

    notation: str


@dataclass(frozen=True, slots=True)
class Rolled:
    """The host rolled, in this order."""

    pips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """The seat proposed something to the others."""

    seat: Seat
    kind: OfferKind
    days: int = 0
    """How long a pause is to last, or how much time is to be given."""
    place: Seat | None = None
    """The seat that is to change hands."""
    player: int = 0
    """Who is to take it; 0 while it is offered to all."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The seat accepted what was proposed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Declined:
    """The seat declined what was proposed, or withdrew its own proposal.

    Where the host enters it for the seat that proposed, the proposal has lapsed.
    """

    seat: Seat


@dataclass(frozen=True, slots=True)
class ResignWanted:
    """The seat would resign; its team does so once all its allies want to."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ResignWithdrawn:
    """The seat no longer wants to resign."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Resigned:
    """The seat gave the game up, the last of its team to want it."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Overdue:
    """The time of the seat ran out where the others may claim the game (a soft clock)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Claimed:
    """The seat claimed the game because the side due had let its time run out."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The time of the seat ran out where that ends the game by itself (a hard clock)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Granted:
    """The seat due got this many seconds more for its running turn."""

    seat: Seat
    seconds: int
    cause: Grant
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Paused:
    """The clocks stand until this moment, or until they are resumed before it."""

    end: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The clocks run again."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A seat changed hands, from one row of players to another."""

    seat: Seat
    old: int
    new: int
    way: SeatWay
    by_engine: bool = False
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Voided:
    """The game ended without a result."""

    cause: VoidCause
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """A moderator decided the game; nobody in `winners` is a draw."""

    winners: tuple[Seat, ...]
    reason: str = ""


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
