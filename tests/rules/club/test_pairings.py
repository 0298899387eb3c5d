"""Berger's table, the sizes of groups, and the lot."""

from collections import Counter
from itertools import combinations, pairwise

import pytest

from rules.club.pairings import (
    LARGEST_GROUP,
    Entrant,
    finalists_a_group,
    group_sizes,
    lot,
    pairings,
)


def test_the_table_of_four_is_the_published_one() -> None:
    """Berger's table for four as chess federations publish it: 1-4 2-3, 4-3 1-2, 2-4 3-1."""
    rounds: dict[int, set[tuple[int, int]]] = {}
    for pairing in pairings(4, 1):
        rounds.setdefault(pairing.round, set()).add(pairing.numbers)
    assert rounds == {1: {(1, 4), (2, 3)}, 2: {(4, 3), (1, 2)}, 3: {(2, 4), (3, 1)}}


@pytest.mark.parametrize("meetings", [1, 2, 4])
@pytest.mark.parametrize("members", range(3, LARGEST_GROUP + 1))
def test_every_two_meet_as_often_as_they_must(members: int, meetings: int) -> None:
    games = pairings(members, meetings)
    met = Counter(frozenset(game.numbers) for game in games)
    pairs = {frozenset(pair) for pair in combinations(range(1, members + 1), 2)}
    assert met == dict.fromkeys(pairs, meetings)
    if meetings % 2 == 0:
        assert set(Counter(game.numbers for game in games).values()) == {meetings // 2}
    for number in range(1, members + 1):
        first = sum(game.numbers[0] == number for game in games)
        second = sum(game.numbers[1] == number for game in games)
        assert abs(first - second) <= (members % 2 == 0 and meetings == 1)


@pytest.mark.parametrize("meetings", [1, 2, 4])
@pytest.mark.parametrize("members", range(3, LARGEST_GROUP + 1))
def test_nobody_plays_twice_in_a_round(members: int, meetings: int) -> None:
    games = pairings(members, meetings)
    played = Counter((game.round, number) for game in games for number in game.numbers)
    assert set(played.values()) == {1}
    assert [game.round for game in games] == sorted(game.round for game in games)
    assert len({game.round for game in games}) == meetings * (members - 1 + members % 2)


@pytest.mark.parametrize("entrants", range(3, 37))
def test_groups_are_few_and_of_nearly_one_size(entrants: int) -> None:
    sizes = group_sizes(entrants)
    assert sum(sizes) == entrants
    assert len(sizes) == -(-entrants // LARGEST_GROUP)
    assert min(sizes) >= 3
    assert max(sizes) <= LARGEST_GROUP
    assert all(0 <= one - other <= 1 for one, other in pairwise(sizes))
    assert sizes[0] - sizes[-1] <= 1
    final = finalists_a_group(len(sizes)) * len(sizes)
    assert (final == 0) if len(sizes) == 1 else 3 <= final <= LARGEST_GROUP


def test_a_lot_can_be_computed_by_anybody() -> None:
    """The digits are those that `printf 'postboard-lot-1 ab 12 7' | sha256sum` prints."""
    assert lot("ab", 12, Entrant(7)).startswith("ed9f4a2b0ee139cb")
    assert len({lot("ab", press, Entrant(7)) for press in range(50)}) == 50
