"""The logs of events: opened, and extended with everything that follows from an entry.

An event is read again in every transaction that changes it. Transactions follow one another, so an
event needs no lock. Whoever changes a table holds that table's lock, and nothing else.
"""

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from bot.extensions.events.rows import (
    UNREADABLE,
    claim_game,
    event_timers,
    event_to_change,
    forget_events,
    release_tables,
    times_mended,
    write_games,
)
from bot.extensions.events.values import (
    EVENT_CARD,
    NO_SHOW,
    Actor,
    Event,
    EventKind,
    EventPart,
    PairedGame,
    consequence,
    event_item,
    event_look,
    folded,
    games_of,
    result_of,
)
from bot.model.caller import User
from bot.model.errors import AlreadySeen
from bot.model.event_game import EventGame
from bot.model.table import Reason, Request, Table
from bot.store.people.forgetting import require_known
from bot.store.queues import displays
from bot.store.queues.queues import drop_timer, enqueue, set_timer
from bot.store.sql.database import Transaction
from bot.store.sql.hooks import Hooks
from rules.club.entries import (
    Begun,
    Cancelled,
    Change,
    Closed,
    Ended,
    Entered,
    Entry,
    Forfeit,
    GameKey,
    Stopped,
    Voided,
    Week,
)
from rules.club.entries import encode as encoded
from rules.club.groups import Groups, State
from rules.club.groups import Status as GameStatus
from rules.club.pairings import Entrant

