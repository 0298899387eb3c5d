"""Automatic turns: the host's rolls and passes, until a person has a choice."""

from collections.abc import Mapping
from itertools import takewhile
from typing import Final

from bot.model.table import Request, Table
from bot.tables.dice import roll
from rules.contract.core import Dice, Seat
from rules.log.entries import Actor, Entry, Origin
from rules.log.events import Played, Rolled, SeatTaken
from rules.match.match import Match, Ply
from rules.match.plans import Plan, advanced

__all__ = [
    "advance",
    "automatic_tail",
    "goes_on",
    "has_more_to_do",
    "only_pass",
    "plans_of_holders",
]

_MOST: Final = 64
"""The most plies entered in one transaction without anyone's action."""


def advance(table: Table, match: Match, request: Request, now: int, most: int = _MOST) -> Match:
    """Return the match once it waits for a person without a plan for it, or for an engine.

    The host makes the rolls that are due, and passes for a side that can do nothing else. Planned
    replies are played. All of this belongs to the request that led to it. After `most` plies, the
    match may still have more to do by itself.
    """
    origin = Origin(now, Actor.HOST, None, request.id)
    plans = plans_of_holders(table, match)
    players = {seat: table.at(seat).id for seat in plans}
    last = len(match.plies) + most
    while match.outcome is None and len(match.plies) < last:
        planned = advanced(match, plans, players, request.id)[0] if players else match
        if planned is not match:
            match = planned
        elif isinstance(match.turn, Dice):
            match = match.roll(roll(table, match), origin)
        elif table.dice and (passing := only_pass(match)) and match.seat_due is not None:
            match = match.play(match.seat_due, passing, origin)
        else:
            break
    return match


def plans_of_holders(table: Table, match: Match) -> Mapping[Seat, Plan]:
    """Return the plans of everyone who keeps their seat in the entries that the match adds."""
    if not table.plans:
        return table.plans
    events = (entry.event for entry in match.entries[len(table.started.entries) :])
    changed = {event.seat for event in events if isinstance(event, SeatTaken)}
    return {seat: plan for seat, plan in table.plans.items() if seat not in changed}


def goes_on(table: Table, before: Match, after: Match, request: Request, now: int) -> bool:
    """Return True if a match that `advance` has carried forward goes on in the next transaction.

    Only a transaction that was full leaves something to do.
    """
    if len(after.plies) - len(before.plies) < _MOST:
        return False
    return advance(table, after, request, now, 1) is not after


def has_more_to_do(table: Table) -> bool:
    """Return True if a stored game goes on by itself, because its last transaction was full."""
    match = table.started
    last = match.entries[-1]
    return advance(table, match, Request(last.request), last.at, 1) is not match


def automatic_tail(match: Match) -> tuple[Ply, ...]:
    """Return the rolls and passes of the host that led to the present position."""
    hosts = takewhile(_is_automatic, reversed(match.entries))
    count = sum(1 for _ in hosts)
    return match.plies[len(match.plies) - count :] if count else ()


def _is_automatic(entry: Entry) -> bool:
    return entry.actor is Actor.HOST and isinstance(entry.event, Played | Rolled)


def only_pass(match: Match) -> str | None:
    """Return the notation of the pass if it is the only legal move, or None."""
    legal = match.legal
    is_pass = len(legal) == 1 and not match.game.path(legal[0])
    return match.game.notate(legal[0]) if is_pass else None
