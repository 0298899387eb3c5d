"""Which position of which log a button was made for."""

from dataclasses import dataclass

from rules.log.entries import short_digest
from rules.match.match import Match

__all__ = ["PositionId", "holds", "position_id"]


@dataclass(frozen=True, slots=True)
class PositionId:
    """A position, or an offer, by the number of the log's entry that made it."""

    number: int
    """0 is the position before the first entry."""
    digest: str
    """The 6 characters that stand for the log up to that entry."""


def position_id(match: Match, number: int | None = None) -> PositionId:
    """Return the identity of what the entry of this number made; None means the position now."""
    number = match.position_number if number is None else number
    whole = number == len(match.entries)
    return PositionId(number, short_digest(match.digest) if whole else match.digest_at(number))


def holds(match: Match, position: PositionId) -> bool:
    """Whether the match's log holds the entries that led to the position.

    It does not where the database went back, after a power cut or from a backup: the position may
    lie beyond the log, or the log may have gone on in another way.
    """
    return position.number <= len(match.entries) and position_id(match, position.number) == position
