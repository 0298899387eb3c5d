"""Events of clubs: their logs, and what follows from each entry, in the transaction that adds it.

An event is read anew in every transaction that changes it. Transactions follow one another, so an
event needs no lock: whoever changes a table holds that table's lock, and nothing else.
"""

import json
import logging
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from bot.model.caller import Person, Place, User
from bot.model.errors import AlreadySeen, Conflict
from bot.model.event_game import EventGame
from bot.model.events import (
    NO_SHOW,
    Actor,
    Event,
    EventKind,
    EventTerms,
    PairedGame,
    Task,
    consequence,
    course_of,
    folded,
    games_of,
    result_of,
)
from bot.model.queues import Timer, TimerKind, event_timer
from bot.model.table import Reason, Request, Status, Table
from bot.store.database import Database, Transaction
from bot.store.loading import user_of
from bot.store.queues import drop_timer, set_timer
from bot.store.transaction import Row, Value, marks
from rules.club.entries import (
    Cancelled,
    Change,
    Ended,
    Entered,
    Entry,
    GameKey,
    Stage,
    Stopped,
    Voided,
)
from rules.club.entries import decode as decoded
from rules.club.entries import encode as encoded
from rules.club.groups import Groups, State
from rules.club.groups import Status as GameStatus
from rules.club.pairings import Entrant
from rules.contract.core import RulesError
from rules.time.time_control import read_time_control

__all__ = [
    "EVENTS",
    "EventStore",
    "Step",
    "claim_game",
    "forget_events",
    "note_end",
    "read_event",
    "repair_events",
    "wrong_events",
]

_log = logging.getLogger(__name__)

EVENTS: Final = "events"
"""The topic announced when a game of an event is to be opened or given up."""
_ROWS: Final = (
    "stage, group_number, position, attempt, first, second, status, started, table_id, task"
)


@dataclass(frozen=True, slots=True)
class Step:
    """A change of an event that somebody makes; what follows from it is added by itself."""

    change: Change
    actor: Actor = Actor.HOST
    by: Entrant | None = None
    reason: Reason | None = None


