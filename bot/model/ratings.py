"""Ratings: which games count, and how a game moves them.

`Why` names the reasons why a game doesn't count.

Ratings move as in Glicko (Mark Glickman, 1999), one game at a time, for two teams or three, in
whole numbers. That system rates a duel. Here every pair of opposing teams is a duel, which weighs
less the more opponents there are. A team's rating is the mean of its members, who share what it
wins. Between games, ratings and deviations are integers of 1/100 point. Within a game, only
operations that every machine rounds alike are used, so that folding the results again gives the
same ratings to the last digit.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from bot.model.caller import Person, Place
from bot.model.table import Table, Terms
from rules.contract.sentence import Sentence, say
from rules.log.events import SeatTaken
from rules.match.ends import counts
from rules.match.table_rules import ADJUDICATED
from rules.registry import is_experimental
from rules.time.duration import DAY
from rules.time.time_control import Untimed

__all__ = [
    "MOST_OF_A_PAIR",
    "NEWCOMER",
    "PAIR_WINDOW",
    "START_DEVIATION",
    "START_DEVIATION_WITH_DICE",
    "Counted",
    "Rated",
    "Standing",
    "Step",
    "Why",
    "after",
    "fold",
    "unratable",
    "why_not",
]

START_DEVIATION: Final = 250_00
START_DEVIATION_WITH_DICE: Final = 80_00
"""The first deviation, in 1/100 point: with dice, people are closer together."""
# Ratings and deviations are in 1/100 point: integers add up alike on every machine.
_START: Final = 1500_00
_LEAST: Final = 100_00
# Without a floor, the rating of someone who plays daily would hardly move any more.
_LEAST_DEVIATION: Final = 45_00
_GROWTH: Final = 5_00_00
"""The growth of a squared deviation per whole day without a counted game."""
NEWCOMER: Final = 10
"""Counted games before which the rating of a person is not yet to be relied on."""
_Q: Final = 0.0057564627324851142
"""ln 10 / 400."""
_FARTHEST: Final = 4000.0
"""Points beyond which a lead counts no more."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The estimate of a person's strength in one pool. Rating and deviation are in 1/100 point."""

    rating: int
    deviation: int
    games: int = 0
    """Counted games."""
    played_at: int = 0
    """The end of the last one, in Unix seconds."""

    @classmethod
    def first(cls, deviation: int) -> "Standing":
        """Return the standing of a person before any game, with the pool's first deviation."""
        return cls(_START, deviation)

    @property
    def points(self) -> int:
        """The rating in whole points, halves rounded up."""
        return (self.rating + 50) // 100

    @property
    def is_newcomer(self) -> bool:
        """True as long as the rating is shown with a question mark."""
        return self.games < NEWCOMER

    def at(self, moment: int, most: int) -> "Standing":
        """Return the standing some time later: it is less certain, up to `most`."""
        days = max(0, moment - self.played_at) // DAY if self.games else 0
        grown = math.isqrt(self.deviation**2 + days * _GROWTH)
        return Standing(self.rating, min(grown, most), self.games, self.played_at)


@dataclass(frozen=True, slots=True)
class Step:
    """The change of a standing by one game."""

    before: Standing
    after: Standing

    @property
    def change(self) -> int:
        """The whole points by which the rating rose; below 0 if it fell."""
        return self.after.points - self.before.points


@dataclass(frozen=True, slots=True)
class Rated:
    """A game that counts.

    `ranks` and `edges` belong to the teams: who did better has a smaller rank, and an edge is what
    its side is worth to a team, in 1/100 point. `ended_at` is in Unix seconds.
    """

    teams: tuple[tuple[Person, ...], ...]
    ranks: tuple[int, ...]
    edges: tuple[int, ...]
    ended_at: int
    resigned: int | None = None
    """The team that resigned while the others played on; only pairs with it are compared."""


def fold(games: Iterable[Rated], deviation: int) -> dict[Person, Standing]:
    """Return everyone's standing after games of one pool, in the order in which they ended.

    `deviation` is the pool's first one, in 1/100 point.
    """
    standings: dict[Person, Standing] = {}
    for game in games:
        standings.update(after(game, standings, deviation))
    return standings


def after(
    game: Rated, standings: Mapping[Person, Standing], deviation: int
) -> dict[Person, Standing]:
    """Return the standings of those who played a game after it.

    `standings` has the ratings of before, without people who play in the pool for the first time;
    `deviation` is the pool's first one, in 1/100 point.
    """
    first = Standing.first(deviation)
    before = {
        person: standings.get(person, first).at(game.ended_at, deviation)
        for team in game.teams
        for person in team
    }
    return {
        person: _moved(game, before, number, person)
        for number, team in enumerate(game.teams)
        for person in team
    }


