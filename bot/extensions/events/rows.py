"""The rows of events that follow from their logs, and events read from their rows.

They are written with every entry, compared by `postboard check`, and written again by `--repair`.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Final

from bot.extensions.events.values import (
    CLOSE,
    END,
    FINAL,
    NEXT,
    WEEK,
    WIDEN,
    Event,
    EventKind,
    EventTerms,
    PairedGame,
    Task,
    course_of,
    event_look,
    event_timer,
    folded,
    games_of,
    week_ending,
)
from bot.model.caller import Place, user_of
from bot.model.errors import Conflict
from bot.model.event_game import EventGame
from bot.model.queues import Timer
from bot.model.table import Reason, Status
from bot.store.queues.queues import drop_timer, set_timer
from bot.store.queues.table_timers import expiry
from bot.store.sql.database import Transaction
from bot.store.sql.privacy import UNTIL_REMOVED, Kept
from bot.store.sql.transaction import Row, Value
from bot.store.tables.loading import settings_of
from rules.club.entries import (
    Entry,
)
from rules.club.entries import decode as decoded
from rules.club.groups import Groups, State
from rules.club.groups import Status as GameStatus
from rules.club.pairings import Entrant
from rules.club.season import LASTS, WIDENS
from rules.club.season import NEXT as NEXT_BEGINS
from rules.contract.core import RulesError
from rules.time.duration import DAY, HOUR
from rules.time.time_control import read_time_control

__all__ = [
    "EVENTS",
    "GAME_COLUMNS",
    "KEPT",
    "UNREADABLE",
    "claim_game",
    "event_kind",
    "event_timers",
    "event_to_change",
    "forget_events",
    "game_row",
    "read_event",
    "release_tables",
    "repair_event",
    "repair_events",
    "times_mended",
    "write_games",
    "wrong_events",
]

KEPT: Final = (
    Kept(
        "events", "the events of a server, each with its terms and who directs it",
        "to play it, and to show how it stands",
        UNTIL_REMOVED,
        person="director", place="guild_id channel_id request",
        neither="id kind game options seating time_control rated meetings at_once full_at season"
        " previous locale opened_at closes_at secret state entry_count",
        stays="director", deleted_with="guild_id",
    ),
    Kept(
        "event_entries", "the log of each event: who entered and left, and how games ended",
        "because an event is its log",
        UNTIL_REMOVED,
        place="request", neither="event_id number at actor_kind actor kind text",
    ),
    Kept(
        "event_reasons", "the reasons that directors give for decisions",
        "because everyone in the event can read why",
        UNTIL_REMOVED,
        person="person", writing="text", neither="event_id number",
        deleted_by="person",
    ),
    Kept(
        "entrants", "who takes part in an event",
        "to pair you, and to name you in its tables",
        UNTIL_REMOVED,
        person="person", writing="name", neither="id event_id from_entry until_entry",
        emptied_by="person:name", stays="person",
    ),
    Kept(
        "event_games", "the games of each event",
        "to open them in their order",
        UNTIL_REMOVED,
        neither="event_id stage group_number position attempt first second status started table_id"
        " task",
    ),
)  # fmt: skip
"""The tables of events, with what they hold about people."""
UNREADABLE: Final = (RulesError, ValueError, KeyError)
"""The errors of a log that can't be read, or doesn't allow a change."""
EVENTS: Final = "events"
"""The topic announced when a game of an event has to be opened or given up."""
GAME_COLUMNS: Final = (
    "stage, group_number, position, attempt, first, second, status, started, table_id, task"
)
_TIMERS: Final = (CLOSE, FINAL, WEEK, WIDEN, END, NEXT)


def read_event(tx: Transaction, event_id: int, before: Event | None = None) -> Event | None:
    """Return an event, folded from its log, or None if there is none.

    `before` is the event as it was once committed: entries never change, so only later ones are
    read and folded. Raises RulesError or ValueError for a log that can't be read.
    """
    found = tx.do(
        "SELECT events.*, (SELECT settings FROM guilds WHERE guilds.guild_id = events.guild_id)"
        " AS settings, (SELECT message_id FROM displays WHERE kind = 'event'"
        " AND subject = events.id) AS card_id, EXISTS (SELECT 1 FROM events AS later"
        " WHERE later.previous = events.id) AS has_next FROM events WHERE id = ?",
        event_id,
    )
    if not found:
        return None
    row = found[0]
    terms, settings = _event_terms(row), settings_of(row)
    # The number of an event that was deleted may come again, a secret does not.
    if before and before.secret != row["secret"]:
        before = None
    course, log = (before.course, before.log) if before else (course_of(terms), ())
    presses, press = (before.presses, before.press) if before else (dict[Entrant, str](), 0)
    entrants = tx.do("SELECT * FROM entrants WHERE event_id = ?", event_id)
    rows = tx.do(
        "SELECT * FROM event_entries WHERE event_id = ? AND number > ? ORDER BY number",
        event_id, len(log),
    )  # fmt: skip
    later = tuple(_event_entry(each) for each in rows)
    for entry in later:
        course = folded(course, entry)
    requests = {each["number"]: each["request"] for each in rows}
    entered = {
        Entrant(each["id"]): requests[each["from_entry"]] or "0"
        for each in entrants
        if each["from_entry"] in requests
    }
    reasons = tx.do("SELECT * FROM event_reasons WHERE event_id = ?", event_id)
    return Event(
        id=row["id"],
        place=Place(row["channel_id"], row["guild_id"]),
        terms=terms,
        director=row["director"],
        locale=row["locale"],
        opened_at=row["opened_at"],
        closes_at=row["closes_at"],
        secret=row["secret"],
        course=course,
        log=(*log, *later),
        people={Entrant(each["id"]): user_of(each["person"], each["name"]) for each in entrants},
        presses={**presses, **entered},
        press=max(
            (int(each) for each in requests.values() if each and each.isdecimal()), default=press
        ),
        reasons={each["number"]: Reason(each["person"], each["text"]) for each in reasons},
        card_id=row["card_id"],
        unnamed=settings.unnamed,
        club=settings.club,
        previous=row["previous"],
        has_next=bool(row["has_next"]),
    )


def event_to_change(tx: Transaction, event_id: int, before: Event | None = None) -> Event | None:
    """Return the event as `read_event` does. No one else changes it until the transaction ends."""
    tx.do("UPDATE events SET entry_count = entry_count WHERE id = ?", event_id)
    return read_event(tx, event_id, before)


def claim_game(tx: Transaction, game: EventGame, table_id: int) -> None:
    """Store the table of a game that has started. Raises Conflict if it must not be opened."""
    claimed = tx.change(
        "UPDATE event_games SET table_id = ?, task = NULL WHERE event_id = ? AND stage = ?"
        " AND group_number = ? AND position = ? AND attempt = ? AND task = ?",
        table_id, game.event_id, game.key.stage.value, game.key.group, game.key.position,
        game.attempt, Task.OPEN.value,
    )  # fmt: skip
    if not claimed:
        raise Conflict


def write_games(tx: Transaction, event: Event, games: Iterable[PairedGame]) -> None:
    """Store the rows of these games of an event."""
    for game in games:
        row = game_row(tx, event, game)
        tx.do(
            f"INSERT INTO event_games (event_id, {GAME_COLUMNS})"  # noqa: S608
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (event_id, stage, group_number, position) DO UPDATE SET"
            " attempt = excluded.attempt, first = excluded.first, second = excluded.second,"
            " status = excluded.status, started = excluded.started, table_id = excluded.table_id,"
            " task = excluded.task",
            event.id, *row,
        )  # fmt: skip
        if row[-1] is not None:
            tx.announce(EVENTS)


def game_row(tx: Transaction, event: Event, paired: PairedGame) -> tuple[Value, ...]:
    """Return the row of a game as it follows from the log and the tables of its event."""
    attempt = paired.game
    tables = tx.do(
        "SELECT id, status FROM tables WHERE event_id = ? AND event_game = ?",
        event.id, attempt.text,
    )  # fmt: skip
    table_id = tables[0]["id"] if tables else None
    goes_on = bool(tables) and tables[0]["status"] not in (Status.OVER.value, Status.CLOSED.value)
    task = None
    if paired.status is GameStatus.RUNNING and table_id is None and not event.is_over:
        task = Task.OPEN
    elif paired.is_left and goes_on:
        task = Task.RESIGN
    return (
        attempt.key.stage.value, attempt.key.group, attempt.key.position, attempt.attempt,
        *paired.entrants, paired.status.value, event.opening_entry(attempt.key), table_id,
        task.value if task else None,
    )  # fmt: skip


def event_timers(event: Event) -> Iterator[Timer]:
    """Yield the timers that an event needs now."""
    course, guild_id = event.course, event.place.guild_id
    if event.week_ends_at is not None:
        yield event_timer(WEEK, event.id, guild_id, event.week_ends_at)
    if not isinstance(course, Groups):
        return
    if course.state is State.OPEN and event.closes_at is not None:
        yield event_timer(CLOSE, event.id, guild_id, event.closes_at)
    if course.state is State.GROUPS and course.final_due_at is not None:
        yield event_timer(FINAL, event.id, guild_id, course.final_due_at)
    season = {WIDEN: event.widens_at, END: event.ends_at, NEXT: event.next_due_at}
    for kind, due in season.items():
        if due is not None:
            yield event_timer(kind, event.id, guild_id, due)


def release_tables(tx: Transaction, event_id: int) -> None:
    """Release an event's unfinished tables from it. Waiting tables get more time."""
    released = tx.do(
        "UPDATE tables SET event_id = NULL, event_game = NULL"
        " WHERE event_id = ? AND status IN ('offered', 'open', 'playing')"
        " RETURNING id, status, opened_at",
        event_id,
    )
    for row in released:
        if Status(row["status"]) is not Status.PLAYING:
            set_timer(tx, expiry(row["id"], row["opened_at"]))


