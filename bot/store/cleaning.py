"""What is deleted once a day because nobody needs it any more."""

from typing import Final

from bot.store.database import Transaction

__all__ = ["clean"]

_DAY: Final = 24 * 60 * 60
_PARKED: Final = 90 * _DAY
"""Seconds for which a message waits for somebody to speak in its channel."""


def clean(tx: Transaction, now: int) -> None:
    """Delete what is of no use any more at `now`, in Unix seconds.

    These are requests that Discord no longer repeats, drafts of games that are over, and messages
    that have waited for three months.
    """
    tx.do("DELETE FROM requests WHERE at < ?", now - _DAY)
    tx.do(
        "DELETE FROM drafts WHERE"
        " (SELECT status FROM tables WHERE id = table_id) IN ('over', 'closed')"
    )
    tx.do("DELETE FROM outbox WHERE parked = 1 AND created_at < ?", now - _PARKED)
