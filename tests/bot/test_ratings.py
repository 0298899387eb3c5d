"""Ratings: a game at a time, in whole numbers, against the formulas written out once more."""

import math
import random
from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model import ratings
from bot.model.caller import Person
from bot.model.ratings import (
    START_DEVIATION,
    START_DEVIATION_WITH_DICE,
    Rated,
    Standing,
    after,
    fold,
)
from rules.time.duration import DAY
from tests.conformance.configured import SOAK

ANN, BO, CY, DI = map(Person, (1, 2, 3, 4))
NOON = 1_700_000_000
SETTLED = 20
"""Counted games of somebody who is no newcomer."""


def settled(rating: int, deviation: int = 60, games: int = SETTLED) -> Standing:
    return Standing(rating * 100, deviation * 100, games, NOON)


def duel(*ranks: int, at: int = NOON, edge: int = 0) -> Rated:
    return Rated(((ANN,), (BO,)), ranks, (edge, -edge), at)


def points(standings: Mapping[Person, Standing]) -> dict[Person, float]:
    return {person: standing.rating / 100 for person, standing in standings.items()}


def slow(
    game: Rated, before: Mapping[Person, Standing], first: int
) -> dict[Person, tuple[int, int]]:
    """Rate a game by the published formulas, one rival after another, with `math.exp`."""
    q = math.log(10) / 400
    now: dict[Person, tuple[float, float, bool]] = {}
    for person in (each for team in game.teams for each in team):
        known = before.get(person)
        if known is None:
            now[person] = 1500.0, first / 100, True
            continue
        days = max(0, (game.ended_at - known.played_at) // DAY)
        grown = math.isqrt(known.deviation**2 + 50_000 * days)
        now[person] = known.rating / 100, min(grown, first) / 100, known.games < 10
    means = [
        sum(now[each][0] for each in team) / len(team) + edge / 100
        for team, edge in zip(game.teams, game.edges, strict=True)
    ]
    moved: dict[Person, tuple[int, int]] = {}
    for i, team in enumerate(game.teams):
        for person in team:
            rating, deviation, is_new = now[person]
            pull = info = 0.0
            for j, rivals in enumerate(game.teams):
                compared = game.resigned is None or game.resigned in (i, j)
                if i == j or not compared or (any(now[r][2] for r in rivals) and not is_new):
                    continue
                v = sum(now[r][1] ** 2 for r in rivals) / len(rivals) ** 2
                v += sum(now[a][1] ** 2 for a in team if a != person) / len(team) ** 2
                g = 1 / math.sqrt(1 + 3 * (q / math.pi) ** 2 * v)
                e = 1 / (1 + math.exp(-q * g * max(-4000, min(4000, means[i] - means[j]))))
                s = (1 + (game.ranks[i] < game.ranks[j]) - (game.ranks[i] > game.ranks[j])) / 2
                w, c = 1 / (len(game.teams) - 1), q * g / len(team)
                pull += w * c * (s - e)
                info += w * c * c * e * (1 - e)
            precision = 1 / deviation**2 + info
            moved[person] = (
                max(10_000, math.floor((rating + pull / precision) * 100 + 0.5)),
                max(4_500, math.floor(100 / math.sqrt(precision) + 0.5)),
            )
    return moved


def random_game(chance: random.Random, at: int) -> Rated:
    """Return a duel, three for themselves, or one against two allies."""
    people = chance.sample([Person(number) for number in range(1, 13)], 3)
    match chance.randrange(4):
        case 0 | 1:
            teams: tuple[tuple[Person, ...], ...] = ((people[0],), (people[1],))
        case 2:
            teams = tuple((person,) for person in people)
        case _:
            teams = ((people[0],), (people[1], people[2]))
    ranks = tuple(chance.choice([1, 1, 2, 3]) for _ in teams)
    edges = tuple(chance.choice([0, 0, 3500, -3500]) for _ in teams)
    resigned = chance.choice([None, None, 0, 2]) if len(teams) == 3 else None
    return Rated(teams, ranks, edges, at, resigned)


def test_every_game_moves_ratings_as_the_formulas_say() -> None:
    chance = random.Random(7)
    for first in (START_DEVIATION, START_DEVIATION_WITH_DICE):
        standings: dict[Person, Standing] = {}
        at = NOON
        for _ in range(50_000 if SOAK else 1_500):
            at += chance.choice([0, 3600, DAY - 1, 3 * DAY, 40 * DAY])
            game = random_game(chance, at)
            expected = slow(game, standings, first)
            moved = after(game, standings, first)
            assert {p: (s.rating, s.deviation) for p, s in moved.items()} == expected
            for person, standing in moved.items():
                known = standings.get(person)
                assert standing.games == (known.games if known else 0) + 1
                assert standing.played_at == at
            standings.update(moved)


def test_two_players_move_as_in_glickman_s_own_example() -> None:
    """The first opponent of the example of 1999, alone: 1500 (200) beats 1400 (30)."""
    before = {ANN: settled(1500, 200), BO: settled(1400, 45)}
    g = 1 / math.sqrt(1 + 3 * (math.log(10) / 400 * 45 / math.pi) ** 2)
    e = 1 / (1 + 10 ** (-g * 100 / 400))
    d2 = 1 / ((math.log(10) / 400) ** 2 * g**2 * e * (1 - e))
    rating = 1500 + math.log(10) / 400 / (1 / 200**2 + 1 / d2) * g * (1 - e)
    moved = after(duel(1, 2), before, START_DEVIATION)[ANN]
    assert moved.rating / 100 == pytest.approx(rating, abs=0.005)
    assert moved.deviation / 100 == pytest.approx(math.sqrt(1 / (1 / 200**2 + 1 / d2)), abs=0.005)


def test_resigning_as_one_of_three_is_compared_with_the_others_alone() -> None:
    before = {ANN: settled(1500), BO: settled(1600), CY: settled(1400)}
    game = Rated(((ANN,), (BO,), (CY,)), (3, 1, 1), (0, 0, 0), NOON, resigned=0)
    moved = points(after(game, before, START_DEVIATION))
    assert moved == {ANN: 1490.08, BO: 1603.64, CY: 1406.41}


def test_a_draw_between_equals_moves_nobody() -> None:
    before = {ANN: settled(1500), BO: settled(1500)}
    moved = after(duel(1, 1), before, START_DEVIATION)
    assert points(moved) == {ANN: 1500.0, BO: 1500.0}
    assert all(standing.deviation < 60_00 for standing in moved.values())


def test_an_edge_counts_for_the_side_that_has_it() -> None:
    before = {ANN: settled(1500), BO: settled(1500)}
    with_edge = points(after(duel(1, 1, edge=50_00), before, START_DEVIATION))
    assert with_edge[ANN] < 1500 < with_edge[BO]


def test_a_newcomer_moves_no_settled_player() -> None:
    """Otherwise fresh accounts that lose could lift a member."""
    before = {ANN: settled(1500), BO: settled(1500, 200, games=9)}
    moved = after(duel(1, 2), before, START_DEVIATION)
    assert points(moved)[ANN] == 1500
    assert moved[ANN].deviation == 60_00
    assert moved[ANN].games == SETTLED + 1
    assert points(moved)[BO] < 1500
    grown = after(duel(1, 2), {**before, BO: settled(1500, 200, games=10)}, START_DEVIATION)
    assert points(grown)[ANN] > 1500


def test_newcomers_move_each_other() -> None:
    moved = points(after(duel(1, 2), {}, START_DEVIATION))
    assert moved[ANN] > 1600
    assert moved[BO] < 1400


def test_allies_share_what_their_team_wins() -> None:
    before = {ANN: settled(1500), BO: settled(1500), CY: settled(1500)}
    game = Rated(((ANN,), (BO, CY)), (1, 2), (0, 0), NOON)
    moved = points(after(game, before, START_DEVIATION))
    assert moved[BO] == moved[CY]
    assert moved[ANN] - 1500 > 1.5 * (1500 - moved[BO]) > 0


def test_time_makes_a_rating_less_certain_up_to_the_start() -> None:
    known = settled(1500, 60)
    assert known.at(NOON + DAY - 1, START_DEVIATION) == known
    assert known.at(NOON + DAY, START_DEVIATION).deviation == math.isqrt(60_00**2 + 50_000)
    assert known.at(NOON - 30 * DAY, START_DEVIATION) == known, "time never makes it more certain"
    assert known.at(NOON + 10**6 * DAY, START_DEVIATION).deviation == START_DEVIATION
    assert known.at(NOON + 10**6 * DAY, START_DEVIATION_WITH_DICE).deviation == 80_00


def test_ratings_have_a_least() -> None:
    before = {ANN: settled(100), BO: settled(110)}
    moved = after(duel(2, 1), before, START_DEVIATION)
    assert points(moved)[ANN] == 100
    often = fold([duel(1, 1)] * 300, START_DEVIATION)
    assert {standing.deviation for standing in often.values()} == {45_00}


def test_a_late_row_does_not_set_the_clock_back() -> None:
    before = {ANN: settled(1500), BO: settled(1500)}
    moved = after(duel(1, 2, at=NOON - DAY), before, START_DEVIATION)
    assert moved[ANN].played_at == NOON


@given(st.integers(0, 2**32), st.lists(st.integers(1, 59), max_size=6))
def test_results_may_be_folded_in_any_pieces(seed: int, cuts: Sequence[int]) -> None:
    chance = random.Random(seed)
    games = [random_game(chance, NOON + number * DAY) for number in range(60)]
    whole = fold(games, START_DEVIATION)
    pieces: dict[Person, Standing] = {}
    for begin, end in pairwise([0, *sorted(cuts), 60]):
        for game in games[begin:end]:
            pieces.update(after(game, pieces, START_DEVIATION))
    assert pieces == whole


@given(st.floats(-60, 60))
def test_the_series_is_e_to_the_power_of_x(x: float) -> None:
    assert ratings._exp(x) == pytest.approx(math.exp(x), rel=1e-11)  # pyright: ignore[reportPrivateUsage]


def test_a_lead_beyond_4000_points_counts_as_one_of_4000() -> None:
    far = {ANN: settled(9000), BO: settled(100)}
    near = {ANN: settled(4100), BO: settled(100)}
    lost = [points(after(duel(2, 1), each, START_DEVIATION)) for each in (far, near)]
    assert lost[0][BO] == lost[1][BO]
