"""Seasons: what every one of many random ones keeps, and a slow second reading of their rules."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final

import pytest

from rules.club.entries import (
    Begun,
    Change,
    Closed,
    Ended,
    Entered,
    Entry,
    FinalBegun,
    GameKey,
    Result,
    Seeded,
    Stage,
    Voided,
    Widened,
    Withdrawn,
    decode,
    encode,
)
from rules.club.groups import Departure, Groups, State, Status, consequence, folded
from rules.club.pairings import Entrant, group_sizes, lot
from rules.club.season import AT_ONCE, MOST, WIDENED, by_time, joined, next_order
from rules.contract.core import RulesError
from tests.conformance.configured import SOAK
from tests.rules.club.simulated_events import Simulation

SEASONS: Final = range(2_000 if SOAK else 40)
DAY: Final = 86_400


def season(*seeded: int, people: Sequence[int] | None = None) -> Simulation:
    """Return a season of these people that has just begun; `seeded` are in order of strength."""
    simulation = Simulation(Random(1), Groups(1, AT_ONCE, is_season=True), people or seeded)
    simulation.append(Seeded(tuple(map(Entrant, seeded))))
    simulation.append(Begun("secret", 5))
    return simulation


def played(seed: int) -> Simulation:
    """Return a random season that was played to its end, or until its time was up."""
    random = Random(seed)
    people = random.sample(range(1, 1000), random.randint(3, MOST))
    seeded = random.sample(people, random.randint(0, len(people)))
    simulation = season(*seeded, people=people)
    simulation.random = random
    steps = 0
    while simulation.event.state is State.GROUPS:
        steps += 1
        if steps % 40 == 0 and steps <= 40 * WIDENED:
            simulation.append(Widened())
        elif random.random() < 0.01:
            staying = [e for e in simulation.event.entrants if e not in simulation.event.departed]
            simulation.append(Withdrawn(random.choice(staying)))
        elif random.random() < 0.003:
            simulation.append(Closed(tuple(
                (game.key, by_time((random.randrange(10**6), random.randrange(10**6))))
                for game in simulation.running
            )))  # fmt: skip
        else:
            simulation.finish(random.choice(simulation.running))
    return simulation


@pytest.mark.parametrize("seed", SEASONS)
def test_a_season_keeps_its_promises(seed: int) -> None:
    simulation = played(seed)
    event = simulation.event
    assert event.state is State.OVER
    assert tuple(map(len, event.groups)) == group_sizes(len(event.entrants))
    assert [e for group in event.groups for e in group] == list(event.entrants)
    for number, group in enumerate(event.groups, 1):
        table = event.games_of(Stage.GROUPS, number)
        met = Counter(frozenset(game.entrants) for game in table)
        assert set(met.values()) == {1 if len(group) >= 5 else 2}
        mine = Counter(e for game in table for e in game.entrants)
        assert all(4 <= mine[e] <= 6 for e in group)
        assert all(game.status in {Status.ENDED, Status.STRUCK} for game in table)
    tables = [event.table(Stage.GROUPS, n + 1) for n in range(len(event.groups))]
    assert event.winners == tuple(table[0].entrant for table in tables if table)
    again = Groups(1, AT_ONCE, is_season=True)
    for entry in simulation.log:
        again = folded(again, Entry(entry.number, entry.at, decode(*encode(entry.change))))
    assert again == event, "the texts of a log tell the season"


def test_the_divisions_are_cut_from_the_order_and_the_others_follow_by_lot() -> None:
    event = season(7, 3, 5, people=range(1, 9)).event
    others = sorted({1, 2, 4, 6, 8}, key=lambda each: lot("secret", 5, Entrant(each)))
    assert event.entrants == (7, 3, 5, *others)
    assert list(map(len, event.groups)) == [4, 4]


def test_who_left_before_the_beginning_is_no_longer_in_the_order() -> None:
    assert season(9, 2, 1, people=[1, 2, 3]).event.entrants == (2, 1, 3)


def test_everyone_plays_two_games_at_once_then_more_until_all_have_begun() -> None:
    simulation = season(*range(1, 7))
    for most in (2, 3, 4, 5, 6):
        playing = Counter(e for game in simulation.running for e in game.entrants)
        assert max(playing.values()) == min(most, 5)
        if most < 6:
            simulation.append(Widened())
    assert len(simulation.running) == 15


def test_a_season_that_is_up_ends_with_shares_by_time_and_all_others_drawn() -> None:
    simulation = season(1, 2, 3)
    (first, *_) = simulation.running
    simulation.append(Closed(((first.key, (12, 0)),)))
    event = simulation.event
    assert event.state is State.OVER
    assert event.games[first.key].result == Result((12, 0))
    assert all(g.result == Result((6, 6)) for g in event.games.values() if g.key != first.key)


def test_a_season_of_several_divisions_has_no_final() -> None:
    simulation = season(*range(1, 9))
    while simulation.running:
        simulation.append(Ended(simulation.running[0].key, 1, Result((12, 0))))
    assert simulation.event.state is State.OVER
    assert len(simulation.event.winners) == 2
    unfinished = season(*range(1, 9))
    assert unfinished.event.final_due_at is None
    with pytest.raises(RulesError):
        unfinished.append(FinalBegun())


@pytest.mark.parametrize("change", [Seeded((Entrant(1),)), Widened(), Closed(())])
def test_no_other_event_has_entries_of_a_season(change: Change) -> None:
    event = Groups(1, 2)
    for number in (1, 2, 3):
        event = folded(event, Entry(number, 0, Entered(Entrant(number))))
    if not isinstance(change, Seeded):
        event = folded(event, Entry(4, 0, Begun("secret", 5)))
    with pytest.raises(RulesError, match="follow"):
        folded(event, Entry(event.entries + 1, 0, change))


@pytest.mark.parametrize("text", ["groups 1 1 12", "groups 1 1 12 0 groups", "moon 1 1 12 0"])
def test_a_broken_end_of_a_season_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="closed"):
        decode("closed", text)


def test_a_game_that_is_void_when_time_is_up_is_drawn() -> None:
    simulation = season(1, 2, 3)
    key = GameKey(Stage.GROUPS, 1, 1)
    simulation.event = folded(
        simulation.event, Entry(simulation.event.entries + 1, simulation.event.at, Voided(key, 1))
    )
    simulation.event = folded(
        simulation.event, Entry(simulation.event.entries + 1, simulation.event.at, Closed(()))
    )
    assert simulation.event.games[key].result == Result((6, 6))
    assert consequence(simulation.event) is None


@pytest.mark.parametrize(
    ("used", "shares"),
    [
        ((0, 0), (6, 6)),
        ((0, 1), (12, 0)),
        ((100, 90), (6, 6)),
        ((100, 89), (0, 12)),
        ((91, 101), (6, 6)),
        ((90, 101), (12, 0)),
    ],
)
def test_who_has_used_less_time_gets_the_point(used: tuple[int, int], shares: object) -> None:
    assert by_time(used) == shares


@dataclass
class Division:
    """A division as the second reading sees it: names that move one at a time."""

    table: list[Entrant]
    falls: list[Entrant]
    rises: list[Entrant]


def second_reading(tables: Sequence[Sequence[Entrant]], gone: set[Entrant]) -> tuple[Entrant, ...]:
    """Return the next order, name by name: exchange over each boundary, then write it down."""
    divisions = [Division(list(table), [], []) for table in tables]
    for above, below in pairwise(divisions):
        want = {True: 2, False: 1}
        change = min(want[len(above.table) >= 5], want[len(below.table) >= 5])
        for _ in range(change):
            can_fall = [e for e in above.table if e not in above.rises and e not in above.falls]
            can_rise = [e for e in below.table if e not in below.rises]
            if not can_fall or not can_rise:
                break
            above.falls.insert(0, can_fall[-1])
            below.rises.append(can_rise[0])
    order: list[Entrant] = []
    for number, division in enumerate(divisions):
        if number > 0:
            order.extend(divisions[number - 1].falls)
        stay = [e for e in division.table if e not in division.falls and e not in division.rises]
        order.extend(stay)
        if number + 1 < len(divisions):
            order.extend(divisions[number + 1].rises)
    return tuple(e for e in order if e not in gone)


@pytest.mark.parametrize("seed", SEASONS)
def test_the_next_order_is_that_of_a_second_reading(seed: int) -> None:
    event = played(seed).event
    random = Random(seed)
    tables = [
        [line.entrant for line in event.table(Stage.GROUPS, n + 1)]
        for n in range(len(event.groups))
    ]
    gone = set(event.departed) | set(random.sample(event.entrants, len(event.entrants) // 8))
    order = next_order(tables, gone)
    assert order == second_reading(tables, gone)
    annulled = {e for e, d in event.departed.items() if d.departure is Departure.ANNULLED}
    assert set(order) == set(event.entrants) - gone - annulled


def test_two_of_five_change_places_and_one_of_four() -> None:
    six, five, four = (
        [Entrant(number) for number in numbers]
        for numbers in (range(11, 17), range(21, 26), range(31, 35))
    )
    assert next_order([six, five, four], ()) == (
        11, 12, 13, 14, 21, 22, 15, 16, 23, 24, 31, 25, 32, 33, 34,
    )  # fmt: skip
    gap = next_order([six, five], {Entrant(12)})
    assert gap[:6] == (11, 13, 14, 21, 22, 15), "the best of those who fall fill a gap"


def placed_slowly(
    order: Sequence[Entrant], entrant: Entrant, ratings: Mapping[Entrant, float], first: int
) -> list[Entrant]:
    """Return the order with one more in it, at the best of all places that were tried."""
    tried: dict[int, int] = {}
    for place in range(first, len(order) + 1):
        line = [*order[:place], entrant, *order[place:]]
        tried[place] = sum(
            (ratings[e] < ratings[entrant]) if line.index(e) < place
            else (ratings[e] > ratings[entrant])
            for e in line if e != entrant and e in ratings
        )  # fmt: skip
    best = [place for place, wrong in tried.items() if wrong == min(tried.values())]
    return [*order[: best[-1]], entrant, *order[best[-1] :]]


@pytest.mark.parametrize("seed", SEASONS)
def test_who_joins_comes_where_fewest_stand_on_the_wrong_side(seed: int) -> None:
    random = Random(seed)
    people = [Entrant(n) for n in random.sample(range(1, 999), random.randint(3, 60))]
    cut = random.randint(0, len(people) - 1)
    order, new = people[:cut], people[cut:]
    ratings = {e: float(random.choice((1400, 1500, 1600, 1700, 1800))) for e in people}
    known = {e: ratings[e] for e in order if random.random() < 0.7}
    expected = list(order)
    sizes = group_sizes(len(people))
    for entrant in sorted(new, key=lambda e: (-ratings[e], new.index(e))):
        first = min(sizes[0], len(expected)) if order and len(sizes) > 1 else 0
        seen = {**known, **{e: ratings[e] for e in new}}
        expected = placed_slowly(expected, entrant, seen, first)
    assert joined(order, {e: ratings[e] for e in new}, known) == tuple(expected)


def test_nobody_joins_the_first_of_several_divisions() -> None:
    order = [Entrant(n) for n in range(1, 13)]
    after = joined(order, {Entrant(99): 2400.0}, dict.fromkeys(order, 1500.0))
    assert after.index(Entrant(99)) == group_sizes(13)[0]
    alone = joined(order[:4], {Entrant(99): 2400.0}, dict.fromkeys(order, 1500.0))
    assert alone[0] == 99, "one division takes everyone as they are"


def test_a_first_season_is_ordered_by_rating() -> None:
    joining = {Entrant(1): 1500.0, Entrant(2): 1700.0, Entrant(3): 1500.0, Entrant(4): 1600.0}
    assert joined((), joining, {}) == (2, 4, 1, 3)
