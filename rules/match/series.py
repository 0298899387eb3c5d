"""Several games as one match: the seats of the next game, the score card, and the winners.

A game is worth one point, or as much as its outcome says. The teams that win it share that equally,
in a draw all teams do, and the seats of a team share its part. So with two teams a draw is worth
half a win, and a player who is alone gets as much from a win as a pair does together.
"""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, NewType, TypeAlias

from rules.contract.core import Outcome, RulesError, Seating, Spec
from rules.contract.rule import Rule
from rules.contract.sentence import Stranger, say
from rules.contract.series_format import SeriesFormat, SeriesKind

__all__ = [
    "RULES",
    "Contestant",
    "Points",
    "ScoreLine",
    "Series",
    "find_format",
    "formats",
    "points_text",
]

Contestant = NewType("Contestant", int)
"""A participant in the series, by the number of their seat in its first game."""

Points: TypeAlias = tuple[Fraction, ...]
"""Points, by person."""

_TABLE: Final = "Rules of the table"
RULES: Final = (
    Rule(
        "series.points",
        say(
            "In a series, a game counts one point, or more where an option says so; a game lost by"
            " resigning or on time counts as the position stands. The winners get the points."
            " Teams that win together share them, in a draw everyone does, and allies share"
            " equally."
        ),
        _TABLE,
    ),
    Rule(
        "series.seats",
        say(
            "After each game, everyone moves on to the next seat: two players swap sides, and"
            " three take each seat in turn. You can agree that everyone keeps their seat."
        ),
        _TABLE,
    ),
    Rule(
        "series.end",
        say(
            "“First to 3 points”: all who reach them in the same game share the win, whatever"
            " their totals. “Best of 3 games”: all who have the most points share the win. A"
            " series ends as soon as the remaining games can't change who wins it."
        ),
        _TABLE,
    ),
)
"""The rules of every series; a rulebook shows them if its game is played in series."""

_GENERAL: Final = (
    SeriesFormat(SeriesKind.BEST_OF, 3),
    SeriesFormat(SeriesKind.BEST_OF, 5),
    SeriesFormat(SeriesKind.FIRST_TO, 3),
    SeriesFormat(SeriesKind.FIRST_TO, 5),
)
_KEY: Final = re.compile(r"(first-to|best-of)-([1-9][0-9]?)(-fixed)?")
_SIGNS: Final = {
    Fraction(1, 6): "⅙", Fraction(1, 4): "¼", Fraction(1, 3): "⅓", Fraction(1, 2): "½",
    Fraction(2, 3): "⅔", Fraction(3, 4): "¾", Fraction(5, 6): "⅚",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A finished game on the score card."""

    people: tuple[Contestant, ...]
    """The people, by seat."""
    outcome: Outcome
    points: Points


@dataclass(frozen=True, slots=True)
class Series:
    """A series, computed from the outcomes of its games; `spec` belongs to the configured game."""

    format: SeriesFormat
    spec: Spec
    seating: Seating
    outcomes: tuple[Outcome, ...] = ()

    def add(self, outcome: Outcome) -> "Series":
        """Return the series after one more game. Raises RulesError if it has been decided."""
        if self.is_decided:
            raise RulesError(say("This series is decided, so no more games are played in it."))
        return replace(self, outcomes=(*self.outcomes, outcome))

    @property
    def people(self) -> tuple[Contestant, ...]:
        """The people in the next game, by seat."""
        return self._people_of(len(self.outcomes))

    @property
    def card(self) -> tuple[ScoreLine, ...]:
        """The score card, a line a game."""
        return tuple(
            ScoreLine(self._people_of(game), outcome, self._points(game, outcome))
            for game, outcome in enumerate(self.outcomes)
        )

    @property
    def totals(self) -> Points:
        """The points so far, by person."""
        none = (Fraction(),) * len(self.seating)
        columns = zip(none, *(entry.points for entry in self.card), strict=True)
        return tuple(sum(column, Fraction()) for column in columns)

    @property
    def is_decided(self) -> bool:
        """True if the series is over."""
        if any(outcome.is_void for outcome in self.outcomes):
            return True
        totals, most = self.totals, max(self.totals)
        if self.format.kind is SeriesKind.FIRST_TO:
            return most >= self.format.number
        if len(self.outcomes) >= self.format.number:
            return True
        leader = totals.index(most)
        return all(
            total + self._attainable(Contestant(person)) < most
            for person, total in enumerate(totals)
            if person != leader
        )

    @property
    def winners(self) -> tuple[Contestant, ...]:
        """The winner or joint winners of the series; no one before it is decided or if it is void.

        A game without a result ends the series without winners. Where points are needed, everyone
        who reaches them in the same game shares the win, whatever their totals; where games are
        counted, everyone who has the most points does.
        """
        if not self.is_decided or any(outcome.is_void for outcome in self.outcomes):
            return ()
        totals = self.totals
        to_reach = self.format.number if self.format.kind is SeriesKind.FIRST_TO else max(totals)
        return tuple(Contestant(n) for n, total in enumerate(totals) if total >= to_reach)

    def _people_of(self, game: int) -> tuple[Contestant, ...]:
        """Return the people by seat: after every game, everyone moves on to the next seat."""
        seats = len(self.seating)
        shift = game if self.format.rotates else 0
        return tuple(Contestant((seat - shift) % seats) for seat in range(seats))

    def _points(self, game: int, outcome: Outcome) -> Points:
        if outcome.is_void:
            return (Fraction(),) * len(self.seating)
        sharing = [team for team in self.spec.teams if team <= outcome.winners] or self.spec.teams
        people = self._people_of(game)
        points = [Fraction()] * len(people)
        for seat, sides in enumerate(self.seating):
            if any(sides <= team for team in sharing):
                points[people[seat]] = outcome.worth * self._part(seat) / len(sharing)
        return tuple(points)

    def _part(self, seat: int) -> Fraction:
        """Return the seat's share of what its team wins."""
        team = self.spec.team_of(next(iter(self.seating[seat])))
        return Fraction(1, sum(sides <= team for sides in self.seating))

    def _attainable(self, person: Contestant) -> Fraction:
        """Return the points that the person can still get in the remaining games."""
        games = range(len(self.outcomes), self.format.number)
        seats = (self._people_of(game).index(person) for game in games)
        return self.spec.highest_worth * sum(map(self._part, seats), Fraction())


def formats(spec: Spec) -> tuple[SeriesFormat, ...]:
    """Return the formats to offer: those that the game recommends, then the standard ones."""
    recommended = {each.key for each in spec.series}
    return (*spec.series, *(each for each in _GENERAL if each.key not in recommended))


def find_format(spec: Spec, key: str) -> SeriesFormat:
    """Return the format with that key, such as `best-of-5` or `first-to-3-fixed`.

    Raises RulesError if there is no such key.
    """
    for each in spec.series:
        if each.key == key:
            return each
    read = _KEY.fullmatch(key)
    if not read:
        raise RulesError(
            say(
                "“{key}” isn't a series. Write its length, such as best-of-5 or first-to-3, up to"
                " 99. With -fixed after it, everyone keeps their seat.",
                key=Stranger(key),
            )
        )
    return SeriesFormat(SeriesKind(read[1]), int(read[2]), rotates=not read[3])


def points_text(points: Fraction) -> str:
    """Return points in the usual notation, such as `2½`."""
    whole, rest = divmod(points, 1)
    if not rest:
        return str(whole)
    part = _SIGNS.get(rest, f" {rest}")
    return f"{whole or ''}{part}".strip()
