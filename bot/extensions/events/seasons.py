"""Seasons: their beginning, their end by time, and the next one."""

import secrets
from dataclasses import replace
from typing import Final

from bot.extensions.events.log import Step, append, enter, open_event
from bot.extensions.events.rows import event_to_change, read_event
from bot.extensions.events.values import Event, EventKind, course_of
from bot.model.caller import Person
from bot.model.club_hour import hour_of, next_weekday
from bot.model.ratings import NEWCOMER
from bot.model.server import Club
from bot.model.table import Request, Table
from bot.store.people.forgetting import still_known
from bot.store.sql.transaction import Transaction, marks
from rules.club import season
from rules.club.entries import Seeded, Stage
from rules.club.groups import Groups
from rules.log.events import Granted
from rules.time.duration import DAY, HOUR

__all__ = ["next_start", "open_next", "seeded", "starts", "time_used"]

_MONDAY: Final = 0
_WAITS: Final = 21 * DAY + 2 * HOUR  # Clocks may have been changed meanwhile.
"""Seconds after which a season with too few people is given up: it has waited for four Mondays."""
_BREATH: Final = 6 * DAY
"""Seconds between the end of a season and the Monday of the next one."""


def starts(club: Club, after: int) -> int:
    """Return the first Monday after a moment, at the hour of a server's club."""
    hour = club.puzzle_hour, club.puzzle_zone
    return hour_of(next_weekday(after, _MONDAY, *hour), *hour)


def seeded(tx: Transaction, event: Event, now: int) -> Event:
    """Return a season after the entry with its order of strength, and other events as they are."""
    if event.terms.kind is not EventKind.SEASON:
        return event
    by_person = {event.people[each].id: each for each in event.present}
    stayed = [by_person[each] for each in _staying(tx, event) if each in by_person]
    ratings = _settled(tx, event, tuple(by_person))
    known = {by_person[person]: rating for person, rating in ratings.items()}
    joining = {each: known[each] for each in known if each not in stayed}
    change = Seeded(season.joined(stayed, joining, known))
    return append(tx, event, Step(change), f"event:{event.id}:seeded", now)


def next_start(event: Event, now: int) -> int | None:
    """Return the Monday for which a season waits that has too few people on its day.

    Return None after four Mondays, and for other events.
    """
    if event.terms.kind is not EventKind.SEASON or now - event.opened_at > _WAITS:
        return None
    return starts(event.club, now)


def open_next(tx: Transaction, event_id: int, now: int) -> None:
    """Open the season after a finished one, with everyone who hasn't left."""
    before = event_to_change(tx, event_id)
    if before is None or before.next_due_at is None:
        return
    terms = replace(before.terms, season=None)
    after = max((before.closes_at or 0) + season.NEXT - DAY, now + _BREATH)
    event = replace(
        before,
        terms=terms,
        opened_at=now,
        closes_at=starts(before.club, after),
        secret=secrets.token_hex(32),
        course=course_of(terms),
        log=(),
        people={},
        press=0,
        presses={},
        reasons={},
        card_id=None,
        previous=event_id,
    )
    event = open_event(tx, event, Request(f"event:{event_id}:next"))
    users = {user.id: user for user in before.people.values()}
    staying = _order(before)
    known = still_known(tx, staying)
    for person in staying:
        if person in known:
            event = enter(tx, event, users[person], f"event:{event.id}:stays:{person}", now)


def time_used(table: Table, now: int) -> tuple[int, int]:
    """Return the seconds that the seats of a game have used, less their grants."""
    used, turn = [0, 0], table.clock.turn
    for ply in table.clock.plies:
        if ply.seat is not None:
            used[ply.seat] += ply.took or 0
    if turn is not None:
        used[turn.seat] += table.clock.run(turn.begun, now) - turn.used
    for entry in table.started.entries:
        if isinstance(entry.event, Granted):
            used[entry.event.seat] -= entry.event.seconds
    return max(used[0], 0), max(used[1], 0)


def _order(event: Event) -> list[Person]:
    """Return the people who stay after a finished season, by strength."""
    course = event.course
    assert isinstance(course, Groups), "a season has divisions"
    tables = [
        [line.entrant for line in course.table(Stage.GROUPS, number)]
        for number in range(1, len(course.groups) + 1)
    ]
    return [event.people[each].id for each in season.next_order(tables, course.departed)]


def _staying(tx: Transaction, event: Event) -> list[Person]:
    """Return who stayed from the season before, in order; empty for a first season."""
    before = None if event.previous is None else read_event(tx, event.previous)
    return [] if before is None else _order(before)


def _settled(tx: Transaction, event: Event, persons: tuple[Person, ...]) -> dict[Person, float]:
    """Return the ratings, in points, of people with enough rated games here."""
    terms = event.terms.table
    spec = terms.configured.spec
    rows = tx.do(
        "SELECT person, rating FROM ratings WHERE guild_id = ? AND pool = ? AND games >= ?"  # noqa: S608
        f" AND person IN ({marks(persons)})",
        event.place.guild_id, spec.pool(spec.seatings[terms.seating]).key, NEWCOMER, *persons,
    )  # fmt: skip
    return {Person(row["person"]): row["rating"] / 100 for row in rows}
