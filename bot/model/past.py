"""A table as it was after an entry of its log, for messages about that entry."""

from dataclasses import replace

from bot.model.table import PlayerStatus, Table
from rules.match.match import Match

__all__ = ["match_after", "table_after"]


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
