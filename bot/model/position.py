"""Which position of which log a button was made for."""

import hashlib
from base64 import b32encode
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rules.events import Event, encode
from rules.match import Match

__all__ = ["DIGEST_LENGTH", "PositionId", "holds", "log_digest", "position_id"]

DIGEST_LENGTH: Final = 6
"""Characters of a digest: 30 bits, enough that a log put back and played on differs."""


@dataclass(frozen=True, slots=True)
class PositionId:
    """A position, or an offer, by the number of the log's event that made it."""

    number: int
    """0 is the position before the first event."""
    digest: str
    """`log_digest` of the events up to that number."""


def position_id(match: Match, number: int | None = None) -> PositionId:
    """Return the identity of what the event of this number made; None means the position now."""
    number = match.position_number if number is None else number
    return PositionId(number, log_digest(match.events[:number]))


def holds(match: Match, position: PositionId) -> bool:
    """Whether the match's log holds the events that led to the position.

    It does not where the database went back, after a power cut or from a backup: the position may
    lie beyond the log, or the log may have gone on in another way.
    """
    return position.number <= len(match.events) and position_id(match, position.number) == position


def log_digest(events: Iterable[Event]) -> str:
    """Return `DIGEST_LENGTH` characters, a to z and 2 to 7, that follow from the events."""
    digest = hashlib.sha256()
    for event in events:
        kind, text = encode(event)
        digest.update(f"{kind} {text}\n".encode())
    return b32encode(digest.digest()).decode().lower()[:DIGEST_LENGTH]
