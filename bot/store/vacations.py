"""Vacation in the database: statements inside a transaction."""

from typing import Final

from bot.store.database import Transaction
from rules.time.clock import Stretch
from rules.time.duration import DAY, HOUR

__all__ = ["POOL", "YEAR", "draw_vacation", "vacation_left", "vacations_after"]

POOL: Final = 480 * HOUR
"""Seconds of vacation in any 365 days, over all tables of a person."""
YEAR: Final = 365 * DAY


def vacation_left(tx: Transaction, user_id: int, now: int) -> int:
    """Return the seconds of vacation that a person may still take."""
    rows = tx.do(
        "SELECT coalesce(sum(ends - starts), 0) AS spent FROM vacations"
        " WHERE user_id = ? AND starts > ?",
        user_id, now - YEAR,
    )  # fmt: skip
    return max(POOL - int(rows[0]["spent"]), 0)


def vacations_after(tx: Transaction, user_id: int, moment: int) -> tuple[Stretch, ...]:
    """Return a person's vacations that end after a moment."""
    rows = tx.do("SELECT * FROM vacations WHERE user_id = ? AND ends > ?", user_id, moment)
    return tuple(Stretch(row["starts"], row["ends"]) for row in rows)


def draw_vacation(tx: Transaction, user_id: int, row: Stretch) -> None:
    """Take vacation of a person's. Raises sqlite3.IntegrityError if that time is already taken."""
    assert row.end is not None, "vacation has an end"
    tx.do(
        "INSERT INTO vacations (user_id, starts, ends) VALUES (?, ?, ?)",
        user_id, row.start, row.end,
    )  # fmt: skip
