"""Columns, timers, results and messages of a table: compared with its log, and written again.

Every change writes them in its own transaction, with the functions that are used here, so nothing
should ever differ. Damage to the file and faults of the program are noticed and mended.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.model.caller import Person
from bot.model.queues import (
    ItemKind,
    OutboxItem,
    Timer,
    TimerKind,
    channel_retry,
    entry_item,
    go_on,
    opening_items,
)
from bot.model.table import WAITS_FOR_CHANNEL, Status, Table
from bot.store.people.reminders import next_reminder, set_reminder_timer
from bot.store.queues.queues import drop_timer, enqueue, set_timer
from bot.store.queues.table_timers import agreement, expiry, running_timers
from bot.store.sql.database import Row, Transaction, Value
from bot.store.tables.loading import TableRows, read_rows, table_from_rows
from bot.store.tables.results import had_changes, mend_results, result_rows, stored_rows
from bot.store.tables.set_apart import judge
from bot.store.tables.writing import (
    begun_before,
    bounds_of,
    columns_of,
    write_columns,
)
from rules.log.entries import Actor
from rules.time.duration import DAY

__all__ = ["GoesOn", "Stored", "differences", "mend", "read_stored"]

GoesOn: TypeAlias = Callable[[Table], bool]
"""Returns True if a running game goes on by itself, because its last transaction was full."""

_WAITING: Final = (Status.OFFERED, Status.OPEN)
_FROM_LOG: Final = frozenset(TimerKind) - {TimerKind.GO_ON}
"""Timers that follow from the log. The timer that lets a game go on may be about to find that a
person has moved since, and extensions check their own."""
_PAST: Final = (Status.OVER, Status.CLOSED)


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as stored, with everything that is derived from its log."""

    rows: TableRows
    begun_before: int | None
    """The number of the interaction that began the game before it in its series."""
    timers: Mapping[str, tuple[str, int]]
    """The kinds and moments of its timers, by name."""
    results: frozenset[tuple[Value, ...]]
    had_changes: bool
    """True if a seat changed hands in an earlier game of its series."""
    reminders: Mapping[Person, tuple[int | None, int | None]]
    """By person: when their next reminder goes, and when the timer for it is due."""
    refused: frozenset[int]
    """The channels that refused its messages, and for which no timer lets them be tried again."""
    newest_shown: int
    """The newest entry whose message was shown, or waits in the outbox."""
    newest_card: int
    """The same of its cards."""


def read_stored(tx: Transaction, table_id: int) -> Stored | None:
    """Read a table, or None if there is none."""
    rows = read_rows(tx, table_id)
    if rows is None:
        return None
    timers = tx.do("SELECT dedupe, kind, due FROM timers WHERE table_id = ?", table_id)
    refused = tx.do(
        "SELECT DISTINCT channel_id FROM outbox WHERE table_id = ? AND parked = 1"
        " AND answer_only = 0 AND channel_id IS NOT NULL"
        " AND NOT EXISTS (SELECT 1 FROM timers WHERE dedupe = 'channel:' || channel_id)",
        table_id,
    )
    people = sorted({row["person"] for row in rows.players if row["person"]})
    return Stored(
        rows=rows,
        begun_before=begun_before(tx, rows.table["series_id"], rows.table["game_number"]),
        timers={row["dedupe"]: (row["kind"], row["due"]) for row in timers},
        results=stored_rows(tx, table_id),
        had_changes=had_changes(tx, rows.table["series_id"], table_id),
        reminders={person: next_reminder(tx, person) for person in people},
        refused=frozenset(row["channel_id"] for row in refused),
        newest_shown=_newest_shown(tx, rows.table),
        newest_card=max(rows.table["card_number"], _newest_waiting(tx, "card", table_id)),
    )


def _newest_shown(tx: Transaction, row: Row) -> int:
    """Return the newest entry of a table whose message was shown, or waits."""
    before = tx.do(
        "SELECT id FROM tables WHERE series_id = ? AND game_number = ?",
        row["series_id"], row["game_number"] - 1,
    )  # fmt: skip
    shown = max(int(row["shown_number"]), _newest_waiting(tx, "entry", row["id"]))
    # The message about the end of one game shows the first board of the next.
    turnover = any(_newest_waiting(tx, "entry", each["id"], "turnover") for each in before)
    return max(shown, int(row["position_number"]), 1) if turnover else shown


def _newest_waiting(tx: Transaction, name: str, table_id: int, kind: str | None = None) -> int:
    """Return the largest number of a table's rows of this name, and kind, in the outbox."""
    (row,) = tx.do(
        "SELECT coalesce(max(number), 0) AS number FROM outbox WHERE dedupe BETWEEN ? AND ?"
        " AND kind = coalesce(?, kind)",
        f"{name}:{table_id}.", f"{name}:{table_id}/", kind,
    )  # fmt: skip
    return int(row["number"])


def differences(stored: Stored, table: Table, now: int, goes_on: GoesOn) -> list[str]:
    """Return phrases naming what doesn't follow from the log of the table.

    `now` is in Unix seconds. This doesn't need the database.
    """
    before = stored.rows.table["set_apart"]
    if table.set_apart is not None:
        return [f"can't be read: {table.set_apart}"]
    if before is not None:
        return [] if before == WAITS_FOR_CHANNEL else [f"can be read, but is set apart: {before}"]
    return [
        *_wrong_columns(stored, table),
        *(_told(stored, name, timer) for name, timer in _wrong_timers(stored, table, now, goes_on)),
        *(f"the reminders of person {person} have a wrong timer" for person in _unreminded(stored)),
        *(f"nothing tries again what channel {each} refused" for each in sorted(stored.refused)),
        *(f"nothing shows {item.dedupe}" for item in _owed(stored, table, now)),
    ]


