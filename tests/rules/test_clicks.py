"""Half-entered moves: what can be clicked next, what is complete, and what is dropped."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.contract.clicks import enter
from rules.contract.core import AnyGame
from rules.geometry import Cell
from tests.conformance.configured import FEW, SEEDS, most_configurations, sampled, states_of_players
from tests.rules.heap import Heap, HeapGame

ONE, TWO, THREE = map(Cell, range(3))


@most_configurations
@FEW
@given(seed=SEEDS)
def test_choosing_at_random_always_ends_in_a_legal_move(game: AnyGame, seed: int) -> None:
    chance = random.Random(seed)
    for state in sampled(chance, states_of_players(game, seed, 60), 12):
        legal = game.legal(state)
        entry = enter(game, legal, ())
        assert entry.clicked == ()
        while entry.choices:
            before = entry.clicked
            entry = enter(game, legal, (*before, chance.choice(entry.choices)))
            assert len(entry.clicked) > len(before)
        assert entry.moves
        assert all(game.path(move) == entry.clicked for move in entry.moves)
        assert set(entry.moves) <= set(legal)


@most_configurations
@FEW
@given(seed=SEEDS)
def test_every_legal_move_can_be_clicked(game: AnyGame, seed: int) -> None:
    chance = random.Random(seed)
    for state in sampled(chance, states_of_players(game, seed, 60), 12):
        legal = game.legal(state)
        for move in sampled(chance, legal, 10):
            path = game.path(move)
            for size in range(len(path) + 1):
                entry = enter(game, legal, path[:size])
                done = len(entry.clicked)
                assert done >= size
                assert entry.clicked == path[:done]
                assert move in entry.moves if done == len(path) else path[done] in entry.choices


@most_configurations
@FEW
@given(seed=SEEDS, junk=st.lists(st.integers(-3, 200).map(Cell), max_size=4))
def test_clicks_of_another_position_are_dropped(game: AnyGame, seed: int, junk: list[Cell]) -> None:
    """A draft is never stuck: the good beginning stays, the rest goes."""
    for state in states_of_players(game, seed, 20)[-3:]:
        legal = game.legal(state)
        entry = enter(game, legal, junk)
        begins = [path[: len(entry.clicked)] for path in map(game.path, legal)]
        assert entry.clicked in begins
        assert entry.choices or entry.moves


def test_a_move_may_stop_or_go_on() -> None:
    game = HeapGame()
    legal = game.legal(Heap(3))
    entry = enter(game, legal, (ONE,))
    assert (entry.clicked, entry.choices, entry.moves) == ((ONE,), (TWO,), (1,))
    entry = enter(game, legal, (ONE, TWO))
    assert (entry.choices, entry.moves) == ((THREE,), (2,))


def test_nothing_is_clicked_before_the_person_has_begun() -> None:
    """With one piece to move it is still picked by hand; only then the way is gone by itself."""
    game = HeapGame()
    assert enter(game, game.legal(Heap(2)), ()).choices == (ONE,)


@pytest.mark.parametrize("clicked", [(TWO,), (Cell(77), ONE)])
def test_everything_after_a_wrong_click_is_dropped(clicked: tuple[Cell, ...]) -> None:
    game = HeapGame()
    entry = enter(game, game.legal(Heap(3)), clicked)
    assert (entry.clicked, entry.choices) == ((), (ONE,))


def test_a_wrong_click_in_the_middle_keeps_what_was_before() -> None:
    game = HeapGame()
    entry = enter(game, game.legal(Heap(3)), (ONE, THREE, TWO))
    assert entry.clicked == (ONE,)


@most_configurations
def test_choices_come_in_the_order_of_their_numbers(game: AnyGame) -> None:
    choices = enter(game, game.legal(game.start()), ()).choices
    assert all(one < other for one, other in pairwise(choices))
