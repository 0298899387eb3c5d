"""The commands that a person can give at a table, as values. `Tables.execute` carries them out.

One line is logged for each.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.model import metrics
from bot.model.boards import Boards
from bot.model.caller import Caller, Person, Place
from bot.model.table import Request, Table, Terms, User
from rules.contract.core import Seat
from rules.log.events import OfferKind

__all__ = [
    "Accept",
    "AddEngine",
    "AddWords",
    "Adjudicate",
    "Agree",
    "Answer",
    "ClaimTime",
    "Close",
    "Command",
    "Decline",
    "EndVoid",
    "Extend",
    "GameCommand",
    "GoOn",
    "InviteInstead",
    "Join",
    "KeepSeat",
    "Leave",
    "LetGo",
    "LobbyChange",
    "LobbyCommand",
    "ModeratorCommand",
    "MoveToThread",
    "OfferSeat",
    "Open",
    "OpenPlace",
    "Pause",
    "Play",
    "PlayNotation",
    "PlayOn",
    "Propose",
    "Replace",
    "Resign",
    "SeatCommand",
    "SeatEngine",
    "SetOptions",
    "Start",
    "TakeSeat",
    "Withdraw",
    "log_command",
]


@dataclass(frozen=True, slots=True)
class Open:
    """Open a table in the caller's channel, with the caller as its host."""

    terms: Terms
    invited: Sequence[User] = ()
    preferred_side: str | None = None
    engines: Sequence[int] = ()
    """The levels of the computer opponents."""
    unseeing: Sequence[User] = ()
    """The invited people who can't see the channel."""
    sides: Mapping[Person, str] = field(default_factory=dict[Person, str])
    """The sides that invited people prefer."""
    rematch_of: int | None = None
    """The table whose game is to be played again."""
    thread: bool = False
    """The table gets a thread of its own, even if its channel is free."""
    is_only: bool = False
    """The host may have no other table that waits for players of this game."""
    rated: bool | None = None
    """True if the result is to count for ratings, or None to follow the server, where possible."""


@dataclass(frozen=True, slots=True)
class Join:
    """Take a free place."""

    terms: str | None = None
    """The digest of the terms that the person saw, if a button names it."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept an invitation."""

    terms: str | None = None
    """As above."""


@dataclass(frozen=True, slots=True)
class Agree:
    """Agree to terms that have changed since one took one's seat."""

    terms: str | None = None
    """As above."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline an invitation."""

    mute: bool = False
    """True to hear no more of the host's invitations and calls, in all places."""


@dataclass(frozen=True, slots=True)
class InviteInstead:
    """Invite someone in place of a person who declined: the host's right."""

    declined: int
    """The row of the player who declined."""
    to: User
    is_unseeing: bool = False
    """True if Discord says that they can't see the channel."""


@dataclass(frozen=True, slots=True)
class OpenPlace:
    """Let anyone take the place of a person who declined: the host's right."""

    declined: int
    """The row of the player who declined."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave a table whose game hasn't begun; it closes if the host leaves."""


@dataclass(frozen=True, slots=True)
class Close:
    """Close a table whose game hasn't begun: its host's or a moderator's right."""


@dataclass(frozen=True, slots=True)
class AddEngine:
    """Seat a computer opponent of this level in a free place: the host's right."""

    level: int


@dataclass(frozen=True, slots=True)
class AddWords:
    """Add words to the dice of a table whose game hasn't begun."""

    words: str


@dataclass(frozen=True, slots=True)
class SetOptions:
    """Change terms that people rarely change, before the game begins: the host's right."""

    hints: bool
    vacation: bool
    boards: Boards | None


@dataclass(frozen=True, slots=True)
class MoveToThread:
    """Open a table that was only offered in the thread made for it."""

    place: Place


@dataclass(frozen=True, slots=True)
class Start:
    """Begin the game."""

    terms: str | None = None
    """As above."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play the move that a typed text means."""

    text: str


@dataclass(frozen=True, slots=True)
class PlayNotation:
    """Play the move with this canonical notation, as a button names it."""

    notation: str