def forget_events(tx: Transaction, guild_id: int) -> None:
    """Delete a server's events. Their tables go on by themselves."""
    for row in tx.do("SELECT id FROM events WHERE guild_id = ?", guild_id):
        event_id = row["id"]
        release_tables(tx, event_id)
        tx.do("UPDATE tables SET event_id = NULL, event_game = NULL WHERE event_id = ?", event_id)
        for kind in _TIMERS:
            drop_timer(tx, event_timer(kind, event_id, guild_id, 0).dedupe)
        for each in tx.do("SELECT person FROM entrants WHERE event_id = ?", event_id):
            look = event_look(event_id, guild_id, each["person"], 0)
            drop_timer(tx, look.dedupe, look.person)
        tx.do("DELETE FROM event_reasons WHERE event_id = ?", event_id)
        tx.do("DELETE FROM event_games WHERE event_id = ?", event_id)
        tx.do("DELETE FROM event_entries WHERE event_id = ?", event_id)
        tx.do("DELETE FROM entrants WHERE event_id = ?", event_id)


def times_mended(tx: Transaction, now: int) -> None:
    """Shorten registrations, ladder weeks and waits for finals that exceed their rule.

    Their logs keep the moments that a clock set ahead gave them.
    """
    for row in tx.do(
        "UPDATE events SET opened_at = ?, closes_at = closes_at - (opened_at - ?)"
        " WHERE opened_at > ? AND state IN ('open', 'groups', 'final')"
        " RETURNING id, guild_id, closes_at, state",
        now, now, now + HOUR,
    ):  # fmt: skip
        if State(row["state"]) is State.OPEN and row["closes_at"] is not None:
            set_timer(tx, event_timer(CLOSE, row["id"], row["guild_id"], row["closes_at"]))
    for kind, latest in (
        (WEEK, week_ending(now)),
        (FINAL, now + DAY),
        (WIDEN, now + WIDENS),
        (END, now + NEXT_BEGINS + LASTS),
        (NEXT, now),
    ):
        tx.do("UPDATE timers SET due = ? WHERE kind = ? AND due > ?", latest, kind, latest)


