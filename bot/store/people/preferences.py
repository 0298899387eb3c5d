"""People's preferences about time and pings: statements inside a transaction."""

from collections.abc import Sequence

from bot.model.caller import Person
from bot.model.preferences import Preferences, preferences_text, read_preferences
from bot.model.quiet_hours import QuietHours
from bot.store.sql.database import Transaction, marks

__all__ = [
    "hidden_of", "is_muted", "keep_muted", "put_person", "quiet_hours_before", "read_person",
    "set_muted",
]  # fmt: skip


def read_person(tx: Transaction, person: Person) -> Preferences:
    """Return a person's preferences, or the defaults."""
    (row,) = tx.do(
        "SELECT coalesce(notify, '{}') AS notify, coalesce(dm_ok, 1) AS dm_ok, zone, starts, ends"
        " FROM (SELECT CAST(? AS BIGINT) AS person) AS one LEFT JOIN preferences USING (person)"
        " LEFT JOIN (SELECT * FROM quiet_hours WHERE person = ? ORDER BY saved_at DESC LIMIT 1)"
        " AS newest"
        " USING (person)",
        person, person,
    )  # fmt: skip
    quiet = None if row["zone"] is None else _quiet(row["zone"], row["starts"], row["ends"])
    works = bool(row["dm_ok"])
    return read_preferences(row["notify"], row["zone"], quiet, direct_works=works)


def hidden_of(tx: Transaction, persons: Sequence[Person]) -> frozenset[Person]:
    """Return which of these people are hidden: others see no rating, place or name of theirs."""
    rows = tx.do(
        f"SELECT person FROM preferences WHERE hidden = 1 AND person IN ({marks(persons)})",  # noqa: S608
        *persons,
    )
    return frozenset(row["person"] for row in rows)


def quiet_hours_before(tx: Transaction, person: Person, moment: int) -> QuietHours | None:
    """Return the newest quiet hours that a person had saved before a moment."""
    rows = tx.do(
        "SELECT * FROM quiet_hours WHERE person = ? AND saved_at < ?"
        " ORDER BY saved_at DESC LIMIT 1",
        person, moment,
    )  # fmt: skip
    return _quiet(rows[0]["zone"], rows[0]["starts"], rows[0]["ends"]) if rows else None


def put_person(tx: Transaction, person: Person, chosen: Preferences, now: int) -> None:
    """Store a person's preferences. Quiet hours apply to turns that begin later."""
    before = read_person(tx, person)
    tx.do(
        "INSERT INTO preferences (person, notify, dm_ok) VALUES (?, ?, 1) ON CONFLICT (person)"
        " DO UPDATE SET notify = excluded.notify, dm_ok = max(preferences.dm_ok, ?)",
        person, preferences_text(chosen), int(chosen.direct and not before.direct),
    )  # fmt: skip
    if (before.zone, before.quiet) != (chosen.zone, chosen.quiet) and chosen.zone is not None:
        quiet = chosen.quiet
        tx.do(
            "INSERT INTO quiet_hours (person, saved_at, zone, starts, ends) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (person, saved_at) DO UPDATE SET"
            " zone = excluded.zone, starts = excluded.starts, ends = excluded.ends",
            person, now, chosen.zone,
            quiet.starts if quiet else None, quiet.ends if quiet else None,
        )  # fmt: skip
        _drop_replaced(tx, person, now)


def _drop_replaced(tx: Transaction, person: Person, now: int) -> None:
    """Delete quiet hours that no longer apply to any turn of the person.

    A current turn uses the newest ones saved before it began.
    """
    running = tx.do(
        "SELECT coalesce(min(turn_since), ?) AS since FROM tables"
        " JOIN players ON players.id = due_player"
        " WHERE players.person = ? AND tables.status = 'playing' AND set_apart IS NULL",
        now, person,
    )  # fmt: skip
    tx.do(
        "DELETE FROM quiet_hours WHERE person = ? AND saved_at <"
        " (SELECT max(saved_at) FROM quiet_hours WHERE person = ? AND saved_at < ?)",
        person, person, running[0]["since"],
    )  # fmt: skip


def _quiet(zone: str, starts: int | None, ends: int | None) -> QuietHours | None:
    return None if starts is None or ends is None else QuietHours(zone, starts, ends)


def is_muted(tx: Transaction, person: Person, table_id: int) -> bool:
    """Return True if a person isn't pinged about their turns at a table."""
    return bool(tx.do("SELECT 1 FROM muted WHERE person = ? AND table_id = ?", person, table_id))


def set_muted(tx: Transaction, person: Person, table_id: int, *, muted: bool) -> None:
    """Store whether a person is pinged about their turns at a table."""
    if muted:
        tx.do(
            "INSERT INTO muted (person, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
            person, table_id,
        )  # fmt: skip
    else:
        tx.do("DELETE FROM muted WHERE person = ? AND table_id = ?", person, table_id)


def keep_muted(tx: Transaction, table_id: int, next_id: int) -> None:
    """Carry a game's mutes over to the next game of its series."""
    tx.do(
        "INSERT INTO muted (table_id, person) SELECT ?, person FROM muted WHERE table_id = ?",
        next_id, table_id,
    )  # fmt: skip
