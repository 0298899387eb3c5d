"""What is kept of people: what they have chosen, their quiet hours, their vacation."""

from dataclasses import dataclass
from typing import Final

from bot.model.preferences import Preferences, preferences_text, read_preferences
from bot.model.quiet_hours import QuietHours
from bot.store.database import Database, Transaction
from rules.clock import Stretch
from rules.duration import DAY, HOUR

__all__ = [
    "POOL", "People", "Profile", "draw_vacation", "put_person", "quiet_hours_before", "read_person",
    "vacation_left", "vacations_after",
]  # fmt: skip

POOL: Final = 480 * HOUR
"""Seconds of vacation in any 365 days, over all tables of a person."""
_YEAR: Final = 365 * DAY


@dataclass(frozen=True, slots=True)
class Profile:
    """What is known of a person's time."""

    preferences: Preferences
    vacation_left: int
    """Seconds."""
    turns: int
    """Turns with a time limit that they have played."""
    late: int
    """Turns in which their time ran out."""


def read_person(tx: Transaction, user_id: int) -> Preferences:
    """Return what a person has chosen; who has chosen nothing is pinged as usual."""
    users = tx.do("SELECT notify, dm_ok FROM users WHERE user_id = ?", user_id)
    rows = tx.do(
        "SELECT * FROM quiet_hours WHERE user_id = ? ORDER BY saved_at DESC LIMIT 1", user_id
    )
    zone = rows[0]["zone"] if rows else None
    quiet = _quiet(rows[0]["zone"], rows[0]["starts"], rows[0]["ends"]) if rows else None
    return read_preferences(users[0]["notify"] if users else "{}", zone, quiet)


def quiet_hours_before(tx: Transaction, user_id: int, moment: int) -> QuietHours | None:
    """Return the quiet hours that a person had saved before a moment, the newest of them."""
    rows = tx.do(
        "SELECT * FROM quiet_hours WHERE user_id = ? AND saved_at < ?"
        " ORDER BY saved_at DESC LIMIT 1",
        user_id, moment,
    )  # fmt: skip
    return _quiet(rows[0]["zone"], rows[0]["starts"], rows[0]["ends"]) if rows else None


def vacation_left(tx: Transaction, user_id: int, now: int) -> int:
    """Return the seconds of vacation that a person may still take."""
    rows = tx.do(
        "SELECT coalesce(sum(ends - starts), 0) AS spent FROM vacations"
        " WHERE user_id = ? AND starts > ?",
        user_id, now - _YEAR,
    )  # fmt: skip
    return max(POOL - int(rows[0]["spent"]), 0)


def vacations_after(tx: Transaction, user_id: int, moment: int) -> tuple[Stretch, ...]:
    """Return a person's vacations that end after a moment."""
    rows = tx.do("SELECT * FROM vacations WHERE user_id = ? AND ends > ?", user_id, moment)
    return tuple(Stretch(row["starts"], row["ends"]) for row in rows)


def draw_vacation(tx: Transaction, user_id: int, row: Stretch) -> None:
    """Take vacation from a person's pool. Raises sqlite3.IntegrityError where it is taken."""
    assert row.end is not None, "vacation has an end"
    tx.do(
        "INSERT INTO vacations (user_id, starts, ends) VALUES (?, ?, ?)",
        user_id, row.start, row.end,
    )  # fmt: skip


class People:
    """People and what they have chosen."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def preferences(self, user_id: int) -> Preferences:
        """Return what a person has chosen."""
        return await self._db.snapshot(lambda tx: read_person(tx, user_id))

    async def profile(self, user_id: int, now: int) -> Profile:
        """Return what is known of a person's time."""

        def read(tx: Transaction) -> Profile:
            turns, late = _punctuality(tx, user_id)
            left = vacation_left(tx, user_id, now)
            return Profile(read_person(tx, user_id), left, turns, late)

        return await self._db.snapshot(read)

    async def is_muted(self, user_id: int, table_id: int) -> bool:
        """Whether a person is not pinged about their turns at a table."""
        sql = "SELECT 1 FROM muted WHERE user_id = ? AND table_id = ?"
        return await self._db.row(sql, user_id, table_id) is not None


def put_person(tx: Transaction, user_id: int, chosen: Preferences, now: int) -> None:
    """Store what a person has chosen. Quiet hours count for the turns that begin later."""
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


def _punctuality(tx: Transaction, user_id: int) -> tuple[int, int]:
    """Return the timed plies of a person and how often their time ran out."""
    rows = tx.do(
        "SELECT count(*) FILTER (WHERE entries.kind = 'played' AND actor_player = players.id)"
        " AS turns, count(*) FILTER (WHERE entries.kind IN ('overdue', 'timed_out')"
        " AND entries.text = CAST(seat AS TEXT)) AS late"
        " FROM players JOIN tables ON tables.id = table_id"
        " JOIN entries ON entries.table_id = tables.id"
        " WHERE players.user_id = ? AND time_control <> 'none' AND entries.number > from_entry"
        " AND (until_entry IS NULL OR entries.number <= until_entry)",
        user_id,
    )
    return int(rows[0]["turns"]), int(rows[0]["late"])


def _quiet(zone: str, starts: int | None, ends: int | None) -> QuietHours | None:
    return None if starts is None or ends is None else QuietHours(zone, starts, ends)
