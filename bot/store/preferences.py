"""People's preferences about time and pings: statements inside a transaction."""

from bot.model.preferences import Preferences, preferences_text, read_preferences
from bot.model.quiet_hours import QuietHours
from bot.store.database import Transaction

__all__ = [
    "is_muted", "keep_muted", "put_person", "quiet_hours_before", "read_person", "set_muted",
]  # fmt: skip


def read_person(tx: Transaction, user_id: int) -> Preferences:
    """Return a person's preferences, or the defaults."""
    (row,) = tx.do(
        "SELECT coalesce(notify, '{}') AS notify, coalesce(dm_ok, 1) AS dm_ok, zone, starts, ends"
        " FROM (SELECT ? AS user_id) LEFT JOIN users USING (user_id)"
        " LEFT JOIN (SELECT * FROM quiet_hours WHERE user_id = ? ORDER BY saved_at DESC LIMIT 1)"
        " USING (user_id)",
        user_id, user_id,
    )  # fmt: skip
    quiet = None if row["zone"] is None else _quiet(row["zone"], row["starts"], row["ends"])
    works = bool(row["dm_ok"])
    return read_preferences(row["notify"], row["zone"], quiet, direct_works=works)


def quiet_hours_before(tx: Transaction, user_id: int, moment: int) -> QuietHours | None:
    """Return the newest quiet hours that a person had saved before a moment."""
    rows = tx.do(
        "SELECT * FROM quiet_hours WHERE user_id = ? AND saved_at < ?"
        " ORDER BY saved_at DESC LIMIT 1",
        user_id, moment,
    )  # fmt: skip
    return _quiet(rows[0]["zone"], rows[0]["starts"], rows[0]["ends"]) if rows else None


def put_person(tx: Transaction, user_id: int, chosen: Preferences, now: int) -> None:
    """Store a person's preferences. Quiet hours apply to turns that begin later."""
    before = read_person(tx, user_id)
    tx.do(
        "INSERT INTO users (user_id, notify, dm_ok) VALUES (?, ?, 1) ON CONFLICT (user_id)"
        " DO UPDATE SET notify = excluded.notify, dm_ok = dm_ok OR ?",
        user_id, preferences_text(chosen), int(chosen.direct and not before.direct),
    )  # fmt: skip
    if (before.zone, before.quiet) != (chosen.zone, chosen.quiet) and chosen.zone is not None:
        quiet = chosen.quiet
        tx.do(
            "INSERT OR REPLACE INTO quiet_hours (user_id, saved_at, zone, starts, ends)"
            " VALUES (?, ?, ?, ?, ?)",
            user_id, now, chosen.zone,
            quiet.starts if quiet else None, quiet.ends if quiet else None,
        )  # fmt: skip
        _drop_replaced(tx, user_id, now)


def _drop_replaced(tx: Transaction, user_id: int, now: int) -> None:
    """Delete quiet hours that no longer apply to any turn of the person.

    A current turn uses the newest ones saved before it began.
    """
    running = tx.do(
        "SELECT coalesce(min(turn_since), ?) AS since FROM tables"
        " JOIN players ON players.id = due_player"
        " WHERE players.user_id = ? AND tables.status = 'playing' AND set_apart IS NULL",
        now, user_id,
    )  # fmt: skip
    tx.do(
        "DELETE FROM quiet_hours WHERE user_id = ? AND saved_at <"
        " (SELECT max(saved_at) FROM quiet_hours WHERE user_id = ? AND saved_at < ?)",
        user_id, user_id, running[0]["since"],
    )  # fmt: skip


def _quiet(zone: str, starts: int | None, ends: int | None) -> QuietHours | None:
    return None if starts is None or ends is None else QuietHours(zone, starts, ends)


def is_muted(tx: Transaction, user_id: int, table_id: int) -> bool:
    """Return True if a person isn't pinged about their turns at a table."""
    return bool(tx.do("SELECT 1 FROM muted WHERE user_id = ? AND table_id = ?", user_id, table_id))


def set_muted(tx: Transaction, user_id: int, table_id: int, *, muted: bool) -> None:
    """Store whether a person is pinged about their turns at a table."""
    if muted:
        tx.do("INSERT OR IGNORE INTO muted (user_id, table_id) VALUES (?, ?)", user_id, table_id)
    else:
        tx.do("DELETE FROM muted WHERE user_id = ? AND table_id = ?", user_id, table_id)


def keep_muted(tx: Transaction, table_id: int, next_id: int) -> None:
    """Carry the muted people of a game over to the next one of its series."""
    tx.do(
        "INSERT INTO muted (table_id, user_id) SELECT ?, user_id FROM muted WHERE table_id = ?",
        next_id, table_id,
    )  # fmt: skip
