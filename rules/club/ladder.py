"""A ladder, folded from its log: challenges upwards, places won, the weekly fall of the idle."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from rules.club.entries import (
    Cancelled,
    Challenged,
    Change,
    Ended,
    Entered,
    Entry,
    Left,
    Result,
    Voided,
    Week,
)
from rules.club.pairings import Entrant
from rules.contract.core import RulesError
from rules.contract.sentence import Sentence, say

__all__ = ["Challenge", "Ladder", "challengeable", "folded", "refusal"]

_DAY: Final = 86_400
_REST: Final = 7 * _DAY
"""Between the end of a game and the next challenge of the same two."""
_IDLE: Final = 30 * _DAY
"""Somebody who has neither played nor joined for so long falls one place a week."""
_GONE: Final = 90 * _DAY
"""Somebody who has neither played nor joined for so long is taken off the ladder."""
_LEAST_REACH: Final = 3
_WIN: Final = 12


@dataclass(frozen=True, slots=True)
class Challenge:
    """A game of a ladder."""

    entrants: tuple[Entrant, Entrant]
    """By seat."""
    challenger: Entrant
    reach: int
    """The most places that the challenger may climb: the reach of the moment of the challenge."""
    begun_at: int
    ended_at: int | None = None


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder, as its log tells it."""

    places: tuple[Entrant, ...] = ()
    """The people on it, the first place first."""
    challenges: tuple[Challenge, ...] = ()
    """All challenges; the position of a game's key is its place here, from 1."""
    active_at: Mapping[Entrant, int] = field(default_factory=dict[Entrant, int])
    """The moment at which each last joined, or began or ended a game."""
    is_closed: bool = False
    entries: int = 0
    at: int = 0
    """The moment of the last entry."""

    @property
    def reach(self) -> int:
        """The distance upwards in which one may challenge: 3 places, or a fifth of the ladder."""
        return max(_LEAST_REACH, len(self.places) // 5)

    @property
    def running(self) -> tuple[Challenge, ...]:
        """The games that haven't ended."""
        return tuple(challenge for challenge in self.challenges if challenge.ended_at is None)


def refusal(ladder: Ladder, challenger: Entrant, challenged: Entrant, at: int) -> Sentence | None:
    """Return why this challenge isn't possible at this moment, or None if it is."""
    if challenger not in ladder.places:
        return say("Join this ladder before you challenge somebody.")
    if challenged not in ladder.places:
        return say("They aren't on this ladder.")
    distance = ladder.places.index(challenger) - ladder.places.index(challenged)
    if distance <= 0:
        return say("You can only challenge people above you.")
    if distance > ladder.reach:
        return say("You can challenge people up to {places} places above you.", places=ladder.reach)
    for challenge in ladder.running:
        other = _rival(challenge, challenge.challenger)
        if challenger in challenge.entrants and challenged in challenge.entrants:
            return say("You two play a game of this ladder already.")
        if challenge.challenger == challenger:
            return say("You can challenge again when the game of your last challenge has ended.")
        if other == challenged:
            return say("Somebody else has challenged them: wait until that game has ended.")
    ends = [
        challenge.ended_at
        for challenge in ladder.challenges
        if challenge.ended_at is not None and set(challenge.entrants) == {challenger, challenged}
    ]
    if ends and at < max(ends) + _REST:
        return say("You two played less than a week ago: challenge somebody else for now.")
    return None


def challengeable(ladder: Ladder, challenger: Entrant, at: int) -> tuple[Entrant, ...]:
    """Return the people whom the challenger may challenge at this moment, the highest first."""
    return tuple(one for one in ladder.places if refusal(ladder, challenger, one, at) is None)


def folded(ladder: Ladder, entry: Entry) -> Ladder:
    """Return the ladder after one more entry. Raises RulesError if it can't follow.

    A result of a game that doesn't run changes nothing.
    """
    if entry.number != ladder.entries + 1 or entry.at < ladder.at or ladder.is_closed:
        raise RulesError(say("Entry {number} of the log is out of order.", number=entry.number))
    return replace(_after(ladder, entry.change, entry.at), entries=entry.number, at=entry.at)


def _after(ladder: Ladder, change: Change, at: int) -> Ladder:
    match change:
        case Entered(entrant):
            return _active(replace(ladder, places=(*ladder.places, entrant)), (entrant,), at)
        case Left(entrant):
            return replace(ladder, places=tuple(one for one in ladder.places if one != entrant))
        case Challenged(challenger, challenged):
            return _challenged(ladder, challenger, challenged, at)
        case Ended(key, _, result):
            return _ended(ladder, key.position, result, at)
        case Voided(key, _):
            return _ended(ladder, key.position, None, at)
        case Week():
            return _after_a_week(ladder, at)
        case Cancelled():
            return replace(ladder, is_closed=True)
        case _:
            raise RulesError(say("This entry belongs to an event with groups."))


def _challenged(ladder: Ladder, challenger: Entrant, challenged: Entrant, at: int) -> Ladder:
    refused = refusal(ladder, challenger, challenged, at)
    if refused is not None:
        raise RulesError(refused)
    seats = (challenged, challenger)
    for earlier in ladder.challenges:
        if set(earlier.entrants) == set(seats):
            seats = (earlier.entrants[1], earlier.entrants[0])
    challenge = Challenge(seats, challenger, ladder.reach, at)
    return _active(replace(ladder, challenges=(*ladder.challenges, challenge)), seats, at)


def _ended(ladder: Ladder, position: int, result: Result | None, at: int) -> Ladder:
    if not 0 < position <= len(ladder.challenges):
        return ladder
    challenge = ladder.challenges[position - 1]
    if challenge.ended_at is not None:
        return ladder
    challenges = list(ladder.challenges)
    challenges[position - 1] = replace(challenge, ended_at=at)
    after = _active(replace(ladder, challenges=tuple(challenges)), challenge.entrants, at)
    seat = challenge.entrants.index(challenge.challenger)
    has_won = result is not None and result.shares[seat] == _WIN
    return replace(after, places=_climbed(after.places, challenge)) if has_won else after


def _climbed(places: tuple[Entrant, ...], challenge: Challenge) -> tuple[Entrant, ...]:
    """Return the places after the challenger has won; without one of the two, nobody moves."""
    winner, loser = challenge.challenger, _rival(challenge, challenge.challenger)
    if winner not in places or loser not in places:
        return places
    now, target = places.index(winner), places.index(loser)
    goal = max(target, now - challenge.reach)
    if goal >= now:
        return places
    return (*places[:goal], winner, *places[goal:now], *places[now + 1 :])


def _after_a_week(ladder: Ladder, at: int) -> Ladder:
    """Return the ladder after the idle have fallen one place, past people who play, from below."""
    playing = {entrant for challenge in ladder.running for entrant in challenge.entrants}

    def is_idle(entrant: Entrant, seconds: int) -> bool:
        return entrant not in playing and at - ladder.active_at[entrant] >= seconds

    places = [entrant for entrant in ladder.places if not is_idle(entrant, _GONE)]
    for place in range(len(places) - 2, -1, -1):
        above, below = places[place], places[place + 1]
        if is_idle(above, _IDLE) and not is_idle(below, _IDLE):
            places[place], places[place + 1] = below, above
    return replace(ladder, places=tuple(places))


def _active(ladder: Ladder, entrants: tuple[Entrant, ...], at: int) -> Ladder:
    return replace(
        ladder,
        active_at={**ladder.active_at, **dict.fromkeys(entrants, at)},
    )


def _rival(challenge: Challenge, entrant: Entrant) -> Entrant:
    one, other = challenge.entrants
    return other if entrant == one else one
