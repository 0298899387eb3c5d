"""Positions of a log: the identity of one, as buttons have it, and a table as it stood there."""

from dataclasses import dataclass, replace

from bot.model.table import PlayerStatus, Table
from rules.log.entries import short_digest
from rules.match.match import Match

__all__ = ["PositionId", "holds", "match_after", "position_id", "table_after"]


@dataclass(frozen=True, slots=True)
class PositionId:
    """A position or an offer, identified by the number of the entry that made it."""

    number: int
    """0 is the position before the first entry."""
    digest: str
    """The 6 characters that identify the log up to that entry."""


def position_id(match: Match, number: int | None = None) -> PositionId:
    """Return the identity of the position after the entry with this number, by default the last."""
    number = match.position_number if number is None else number
    whole = number == len(match.entries)
    return PositionId(number, short_digest(match.digest) if whole else match.digest_at(number))


def holds(match: Match, position: PositionId) -> bool:
    """Return True if the match's log contains the entries that led to the position.

    It doesn't if the database was set back, by a power cut or from a backup: the position may lie
    beyond the log, or the log may have continued in another way.
    """
    return position.number <= len(match.entries) and position_id(match, position.number) == position


def table_after(table: Table, number: int) -> Table:
    """Return the table of a started game with the match and the players after an entry."""
    if number == len(table.started.entries):
        return table
    players = [
        replace(table.holder(seat, number), seat=seat, status=PlayerStatus.SEATED)
        for seat in table.started.seats
    ]
    players.sort(key=lambda player: player.id)
    return replace(table, match=match_after(table, number), players=tuple(players))


def match_after(table: Table, number: int) -> Match:
    """Return the match after the entry with this number, folded from the log."""
    match = table.started
    begun = Match.of(match.game, match.seating, match.clock.control, table.first_engines)
    return begun.with_entries(match.entries[:number], trusted=True)