class EventStore:
    """Events; each change is one transaction."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def listen(self, listener: Callable[[int], None]) -> None:
        """Call the listener after each commit that left something to do at a table."""
        self._db.listen(EVENTS, listener)

    async def open(self, event: Event, request: Request) -> int:
        """Store a new event and return its number; `event.id` is ignored.

        Raises AlreadySeen if this request has opened one before.
        """
        terms = event.terms

        def write(tx: Transaction) -> int:
            if tx.do("SELECT 1 FROM events WHERE request = ?", request.id):
                raise AlreadySeen
            event_id = tx.insert(
                "INSERT INTO events (guild_id, channel_id, kind, game, options, seating,"
                " time_control, rated, meetings, at_once, director, locale, opened_at, closes_at,"
                " request, secret, cards, state)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                event.place.guild_id, event.place.channel_id, terms.kind.value, terms.game,
                json.dumps(terms.options, sort_keys=True), terms.seating, terms.time.text,
                int(terms.rated), terms.meetings, terms.at_once, event.director, event.locale,
                event.opened_at, event.closes_at, request.id, event.secret, event.cards,
                event.state.value,
            )  # fmt: skip
            for timer in _event_timers(replace(event, id=event_id)):
                set_timer(tx, timer)
            return event_id

        return await self._db.transact(write)

    async def load(self, event_id: int) -> Event | None:
        """Return an event, folded from its log; None if there is none."""
        return await self._db.snapshot(lambda tx: read_event(tx, event_id))

    async def change(
        self,
        event_id: int,
        decide: Callable[[Event], Step | None],
        request: Request,
        now: int,
        *,
        done: Callable[[Transaction], None] | None = None,
    ) -> Event | None:
        """Make the change on which `decide` decides, and return the event after it.

        None if there is no such event. If `decide` raises, nothing changes. `done` completes a
        timer. A request that was carried out before changes nothing.
        """

        def write(tx: Transaction) -> Event | None:
            if done is not None:
                done(tx)
            event = read_event(tx, event_id)
            if event is None or _has_seen_press(tx, event_id, request.id):
                return event
            step = decide(event)
            return event if step is None else append(tx, event, step, request.id, now)

        return await self._db.transact(write)

    async def enter(
        self, event_id: int, user: User, admit: Callable[[Event], None], request: Request, now: int
    ) -> Event | None:
        """Let somebody enter, unless `admit` raises. Returns like `change`."""

        def write(tx: Transaction) -> Event | None:
            event = read_event(tx, event_id)
            if event is None or _has_seen_press(tx, event_id, request.id):
                return event
            admit(event)
            entrant = Entrant(
                tx.insert(
                    "INSERT INTO entrants (event_id, person, name, from_entry) VALUES (?, ?, ?, ?)",
                    event_id,
                    user.id,
                    user.name,
                    len(event.log) + 1,
                )
            )
            event = replace(
                event,
                people={**event.people, entrant: user},
                presses={**event.presses, entrant: request.id},
            )
            step = Step(Entered(entrant), Actor.ENTRANT, entrant)
            return append(tx, event, step, request.id, now)

        return await self._db.transact(write)

    async def hand_over(self, event_id: int, director: Person) -> None:
        """Store who directs an event from now on; this is no entry of its log."""
        await self._db.write("UPDATE events SET director = ? WHERE id = ?", director, event_id)

    async def next_to_do(self, besides: Collection[int], task: Task) -> EventGame | None:
        """Return the game of an event that has waited longest for this; None if there is none.

        Events `besides` are left out.
        """
        row = await self._db.row(
            f"SELECT event_id, {_ROWS} FROM event_games WHERE task = ?"  # noqa: S608
            f" AND event_id NOT IN ({marks(tuple(besides))})"
            " ORDER BY task, event_id, started LIMIT 1",
            task.value, *besides,
        )  # fmt: skip
        return None if row is None else EventGame(row["event_id"], _game_key(row), row["attempt"])

    async def table_of(self, event_game: EventGame) -> int | None:
        """Return the table of an attempt at a game; None if it has none yet."""
        row = await self._db.row(
            "SELECT id FROM tables WHERE event_id = ? AND event_game = ?",
            event_game.event_id,
            event_game.text,
        )
        return None if row is None else row["id"]

    async def present_of(self, person: Person) -> list[int]:
        """Return the events that somebody takes part in, and that aren't over."""
        rows = await self._db.rows(
            "SELECT event_id FROM entrants JOIN events ON events.id = event_id"
            " WHERE person = ? AND until_entry IS NULL AND state IN ('open', 'groups', 'final')"
            " ORDER BY event_id",
            person,
        )
        return [row["event_id"] for row in rows]

    async def unfinished_in(self, guild_id: int, limit: int) -> list[int]:
        """Return up to `limit` events of a server that aren't over, the newest first."""
        rows = await self._db.rows(
            "SELECT id FROM events WHERE guild_id = ? AND state IN ('open', 'groups', 'final')"
            " ORDER BY id DESC LIMIT ?",
            guild_id, limit,
        )  # fmt: skip
        return [row["id"] for row in rows]

    async def unfinished_in_channel(self, channel_id: int, limit: int) -> list[int]:
        """Return up to `limit` events of a channel that aren't over."""
        rows = await self._db.rows(
            "SELECT id FROM events WHERE channel_id = ? AND state IN ('open', 'groups', 'final')"
            " ORDER BY id LIMIT ?",
            channel_id, limit,
        )  # fmt: skip
        return [row["id"] for row in rows]


