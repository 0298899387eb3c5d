"""The identity of a position of a log, for which a button was made."""

from dataclasses import dataclass

from rules.log.entries import short_digest
from rules.match.match import Match

__all__ = ["PositionId", "holds", "position_id"]


@dataclass(frozen=True, slots=True)
class PositionId:
    """A position or an offer, identified by the number of the entry that made it."""

    number: int
    """0 is the position before the first entry."""
    digest: str
    """The 6 characters that identify the log up to that entry."""


def position_id(match: Match, number: int | None = None) -> PositionId:
    """Return the identity of the result of the entry with this number; None means the last one."""
    number = match.position_number if number is None else number
    whole = number == len(match.entries)
    return PositionId(number, short_digest(match.digest) if whole else match.digest_at(number))


def holds(match: Match, position: PositionId) -> bool:
    """Return True if the match's log contains the entries that led to the position.

    It doesn't if the database was set back, by a power cut or from a backup: the position may lie
    beyond the log, or the log may have continued in another way.
    """
    return position.number <= len(match.entries) and position_id(match, position.number) == position
