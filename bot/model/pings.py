"""The people who are pinged about an entry of a log."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile

from bot.model.caller import Person
from bot.model.engines import is_soon
from bot.model.table import Player, Table
from rules.contract.core import Seat
from rules.log.entries import Actor
from rules.log.events import (
    Begun,
    Offered,
    Overdue,
    Paused,
    ResignWanted,
    Resumed,
    SeatTaken,
    VoidCause,
    Voided,
)
from rules.match.match import Match

__all__ = [
    "Ping",
    "PingClass",
    "offer_pings",
    "pings_of",
    "seats_just_taken",
    "wish_pings",
]


class PingClass(StrEnum):
    """The subject of a ping."""

    TURN = "turn"
    """It is the person's turn."""
    OFFER = "offer"
    """An offer, or an ally's wish to resign, waits for their answer."""
    END = "end"
    """The game is over."""
    CLAIM = "claim"
    """The others' time has run out."""
    DECISION = "decision"
    """A moderator has decided something."""
    SEAT = "seat"
    """They hold a seat now."""
    REST = "rest"
    """The game ends soon because no one plays."""
    PLAN = "plan"
    """An answer that they had planned was refused. No one else may learn of it."""


@dataclass(frozen=True, slots=True)
class Ping:
    """A person pinged by the message of an entry."""

    person: Person
    about: PingClass


def pings_of(table: Table) -> tuple[Ping, ...]:
    """Return the pings of the newest entry's message, before anyone's wishes are considered.

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
        case ResignWanted(seat):
            return wish_pings(table, seat)
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
    """Return the pings of the present board: the person to move, and anyone who just took a seat.

    A person who plays against engines alone isn't pinged about an answer that comes soon. The end
    of a game pings all players except the one whose request ended it; after a timer or an engine,
    all. A declined paired game pings no one.
    """
    match = table.started
    if match.outcome:
        if match.events[-1] == Voided(VoidCause.DECLINED):
            return ()
        cause = _requested_by(match)
        return _all_of((p for p in table.persons if p.id != cause), PingClass.END)
    due = table.due
    is_told = due is not None and not due.is_engine and not is_soon(table, len(match.entries))
    turn = _all_of([due] if due and is_told else [], PingClass.TURN)
    taken = seats_just_taken(table, len(match.entries)).values()
    came = [ping for event in taken for ping in seat_pings(table, event.seat)]
    return (*turn, *(ping for ping in came if due is None or ping.person != due.user.id))


def _requested_by(match: Match) -> int | None:
    """Return the `players` row of the person whose request led to the last entry, or None.

    The owner of a planned reply is away: the request came from whoever acted before it.
    """
    last = match.entries[-1]
    together = takewhile(lambda entry: entry.request == last.request, reversed(match.entries))
    acts = (entry for entry in together if entry.actor not in (Actor.QUEUED, Actor.HOST))
    act = next(acts, None)
    if act is None or act.actor is Actor.ENGINE:
        return None
    return act.player or (act.event.new if isinstance(act.event, SeatTaken) else None)


def offer_pings(table: Table) -> tuple[Ping, ...]:
    """Return the pings of the persons who have to answer the present offer."""
    offer = table.started.offer
    asked = offer.voters - offer.accepted if offer else frozenset[Seat]()
    return _all_of((p for p in table.persons if p.seat in asked), PingClass.OFFER)


def wish_pings(table: Table, seat: Seat) -> tuple[Ping, ...]:
    """Return the pings of the allies who are asked whether they resign with a seat."""
    asked = table.started.allies_of(seat) - table.started.wanting
    return _all_of((p for p in table.persons if p.seat in asked), PingClass.OFFER)


def claim_pings(table: Table, late: Seat) -> tuple[Ping, ...]:
    """Return the pings of the persons who may claim the game because a seat has run out of time."""
    team = table.started.team_of(late)
    rivals = (
        player
        for player in table.persons
        if player.seat is not None and table.started.team_of(player.seat) != team
    )
    return _all_of(rivals, PingClass.CLAIM)


def decision_pings(table: Table) -> tuple[Ping, ...]:
    """Return the pings of a moderator's decision: all persons at the table."""
    return _all_of(table.persons, PingClass.DECISION)


def seat_pings(table: Table, seat: Seat) -> tuple[Ping, ...]:
    """Return the ping of the person who now holds the seat."""
    return _all_of((p for p in table.persons if p.seat == seat), PingClass.SEAT)


def seats_just_taken(table: Table, number: int) -> Mapping[int, SeatTaken]:
    """Return the seat changes of an entry's request, by the numbers of their entries.

    Play may have gone on since with a planned answer.
    """
    entries = table.started.entries[:number]
    request = entries[-1].request
    together = takewhile(lambda entry: entry.request == request, reversed(entries))
    return {entry.number: entry.event for entry in together if isinstance(entry.event, SeatTaken)}


def _all_of(players: Iterable[Player], about: PingClass) -> tuple[Ping, ...]:
    return tuple(Ping(player.user.id, about) for player in players)
