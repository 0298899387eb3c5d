"""The points of a month: hand-made ones, and any against a plain reckoning."""

from itertools import combinations
from random import Random

import pytest

from rules.club.month import GAMES, MEETINGS, RIVALS, Ended, Monthly, month_points

ANN, BO, CY, DI = range(1, 5)


def won(winner: int, loser: int) -> Ended:
    return Ended(((loser,), (winner,)), (2, 1))


def drawn(one: int, other: int) -> Ended:
    return Ended(((one,), (other,)), (1, 1))


def test_a_first_week_has_a_podium() -> None:
    games = [won(ANN, BO), drawn(ANN, CY), won(BO, CY), won(ANN, BO), won(CY, BO), drawn(CY, DI)]
    assert month_points(games) == [
        Monthly(ANN, 5, 3), Monthly(CY, 4, 4), Monthly(BO, 2, 4),
    ]  # fmt: skip


def test_a_feeder_is_worth_two_wins() -> None:
    fed = [won(ANN, BO)] * 20
    assert month_points(fed) == [], "one rival is too few"
    assert month_points([*fed, won(ANN, CY)])[0] == Monthly(ANN, 6, 3)


def test_of_equal_points_fewer_games_come_first() -> None:
    games = [won(ANN, BO), won(ANN, CY), won(DI, ANN), won(CY, BO), won(CY, DI), drawn(DI, BO)]
    listed = month_points(games)
    assert [(each.person, each.games) for each in listed[:2]] == [(ANN, 3), (CY, 3)]
    assert month_points([*games, won(BO, ANN)])[0] == Monthly(CY, 4, 3)


def test_three_players_share_what_is_shared() -> None:
    three = Ended(((ANN,), (BO,), (CY,)), (1, 1, 3))
    assert month_points([three, three, won(ANN, DI)]) == [Monthly(ANN, 4, 3)]
    allies = Ended(((ANN, BO), (CY,)), (1, 2))
    found = {each.person: each for each in month_points([allies, won(ANN, DI), won(ANN, DI)])}
    assert found[ANN] == Monthly(ANN, 6, 3), "an ally is no rival"


def plainly(games: list[Ended]) -> set[tuple[int, int, int]]:
    """Reckon each person alone, game by game."""
    found = set[tuple[int, int, int]]()
    for person in {each for game in games for team in game.teams for each in team}:
        counted = list[tuple[list[int], int]]()
        for game in games:
            own = next((n for n, team in enumerate(game.teams) if person in team), None)
            if own is None:
                continue
            rivals = [p for n, team in enumerate(game.teams) if n != own for p in team]
            if max(sum(r in met for met, _ in counted) for r in rivals) < MEETINGS:
                best = game.ranks[own] == 1
                counted.append((rivals, best * (1 if game.ranks.count(1) > 1 else 2)))
        if len(counted) >= GAMES and len({r for met, _ in counted for r in met}) >= RIVALS:
            found.add((person, sum(halves for _, halves in counted), len(counted)))
    return found


@pytest.mark.parametrize("seed", range(30))
def test_any_month_agrees_with_a_plain_reckoning(seed: int) -> None:
    chance = Random(seed)
    pairs = list(combinations(range(chance.randint(2, 7)), 2))
    games = [
        Ended(((one,), (other,)), chance.choice([(1, 2), (2, 1), (1, 1)]))
        for one, other in chance.choices(pairs, k=chance.randint(0, 40))
    ]
    listed = month_points(games)
    assert {(each.person, each.halves, each.games) for each in listed} == plainly(games)
    keys = [(-each.halves, each.games) for each in listed]
    assert keys == sorted(keys)
