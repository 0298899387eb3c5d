"""The laws that tie a game's functions together, on random games."""

import random

from hypothesis import given

from rules.contract.clicks import enter
from rules.contract.core import AnyGame, Dice, Roll
from rules.shell.perft import Counting, divide, perft
from tests.conformance.configured import (
    FEW,
    SEEDS,
    most_configurations,
    playout,
    sampled,
    states_of_players,
)


@most_configurations
@FEW
@given(seed=SEEDS)
def test_nobody_is_due_exactly_when_the_game_has_ended(game: AnyGame, seed: int) -> None:
    states = [state for state, _ in playout(game, seed, 200)]
    for state in (*sampled(random.Random(seed), states, 50), states[-1]):
        turn, outcome, legal = game.turn(state), game.outcome(state), game.legal(state)
        assert (turn is None) == (outcome is not None) == (not legal)
        if legal:
            assert list(legal) == list(game.moves(state))
        if outcome:
            assert outcome.rule in game.spec.rulebook
            winning = [team for team in game.spec.teams if team <= outcome.winners]
            assert frozenset().union(*winning) == outcome.winners
            assert len(winning) < len(game.spec.teams)
        if isinstance(turn, Dice):
            assert all(isinstance(move, Roll) for move in legal)


@most_configurations
@FEW
@given(seed=SEEDS)
def test_states_and_moves_are_values(game: AnyGame, seed: int) -> None:
    first = list(playout(game, seed, 60))
    again = list(playout(game, seed, 60))
    assert first == again
    assert list(map(hash, first)) == list(map(hash, again))


@most_configurations
@FEW
@given(seed=SEEDS)
def test_apply_leaves_the_old_state_as_it_was(game: AnyGame, seed: int) -> None:
    chance = random.Random(seed)
    for state, _ in playout(game, seed, 40):
        before, shown = hash(state), repr(state)
        for move in sampled(chance, game.legal(state), 40):
            assert game.apply(state, move) != state
        assert (hash(state), repr(state)) == (before, shown)


@most_configurations
@FEW
@given(seed=SEEDS)
def test_moves_are_distinct_and_counted(game: AnyGame, seed: int) -> None:
    for state, _ in playout(game, seed, 80):
        moves = game.moves(state)
        assert len(set(moves)) == len(moves)
        if isinstance(game, Counting):
            assert game.count(state) == len(moves)


@most_configurations
def test_perft_is_the_sum_of_its_parts(game: AnyGame) -> None:
    state = game.start()
    assert perft(game, state, 0) == 1
    assert perft(game, state, 1) == len(game.moves(state))
    assert perft(game, state, 2) == sum(
        len(game.moves(game.apply(state, move))) for move in game.moves(state)
    )
    assert sum(divide(game, state, 2).values()) == perft(game, state, 2)


@most_configurations
@FEW
@given(seed=SEEDS)
def test_clicking_a_path_enters_one_move(game: AnyGame, seed: int) -> None:
    cells, chance = frozenset(game.geometry.cells), random.Random(seed)
    for state in sampled(chance, states_of_players(game, seed, 80), 12):
        legal = game.legal(state)
        assert all(cells.issuperset(game.path(move)) for move in legal)
        for move in sampled(chance, legal, 10):
            assert enter(game, legal, game.path(move)).moves == (move,)
