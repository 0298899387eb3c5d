"""Computer opponents at a table: players without a user, and their duties."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from bot.model.caller import NOBODY, User
from bot.model.table import ENGINE_SIGN, Player, PlayerKind, PlayerStatus, Status, Table
from engine.levels import find_level
from rules.contract.core import Seat
from rules.log.entries import Actor, Entry
from rules.log.events import Offered, OfferKind, Played, Rolled
from rules.match.match import Match

__all__ = [
    "MOST_OF_STRONGEST",
    "SOON",
    "Duty",
    "EngineRecord",
    "answers_alone",
    "duty_of",
    "engine_player",
    "engines_fail",
    "fails_since",
    "is_engines",
    "is_soon",
    "request_of",
]

MOST_OF_STRONGEST: Final = 2
"""The games that one person may play against the strongest level at the same time."""

SOON: Final = 60
"""Seconds within which a computer's answer isn't worth a ping."""

_CONTRIBUTION: Final = "0"
"""An engine's addition to the dice, the number of no interaction (`docs/dice.md`)."""
_REQUEST: Final = "engine:"
_MAKESHIFT: Final = ":makeshift"
_FAILING: Final = 3
"""The moves without a thought after which the engines of a table are known to fail."""
_ORDINALS: Final = ("", " II", " III", " IV")


def engine_player(level: int, others: Iterable[Player] = ()) -> Player:
    """Return an engine of this level to sit down beside the others.

    Raises ValueError if there is no such level.
    """
    name = ENGINE_SIGN + find_level(level).name
    same = sum(player.level == level for player in others)
    return Player(
        User(NOBODY, name + _ORDINALS[same]),
        PlayerStatus.SEATED,
        accepted=_CONTRIBUTION,
        kind=PlayerKind.ENGINE,
        level=level,
    )


@dataclass(frozen=True, slots=True)
class Duty:
    """A duty of an engine: to move, or to answer the open offer."""

    player: int
    """The row of the engine."""
    seat: Seat
    level: int
    entries: int
    """The length of the log; with any further entry, the duty is a different one."""
    offer: OfferKind | None = None


@dataclass(frozen=True, slots=True)
class EngineRecord:
    """The results of the engines of one level against people in a game; a shared win is a win."""

    level: int
    won: int
    drawn: int
    lost: int


def duty_of(table: Table) -> Duty | None:
    """Return the present duty of an engine at the table, if any.

    While people have an offer to answer, engines wait for them, because an engine's move would
    decline it.
    """
    match = table.match
    if match is None or match.outcome or table.status is not Status.PLAYING:
        return None
    if match.offer is None:
        return _duty(table, match.seat_due, None)
    asked = match.offer.voters - match.offer.accepted
    engines = sorted(seat for seat in asked if table.at(seat).is_engine)
    return _duty(table, engines[0], match.offer.kind) if engines else None


def request_of(table: Table, duty: Duty, *, makeshift: bool = False) -> str:
    """Return the name under which a duty is carried out, which happens only once.

    The log shows by it which moves were `makeshift`, made without a thought.
    """
    return f"{_REQUEST}{table.id}:{duty.entries}{_MAKESHIFT if makeshift else ''}"


def is_engines(request: str) -> bool:
    """Return True for a request by which an engine acts."""
    return request.startswith(_REQUEST)


def answers_alone(table: Table, number: int) -> bool:
    """Return True if an entry is the act of an engine that plays against one person alone."""
    return len(table.persons) == 1 and is_engines(table.started.entries[number - 1].request)


def is_soon(table: Table, number: int) -> bool:
    """Return True if an entry came so soon after a player acted that they are still there."""
    entries = table.started.entries[:number]
    if len(table.persons) == 1 and isinstance(entries[-1].event, Offered):
        return True  # The engines agreed at once, and a move is taken back.
    if not answers_alone(table, number):
        return False
    asked = next((e for e in reversed(entries) if not is_engines(e.request)), None)
    if asked is None or not asked.request.isdecimal() or asked.actor is Actor.MODERATOR:
        return False  # No player's interaction, but time, or someone else's decision.
    return entries[-1].at - asked.at <= SOON


def engines_fail(entries: Iterable[Entry]) -> bool:
    """Return True once engines have made so many makeshift moves that no one need play on.

    A move that was taken back counts too.
    """
    makeshift = (_is_ply(entry) and entry.request.endswith(_MAKESHIFT) for entry in entries)
    return sum(makeshift) >= _FAILING


def fails_since(match: Match, count: int) -> bool:
    """Return True if the last of this many entries, or a turn right before it, made engines fail.

    Its message also shows those turns: all since a person moved.
    """
    entries = match.entries[:count]
    shown = sum(1 for _ in takewhile(_is_without_person, reversed(entries)))
    return engines_fail(entries) and not engines_fail(entries[: count - shown])


def _duty(table: Table, seat: Seat | None, offer: OfferKind | None) -> Duty | None:
    player = None if seat is None else table.at(seat)
    if player is None or seat is None or not player.is_engine or player.level is None:
        return None
    return Duty(player.id, seat, player.level, len(table.started.entries), offer)


def _is_ply(entry: Entry) -> bool:
    return entry.actor is Actor.ENGINE and isinstance(entry.event, Played)


def _is_without_person(entry: Entry) -> bool:
    return isinstance(entry.event, Played | Rolled) and entry.actor is not Actor.SEAT
