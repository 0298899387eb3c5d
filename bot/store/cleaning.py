"""What is deleted once a day because nobody needs it any more.

The log, results and what people have chosen stay. What goes is read by nothing that can still
happen: a running turn looks back to its beginning, a message that waits to its entry.
"""

from typing import Final

from bot.store.database import Transaction
from bot.store.vacations import YEAR
from rules.time.duration import DAY

__all__ = ["clean"]

_PARKED: Final = 90 * DAY
"""Seconds for which a message waits for somebody to speak in its channel."""


def clean(tx: Transaction, now: int, number: int) -> None:
    """Delete what is of no use any more at `now`, in Unix seconds.

    `number` is one that Discord gave a day ago: an interaction with a larger one is younger, though
    a clock that was set ahead may say otherwise. What goes are requests that Discord no longer
    repeats, drafts and muted pings of games that are over, and messages that have waited for three
    months. Pings go that hold back no other ones and belong to no message that is yet to go out,
    outages that were over before any turn began that still runs, and vacation of more than a year
    ago.
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
        " WHERE status = 'playing' AND set_apart IS NULL))",
        now - DAY, now,
    )  # fmt: skip
    tx.do("DELETE FROM vacations WHERE starts <= ?", now - YEAR)