@dataclass(frozen=True, slots=True)
class Propose:
    """Propose something to the other seats, or accept it if a rival has proposed the same."""

    kind: OfferKind
    days: int = 0
    """The length of a pause, or the time to be given."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer the offer that someone else made with the entry of this number."""

    offer: int
    agree: bool


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Withdraw one's own offer, made with the entry of this number."""

    offer: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Resign; with allies, say that one wants to."""

    too: bool = False
    """True if it is only meant as agreement with an ally."""


@dataclass(frozen=True, slots=True)
class PlayOn:
    """Withdraw the wish to resign."""


@dataclass(frozen=True, slots=True)
class LetGo:
    """End a paired game without a result, before one's own first move."""


@dataclass(frozen=True, slots=True)
class ClaimTime:
    """Claim the game because the side to move has run out of time."""


@dataclass(frozen=True, slots=True)
class OfferSeat:
    """Offer one's own seat to one person, or to everyone."""

    to: User | None = None
    is_unseeing: bool = False
    """True if Discord says that this person can't see the channel."""


@dataclass(frozen=True, slots=True)
class Replace:
    """Look for a person to replace a player who missed a deadline or left the server.

    A moderator who has no part in the game gives a reason, and then decides alone.
    """

    seat: Seat
    to: User | None = None
    has_left: bool = False
    """True if Discord says that the player is no longer in the server."""
    reason: str = ""
    is_unseeing: bool = False
    """True if Discord says that the person who is to play on can't see the channel."""


@dataclass(frozen=True, slots=True)
class KeepSeat:
    """Stop looking for a person for a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """Take a vacant seat; the others may have to agree."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatEngine:
    """Let a computer opponent of this level play on, once everyone else agrees.

    This works for one's own seat, or a seat whose player missed a deadline or left the server.
    """

    seat: Seat
    level: int
    has_left: bool = False
    """True if Discord says that the player is no longer in the server."""


LobbyChange: TypeAlias = (
    Join
    | Accept
    | Agree
    | AddEngine
    | Decline
    | InviteInstead
    | OpenPlace
    | Leave
    | Close
    | AddWords
    | SetOptions
    | MoveToThread
)
"""A command that changes the people at a waiting table, or its place."""

LobbyCommand: TypeAlias = LobbyChange | Start
"""A command that is possible until the game begins."""

GameCommand: TypeAlias = (
    Play | PlayNotation | Propose | Answer | Withdraw | Resign | PlayOn | ClaimTime | LetGo
)
"""A command that is possible while the game goes on."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the clocks for this many days, as a moderator."""

    days: int
    reason: str


@dataclass(frozen=True, slots=True)
class GoOn:
    """End a pause, as a moderator."""

    reason: str


@dataclass(frozen=True, slots=True)
class Extend:
    """Give the player to move this many days more, as a moderator."""

    days: int
    reason: str


@dataclass(frozen=True, slots=True)
class Adjudicate:
    """Decide the game, as a moderator: these seats win with their teams, or no one (a draw)."""

    winners: tuple[Seat, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class EndVoid:
    """End the game without a result, as a moderator."""

    reason: str


SeatCommand: TypeAlias = OfferSeat | Replace | KeepSeat | TakeSeat | SeatEngine
"""A command that is possible while the game goes on, also for people who don't play in it."""

ModeratorCommand: TypeAlias = Pause | GoOn | Extend | Adjudicate | EndVoid
"""A command of a moderator about a game in which they have no part."""

Command: TypeAlias = LobbyCommand | GameCommand | SeatCommand | ModeratorCommand


_log = logging.getLogger(__name__)


def log_command(
    table: Table | int,
    command: Command | Open,
    caller: Caller,
    request: Request,
    *,
    result: str,
    took: float,
) -> None:
    """Log one line without anyone's words and without secrets, and count the command."""
    number, game = (table, "") if isinstance(table, int) else (table.id, table.terms.game)
    _log.info(
        "table=%s game=%s command=%s person=%s request=%s result=%s ms=%.0f",
        number, game, type(command).__name__, caller.user.id, request.id, result, took,
    )  # fmt: skip
    metrics.COMMANDS.labels(type(command).__name__, game, result).inc()
