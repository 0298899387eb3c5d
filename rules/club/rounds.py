"""A round: who is paired with whom in which game, as a pure function of a snapshot.

The person who has waited longest chooses first. Every day of waiting lets people meet someone once
more and accept 100 points of rating more, so no one waits because of a rating for more than five
days. Lots only break ties, so they need no seal.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Final, NamedTuple

from rules.club.wish import Pace

__all__ = [
    "LARGEST_ROUND", "Between", "Game", "Seated", "Seeker", "pair", "seats_of", "slower",
]  # fmt: skip

LARGEST_ROUND: Final = 100
"""The most people in a round: those who have waited longest."""
_CLOSE: Final = 200
"""The gap of ratings that fits from the start."""
_A_DAY: Final = 100
"""The further gap that fits after every day of waiting."""
_ANY_GAP: Final = 5
"""The days of waiting after which any gap fits."""
_FIRST: Final = 2
"""The days of waiting that a person without a paired game is credited with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeker:
    """A person who is up for a game."""

    person: int
    systems: frozenset[str]
    pace: Pace
    days: int
    """The whole days that they have waited."""
    is_first: bool
    """True if they have been given no paired game yet."""
    ratings: Mapping[str, tuple[float, float]] = field(
        default_factory=dict[str, tuple[float, float]]
    )
    """By system, rating and deviation. Unrated people have the pool's starting values."""
    recent: tuple[str, ...] = ()
    """The systems of their last five paired games."""

    @property
    def patience(self) -> int:
        """The days of waiting that count for their choice of opponents."""
        return self.days + _FIRST * self.is_first


@dataclass(frozen=True, slots=True)
class Between:
    """The past between two people."""

    apart: bool = False
    """True if they aren't paired: one has muted the other or declined a game with them within 30
    days, or they are playing a paired game."""
    meetings: Mapping[str, int] = field(default_factory=dict[str, int])
    """By system, their games that began in the last 60 days; of a series, only the first."""


class Game(NamedTuple):
    """A game that a round gives: its people, ascending, and its system."""

    people: tuple[int, int]
    system: str


class _Key(NamedTuple):
    """The order in which a game is chosen for a person; the smallest key comes first."""

    meetings: int
    meetings_here: int
    gap: int
    waited: int
    """The partner's days, negated: the longer they have waited, the earlier they come."""
    recent: int
    lot: bytes
    system: str


def pair(
    seekers: Iterable[Seeker],
    between: Callable[[int, int], Between],
    guild_id: int,
    day: str,
    *,
    only: int | None = None,
) -> Sequence[Game]:
    """Return the games of a round, in the order in which they are given.

    `between` takes two people, ascending. `day` is the date of the round as ISO 8601 writes it.
    With `only`, that person alone is paired.
    """
    found = list(seekers)
    lots = {each.person: _lot(guild_id, day, (each.person,)) for each in found}
    found.sort(key=lambda each: (-each.days, lots[each.person]))
    here = {each.person: each for each in found[:LARGEST_ROUND]}
    fitting: dict[int, dict[int, _Key]] = {person: {} for person in here}
    for one, other in combinations(sorted(here), 2):
        if only is None or only in {one, other}:
            two, known = (here[one], here[other]), between(one, other)
            lot = _lot(guild_id, day, (one, other))
            keys = [key for each in sorted(two[0].systems) if (key := _key(two, each, known, lot))]
            if keys:
                fitting[one][other] = min(key._replace(waited=-two[1].days) for key in keys)
                fitting[other][one] = min(key._replace(waited=-two[0].days) for key in keys)
    games: list[Game] = []
    while any(fitting.values()):
        chooser = min(
            (each for each, partners in fitting.items() if partners),
            key=lambda each: (-here[each].days, len(fitting[each]), lots[each]),
        )
        partner = min(fitting[chooser], key=fitting[chooser].__getitem__)
        one, other = sorted((chooser, partner))
        games.append(Game((one, other), fitting[chooser][partner].system))
        for person in (one, other):
            for met in fitting.pop(person):
                fitting.get(met, {}).pop(person, None)
    return games


def slower(one: Pace, other: Pace) -> Pace:
    """Return the pace of a game between people with these."""
    return max(one, other, key=lambda pace: pace.value)


def _key(two: tuple[Seeker, Seeker], system: str, between: Between, lot: bytes) -> _Key | None:
    """Return the key of a game, without the partner's days, or None if it doesn't fit."""
    one, other = two
    if between.apart or system not in other.systems or abs(one.pace.value - other.pace.value) > 1:
        return None
    days = max(one.patience, other.patience)
    meetings, gap = sum(between.meetings.values()), _gap(one.ratings[system], other.ratings[system])
    if meetings > days or (gap > _CLOSE + _A_DAY * days and days < _ANY_GAP):
        return None
    recent = one.recent.count(system) + other.recent.count(system)
    here = between.meetings.get(system, 0)
    return _Key(meetings, here, gap // 100, 0, recent, lot, system)


def _gap(one: tuple[float, float], other: tuple[float, float]) -> int:
    """Return how far two ratings are apart beyond their uncertainty, in whole points."""
    return int(max(0.0, abs(one[0] - other[0]) - (one[1] + other[1]) / 2))


class Seated(NamedTuple):
    """The number of paired games of a system in which a person had a seat."""

    lately: int
    """In the last 60 days."""
    ever: int


def seats_of(
    game: Game,
    seated: Callable[[int, int], Seated],
    last: Sequence[int] | None,
    guild_id: int,
    day: str,
) -> tuple[int, ...]:
    """Return the people of a game by seat: the one who began less often begins.

    `seated` takes a person and a seat, from 0. `last` are the people by seat in their last such
    game, or None.
    """

    def key(order: tuple[int, ...]) -> tuple[int, int, bool, bytes]:
        had = [seated(person, seat) for seat, person in enumerate(order)]
        lately, ever = sum(each.lately for each in had), sum(each.ever for each in had)
        return lately, ever, order == tuple(last or ()), _lot(guild_id, day, order)

    return min(permutations(game.people), key=key)


def _lot(guild_id: int, day: str, people: Sequence[int]) -> bytes:
    """Return the lot of people on a day; the lowest comes first."""
    text = " ".join(["postboard-pair-1", str(guild_id), day, *map(str, people)])
    return hashlib.sha256(text.encode()).digest()
