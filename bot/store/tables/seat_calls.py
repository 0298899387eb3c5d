"""Calls for a player for a seat: statements inside a transaction."""

from bot.model.limits import Calls
from bot.model.table import Vacancy
from bot.store.sql.database import Transaction
from rules.contract.core import Seat
from rules.time.duration import DAY

__all__ = ["calls_before", "forget_public_calls", "note_call"]


def calls_before(tx: Transaction, table_id: int, vacancy: Vacancy, now: int) -> Calls:
    """Return the earlier calls that count against a new one.

    Calls in the future, noted by a wrong clock, don't.
    """
    to_all = tx.do(
        "SELECT at FROM seat_calls WHERE table_id = ? AND seat = ? AND to_person IS NULL"
        " AND at > ? AND at <= ? ORDER BY at",
        table_id, vacancy.seat, now - DAY, now,
    )  # fmt: skip
    to_one = tx.do(
        "SELECT at FROM seat_calls WHERE to_person = ? AND at > ? AND at <= ? ORDER BY at",
        vacancy.to.id if vacancy.to else None, now - DAY, now,
    )  # fmt: skip
    return Calls([row["at"] for row in to_all], [row["at"] for row in to_one])


def note_call(tx: Transaction, table_id: int, vacancy: Vacancy, now: int) -> None:
    """Store that a person, or everyone, is called to a seat."""
    tx.do(
        "INSERT INTO seat_calls (table_id, seat, to_person, at) VALUES (?, ?, ?, ?)",
        table_id, vacancy.seat, vacancy.to.id if vacancy.to else None, now,
    )  # fmt: skip


def forget_public_calls(tx: Transaction, table_id: int, seat: Seat) -> None:
    """Forget calls to everyone: they were for someone else's seat, so the newcomer may call."""
    tx.do(
        "DELETE FROM seat_calls WHERE table_id = ? AND seat = ? AND to_person IS NULL",
        table_id, seat,
    )  # fmt: skip
