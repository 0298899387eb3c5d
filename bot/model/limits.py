"""The limits on what one person can do to others, as one value."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.caller import User
from bot.model.server import USUAL_TABLES
from rules.time.duration import HOUR, MINUTE

__all__ = ["UNLIMITED", "Calls", "Hosted", "Hosting", "Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits on one person, at a time or in a time. Times are seconds."""

    tables: int | None = USUAL_TABLES
    """Unfinished tables of a host in private places, and in a server that sets no other limit.
    With None no one is limited, whatever a server sets."""
    invitations: int = 10
    """Invitations of a host that no one has answered yet."""
    invitations_to_one: int = 3
    """The most of them for one guest."""
    between_invitation_pings: int = HOUR
    """The time between two pings of a guest by the invitations of one host."""
    between_public_calls: int = 12 * HOUR
    """The time between two calls to everyone for a player for one seat."""
    calls_to_one: int = 3
    """Calls for a player to one person in a day, whoever calls."""
    between_public_boards: int = MINUTE
    """The time in which a table's board is shown to everyone once by request."""


_ANY: Final = 10**9

UNLIMITED: Final = Limits(
    tables=None,
    invitations=_ANY,
    invitations_to_one=_ANY,
    between_invitation_pings=0,
    between_public_calls=0,
    calls_to_one=_ANY,
    between_public_boards=0,
)
"""No limits, for campaigns and benches in which few people open everything."""


@dataclass(frozen=True, slots=True)
class Hosted:
    """The tables and invitations of a host, with those that are about to be stored."""

    tables: int
    """Unfinished tables in the same server, or in all private places."""
    invitations: int
    """Invitations that no one has answered yet."""
    to_guests: Sequence[tuple[User, int]]
    """The guests of this table, with how many of those invitations are for them."""
    waiting: int | None
    """Another table of the host for the same game that waits for players, or None."""


@dataclass(frozen=True, slots=True)
class Calls:
    """The calls of the last day that count against a new one, as Unix seconds, oldest first."""

    to_all: Sequence[int]
    """For this seat, to everyone."""
    to_one: Sequence[int]
    """To the person who is called now, for any seat of any table."""


@dataclass(frozen=True, slots=True)
class Hosting:
    """The limits that hold in the transaction which stores a host's tables and invitations."""

    admit: Callable[[Hosted], None]
    """Raises TableError if that is too much."""
    between_pings: int
    """Seconds between two pings of a guest by one host."""
