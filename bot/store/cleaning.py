"""The daily deletion of rows that are no longer needed.

The log, results and people's choices stay. Deleted rows are never read again: a current turn looks
back only to its beginning, and a waiting message only to its entry.
"""

from collections.abc import Iterable
from typing import Final

from bot.store.people.vacations import YEAR
from bot.store.sql.database import Transaction, Value
from bot.store.tables.studies import KEPT_FOR
from rules.time.duration import DAY

__all__ = ["PIECE", "clean"]

PIECE: Final = 5_000
"""The most rows that one transaction deletes, so that no move waits for long."""

_OUTAGES: Final = 8 * DAY
"""Seconds for which an outage is kept that no clock needs: figures by the week look back."""
_PARKED: Final = 90 * DAY
"""Seconds for which a message waits for an interaction in its channel."""


def clean(tx: Transaction, now: int, number: int) -> bool:
    """Delete up to 5,000 rows that are of no use at `now`, in Unix seconds.

    Returns True if there may be more. `number` is an id that Discord gave out a day ago: an
    interaction with a larger one is younger, even if the clock was set ahead. Deleted are requests
    that Discord no longer repeats, drafts and muted pings of games that are over, and what was left
    to change in their messages of over a day ago, messages that have waited for three months, pings
    that no longer hold back others and belong to no unsent message, outages of over a week ago that
    ended before any current turn with a time limit began, marks of people who may play rated games
    again, vacation of more than a year ago, earlier pings of invitations and calls for a seat,
    studies that no one has used for a month, and what extensions name.
    """
    left = PIECE
    for sql, values in (
        (
            # What isn't from Discord begins with a letter, which no digit comes after.
            "DELETE FROM requests WHERE id IN (SELECT id FROM requests"
            " WHERE at < ? AND (id > ':' OR (length(id), id) <= (?, ?)) LIMIT ?)",
            (now - DAY, len(str(number)), str(number)),
        ),
        *_useless(now, number),
        *(useless(now) for useless in tx.hooks.useless),
    ):
        left -= tx.change(sql, *values, left)
        if not left:
            return True
    return False


def _useless(now: int, number: int) -> Iterable[tuple[str, tuple[Value, ...]]]:
    """Return the other statements of the core, with their values before the most rows to delete."""
    is_past = "(SELECT status FROM tables WHERE id = table_id) IN ('over', 'closed')"
    is_left = (
        "due = 0 AND message_id < ? AND NOT EXISTS"
        " (SELECT 1 FROM outbox WHERE outbox.table_id = table_messages.table_id)"
    )
    oldest = "(SELECT coalesce(min(created_at), ?) FROM outbox)"
    begun = (
        "(SELECT coalesce(min(turn_since), ?) FROM tables"
        " WHERE status = 'playing' AND turn_allowed IS NOT NULL)"
    )
    return (
        (_first("drafts", "table_id, person", is_past), ()),
        (_first("muted", "table_id, person", is_past), ()),
        # A change that was put off waits for the next message of its table, and none comes.
        (_first("table_messages", "table_id, message_id", f"{is_past} AND {is_left}"), (number,)),
        (_first("outbox", "id", "parked = 1 AND created_at < ?"), (now - _PARKED,)),
        (_first("pings", "id", f"at < min(?, {oldest}) - ?"), (now, now, DAY)),
        (_first("outages", "id", f"ends < min(?, {begun})"), (now - _OUTAGES, now)),
        (_first("forgotten", "mark", "until <= ?"), (now,)),
        (_first("vacations", "person, starts", "starts <= ?"), (now - YEAR,)),
        (_first("invitation_pings", "host, guest", "at < ?"), (now - DAY,)),
        (_first("seat_calls", "id", "at < ?"), (now - DAY,)),
        (_first("studies", "id", "used_at < ?"), (now - KEPT_FOR,)),
    )


def _first(table: str, key: str, condition: str) -> str:
    """Return the statement that deletes up to a number of rows under a condition."""
    return (
        f"DELETE FROM {table} WHERE ({key}) IN"  # noqa: S608
        f" (SELECT {key} FROM {table} WHERE {condition} LIMIT ?)"
    )
