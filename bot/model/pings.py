"""Who is pinged about what: by the entries of a log, and by reminders between them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from typing import Final

from bot.model.preferences import Preferences
from bot.model.table import Player, Table
from rules.contract.core import Seat
from rules.log.entries import Actor
from rules.log.events import Begun, Offered, Overdue, Paused, Resumed, SeatTaken, VoidCause, Voided
from rules.time.clock import Stretch
from rules.time.duration import DAY, HOUR

__all__ = [
    "APART",
    "Due",
    "Ping",
    "PingClass",
    "Reminder",
    "held_back",
    "offer_pings",
    "pings_of",
    "reminders",
    "seats_just_taken",
]

APART: Final = HOUR
"""Seconds between two pings of a person about one thing."""
_LEAST: Final = HOUR
"""Seconds before the deadline at which a reminder comes at the latest."""
_IDLE_TIMES: Final = 3
"""Reminders of one turn in a game without a time limit."""


class PingClass(StrEnum):
    """What a ping is about."""

    TURN = "turn"
    """It is the person's turn."""
    OFFER = "offer"
    END = "end"
    """The game is over."""
    CLAIM = "claim"
    """The others' time has run out."""
    DECISION = "decision"
    """A moderator has decided something."""
    SEAT = "seat"
    """They hold a seat now."""
    REST = "rest"
    """The game ends soon because nobody plays."""
    PLAN = "plan"
    """An answer that they had planned is refused. Nobody else may learn of it."""


@dataclass(frozen=True, slots=True)
class Ping:
    """Somebody whom the message of an entry pings."""

    user_id: int
    about: PingClass


def pings_of(table: Table) -> tuple[Ping, ...]:
    """Return whom the message of the newest entry pings, unless they do not want it.

    A channel that is gone gets no message.
    """
    match = table.started
    if not match.entries:
        return ()
    last = match.entries[-1]
    match last.event:
        case Voided(VoidCause.CHANNEL):
            return ()
        case SeatTaken(seat):
            return seat_pings(table, seat)
        case _ if last.actor is Actor.MODERATOR:
            return decision_pings(table)
        case _ if match.outcome:
            return board_pings(table)
        case Offered() if match.offer:
            return offer_pings(table)
        case Overdue(seat):
            return claim_pings(table, seat)
        case Begun() | Resumed():
            return board_pings(table)
        case Paused() if isinstance(match.entries[-2].event, Begun):
            return board_pings(table)
        case _ if match.position_number == last.number:
            return board_pings(table)
        case _:
            return ()


def board_pings(table: Table) -> tuple[Ping, ...]:
    """Return whom the present board pings: the person due, and who took a seat just before.

    At the end of a game these are all but who asked for what ended it. A timer excludes nobody.
    """
    match = table.started
    if match.outcome:
        cause = match.entries[-1].player
        return _all_of((p for p in table.persons if p.id != cause), PingClass.END)
    due = table.due
    turn = _all_of([due] if due and not due.is_engine else [], PingClass.TURN)
    taken = seats_just_taken(table, len(match.entries)).values()
    came = [ping for event in taken for ping in seat_pings(table, event.seat)]
    return (*turn, *(ping for ping in came if due is None or ping.user_id != due.user.id))


def offer_pings(table: Table) -> tuple[Ping, ...]:
    """Return the persons whose answer the present offer waits for."""
    offer = table.started.offer
    asked = offer.voters - offer.accepted if offer else frozenset[Seat]()
    return _all_of((p for p in table.persons if p.seat in asked), PingClass.OFFER)


def claim_pings(table: Table, late: Seat) -> tuple[Ping, ...]:
    """Return who may claim the game because the time of a seat has run out."""
    team = table.started.team_of(late)
    rivals = (
        player
        for player in table.persons
        if player.seat is not None and table.started.team_of(player.seat) != team
    )
    return _all_of(rivals, PingClass.CLAIM)


def decision_pings(table: Table) -> tuple[Ping, ...]:
    """Return whom the decision of a moderator pings: all persons at the table."""
    return _all_of(table.persons, PingClass.DECISION)


def seat_pings(table: Table, seat: Seat) -> tuple[Ping, ...]:
    """Return whom a change of hands pings: the person who holds the seat now."""
    return _all_of((p for p in table.persons if p.seat == seat), PingClass.SEAT)


def seats_just_taken(table: Table, number: int) -> Mapping[int, SeatTaken]:
    """Return how seats changed hands by the request of an entry, by the numbers of the entries.

    Play may have gone on since with an answer that was planned.
    """
    entries = table.started.entries[:number]
    request = entries[-1].request
    together = takewhile(lambda entry: entry.request == request, reversed(entries))
    return {entry.number: entry.event for entry in together if isinstance(entry.event, SeatTaken)}


def _all_of(players: Iterable[Player], about: PingClass) -> tuple[Ping, ...]:
    return tuple(Ping(player.user.id, about) for player in players)


def held_back(preferences: Preferences, at: int, until: int | None) -> int | None:
    """Return when a ping of this moment goes instead, because the person has quiet hours.

    None: it goes at once. What they would delay beyond `until` does not wait for their end.
    """
    quiet = preferences.quiet.at(at) if preferences.quiet else None
    if quiet is None or quiet.end is None or (until is not None and quiet.end >= until):
        return None
    return quiet.end


@dataclass(frozen=True, slots=True)
class Due:
    """The running turn of a person, as far as reminders depend on it; Unix seconds."""

    begun: int
    until: int | None
    """None where there is no limit."""
    allowed: int | None
    """Its seconds without grants."""


@dataclass(frozen=True, slots=True, order=True)
class Reminder:
    """A reminder: when it was due by itself, and when it goes because of quiet hours."""

    moment: int
    at: int


def reminders(turn: Due, preferences: Preferences, now: int) -> tuple[Reminder, ...]:
    """Return the reminders of a turn that are to go from `now` on, or that are late.

    One comes when a fifth of the time is left, and at least an hour before the deadline, and one
    at each lead time of the person's own; without a limit, one every few days.
    """
    if not preferences.pings:
        return ()
    if turn.until is None:
        step = preferences.idle_days * DAY
        moments = [turn.begun + n * step for n in range(1, _IDLE_TIMES + 1)] if step else []
    else:
        moments = list(_before(turn, turn.until, preferences))
        if now >= turn.until:
            return ()
    return tuple(
        Reminder(moment, _going(turn, preferences, max(moment, now)))
        for moment in sorted(set(moments))
    )


def _before(turn: Due, until: int, preferences: Preferences) -> Iterator[int]:
    usual = until - max(_LEAST, (turn.allowed or 0) // 5)
    if usual - turn.begun >= APART:
        yield usual
    for hours in preferences.leads:
        if until - hours * HOUR >= turn.begun:
            yield until - hours * HOUR


def _going(turn: Due, preferences: Preferences, at: int) -> int:
    """Return when a reminder goes that is due at `at`."""
    quiet: Stretch | None = preferences.quiet.at(at) if preferences.quiet else None
    if quiet is None or quiet.end is None:
        return at
    if turn.until is None or quiet.end < turn.until:
        return quiet.end
    return quiet.start if turn.begun < quiet.start else turn.begun