__all__ = ["HOOKS", "Step", "append", "enter", "has_seen", "open_event", "post", "post_card"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Step:
    """A change of an event by a person. What follows from it is added automatically."""

    change: Change
    actor: Actor = Actor.HOST
    by: Entrant | None = None
    reason: Reason | None = None


def open_event(tx: Transaction, event: Event, request: Request) -> Event:
    """Store a new event, and return it with its number. Raises like `EventStore.open`."""
    if tx.do("SELECT 1 FROM events WHERE request = ?", request.id):
        raise AlreadySeen
    terms = event.terms
    is_season = terms.kind is EventKind.SEASON
    season = _next_number(tx, event) if is_season else None
    event_id = tx.insert(
        "INSERT INTO events (guild_id, channel_id, kind, game, options, seating,"
        " time_control, rated, meetings, at_once, full_at, season, previous, director, locale,"
        " opened_at, closes_at, request, secret, state)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        event.place.guild_id, event.place.channel_id,
        (EventKind.GROUPS if is_season else terms.kind).value, terms.game,
        json.dumps(terms.options, sort_keys=True), terms.seating, terms.time.text,
        int(terms.rated), terms.meetings, terms.at_once, terms.full_at, season, event.previous,
        event.director, event.locale, event.opened_at, event.closes_at, request.id, event.secret,
        event.state.value,
    )  # fmt: skip
    stored = replace(event, id=event_id, terms=replace(terms, season=season))
    for timer in event_timers(stored):
        set_timer(tx, timer)
    if isinstance(event.course, Groups):
        post(tx, stored, EventPart.SEAL, 1, event.opened_at)
    post_card(tx, stored, event.opened_at)
    return stored


def _next_number(tx: Transaction, event: Event) -> int:
    """Return the number of a new season of a game in its server."""
    (row,) = tx.do(
        "SELECT coalesce(max(season), 0) + 1 AS number FROM events WHERE guild_id = ? AND game = ?",
        event.place.guild_id, event.terms.game,
    )  # fmt: skip
    return int(row["number"])


def enter(tx: Transaction, event: Event, user: User, request: str, now: int) -> Event:
    """Enter a person, and return the event afterwards."""
    entrant = Entrant(
        tx.insert(
            "INSERT INTO entrants (event_id, person, name, from_entry) VALUES (?, ?, ?, ?)",
            event.id,
            user.id,
            user.name,
            len(event.log) + 1,
        )
    )
    event = replace(
        event,
        people={**event.people, entrant: user},
        presses={**event.presses, entrant: request},
    )
    return append(tx, event, Step(Entered(entrant), Actor.ENTRANT, entrant), request, now)


def append(tx: Transaction, event: Event, step: Step, request: str, now: int) -> Event:
    """Add an entry to the log of an event, with everything that follows from it.

    Raises RulesError, and BeingForgotten if the author of a reason is gone.
    """
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
        require_known(tx, step.reason.person)
        after = replace(after, reasons={**after.reasons, len(event.log) + 1: step.reason})
        tx.do(
            "INSERT INTO event_reasons (event_id, number, person, text) VALUES (?, ?, ?, ?)",
            event.id, len(event.log) + 1, step.reason.person, step.reason.text,
        )  # fmt: skip
    _write_event(tx, event, after, now)
    return after


def _note_end(tx: Transaction, table: Table, at: int, *, no_show: bool = False) -> None:
    """Note in the event of a table that its game has ended, or that its table was closed.

    With `no_show`, no one began the game in time. An event that can't be read, or takes no such
    result, keeps no game from ending: `postboard check` reports it.
    """
    game = table.event
    if game is None:
        return
    try:
        event = event_to_change(tx, game.event_id)
        if event is None:
            return
        request = f"table:{table.id}:end"
        change = _change_by_end(event, table, game, no_show=no_show)
        if change is not None and not has_seen(tx, event.id, request):
            for late in _late(event, game, change):
                set_timer(tx, event_look(event.id, event.place.guild_id, event.people[late].id, at))
            event = append(tx, event, Step(change), request, at)
        write_games(tx, event, _games_of_key(event, game.key))
    except UNREADABLE:
        _log.exception("Event %s couldn't take the result of table %s", game.event_id, table.id)


def has_seen(tx: Transaction, event_id: int, name: str) -> bool:
    """Return True if the request of this name has changed the event before."""
    sql = "SELECT 1 FROM event_entries WHERE event_id = ? AND request = ?"
    return bool(tx.do(sql, event_id, name))


def post_card(tx: Transaction, event: Event, now: int) -> None:
    """Queue a new card of an event, which replaces the one before."""
    assert event.place.guild_id is not None, "an event belongs to a server"
    displays.post(
        tx,
        EVENT_CARD,
        event.id,
        guild_id=event.place.guild_id,
        channel_id=event.place.channel_id,
        now=now,
    )
    for changed in tx.hooks.club_changed:
        changed(tx, event.place.guild_id, now)


def post(tx: Transaction, event: Event, part: EventPart, number: int, now: int) -> None:
    """Queue a message of an event in its channel."""
    enqueue(tx, event_item(event.id, event.place, part, number, now))


def _change_by_end(event: Event, table: Table, game: EventGame, *, no_show: bool) -> Change | None:
    """Return the event's change by the end of a table, or None if that game isn't in progress."""
    running = [each for each in _games_of_key(event, game.key) if each.status is GameStatus.RUNNING]
    if event.is_over or not running or running[0].game != game:
        return None
    if no_show:
        return Ended(game.key, game.attempt, NO_SHOW)
    outcome = table.match.outcome if table.match else None
    if outcome is None:
        return Voided(game.key, game.attempt)
    result = result_of(outcome, table.seating)
    if result is None:
        return Voided(game.key, game.attempt)
    return Ended(game.key, game.attempt, result)


def _late(event: Event, game: EventGame, change: Change) -> Iterator[Entrant]:
    """Yield players who have just lost a game on time, perhaps because they left the server."""
    if isinstance(change, Ended):
        (paired,) = _games_of_key(event, game.key)
        for entrant, forfeit in zip(paired.entrants, change.result.forfeits, strict=True):
            if forfeit is Forfeit.LATE:
                yield entrant


def _write_event(tx: Transaction, before: Event, after: Event, now: int) -> None:
    """Store everything that follows from new entries of an event."""
    _write_posts(tx, before, after, now)
    tx.do(
        "UPDATE events SET state = ?, entry_count = ? WHERE id = ?",
        after.state.value, len(after.log), after.id,
    )  # fmt: skip
    known = set(games_of(before.id, before.course))
    if isinstance(after.log[-1].change, Stopped | Cancelled | Closed):
        release_tables(tx, after.id)
        known = set[PairedGame]()
    write_games(tx, after, (g for g in games_of(after.id, after.course) if g not in known))
    old = {timer.dedupe: timer for timer in event_timers(before)}
    new = {timer.dedupe: timer for timer in event_timers(after)}
    for name in old.keys() - new.keys():
        drop_timer(tx, name)
    # The timer of a week is over with it, though a wrong clock may have named the same moment.
    is_week = isinstance(after.log[-1].change, Week)
    for name, timer in new.items():
        if old.get(name) != timer or is_week:
            set_timer(tx, timer)


def _write_posts(tx: Transaction, before: Event, after: Event, now: int) -> None:
    """Store the rows of the messages that new entries of an event need.

    A new state gets a new card, which pings the people whom the end of a stage concerns. Anything
    else edits the present card, also the beginning, which has a message of its own besides.
    """
    has_begun = any(isinstance(each.change, Begun) for each in after.log[len(before.log) :])
    if has_begun:
        post(tx, after, EventPart.STAGE, 1, now)
    if after.state is not before.state and after.state is not State.GROUPS:
        post_card(tx, after, now)
        return
    # No one is to press Join below the card of an event that has begun.
    displays.ask(tx, EVENT_CARD, after.id, now, is_urgent=has_begun)


def _games_of_key(event: Event, key: GameKey) -> Iterator[PairedGame]:
    return (each for each in games_of(event.id, event.course) if each.game.key == key)


def _table_opened(tx: Transaction, table: Table) -> None:
    if table.event is not None:
        claim_game(tx, table.event, table.id)


def _table_closed(tx: Transaction, table: Table, now: int, no_show: bool) -> None:
    if no_show and table.event is not None:
        tx.do(
            "UPDATE tables SET outcome = 'void', outcome_rule = 'event.no-show' WHERE id = ?",
            table.id,
        )  # fmt: skip
    _note_end(tx, table, now, no_show=no_show)


def _game_ended(tx: Transaction, table: Table) -> None:
    _note_end(tx, table, table.started.entries[-1].at)


HOOKS: Final = Hooks(
    table_opened=[_table_opened],
    table_closed=[_table_closed],
    game_ended=[_game_ended],
    server_erased=[forget_events],
    times_mended=[times_mended],
)
"""The hooks of events in the core's transactions."""
