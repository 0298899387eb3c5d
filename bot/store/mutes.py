"""The people whom a person has muted: statements inside a transaction."""

from collections.abc import Iterable

from bot.model.caller import User
from bot.store.database import Transaction

__all__ = ["mute_person", "muted_by", "muters", "unmute_person"]


def mute_person(tx: Transaction, user_id: int, muted: User, now: int) -> None:
    """Let a person hear no more of the invitations and calls of another one."""
    tx.do(
        "INSERT INTO mutes (user_id, muted_id, name, at) VALUES (?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET name = excluded.name, at = excluded.at",
        user_id, muted.id, muted.name, now,
    )  # fmt: skip


def unmute_person(tx: Transaction, user_id: int, muted_id: int) -> None:
    """Let a person hear of another one again."""
    tx.do("DELETE FROM mutes WHERE user_id = ? AND muted_id = ?", user_id, muted_id)


def muted_by(tx: Transaction, user_id: int) -> list[User]:
    """Return the people whom a person has muted, the latest first."""
    rows = tx.do(
        "SELECT muted_id, name FROM mutes WHERE user_id = ? ORDER BY at DESC, muted_id", user_id
    )
    return [User(row["muted_id"], row["name"]) for row in rows]


def muters(tx: Transaction, user_ids: Iterable[int], muted_id: int) -> frozenset[int]:
    """Return those of some people who have muted another one."""
    sql = "SELECT 1 FROM mutes WHERE user_id = ? AND muted_id = ?"
    return frozenset(user_id for user_id in user_ids if tx.do(sql, user_id, muted_id))
