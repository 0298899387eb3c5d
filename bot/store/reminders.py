"""The reminders that are to come: statements inside a transaction."""

from collections.abc import Iterable, Mapping, Sequence
from sqlite3 import Row
from types import MappingProxyType
from typing import Final

from bot.model.pings import Due, Ping, PingClass, Reminder, reminders
from bot.model.preferences import Preferences
from bot.model.queues import Timer, TimerKind
from bot.store.database import Transaction
from bot.store.preferences import read_person
from bot.store.queues import drop_timer, set_timer

__all__ = ["add_reminders", "plan_person", "plan_table", "set_reminder_timer"]

_RUNNING: Final = "tables.status = 'playing' AND set_apart IS NULL"


def plan_table(
    tx: Transaction,
    table_id: int,
    now: int,
    *,
    chosen: bool = False,
    known: Mapping[int, Preferences] = MappingProxyType({}),
) -> None:
    """Plan the reminders of a table's running turn, and drop all that were for another.

    `chosen`: the person has just changed what they want, so what would be late already is not sent.
    `known` are preferences that were read already.
    """
    rows = tx.do(
        "SELECT players.user_id AS due_user, turn_since, due_at, turn_allowed, pause_end,"
        " time_control, set_apart, EXISTS (SELECT 1 FROM muted"
        " WHERE user_id = players.user_id AND table_id = tables.id) AS is_muted"
        " FROM tables JOIN players ON players.id = due_player"
        " WHERE tables.id = ? AND tables.status = 'playing' AND players.user_id IS NOT NULL",
        table_id,
    )
    row = rows[0] if rows else None
    wanted: Sequence[Reminder] = ()
    begun, user_id = (row["turn_since"], row["due_user"]) if row else (None, None)
    if row and user_id is not None and not row["is_muted"]:
        wanted = _wanted(row, known.get(user_id) or read_person(tx, user_id), now)
    touched = _drop_others(tx, table_id, user_id, begun, wanted)
    if row and user_id is not None and begun is not None:
        late_is_sent = chosen or row["time_control"] == "none"
        ping, seen = Ping(user_id, PingClass.TURN), now if late_is_sent else 0
        add_reminders(tx, table_id, ping, begun, wanted, seen=seen)
        touched.add(user_id)
    for each in touched:
        set_reminder_timer(tx, each)


def plan_person(tx: Transaction, user_id: int, now: int) -> None:
    """Plan a person's reminders again, because they have changed what they want."""
    found = tx.do(
        f"SELECT tables.id FROM tables JOIN players ON players.id = due_player"  # noqa: S608
        f" WHERE user_id = ? AND past = 0 AND {_RUNNING}",
        user_id,
    )
    for row in found:
        plan_table(tx, row["id"], now, chosen=True)


def add_reminders(
    tx: Transaction,
    table_id: int,
    ping: Ping,
    begun: int,
    wanted: Iterable[Reminder],
    *,
    held: int = 0,
    seen: int = 0,
) -> None:
    """Insert reminders, or change when they go; those with a moment up to `seen` count as sent.

    What was held back or sent stays as it is.
    """
    tx.each(
        "INSERT INTO reminders (table_id, user_id, begun, about, moment, at, held, sent)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at"
        " WHERE held = 0 AND sent = 0",
        (
            (
                table_id,
                ping.user_id,
                begun,
                ping.about.value,
                each.moment,
                each.at,
                held,
                int(each.moment <= seen),
            )
            for each in wanted
        ),
    )


def set_reminder_timer(tx: Transaction, user_id: int) -> None:
    """Set the timer of a person's next reminder."""
    rows = tx.do("SELECT min(at) AS at FROM reminders WHERE user_id = ? AND sent = 0", user_id)
    name = f"reminders:{user_id}"
    if rows[0]["at"] is None:
        drop_timer(tx, name)
        return
    set_timer(tx, Timer(kind=TimerKind.REMINDERS, dedupe=name, due=rows[0]["at"], user_id=user_id))


def _wanted(row: Row, preferences: Preferences, now: int) -> Sequence[Reminder]:
    if row["pause_end"] is not None or row["turn_since"] is None or row["set_apart"] is not None:
        return ()
    if row["due_at"] is None and row["time_control"] != "none":
        return ()
    turn = Due(row["turn_since"], row["due_at"], row["turn_allowed"])
    return reminders(turn, preferences, now)


def _drop_others(
    tx: Transaction,
    table_id: int,
    user_id: int | None,
    begun: int | None,
    wanted: Sequence[Reminder],
) -> set[int]:
    """Drop the reminders of other turns than this one, and those that it has no use for.

    Returns whose they were.
    """
    moments = [reminder.moment for reminder in wanted]
    marks = ", ".join("?" for _ in moments)
    dropped = tx.do(
        "DELETE FROM reminders WHERE table_id = ? AND held = 0"  # noqa: S608
        " AND (user_id IS NOT ? OR begun IS NOT ?"
        f" OR (sent = 0 AND moment NOT IN ({marks}))) RETURNING user_id",
        table_id, user_id, begun, *moments,
    )  # fmt: skip
    return {row["user_id"] for row in dropped}
