"""The daily deletion of rows that nobody needs any longer.

The log, results and people's choices stay. Deleted rows are never read again: a current turn looks
back only to its beginning, and a waiting message only to its entry.
"""

from typing import Final

from bot.store.database import Transaction
from bot.store.studies import KEPT_FOR
from bot.store.vacations import YEAR
from rules.time.duration import DAY

__all__ = ["clean"]

_PARKED: Final = 90 * DAY
"""Seconds for which a message waits for an interaction in its channel."""


def clean(tx: Transaction, now: int, number: int) -> None:
    """Delete everything that is no longer of use at `now`, in Unix seconds.

    `number` is an id that Discord gave out a day ago: an interaction with a larger one is younger,
    even if the clock was set ahead. Deleted are requests that Discord no longer repeats, drafts and
    muted pings of games that are over, messages that have waited for three months, pings that no
    longer hold back others and belong to no unsent message, outages that were over before any
    current turn with a time limit began, marks of people who may play rated games again, vacation
    of more than a year ago, earlier pings of invitations and calls for a seat, and studies that
    nobody has used for a month.
    """
    tx.do("DELETE FROM requests WHERE at < ? AND CAST(id AS INTEGER) <= ?", now - DAY, number)
    for name in ("drafts", "muted"):
        tx.do(
            f"DELETE FROM {name} WHERE"  # noqa: S608
            " (SELECT status FROM tables WHERE id = table_id) IN ('over', 'closed')"
        )
    tx.do("DELETE FROM outbox WHERE parked = 1 AND created_at < ?", now - _PARKED)
    tx.do(
        "DELETE FROM pings WHERE at <"
        " min(?, (SELECT coalesce(min(created_at), ?) FROM outbox)) - ?",
        now, now, DAY,
    )  # fmt: skip
    tx.do(
        "DELETE FROM outages WHERE ends < min(?, (SELECT coalesce(min(turn_since), ?) FROM tables"
        " WHERE status = 'playing' AND turn_allowed IS NOT NULL))",
        now - DAY, now,
    )  # fmt: skip
    tx.do("DELETE FROM forgotten WHERE until <= ?", now)
    tx.do("DELETE FROM vacations WHERE starts <= ?", now - YEAR)
    tx.do("DELETE FROM invitation_pings WHERE at < ?", now - DAY)
    tx.do("DELETE FROM seat_calls WHERE at < ?", now - DAY)
    tx.do("DELETE FROM studies WHERE used_at < ?", now - KEPT_FOR)