def read_event(tx: Transaction, event_id: int) -> Event | None:
    """Return an event, folded from its log; None if there is none.

    Raises RulesError or ValueError for a log that can't be read.
    """
    found = tx.do("SELECT * FROM events WHERE id = ?", event_id)
    if not found:
        return None
    row = found[0]
    terms = _event_terms(row)
    entrants = tx.do("SELECT * FROM entrants WHERE event_id = ?", event_id)
    rows = tx.do("SELECT * FROM event_entries WHERE event_id = ? ORDER BY number", event_id)
    course = course_of(terms)
    log = tuple(_event_entry(each) for each in rows)
    for entry in log:
        course = folded(course, entry)
    requests = {each["number"]: each["request"] for each in rows}
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
        log=log,
        people={Entrant(each["id"]): user_of(each["person"], each["name"]) for each in entrants},
        presses={Entrant(each["id"]): requests.get(each["from_entry"]) or "0" for each in entrants},
        press=max(
            (int(each) for each in requests.values() if each and each.isdecimal()), default=0
        ),
        card_id=row["card_id"],
        cards=row["cards"],
    )


def append(tx: Transaction, event: Event, step: Step, request: str, now: int) -> Event:
    """Add an entry to the log of an event, and all that follows from it. Raises RulesError."""
    after, change, following = event, step.change, False
    for number in count(len(event.log) + 1):
        entry = Entry(number, max(now, after.course.at), change)
        after = replace(after, course=folded(after.course, entry), log=(*after.log, entry))
        actor = Actor.HOST if following else step.actor
        tx.do(
            "INSERT INTO event_entries (event_id, number, at, actor_kind, actor, request, kind,"
            " text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            event.id, number, entry.at, actor.value, None if following else step.by,
            None if following else request, *encoded(change),
        )  # fmt: skip
        for gone in set(event.present) - set(after.present):
            tx.do(
                "UPDATE entrants SET until_entry = ? WHERE id = ? AND until_entry IS NULL",
                number, gone,
            )  # fmt: skip
        next_change = consequence(after.course)
        if next_change is None:
            break
        change, following = next_change, True
    if request.isdecimal():
        after = replace(after, press=max(event.press, int(request)))
    if step.reason is not None:
        tx.do(
            "INSERT INTO event_reasons (event_id, number, person, text) VALUES (?, ?, ?, ?)",
            event.id, len(event.log) + 1, step.reason.person, step.reason.text,
        )  # fmt: skip
    _write_event(tx, event, after)
    return after


def note_end(tx: Transaction, table: Table, at: int, *, no_show: bool = False) -> None:
    """Tell the event of a table that its game has ended, or that its table was closed.

    With `no_show`, nobody began the game in time. An event that can't be read, or takes no such
    result, keeps no game from ending: `postboard check` tells of it.
    """
    game = table.event
    if game is None:
        return
    try:
        event = read_event(tx, game.event_id)
        if event is None:
            return
        request = f"table:{table.id}:end"
        change = _change_by_end(event, table, game, no_show=no_show)
        if change is not None and not _has_seen_press(tx, event.id, request):
            event = append(tx, event, Step(change), request, at)
        _write_games(tx, event, _games_of_key(event, game.key))
    except (RulesError, ValueError, KeyError):
        _log.exception("Event %s took no result of table %s", game.event_id, table.id)


def claim_game(tx: Transaction, game: EventGame, table_id: int) -> None:
    """Store the table of a game that has started. Raises Conflict if it isn't to be opened."""
    claimed = tx.change(
        "UPDATE event_games SET table_id = ?, task = NULL WHERE event_id = ? AND stage = ?"
        " AND group_number = ? AND position = ? AND attempt = ? AND task = ?",
        table_id, game.event_id, game.key.stage.value, game.key.group, game.key.position,
        game.attempt, Task.OPEN.value,
    )  # fmt: skip
    if not claimed:
        raise Conflict


def forget_events(tx: Transaction, guild_id: int) -> None:
    """Delete the events of a server; their tables go on by themselves."""
    for row in tx.do("SELECT id FROM events WHERE guild_id = ?", guild_id):
        event_id = row["id"]
        tx.do("UPDATE tables SET event_id = NULL, event_game = NULL WHERE event_id = ?", event_id)
        for kind in _TIMERS:
            drop_timer(tx, event_timer(kind, event_id, 0).dedupe)
        tx.do("DELETE FROM event_reasons WHERE event_id = ?", event_id)
        tx.do("DELETE FROM event_games WHERE event_id = ?", event_id)
        tx.do("DELETE FROM event_entries WHERE event_id = ?", event_id)
        tx.do("DELETE FROM entrants WHERE event_id = ?", event_id)
        tx.do("DELETE FROM events WHERE id = ?", event_id)