def _moved(game: Rated, before: Mapping[Person, Standing], own: int, person: Person) -> Standing:
    """Return the standing of a member of a team after a game."""
    mine, team = before[person], game.teams[own]
    weight, share = 1 / (len(game.teams) - 1), 1 / len(team)
    pull = info = 0.0
    for rival in _rivals(game, before, own, person):
        others = game.teams[rival]
        # Who plays for a team is as uncertain as its other members and its rivals together.
        variance = sum(_square(before[each], len(others)) for each in others)
        variance += sum(_square(before[each], len(team)) for each in team if each != person)
        g = 1 / math.sqrt(1 + 3 * _Q * _Q * variance / (math.pi * math.pi))
        expected = _expected(g, _strength(game, before, own) - _strength(game, before, rival))
        c = _Q * g * share
        pull += weight * c * (_score(game.ranks[own], game.ranks[rival]) - expected)
        info += weight * c * c * expected * (1 - expected)
    certainty = 1 / _points(mine.deviation) ** 2 + info
    return Standing(
        max(_LEAST, _rounded(_points(mine.rating) + pull / certainty)),
        max(_LEAST_DEVIATION, _rounded(1 / math.sqrt(certainty))),
        mine.games + 1,
        max(mine.played_at, game.ended_at),
    )


def _rivals(
    game: Rated, before: Mapping[Person, Standing], own: int, person: Person
) -> Iterable[int]:
    """Return the teams with which a person is compared.

    A team with a newcomer, whose strength no one knows, moves only other newcomers.
    """
    for rival, team in enumerate(game.teams):
        if rival == own or (game.resigned is not None and game.resigned not in (own, rival)):
            continue
        if before[person].is_newcomer or not any(before[each].is_newcomer for each in team):
            yield rival


def _strength(game: Rated, before: Mapping[Person, Standing], number: int) -> float:
    """Return the mean rating of a team, with its edge, in points."""
    team = game.teams[number]
    mean = sum(_points(before[each].rating) for each in team) / len(team)
    return mean + _points(game.edges[number])


def _square(standing: Standing, members: int) -> float:
    """Return what a member adds to the squared deviation of a team's mean rating."""
    return _points(standing.deviation) ** 2 / (members * members)


def _score(own: int, rival: int) -> float:
    return 0.5 if own == rival else float(own < rival)


def _expected(g: float, lead: float) -> float:
    """Return the result to be expected from a lead in points."""
    return 1 / (1 + _exp(-_Q * g * max(-_FARTHEST, min(lead, _FARTHEST))))


def _exp(x: float) -> float:
    """Return e to the power of x, the same to the last bit on every machine, unlike `math.exp`."""
    # Near 0 the series is short; twelve squarings undo the division by 2 to the 12th.
    y = x / 4096
    total = term = 1.0
    for number in range(1, 9):
        term = term * y / number
        total += term
    for _ in range(12):
        total *= total
    return total


def _points(hundredths: int) -> float:
    return hundredths / 100


def _rounded(points: float) -> int:
    """Return points as hundredths, halves rounded up."""
    return math.floor(points * 100 + 0.5)


MOST_OF_A_PAIR = 6
"""Counted games of two rivals in a pool and `PAIR_WINDOW`; further ones do not count."""
PAIR_WINDOW = 90 * DAY
"""Seconds."""


class Why(Enum):
    """The first reason for which a game does not count, in this order; results store the value."""

    VOID = "void"
    UNRATED = "unrated"
    """Its terms say so."""
    COMPUTER = "computer"
    """A computer opponent plays or played in it."""
    PLACE = "place"
    """It was not played in a server."""
    HANDS = "hands"
    """A seat changed hands in it, or in an earlier game of its series."""
    ADJUDICATED = "adjudicated"
    UNPLAYED = "unplayed"
    """Not every team has moved, and there are no dice."""
    PAIR = "pair"
    """Two of the rivals have met too often."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The effect of a game's end on ratings."""

    why: Why | None
    """The reason why it does not count, or None if it does."""
    steps: Mapping[Person, Step] = field(default_factory=dict[Person, Step])


def unratable(terms: Terms, place: Place, *, with_engine: bool) -> Sentence | None:
    """Return why a game on these terms can't be rated, or None if it can."""
    if place.guild_id is None:
        return say("Games are only rated in servers.")
    if with_engine:
        return say("Games against the computer are unrated.")
    if isinstance(terms.time.limit, Untimed):
        return say("A rated game needs a time limit, such as `3 days`.")
    if terms.hints:
        return say("Games with hints are unrated.")
    if is_experimental(terms.game):
        return say("This game is experimental, so it's unrated.")
    return None


def why_not(table: Table, *, had_changes: bool) -> Why | None:
    """Return why a game doesn't count as it stands, or None if nothing at its table forbids it.

    `had_changes` is true if a seat changed hands in an earlier game of its series.
    """
    match, outcome = table.started, table.started.outcome
    changed = had_changes or any(isinstance(event, SeatTaken) for event in match.events)
    reasons = {
        Why.VOID: outcome is not None and outcome.is_void,
        Why.UNRATED: not table.terms.rated,
        Why.COMPUTER: bool(table.engines),
        Why.PLACE: table.guild_id is None,
        Why.HANDS: changed,
        Why.ADJUDICATED: outcome is not None and outcome.rule == ADJUDICATED,
        Why.UNPLAYED: not counts(match.game, (ply.side for ply in match.plies)),
    }
    return next((why for why, holds in reasons.items() if holds), None)
