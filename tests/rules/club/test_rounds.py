"""Rounds, against a slow second reading of their rules, and the seats of their games."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Final, TypeVar

import pytest

from rules.club.rounds import LARGEST_ROUND, Between, Game, Seated, Seeker, pair, seats_of, slower
from rules.club.wish import Pace
from tests.conformance.configured import more_in_soak

SYSTEMS: Final = ("czech", "punt-match", "rematch")
DAY: Final = "2026-11-28"
GUILD: Final = 77
START: Final[Mapping[str, tuple[float, float]]] = dict.fromkeys([*SYSTEMS], (1500.0, 350.0))
T = TypeVar("T")


def seeker(person: int, *systems: str, days: int = 0, pace: Pace = Pace.USUAL) -> Seeker:
    return Seeker(
        person=person,
        systems=frozenset(systems or SYSTEMS),
        pace=pace,
        days=days,
        is_first=False,
        ratings=START,
    )


def always(known: T) -> Callable[[int, int], T]:
    """Return what says the same of any two."""

    def answer(_one: int, _other: int) -> T:
        return known

    return answer


@dataclass
class Club:
    """People who seek, and what there is between them."""

    seekers: list[Seeker]
    known: dict[tuple[int, int], Between]

    def between(self, one: int, other: int) -> Between:
        assert one < other
        return self.known.get((one, other), Between())


def club(seed: int) -> Club:
    """Return a random club."""
    chance = Random(seed)
    people = chance.sample(range(1, 1000), chance.randint(0, 14))
    seekers = [
        Seeker(
            person=person,
            systems=frozenset(chance.sample(SYSTEMS, chance.randint(1, 3))),
            pace=chance.choice([*Pace]),
            days=chance.choice([0, 0, 1, 1, 2, 3, 6]),
            is_first=chance.random() < 0.3,
            ratings={
                system: (chance.choice([1500.0, chance.gauss(1500, 250)]), chance.choice([40, 350]))
                for system in SYSTEMS
            },
            recent=tuple(chance.choices(SYSTEMS, k=chance.randint(0, 5))),
        )
        for person in people
    ]
    known = {
        (one, other): Between(
            apart=chance.random() < 0.1,
            meetings={system: chance.randint(0, 3) for system in SYSTEMS if chance.random() < 0.4},
        )
        for one, other in combinations(sorted(people), 2)
    }
    return Club(seekers, known)


def lot(*people: int) -> str:
    text = f"postboard-pair-1 {GUILD} {DAY} " + " ".join(map(str, people))
    return hashlib.sha256(text.encode()).hexdigest()


def fits(here: Club, one: Seeker, other: Seeker, system: str) -> bool:
    """Tell whether a game fits, rule by rule."""
    known = here.between(*sorted((one.person, other.person)))
    waited = [each.days + (2 if each.is_first else 0) for each in (one, other)]
    d = max(waited)
    (a, da), (b, db) = one.ratings[system], other.ratings[system]
    gap = int(max(0, abs(a - b) - 0.5 * (da + db)))
    return all(
        [
            system in one.systems,
            system in other.systems,
            {one.pace, other.pace} != {Pace.QUICK, Pace.SLOW},
            not known.apart,
            sum(known.meetings.values()) <= d,
            d >= 5 or gap <= 200 + 100 * d,
        ]
    )


def slow_round(here: Club, only: int | None = None) -> Iterator[Game]:
    """Yield the games of a round: everything is asked anew for each game."""
    left = {each.person: each for each in here.seekers}

    def partners(person: int) -> list[tuple[int, str]]:
        return [
            (other, system)
            for other in left
            if other != person and (only is None or only in {person, other})
            for system in SYSTEMS
            if fits(here, left[person], left[other], system)
        ]

    while True:
        able = [person for person in left if partners(person)]
        if not able:
            return
        longest = max(left[person].days for person in able)
        able = [person for person in able if left[person].days == longest]
        fewest = min(len({other for other, _ in partners(person)}) for person in able)
        able = [p for p in able if len({other for other, _ in partners(p)}) == fewest]
        chooser = min(able, key=lot)

        def worth(choice: tuple[int, str], chooser: int = chooser) -> tuple[object, ...]:
            other, system = choice
            one, two = sorted((chooser, other))
            known = here.between(one, two)
            (a, da), (b, db) = (left[each].ratings[system] for each in (one, two))
            return (
                sum(known.meetings.values()),
                known.meetings.get(system, 0),
                int(max(0, abs(a - b) - 0.5 * (da + db))) // 100,
                -left[other].days,
                sum([*left[one].recent, *left[two].recent].count(each) for each in [system]),
                lot(one, two),
                system,
            )

        other, system = min(partners(chooser), key=worth)
        one, two = sorted((chooser, other))
        yield Game((one, two), system)
        del left[one], left[two]


@pytest.mark.parametrize("seed", range(more_in_soak(100)))
def test_rounds_are_those_of_the_slow_reading(seed: int) -> None:
    here = club(seed)
    games = list(pair(here.seekers, here.between, GUILD, DAY))
    assert games == list(slow_round(here))
    shuffled = Random(seed).sample(here.seekers, len(here.seekers))
    assert list(pair(shuffled, here.between, GUILD, DAY)) == games
    if here.seekers:
        only = here.seekers[0].person
        alone = list(pair(here.seekers, here.between, GUILD, DAY, only=only))
        assert alone == list(slow_round(here, only))
        assert len(alone) <= 1


def test_who_has_waited_longest_is_never_left_out_for_another() -> None:
    here = Club([seeker(1), seeker(2, days=3), seeker(3)], {})
    (game,) = pair(here.seekers, here.between, GUILD, DAY)
    assert 2 in game.people


def test_a_day_of_waiting_buys_a_meeting_and_a_hundred_points() -> None:
    met = {(1, 2): Between(meetings={"czech": 1})}
    pair_of = [seeker(1), seeker(2)]
    assert not pair(pair_of, Club(pair_of, met).between, GUILD, DAY)
    waited = [seeker(1), seeker(2, days=1)]
    assert pair(waited, Club(waited, met).between, GUILD, DAY)

    for days, rating, found in (
        (0, 1740, True),
        (0, 1741, False),
        (1, 1840, True),
        (5, 3000, True),
    ):
        strong = replace(
            seeker(2, days=days), ratings=dict.fromkeys(SYSTEMS, (float(rating), 40.0))
        )
        weak = replace(seeker(1), ratings=dict.fromkeys(SYSTEMS, (1500.0, 40.0)))
        assert bool(pair([weak, strong], Club([], {}).between, GUILD, DAY)) is found


def test_those_apart_and_paces_two_steps_apart_never_meet() -> None:
    two = [seeker(1, days=9), seeker(2, days=9)]
    assert not pair(two, always(Between(apart=True)), GUILD, DAY)
    quick = seeker(1, days=9, pace=Pace.QUICK)
    slow = seeker(2, days=9, pace=Pace.SLOW)
    assert not pair([quick, slow], always(Between()), GUILD, DAY)
    assert slower(Pace.QUICK, Pace.USUAL) is Pace.USUAL


def test_a_round_takes_a_hundred_people() -> None:
    many = [seeker(person, days=person % 3) for person in range(1, LARGEST_ROUND + 41)]
    games = pair(many, always(Between()), GUILD, DAY)
    paired = {person for game in games for person in game.people}
    assert len(paired) == LARGEST_ROUND
    assert {person for person in range(1, LARGEST_ROUND + 41) if person % 3 == 2} <= paired


def test_who_began_less_often_begins() -> None:
    game = Game((1, 2), "czech")
    seated = {
        (1, 0): Seated(2, 5),
        (2, 1): Seated(2, 5),
        (2, 0): Seated(1, 6),
        (1, 1): Seated(1, 6),
    }

    def had(person: int, seat: int) -> Seated:
        return seated[person, seat]

    assert seats_of(game, had, (2, 1), GUILD, DAY) == (2, 1)
    even = Seated(1, 1)
    assert seats_of(game, always(even), (2, 1), GUILD, DAY) == (1, 2)
    assert seats_of(game, always(even), (1, 2), GUILD, DAY) == (2, 1)
    first = min([(1, 2), (2, 1)], key=lambda order: lot(*order))
    assert seats_of(game, always(even), None, GUILD, DAY) == first
