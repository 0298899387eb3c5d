"""Ratings of simulated clubs: nobody drifts, ratings tell who is stronger, cheating gains little.

Chance is fixed by the seed, so the same people win in every run.
"""

import math
import random
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

import pytest

from bot.model.caller import Person
from bot.model.ratings import (
    NEWCOMER,
    START_DEVIATION,
    START_DEVIATION_WITH_DICE,
    Rated,
    Standing,
    after,
    fold,
)
from rules.time.duration import DAY
from tests.conformance.configured import more_in_soak

Standings = dict[Person, Standing]
DAYS_APART = 5
ME, FEEDER = Person(1000), 2000
"""Somebody who cheats, and the first account that loses to them."""


def wins(mine: float, rival: float) -> float:
    """Return the true chance of somebody with this strength, in points, against another."""
    return 1 / (1 + 10 ** ((rival - mine) / 400))


def duel(one: Person, other: Person, first: float, at: int) -> Rated:
    """Return a game that the first of two has won (1), drawn (1/2) or lost (0)."""
    ranks = {1.0: (1, 2), 0.5: (1, 1), 0.0: (2, 1)}[first]
    return Rated(((one,), (other,)), ranks, (0, 0), at)


def honest(
    chance: random.Random, strengths: Mapping[Person, float], each: int, start: int = DAY
) -> Iterator[Rated]:
    """Yield about this many games for each person, against whom chance chooses."""
    people = sorted(strengths)
    for number in range(each * len(people) // 2):
        one, other = chance.sample(people, 2)
        won = float(chance.random() < wins(strengths[one], strengths[other]))
        yield duel(one, other, won, start + number * 2 * DAYS_APART * DAY // len(people))


def club(chance: random.Random, deviation: float, size: int = 12) -> dict[Person, float]:
    """Return the strengths of the members of a club."""
    return {Person(number): chance.gauss(1500, deviation) for number in range(1, size + 1)}


def random_teams(chance: random.Random, kind: str) -> tuple[tuple[Person, ...], ...]:
    people = [Person(each) for each in chance.sample(range(1, 13), 3)]
    match kind:
        case "three":
            return tuple((each,) for each in people)
        case "one against two":
            return (people[0],), (people[1], people[2])
        case _:
            return (people[0],), (people[1],)


@pytest.mark.parametrize("kind", ["two", "dice", "three", "one against two"])
@pytest.mark.parametrize("seed", range(more_in_soak(1)))
def test_equals_drift_nowhere(kind: str, seed: int) -> None:
    chance, games = random.Random(seed), list[Rated]()
    for number in range(2_000):
        teams = random_teams(chance, kind)
        order = chance.sample(range(1, len(teams) + 1), len(teams))
        games.append(Rated(teams, tuple(order), (0,) * len(teams), number * 10 * DAY // 12))
    deviation = START_DEVIATION_WITH_DICE if kind == "dice" else START_DEVIATION
    points = [standing.rating / 100 for standing in fold(games, deviation).values()]
    mean = fmean(points)
    assert len(points) == 12
    assert 1430 < mean < 1570
    assert max(abs(each - mean) for each in points) < 110


@pytest.mark.parametrize(
    ("spread", "deviation", "most"),
    [(250, START_DEVIATION, 0.07), (60, START_DEVIATION_WITH_DICE, 0.03)],
)
def test_ratings_tell_the_chances_of_people_who_play_on(
    spread: int, deviation: int, most: float
) -> None:
    """The information that they lack, in nats a game, after 15 games each."""
    lost, order = list[float](), list[float]()
    for seed in range(more_in_soak(4)):
        chance = random.Random(seed)
        strengths = club(chance, spread, 24)
        known: Standings = {}
        for number, game in enumerate(honest(chance, strengths, 30)):
            (one,), (other,) = game.teams
            pair = known.get(one), known.get(other)
            if (
                number >= 15 * 12
                and pair[0]
                and pair[1]
                and not any(p and p.is_newcomer for p in pair)
            ):
                true = wins(strengths[one], strengths[other])
                lost.append(divergence(true, expected(pair[0], pair[1])))
            known.update(after(game, known, deviation))
        order.append(correlation([(strengths[p], s.rating) for p, s in known.items()]))
    assert fmean(lost) < most
    assert fmean(order) > (0.9 if spread > 100 else 0.6)


def expected(mine: Standing, rival: Standing) -> float:
    """Return the chance that two standings tell, by the published formula."""
    q = math.log(10) / 400
    variance = (mine.deviation / 100) ** 2 + (rival.deviation / 100) ** 2
    g = 1 / math.sqrt(1 + 3 * q * q * variance / math.pi**2)
    return 1 / (1 + 10 ** (-g * (mine.rating - rival.rating) / 40_000))


def divergence(true: float, told: float) -> float:
    return true * math.log(true / told) + (1 - true) * math.log((1 - true) / (1 - told))


def correlation(pairs: Sequence[tuple[float, float]]) -> float:
    """Return Spearman's rank correlation."""
    first = {pair: n for n, pair in enumerate(sorted(pairs))}
    second = {pair: n for n, pair in enumerate(sorted(pairs, key=lambda pair: pair[1]))}
    count = len(pairs)
    squares = sum((first[pair] - second[pair]) ** 2 for pair in pairs)
    return 1 - 6 * squares / (count * (count * count - 1))


@pytest.fixture(params=range(more_in_soak(2)))
def settled(request: pytest.FixtureRequest) -> Standings:
    """Return the standings of a club in which somebody of its mean strength has played honestly."""
    chance = random.Random(request.param)
    strengths = {**club(chance, 150), ME: 1500.0}
    return fold(honest(chance, strengths, 30), START_DEVIATION)


def fed(standings: Standings, games: Sequence[Rated]) -> Standings:
    """Return everybody's standings after further games."""
    known = dict(standings)
    for game in games:
        known.update(after(game, known, START_DEVIATION))
    return known


def points_won(before: Standings, later: Standings, person: Person = ME) -> float:
    return (later[person].rating - before[person].rating) / 100


def later(number: int) -> int:
    """Return the moment of a game after those of the club."""
    return 160 * DAY + number * DAY


def test_fresh_accounts_that_lose_lift_nobody(settled: Standings) -> None:
    games = [
        duel(ME, Person(FEEDER + account), 1.0, later(6 * account + number))
        for account in range(10)
        for number in range(6)
    ]
    assert points_won(settled, fed(settled, games)) == 0


def test_a_second_account_of_somebody_strong_moves_nobody(settled: Standings) -> None:
    members = [person for person in settled if person != ME]
    games = [
        duel(
            Person(FEEDER + account),
            members[number % len(members)],
            1.0,
            later(9 * account + number),
        )
        for account in range(5)
        for number in range(NEWCOMER - 1)
    ]
    after_all = fed(settled, games)
    assert all(after_all[person].rating == settled[person].rating for person in members)


def test_one_account_that_loses_for_a_year_lifts_little(settled: Standings) -> None:
    """They meet six times in 90 days, as often as counts."""
    games = [
        duel(ME, Person(FEEDER), 1.0, later(91 * quarter + number))
        for quarter in range(4)
        for number in range(6)
    ]
    assert 0 < points_won(settled, fed(settled, games)) < 60


def test_losing_on_purpose_gives_others_little_and_costs_a_lot(settled: Standings) -> None:
    members = [person for person in settled if person != ME]
    games = [duel(ME, members[n % len(members)], 0.0, later(n)) for n in range(30)]
    after_all = fed(settled, games)
    gained = [points_won(settled, after_all, person) for person in members]
    assert points_won(settled, after_all) < -100
    assert min(gained) > 0
    assert max(gained) < 150
    assert fmean(gained) < 60