def wrong_events(tx: Transaction) -> list[str]:
    """Return a line for each event whose log can't be read, or whose rows don't follow from it."""
    return [
        f"event {row['id']}: {each}"
        for row in tx.do("SELECT id FROM events ORDER BY id")
        for each in _wrong_event(tx, row["id"])
    ]


def repair_events(tx: Transaction) -> None:
    """Write again what doesn't follow from the logs of events, as far as they can be read."""
    for row in tx.do("SELECT id FROM events ORDER BY id"):
        try:
            event = read_event(tx, row["id"])
        except (RulesError, ValueError, KeyError):
            continue
        assert event is not None, "it has just been listed"
        tx.do("DELETE FROM event_games WHERE event_id = ?", event.id)
        tx.do(
            "UPDATE events SET state = ?, entry_count = ? WHERE id = ?",
            event.state.value, len(event.log), event.id,
        )  # fmt: skip
        _write_games(tx, event, games_of(event.id, event.course))
        wanted = {timer.dedupe: timer for timer in _event_timers(event)}
        for kind in _TIMERS:
            name = event_timer(kind, event.id, 0).dedupe
            if name in wanted:
                set_timer(tx, wanted[name])
            else:
                drop_timer(tx, name)


def _wrong_event(tx: Transaction, event_id: int) -> Iterator[str]:
    try:
        event = read_event(tx, event_id)
    except (RulesError, ValueError, KeyError) as error:
        yield f"its log can't be read: {error}"
        return
    assert event is not None, "it has just been listed"
    (row,) = tx.do("SELECT state, entry_count FROM events WHERE id = ?", event_id)
    if tuple(row) != (event.state.value, len(event.log)):
        yield f"it is stored as {row['state']} with {row['entry_count']} entries"
    stored = tx.do(f"SELECT {_ROWS} FROM event_games WHERE event_id = ?", event_id)  # noqa: S608
    wanted = {_game_row(tx, event, game) for game in games_of(event_id, event.course)}
    if {tuple(each) for each in stored} != wanted:
        yield "its games don't follow from its log"
    timers = {
        row["dedupe"]: row["due"]
        for kind in _TIMERS
        for row in tx.do(
            "SELECT dedupe, due FROM timers WHERE dedupe = ?",
            event_timer(kind, event_id, 0).dedupe,
        )
    }
    if timers != {timer.dedupe: timer.due for timer in _event_timers(event)}:
        yield "its timers don't follow from its log"


def _has_seen_press(tx: Transaction, event_id: int, request: str) -> bool:
    """Return True if this request has changed the event before."""
    sql = "SELECT 1 FROM event_entries WHERE event_id = ? AND request = ?"
    return bool(tx.do(sql, event_id, request))


def _change_by_end(event: Event, table: Table, game: EventGame, *, no_show: bool) -> Change | None:
    """Return what the end of a table changes in its event; None if that game doesn't run."""
    running = [each for each in _games_of_key(event, game.key) if each.status is GameStatus.RUNNING]
    if event.is_over or not running or running[0].game != game:
        return None
    if no_show:
        return Ended(game.key, game.attempt, NO_SHOW)
    outcome = table.match.outcome if table.match else None
    if outcome is None:
        return Voided(game.key, game.attempt)
    present = event.present
    one, other = (entrant not in present for entrant in running[0].entrants)
    result = result_of(outcome, table.seating, (one, other))
    if result is None:
        return Voided(game.key, game.attempt)
    return Ended(game.key, game.attempt, result)