def wrong_events(tx: Transaction) -> list[str]:
    """Return lines about events whose logs can't be read, or whose rows don't follow from them."""
    return [
        f"event {row['id']}: {each}"
        for row in tx.do("SELECT id FROM events ORDER BY id")
        for each in _wrong_event(tx, row["id"])
    ]


def repair_events(tx: Transaction) -> None:
    """Rewrite what doesn't follow from the logs of events, as far as they can be read."""
    for row in tx.do("SELECT id FROM events ORDER BY id"):
        try:
            event = read_event(tx, row["id"])
        except UNREADABLE:
            continue
        assert event is not None, "it has just been listed"
        repair_event(tx, event)


def repair_event(tx: Transaction, event: Event) -> None:
    """Rewrite the rows of an event from its log."""
    tx.do("DELETE FROM event_games WHERE event_id = ?", event.id)
    tx.do(
        "UPDATE events SET state = ?, entry_count = ? WHERE id = ?",
        event.state.value, len(event.log), event.id,
    )  # fmt: skip
    write_games(tx, event, games_of(event.id, event.course))
    wanted = {timer.dedupe: timer for timer in event_timers(event)}
    for kind in _TIMERS:
        name = event_timer(kind, event.id, event.place.guild_id, 0).dedupe
        if name in wanted:
            set_timer(tx, wanted[name])
        else:
            drop_timer(tx, name)


