"""Automatic turns: the host's rolls and passes, until somebody has a choice."""

from itertools import takewhile

from bot.model.table import Request, Table
from bot.tables.dice import roll
from rules.core import Dice
from rules.entries import Actor, Entry, Origin
from rules.events import Played, Rolled
from rules.match import Match, Ply

__all__ = ["advance", "automatic_tail", "entries_of_last_request"]


def advance(table: Table, match: Match, request: Request, now: int) -> Match:
    """Return the match once a person or an engine is due, or the game is over.

    The host makes the rolls that are due, and passes for a side that can do nothing else. What
    it enters belongs to the request that led to it.
    """
    origin = Origin(now, Actor.HOST, None, request.id)
    while match.outcome is None:
        if isinstance(match.turn, Dice):
            match = match.roll(roll(table, match), origin)
        elif table.dice and (passing := _only_pass(match)) and match.seat_due is not None:
            match = match.play(match.seat_due, passing, origin)
        else:
            break
    return match


def automatic_tail(match: Match) -> tuple[Ply, ...]:
    """Return the rolls and passes of the host that led to the present position."""
    hosts = takewhile(_is_automatic, reversed(match.entries))
    count = sum(1 for _ in hosts)
    return match.plies[len(match.plies) - count :] if count else ()


def entries_of_last_request(match: Match) -> tuple[Entry, ...]:
    """Return what the last request led to, in order."""
    if not match.entries:
        return ()
    request = match.entries[-1].request
    same = takewhile(lambda entry: entry.request == request, reversed(match.entries))
    return tuple(same)[::-1]


def _is_automatic(entry: Entry) -> bool:
    return entry.actor is Actor.HOST and isinstance(entry.event, Played | Rolled)


def _only_pass(match: Match) -> str | None:
    """Return the notation of the pass that is the only legal move, if it is."""
    legal = match.game.legal(match.state)
    only_pass = len(legal) == 1 and not match.game.path(legal[0])
    return match.game.notate(legal[0]) if only_pass else None
