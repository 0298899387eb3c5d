"""A ladder, folded from its log: challenges upwards, places won, the weekly fall of the idle."""

from collections import Counter
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
    Forfeit,
    Left,
    Result,
    Stopped,
    Voided,
    Week,
)
from rules.club.groups import State
from rules.club.pairings import Entrant
from rules.contract.core import RulesError
from rules.contract.sentence import Sentence, say

__all__ = ["REST", "Challenge", "Ladder", "challengeable", "folded", "refusal"]

_DAY: Final = 86_400
REST: Final = 7 * _DAY
"""Seconds between a game's end and the next challenge between the same two people."""
_IDLE: Final = 30 * _DAY
"""Seconds without a game, or since joining, after which a person falls one place a week."""
_GONE: Final = 90 * _DAY
"""Seconds without a game, or since joining, after which a person is removed from the ladder."""
# On a short ladder, too, there should be more than one person to challenge.
_LEAST_REACH: Final = 3
# So that no one has to defend their place in every game at the same time.
_MOST_AGAINST: Final = 3
"""The most open challenges against one person, so that one slow game keeps no one else away."""
_WIN: Final = 12


@dataclass(frozen=True, slots=True)
class Challenge:
    """A game of a ladder."""

    entrants: tuple[Entrant, Entrant]
    """By seat."""
    challenger: Entrant
    reach: int
    """The most places that the challenger can climb: the reach at the moment of the challenge."""
    begun_at: int
    ended_at: int | None = None
    result: Result | None = None
    """None while it is in progress, and if it was void."""

    @property
    def challenged(self) -> Entrant:
        """The other of the two."""
        return self.rival(self.challenger)

    @property
    def winner(self) -> Entrant | None:
        """The winner, or None."""
        if self.result is None or _WIN not in self.result.shares:
            return None
        return self.entrants[self.result.shares.index(_WIN)]

    def rival(self, entrant: Entrant) -> Entrant:
        """Return the other of the two."""
        one, other = self.entrants
        return other if entrant == one else one


