"""Tables whose turns do not ping a person: statements inside a transaction."""

from bot.store.database import Transaction

__all__ = ["is_muted", "keep_muted", "set_muted"]


def is_muted(tx: Transaction, user_id: int, table_id: int) -> bool:
    """Whether a person is not pinged about their turns at a table."""
    return bool(tx.do("SELECT 1 FROM muted WHERE user_id = ? AND table_id = ?", user_id, table_id))


def set_muted(tx: Transaction, user_id: int, table_id: int, *, muted: bool) -> None:
    """Store whether a person is not pinged about their turns at a table."""
    if muted:
        tx.do("INSERT OR IGNORE INTO muted (user_id, table_id) VALUES (?, ?)", user_id, table_id)
    else:
        tx.do("DELETE FROM muted WHERE user_id = ? AND table_id = ?", user_id, table_id)


def keep_muted(tx: Transaction, table_id: int, next_id: int) -> None:
    """Let the next game of a series ping nobody whom the game before did not."""
    tx.do(
        "INSERT INTO muted (table_id, user_id) SELECT ?, user_id FROM muted WHERE table_id = ?",
        next_id, table_id,
    )  # fmt: skip
