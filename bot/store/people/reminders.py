"""Planned reminders: statements inside a transaction."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.caller import Person
from bot.model.notices import Due, Reminder, reminders
from bot.model.pings import Ping, PingClass
from bot.model.preferences import Preferences
from bot.model.queues import Reminded, Timer, TimerKind
from bot.store.people.preferences import read_person
from bot.store.queues.queues import drop_timer, set_timer
from bot.store.sql.database import Row, Transaction, marks

__all__ = [
    "Planned",
    "add_reminders",
    "name_turn",
    "next_reminder",
    "plan_person",
    "plan_table",
    "plan_turn",
    "reminded",
    "set_reminder_timer",
]

_TIMER: Final = "reminders"
"""Names the timer of a person's next reminder."""
_NAMED: Final = "digest"
"""The subject of a row that isn't sent: a daily summary has named the turn."""
_RUNNING: Final = "tables.status = 'playing' AND set_apart IS NULL"


@dataclass(frozen=True, slots=True)
class Planned:
    """A person's current turn, as reminders are planned for it."""

    person: Person
    begun: int
    preferences: Preferences
    due: Due | None
    """None if there are no reminders: the person isn't pinged about the table, or it is paused."""
    is_timed: bool
    """The table has a time control."""


def plan_table(tx: Transaction, table_id: int, now: int) -> None:
    """Plan the reminders of a table's current turn, and drop the ones of other turns.

    Overdue reminders aren't sent, as after a change of the person's preferences.
    """
    rows = tx.do(
        "SELECT players.person AS due_person, turn_since, due_at, turn_allowed, pause_end,"
        " time_control, set_apart, EXISTS (SELECT 1 FROM muted"
        " WHERE person = players.person AND table_id = tables.id) AS is_muted"
        " FROM tables JOIN players ON players.id = due_player"
        " WHERE tables.id = ? AND tables.status = 'playing' AND players.person IS NOT NULL"
        " AND turn_since IS NOT NULL",
        table_id,
    )
    plan_turn(tx, table_id, _planned(tx, rows[0]) if rows else None, now, chosen=True)


def plan_turn(
    tx: Transaction,
    table_id: int,
    turn: Planned | None,
    now: int,
    *,
    chosen: bool = False,
    past: Sequence[PingClass] = (),
) -> None:
    """Plan the reminders of a turn like `plan_table`, or of no turn (None) if no person is to move.

    With `chosen`, the person has just changed their preferences, so overdue ones aren't sent.
    Postponed pings are dropped too if they were about another turn or a subject in `past`. A turn
    that a daily summary has named needs no reminder while the person gets summaries.
    """
    wanted: Sequence[Reminder] = ()
    if turn and turn.due and (turn.due.until is not None or not turn.is_timed):
        wanted = reminders(turn.due, turn.preferences, now)
        allowed = turn.due.allowed
        together = tx.hooks.gathered_at(turn.preferences, PingClass.TURN, allowed, now)
        if together is not None and _is_named(tx, table_id, turn):
            wanted = ()
    touched = _drop_others(tx, table_id, turn, wanted, past)
    if turn:
        late_is_sent = chosen or not turn.is_timed
        ping, seen = Ping(turn.person, PingClass.TURN), now if late_is_sent else 0
        add_reminders(tx, table_id, ping, turn.begun, wanted, seen=seen)
        touched.add(turn.person)
    for each in touched:
        set_reminder_timer(tx, each)


def name_turn(tx: Transaction, table_id: int, person: Person, begun: int, now: int) -> None:
    """Store that a daily summary named a turn, and drop its reminders still to come."""
    tx.do(
        "DELETE FROM reminders WHERE table_id = ? AND person = ? AND about = 'turn' AND sent = 0",
        table_id, person,
    )  # fmt: skip
    tx.do(
        "INSERT INTO reminders (table_id, person, begun, about, moment, at, held, sent)"
        " VALUES (?, ?, ?, ?, ?, ?, 0, 1)"
        " ON CONFLICT (table_id, person, begun, about, moment) DO NOTHING",
        table_id, person, begun, _NAMED, now, now,
    )  # fmt: skip