def _wrong_event(tx: Transaction, event_id: int) -> Iterator[str]:
    try:
        event = read_event(tx, event_id)
    except UNREADABLE as error:
        yield f"its log can't be read: {error}"
        return
    assert event is not None, "it has just been listed"
    (row,) = tx.do("SELECT state, entry_count FROM events WHERE id = ?", event_id)
    if tuple(row) != (event.state.value, len(event.log)):
        yield f"it is stored as {row['state']} with {row['entry_count']} entries"
    stored = tx.do(f"SELECT {GAME_COLUMNS} FROM event_games WHERE event_id = ?", event_id)  # noqa: S608
    wanted = {game_row(tx, event, game) for game in games_of(event_id, event.course)}
    if {tuple(each) for each in stored} != wanted:
        yield "its games don't follow from its log"
    timers = {
        row["dedupe"]: row["due"]
        for kind in _TIMERS
        for row in tx.do(
            "SELECT dedupe, due FROM timers WHERE dedupe = ?",
            event_timer(kind, event_id, event.place.guild_id, 0).dedupe,
        )
    }
    wanted_at = {timer.dedupe: timer.due for timer in event_timers(event)}
    # A moment that a wrong clock wrote into the log may have been put right in the timer.
    is_right = timers.keys() == wanted_at.keys() and all(
        due == wanted_at[name] or event.opened_at < due < wanted_at[name]
        for name, due in timers.items()
    )
    if not is_right:
        yield "its timers don't follow from its log"


def _event_terms(row: Row) -> EventTerms:
    return EventTerms(
        kind=event_kind(row),
        game=row["game"],
        options=json.loads(row["options"]),
        seating=row["seating"],
        time=read_time_control(row["time_control"]),
        rated=bool(row["rated"]),
        meetings=row["meetings"],
        at_once=row["at_once"],
        full_at=row["full_at"],
        season=row["season"],
    )


def event_kind(row: Row) -> EventKind:
    """Return the kind of an event: a season is stored as groups that have its number."""
    return EventKind(row["kind"]) if row["season"] is None else EventKind.SEASON


def _event_entry(row: Row) -> Entry:
    return Entry(row["number"], row["at"], decoded(row["kind"], row["text"]))