def mend(tx: Transaction, table_id: int, now: int, goes_on: GoesOn) -> list[str]:
    """Rewrite what doesn't follow from the log of a table. Return what differed.

    The caller keeps everyone else from writing the table meanwhile.
    """
    stored = read_stored(tx, table_id)
    if stored is None:
        return []
    table = table_from_rows(stored.rows)
    found = differences(stored, table, now, goes_on)
    if not found or judge(tx, table, now).set_apart is not None:
        return found
    if table.status is not Status.CLOSED:
        write_columns(tx, table)
        if stored.results != result_rows(table, stored.had_changes):
            mend_results(tx, table)
    tx.do("UPDATE players SET past = ? WHERE table_id = ?", int(table.status in _PAST), table_id)
    for number in _unneeded_reasons(table):
        tx.do("DELETE FROM reasons WHERE table_id = ? AND number = ?", table_id, number)
    for name, timer in _wrong_timers(stored, table, now, goes_on):
        if timer is None:
            drop_timer(tx, name)
        else:
            set_timer(tx, timer)
    for person in _unreminded(stored):
        set_reminder_timer(tx, person)
    for channel_id in stored.refused:
        set_timer(tx, channel_retry(channel_id, table.place.guild_id, now))
    for item in _owed(stored, table, now):
        enqueue(tx, item)
    return found


def _wrong_columns(stored: Stored, table: Table) -> Iterator[str]:
    row = stored.rows.table
    if table.status is not Status.CLOSED:
        wanted = columns_of(table) | bounds_of(table, stored.begun_before)
        for name, value in wanted.items():
            if row[name] != value:
                yield f"{name} is {row[name]!r} instead of {value!r}"
        if stored.results != result_rows(table, stored.had_changes):
            yield f"the {len(stored.results)} results don't follow from the log"
    is_past = int(table.status in _PAST)
    if any(player["past"] != is_past for player in stored.rows.players):
        yield f"its players count as {'present' if is_past else 'past'}"
    for number in _unneeded_reasons(table):
        yield f"a reason stands beside entry {number}, which is no moderator's"


def _unneeded_reasons(table: Table) -> list[int]:
    """Return the entries beside which a reason stands, though no moderator made them."""
    entries = table.match.entries if table.match else ()
    decided = {entry.number for entry in entries if entry.actor is Actor.MODERATOR}
    return sorted(table.reasons.keys() - decided)


def _wrong_timers(
    stored: Stored, table: Table, now: int, goes_on: GoesOn
) -> Iterator[tuple[str, Timer | None]]:
    """Yield the names of wrong timers, and the timers that are wanted instead, if any."""
    wanted = {timer.dedupe: timer for timer in _wanted_timers(stored, table, now, goes_on)}
    for name, timer in wanted.items():
        if not _is_right(stored.timers.get(name), timer, now):
            yield name, timer
    for name, (kind, _) in stored.timers.items():
        if name not in wanted and kind in _FROM_LOG:
            yield name, None


def _wanted_timers(stored: Stored, table: Table, now: int, goes_on: GoesOn) -> Iterator[Timer]:
    if table.status in _WAITING:
        yield expiry(table.id, stored.rows.table["opened_at"], is_short=table.has_fixed_players)
    if (asking := agreement(table)) is not None:
        yield asking
    yield from running_timers(table)
    if table.status is Status.PLAYING and goes_on(table):
        yield go_on(table.id, len(table.started.entries), now)


def _is_right(found: tuple[str, int] | None, wanted: Timer, now: int) -> bool:
    """Return True if a stored timer, given by its kind and moment, does what is wanted.

    While an outage lasts, a passed deadline is looked at again within a day. Players who were told
    of the end of an idle game need no timer for that.
    """
    if found is None:
        return wanted.kind == TimerKind.REST and wanted.due <= now
    kind, due = found
    if kind != wanted.kind:
        return False
    match wanted.kind:
        case TimerKind.DEADLINE:
            return wanted.due <= due <= max(wanted.due, now + DAY)
        case TimerKind.GO_ON:
            return due <= now
        case _:
            return due == wanted.due


def _told(stored: Stored, name: str, wanted: Timer | None) -> str:
    if wanted is None:
        return f"the timer {name} isn't needed"
    if name not in stored.timers:
        return f"the timer {name} of {wanted.due} is missing"
    kind, due = stored.timers[name]
    return f"the timer {name} is a {kind} of {due} instead of {wanted.due}"


def _owed(stored: Stored, table: Table, now: int) -> Iterator[OutboxItem]:
    """Yield the missing rows of the outbox: for the card, the board and the open offer.

    Between two moves of engines nothing is shown.
    """
    if table.status is Status.OPEN and stored.newest_card < table.cards:
        yield from opening_items(table, None, now, sealed=False)
    if table.status is not Status.PLAYING or (table.due and table.due.is_engine):
        return
    match = table.started
    position = match.position_number or 1
    if stored.newest_shown < position:
        yield entry_item(table.id, position, table.channel_id, None, now)
    if match.offer and stored.newest_shown < match.offer.number:
        number, kind = match.offer.number, ItemKind.OFFER
        yield entry_item(table.id, number, table.channel_id, None, now, kind=kind)


def _unreminded(stored: Stored) -> list[Person]:
    """Return the people whose timer isn't due at their next reminder."""
    return [person for person, (going, due) in stored.reminders.items() if going != due]