def _is_named(tx: Transaction, table_id: int, turn: Planned) -> bool:
    """Return True if a daily summary has named a turn."""
    rows = tx.do(
        "SELECT 1 FROM reminders WHERE table_id = ? AND person = ? AND begun = ? AND about = ?",
        table_id, turn.person, turn.begun, _NAMED,
    )  # fmt: skip
    return bool(rows)


def plan_person(tx: Transaction, person: Person, now: int) -> None:
    """Plan a person's reminders again, because they have changed their preferences."""
    found = tx.do(
        f"SELECT tables.id FROM tables JOIN players ON players.id = due_player"  # noqa: S608
        f" WHERE person = ? AND past = 0 AND {_RUNNING}",
        person,
    )
    for row in found:
        plan_table(tx, row["id"], now)


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
    """Insert reminders, or change their times; those with a moment up to `seen` count as sent.

    Reminders that were postponed or sent stay as they are.
    """
    tx.each(
        "INSERT INTO reminders (table_id, person, begun, about, moment, at, held, sent)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (table_id, person, begun, about, moment)"
        " DO UPDATE SET at = excluded.at WHERE reminders.held = 0 AND reminders.sent = 0",
        (
            (
                table_id,
                ping.person,
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


def set_reminder_timer(tx: Transaction, person: Person) -> None:
    """Set the timer of a person's next reminder, or drop it if none is planned."""
    going = _next(tx, person)
    if going is None:
        drop_timer(tx, _TIMER, person)
    else:
        set_timer(tx, Timer(kind=TimerKind.REMINDERS, dedupe=_TIMER, due=going, person=person))


def next_reminder(tx: Transaction, person: Person) -> tuple[int | None, int | None]:
    """Return when a person's next reminder goes, and when their timer is due."""
    timers = tx.do("SELECT due FROM timers WHERE dedupe = ? AND person = ?", _TIMER, person)
    return _next(tx, person), timers[0]["due"] if timers else None


def reminded(row: Row, about: str) -> Reminded:
    """Return a table as a reminder names it."""
    return Reminded(
        row["table_id"], about, row["entry_count"], row["board_channel_id"], row["board_id"]
    )


def _next(tx: Transaction, person: Person) -> int | None:
    (row,) = tx.do("SELECT min(at) AS at FROM reminders WHERE person = ? AND sent = 0", person)
    at: int | None = row["at"]
    return at


def _planned(tx: Transaction, row: Row) -> Planned:
    due = Due(row["turn_since"], row["due_at"], row["turn_allowed"])
    stands = row["pause_end"] is not None or row["set_apart"] is not None or row["is_muted"]
    return Planned(
        person=row["due_person"],
        begun=row["turn_since"],
        preferences=read_person(tx, row["due_person"]),
        due=None if stands else due,
        is_timed=row["time_control"] != "none",
    )


def _drop_others(
    tx: Transaction,
    table_id: int,
    turn: Planned | None,
    wanted: Sequence[Reminder],
    past: Sequence[PingClass],
) -> set[Person]:
    """Drop the reminders of other turns than this one, and any that it no longer needs.

    Returns the people whose reminders they were.
    """
    person, begun = (turn.person, turn.begun) if turn else (None, None)
    moments = [reminder.moment for reminder in wanted]
    kinds = [about.value for about in past]
    dropped = tx.do(
        "DELETE FROM reminders WHERE table_id = ? AND ((held = 0 OR about = 'turn')"  # noqa: S608
        " AND (person IS DISTINCT FROM ? OR begun IS DISTINCT FROM ?)"
        f" OR held = 0 AND sent = 0 AND moment NOT IN ({marks(moments)})"
        f" OR held = 1 AND about IN ({marks(kinds)})) RETURNING person",
        table_id, person, begun, *moments, *kinds,
    )  # fmt: skip
    return {row["person"] for row in dropped}