@dataclass(frozen=True, slots=True)
class Ladder:
    """A ladder, as its log tells it. Its state is GROUPS until it ends."""

    places: tuple[Entrant, ...] = ()
    """The people on it, the first place first."""
    challenges: tuple[Challenge, ...] = ()
    """All challenges; the position of a game's key is its place here, from 1."""
    open: tuple[int, ...] = ()
    """The positions of the games in progress; both of their players are on the ladder."""
    met: Mapping[tuple[Entrant, Entrant], int] = field(
        default_factory=dict[tuple[Entrant, Entrant], int]
    )
    """By pair, earlier entrant first: the position of their last game."""
    active_at: Mapping[Entrant, int] = field(default_factory=dict[Entrant, int])
    """The moment at which a person last joined, or began or ended a game; later by the time since
    in which no one could play."""
    last_week: tuple[Entrant, ...] = ()
    """The places before the last week ended."""
    week_at: int | None = None
    """The end of the last week."""
    state: State = State.GROUPS
    entries: int = 0
    at: int = 0
    """The moment of the last entry."""

    @property
    def reach(self) -> int:
        """The distance upwards that a challenge can reach: 3 places, or a fifth of the ladder."""
        return max(_LEAST_REACH, len(self.places) // 5)

    @property
    def running(self) -> tuple[Challenge, ...]:
        """The games that haven't ended."""
        return tuple(self.challenges[position - 1] for position in self.open)

    def climb(self, entrant: Entrant) -> int | None:
        """Return how many places a person has risen since the last week ended.

        Negative for a fall. None for someone who wasn't there, or before the first week's end.
        """
        if entrant not in self.last_week:
            return None
        return self.last_week.index(entrant) - self.places.index(entrant)

    def records(self) -> Mapping[Entrant, tuple[int, int]]:
        """Map people to the games they won and the games they finished; void ones don't count.

        People who have finished none are left out.
        """
        ended = [challenge for challenge in self.challenges if challenge.result is not None]
        games = Counter(entrant for challenge in ended for entrant in challenge.entrants)
        won = Counter(challenge.winner for challenge in ended)
        return {entrant: (won[entrant], count) for entrant, count in games.items()}


def refusal(ladder: Ladder, challenger: Entrant, challenged: Entrant, at: int) -> Sentence | None:
    """Return why this challenge isn't possible at this moment, or None if it is."""
    if challenger not in ladder.places:
        return say("Join this ladder first. Then you can challenge someone.")
    if challenged not in ladder.places:
        return say("They're not on this ladder.")
    distance = ladder.places.index(challenger) - ladder.places.index(challenged)
    if distance <= 0:
        return say("You can only challenge people above you.")
    if distance > ladder.reach:
        return say("You can challenge people up to {places} places above you.", places=ladder.reach)
    for challenge in ladder.running:
        if challenger in challenge.entrants and challenged in challenge.entrants:
            return say("You two are already playing a game of this ladder.")
        if challenge.challenger == challenger:
            return say("One challenge at a time. Finish your current game first.")
    if sum(each.challenged == challenged for each in ladder.running) >= _MOST_AGAINST:
        return say(
            "{count} people are challenging them already. Try again once one of these games is"
            " finished.",
            count=_MOST_AGAINST,
        )
    last = _last_of(ladder, challenger, challenged)
    if last is not None and last.ended_at is not None and at < last.ended_at + REST:
        return say("You two played less than a week ago. Challenge someone else for now.")
    return None


def challengeable(ladder: Ladder, challenger: Entrant, at: int) -> tuple[Entrant, ...]:
    """Return the people whom the challenger can challenge at this moment, highest first."""
    return tuple(one for one in ladder.places if refusal(ladder, challenger, one, at) is None)


def folded(ladder: Ladder, entry: Entry) -> Ladder:
    """Return the ladder after one more entry. Raises RulesError if it can't follow.

    A result of a game not in progress changes nothing.
    """
    is_closed = ladder.state is not State.GROUPS
    if entry.number != ladder.entries + 1 or entry.at < ladder.at or is_closed:
        raise RulesError(say("Entry {number} of the log is out of order.", number=entry.number))
    return replace(_after(ladder, entry.change, entry.at), entries=entry.number, at=entry.at)


def _after(ladder: Ladder, change: Change, at: int) -> Ladder:
    match change:
        case Entered(entrant):
            active_at = {**ladder.active_at, entrant: at}
            return replace(ladder, places=(*ladder.places, entrant), active_at=active_at)
        case Left(entrant):
            return _left(ladder, entrant, at)
        case Challenged(challenger, challenged):
            return _challenged(ladder, challenger, challenged, at)
        case Ended(key, _, result):
            return _ended(ladder, key.position, result, at)
        case Voided(key, _):
            return _ended(ladder, key.position, None, at)
        case Week(lost):
            active_at = {each: min(at, last + lost) for each, last in ladder.active_at.items()}
            return _after_a_week(replace(ladder, active_at=active_at), at)
        case Stopped():
            return _closed(ladder, State.OVER, at)
        case Cancelled():
            return _closed(ladder, State.CANCELLED, at)
        case _:
            raise RulesError(say("This entry belongs to a tournament."))


def _left(ladder: Ladder, entrant: Entrant, at: int) -> Ladder:
    """Return the ladder after a person has lost all games in progress and left."""
    for position in ladder.open:
        entrants = ladder.challenges[position - 1].entrants
        if entrant in entrants:
            shares = (0, _WIN) if entrants[0] == entrant else (_WIN, 0)
            one, other = (Forfeit.LEFT if each == entrant else None for each in entrants)
            ladder = _ended(ladder, position, Result(shares, (one, other)), at)
    return _without(ladder, {entrant})


def _challenged(ladder: Ladder, challenger: Entrant, challenged: Entrant, at: int) -> Ladder:
    refused = refusal(ladder, challenger, challenged, at)
    if refused is not None:
        raise RulesError(refused)
    last = _last_of(ladder, challenger, challenged)
    seats = (challenged, challenger) if last is None else (last.entrants[1], last.entrants[0])
    challenge = Challenge(seats, challenger, ladder.reach, at)
    position = len(ladder.challenges) + 1
    return replace(
        ladder,
        challenges=(*ladder.challenges, challenge),
        open=(*ladder.open, position),
        met={**ladder.met, _pair(challenger, challenged): position},
        active_at={**ladder.active_at, challenger: at, challenged: at},
    )


def _ended(ladder: Ladder, position: int, result: Result | None, at: int) -> Ladder:
    if position not in ladder.open:
        return ladder
    ended = replace(ladder.challenges[position - 1], ended_at=at, result=result)
    has_climbed = ended.winner == ended.challenger
    return replace(
        ladder,
        places=_climbed(ladder.places, ended) if has_climbed else ladder.places,
        challenges=(*ladder.challenges[: position - 1], ended, *ladder.challenges[position:]),
        open=tuple(each for each in ladder.open if each != position),
        active_at={**ladder.active_at, **dict.fromkeys(ended.entrants, at)},
    )


def _climbed(places: tuple[Entrant, ...], challenge: Challenge) -> tuple[Entrant, ...]:
    """Return the places after the challenger has won."""
    now, target = places.index(challenge.challenger), places.index(challenge.challenged)
    goal = max(target, now - challenge.reach)
    if goal >= now:
        return places
    return (*places[:goal], challenge.challenger, *places[goal:now], *places[now + 1 :])


def _after_a_week(ladder: Ladder, at: int) -> Ladder:
    """Return the ladder after the idle have fallen one place, past active people, from below."""
    playing = {entrant for challenge in ladder.running for entrant in challenge.entrants}

    def is_idle(entrant: Entrant, seconds: int) -> bool:
        return entrant not in playing and at - ladder.active_at[entrant] >= seconds

    after = _without(ladder, {each for each in ladder.places if is_idle(each, _GONE)})
    places = list(after.places)
    # From below, so that no one falls by more than one place a week.
    for place in range(len(places) - 2, -1, -1):
        above, below = places[place], places[place + 1]
        if is_idle(above, _IDLE) and not is_idle(below, _IDLE):
            places[place], places[place + 1] = below, above
    return replace(after, places=tuple(places), last_week=ladder.places, week_at=at)


def _closed(ladder: Ladder, state: State, at: int) -> Ladder:
    """Return the ladder after its end. The places stay, and games in progress don't count."""
    for position in ladder.open:
        ladder = _ended(ladder, position, None, at)
    return replace(ladder, state=state)


def _without(ladder: Ladder, gone: set[Entrant]) -> Ladder:
    return replace(ladder, places=tuple(each for each in ladder.places if each not in gone))


def _last_of(ladder: Ladder, one: Entrant, other: Entrant) -> Challenge | None:
    """Return the last game between these two, or None."""
    position = ladder.met.get(_pair(one, other))
    return None if position is None else ladder.challenges[position - 1]


def _pair(one: Entrant, other: Entrant) -> tuple[Entrant, Entrant]:
    return (one, other) if one < other else (other, one)
