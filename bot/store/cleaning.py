"""The daily deletion of rows that nobody needs any longer.

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
"""Seconds for which an outage is kept that no clock needs: what counts by the week looks back."""
_PARKED: Final = 90 * DAY
"""Seconds for which a message waits for an interaction in its channel."""


def clean(tx: Transaction, now: int, number: int) -> bool:
    """Delete up to 5,000 rows of those that are of no use at `now`, in Unix seconds.

    Returns True if there may be more. `number` is an id that Discord gave out a day ago: an
    interaction with a larger one is younger, even if the clock was set ahead. Deleted are requests
    that Discord no longer repeats, drafts and muted pings of games that are over, messages that
    have waited for three months, pings that no longer hold back others and belong to no unsent
    message, outages of over a week ago that ended before any current turn with a time limit began,
    marks of people who may play rated games again, vacation of more than a year ago, earlier pings
    of invitations and calls for a seat, studies that nobody has used for a month, and what
    extensions name.
    """
    left = PIECE
    for sql, values in (
        (
            # What isn't from Discord begins with a letter, which no digit comes after.
            "DELETE FROM requests WHERE id IN (SELECT id FROM requests"
            " WHERE at < ? AND (id > ':' OR (length(id), id) <= (?, ?)) LIMIT ?)",
            (now - DAY, len(str(number)), str(number)),
        ),
        *_useless(now),
        *(useless(now) for useless in tx.hooks.useless),
    ):
        left -= _deleted(tx, sql, *values, left)
        if not left:
            return True
    return False


def _useless(now: int) -> Iterable[tuple[str, tuple[Value, ...]]]:
    """Return the other statements of the core, with their values before the most rows to delete."""
    return (
        (
            "DELETE FROM drafts WHERE (table_id, person) IN (SELECT table_id, person FROM drafts"
            " WHERE (SELECT status FROM tables WHERE id = table_id) IN ('over', 'closed') LIMIT ?)",
            (),
        ),
        (
            "DELETE FROM muted WHERE (table_id, person) IN (SELECT table_id, person FROM muted"
            " WHERE (SELECT status FROM tables WHERE id = table_id) IN ('over', 'closed') LIMIT ?)",
            (),
        ),
        (
            "DELETE FROM outbox WHERE id IN (SELECT id FROM outbox"
            " WHERE parked = 1 AND created_at < ? LIMIT ?)",
            (now - _PARKED,),
        ),
        (
            "DELETE FROM pings WHERE id IN (SELECT id FROM pings WHERE at <"
            " min(?, (SELECT coalesce(min(created_at), ?) FROM outbox)) - ? LIMIT ?)",
            (now, now, DAY),
        ),
        (
            "DELETE FROM outages WHERE id IN (SELECT id FROM outages WHERE ends <"
            " min(?, (SELECT coalesce(min(turn_since), ?) FROM tables"
            " WHERE status = 'playing' AND turn_allowed IS NOT NULL)) LIMIT ?)",
            (now - _OUTAGES, now),
        ),
        (
            "DELETE FROM forgotten WHERE mark IN (SELECT mark FROM forgotten"
            " WHERE until <= ? LIMIT ?)",
            (now,),
        ),
        (
            "DELETE FROM vacations WHERE (person, starts) IN (SELECT person, starts FROM vacations"
            " WHERE starts <= ? LIMIT ?)",
            (now - YEAR,),
        ),
        (
            "DELETE FROM invitation_pings WHERE (host, guest) IN (SELECT host, guest"
            " FROM invitation_pings WHERE at < ? LIMIT ?)",
            (now - DAY,),
        ),
        (
            "DELETE FROM seat_calls WHERE id IN (SELECT id FROM seat_calls WHERE at < ? LIMIT ?)",
            (now - DAY,),
        ),
        (
            "DELETE FROM studies WHERE id IN (SELECT id FROM studies WHERE used_at < ? LIMIT ?)",
            (now - KEPT_FOR,),
        ),
    )


def _deleted(tx: Transaction, sql: str, *values: Value) -> int:
    return tx.change(sql, *values)
