"""Vacation in the database: statements inside a transaction."""

from typing import Final

from bot.model.caller import Person
from bot.store.sql.database import Transaction
from rules.time.clock import Stretch
from rules.time.duration import DAY, HOUR

__all__ = ["POOL", "YEAR", "draw_vacation", "vacation_left", "vacations_after"]

POOL: Final = 480 * HOUR
"""Seconds of vacation in any 365 days, over all tables of a person."""
YEAR: Final = 365 * DAY


def vacation_left(tx: Transaction, person: Person, now: int) -> int:
    """Return the seconds of vacation that a person may still take."""
    rows = tx.do(
        "SELECT coalesce(sum(ends - starts), 0) AS spent FROM vacations"
        " WHERE person = ? AND starts > ?",
        person, now - YEAR,
    )  # fmt: skip
    return max(POOL - int(rows[0]["spent"]), 0)


def vacations_after(tx: Transaction, person: Person, moment: int) -> tuple[Stretch, ...]:
    """Return a person's vacations that end after a moment. None is longer than the pool."""
    rows = tx.do(
        "SELECT * FROM vacations WHERE person = ? AND starts > ? AND ends > ?",
        person, moment - POOL, moment,
    )  # fmt: skip
    return tuple(Stretch(row["starts"], row["ends"]) for row in rows)


def draw_vacation(tx: Transaction, person: Person, row: Stretch) -> None:
    """Take a person's vacation. Raises Taken if that time is already taken."""
    assert row.end is not None, "vacation has an end"
    tx.do(
        "INSERT INTO vacations (person, starts, ends) VALUES (?, ?, ?)",
        person, row.start, row.end,
    )  # fmt: skip