def _write_event(tx: Transaction, before: Event, after: Event) -> None:
    """Store what follows from new entries of an event."""
    tx.do(
        "UPDATE events SET state = ?, entry_count = ? WHERE id = ?",
        after.state.value, len(after.log), after.id,
    )  # fmt: skip
    known = set(games_of(before.id, before.course))
    if isinstance(after.log[-1].change, Stopped | Cancelled):
        _release_tables(tx, after.id)
        known = set[PairedGame]()
    _write_games(tx, after, (g for g in games_of(after.id, after.course) if g not in known))
    old = {timer.dedupe: timer for timer in _event_timers(before)}
    new = {timer.dedupe: timer for timer in _event_timers(after)}
    for name in old.keys() - new.keys():
        drop_timer(tx, name)
    for name, timer in new.items():
        if old.get(name) != timer:
            set_timer(tx, timer)


def _release_tables(tx: Transaction, event_id: int) -> None:
    """Let the unfinished tables of an event go on by themselves."""
    tx.do(
        "UPDATE tables SET event_id = NULL, event_game = NULL"
        " WHERE event_id = ? AND status IN ('offered', 'open', 'playing')",
        event_id,
    )


def _write_games(tx: Transaction, event: Event, games: Iterable[PairedGame]) -> None:
    """Store the rows of these games of an event."""
    for game in games:
        row = _game_row(tx, event, game)
        tx.do(
            f"INSERT INTO event_games (event_id, {_ROWS})"  # noqa: S608
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT (event_id, stage, group_number, position) DO UPDATE SET"
            " attempt = excluded.attempt, first = excluded.first, second = excluded.second,"
            " status = excluded.status, started = excluded.started, table_id = excluded.table_id,"
            " task = excluded.task",
            event.id, *row,
        )  # fmt: skip
        if row[-1] is not None:
            tx.announce(EVENTS)


def _game_row(tx: Transaction, event: Event, game: PairedGame) -> tuple[Value, ...]:
    """Return the row of a game as it follows from the log and the tables of its event."""
    attempt = game.game
    tables = tx.do(
        "SELECT id, status FROM tables WHERE event_id = ? AND event_game = ?",
        event.id, attempt.text,
    )  # fmt: skip
    table_id = tables[0]["id"] if tables else None
    goes_on = bool(tables) and tables[0]["status"] not in (Status.OVER.value, Status.CLOSED.value)
    task = None
    if game.status is GameStatus.RUNNING and table_id is None and not event.is_over:
        task = Task.OPEN
    elif game.is_left and goes_on:
        task = Task.RESIGN
    return (
        attempt.key.stage.value, attempt.key.group, attempt.key.position, attempt.attempt,
        *game.entrants, game.status.value, event.opening_entry(attempt.key), table_id,
        task.value if task else None,
    )  # fmt: skip


def _games_of_key(event: Event, key: GameKey) -> Iterator[PairedGame]:
    return (each for each in games_of(event.id, event.course) if each.game.key == key)


_TIMERS: Final = (TimerKind.EVENT_CLOSE, TimerKind.EVENT_FINAL)


def _event_timers(event: Event) -> Iterator[Timer]:
    """Yield the timers that an event needs now."""
    course = event.course
    if not isinstance(course, Groups):
        return
    if course.state is State.OPEN and event.closes_at is not None:
        yield event_timer(TimerKind.EVENT_CLOSE, event.id, event.closes_at)
    if course.state is State.GROUPS and course.final_due_at is not None:
        yield event_timer(TimerKind.EVENT_FINAL, event.id, course.final_due_at)


def _event_terms(row: Row) -> EventTerms:
    return EventTerms(
        kind=EventKind(row["kind"]),
        game=row["game"],
        options=json.loads(row["options"]),
        seating=row["seating"],
        time=read_time_control(row["time_control"]),
        rated=bool(row["rated"]),
        meetings=row["meetings"],
        at_once=row["at_once"],
    )


def _event_entry(row: Row) -> Entry:
    return Entry(row["number"], row["at"], decoded(row["kind"], row["text"]))


def _game_key(row: Row) -> GameKey:
    return GameKey(Stage(row["stage"]), row["group_number"], row["position"])
