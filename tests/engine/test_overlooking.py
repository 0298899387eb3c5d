"""Gentle opponents overlook moves, and play the best of what they see."""

from dataclasses import replace

import pytest

from bench.contest import Player, compete
from engine.choose import Method, choose
from engine.levels import EASES, LEVELS, Level, Strength, errs_by_size, find_level
from engine.outlook import Outlook
from engine.search import glance
from rules.contract.core import AnyGame, Dice
from rules.registry import all_games, find
from tests.conformance.configured import SOAK, more_in_soak
from tests.engine.games import random_match
from tests.rules.heap import Heap, HeapGame

ATTENTIVE = replace(LEVELS[0], overlooks=0.0)
"""Overlooks nothing, and sees no answer."""
ATTENTIVE_THERE = replace(ATTENTIVE, error=0.0)
"""The same where levels differ by the size of their errors."""
OVERLOOKING = [key for key, game in all_games().items() if not errs_by_size(game)]
CZECH = find("czech")


@pytest.mark.parametrize("key", OVERLOOKING)
@pytest.mark.parametrize("level", LEVELS[:2], ids=lambda level: level.name)
def test_each_move_is_overlooked_with_the_chance_of_the_level(key: str, level: Level) -> None:
    game = find(key)
    state = game.start()
    legal, seeds = game.legal(state), 400 if len(game.legal(state)) < 30 else 40
    choices = [choose(game, state, level, seed) for seed in range(seeds)]
    seen = [{entry.move for entry in choice.ranking} for choice in choices]
    assert all(moves <= set(legal) for moves in seen)
    assert min(map(len, seen)) >= 1
    share = sum(map(len, seen)) / len(legal) / len(seen)
    assert share == pytest.approx(1 - level.overlooks, abs=0.08)
    for move in legal[:10]:
        times = sum(move in moves for moves in seen) / len(seen)
        assert times == pytest.approx(1 - level.overlooks, abs=0.25)


@pytest.mark.parametrize("key", OVERLOOKING)
def test_of_the_moves_that_are_seen_the_best_is_played(key: str) -> None:
    game = find(key)
    state = random_match(game, 7, 9).state
    whole = dict(glance(game, state, game.legal(state)).ranking)
    for seed in range(10):
        choice = choose(game, state, find_level(2), seed)
        assert choice.move == choice.ranking[0].move
        assert choice.line[0] == choice.move
        # Values below the best are bounds from above, so that of the best seen is exact.
        assert all(choice.value >= entry.value for entry in choice.ranking)
        assert choice.value <= whole[choice.move]
        assert choice.method is Method.SEARCH


def test_a_look_at_a_move_sees_no_answer_but_the_end_of_captures() -> None:
    for position, safe in (("W:Wc3:Be5", "c3-b4"), ("B:Wd4:Bf6", "f6-g5")):
        state = CZECH.position(position)
        found = glance(CZECH, state, CZECH.legal(state))
        assert CZECH.notate(found.ranking[0].move) == safe
    game = find("punt-match")
    state = random_match(game, 5, 12).state
    outlook = Outlook(game)
    team = outlook.team_due(state)
    best = max(outlook.judged(game.apply(state, move), team) for move in game.legal(state))
    assert glance(game, state, game.legal(state)).ranking[0].value == best


@pytest.mark.parametrize("key", OVERLOOKING)
def test_who_overlooks_nothing_takes_a_win_at_hand(key: str) -> None:
    game = find(key)
    for seed in range(more_in_soak(4)):
        *_, last = random_match(game, seed, 1_000).plies
        outcome, before = game.outcome(last.state), random_match(game, seed, 1_000).plies[-2].state
        side = game.turn(before)
        assert outcome is not None
        assert isinstance(side, str)
        if outcome.winners == game.spec.team_of(side):
            after = game.apply(before, choose(game, before, ATTENTIVE, seed).move)
            ended = game.outcome(after)
            assert ended is not None
            assert ended.winners == outcome.winners


def test_a_game_without_a_judgement_is_played_out_on_the_moves_that_are_seen() -> None:
    game = HeapGame()
    for seed in range(20):
        choice = choose(game, Heap(12), LEVELS[0], seed)
        assert 1 <= len(choice.ranking) <= 3
        assert choice.method is Method.PLAYOUTS
    assert len({len(choose(game, Heap(12), LEVELS[0], seed).ranking) for seed in range(20)}) > 1


def test_steps_of_ease_grow_stronger_up_to_level_3() -> None:
    assert len(EASES) == 8
    pike = find_level(3)
    assert (EASES[-1].part, EASES[-1].error) == (pike.part, pike.error)
    assert (EASES[1].overlooks, EASES[1].error) == (LEVELS[0].overlooks, LEVELS[0].error)
    assert (EASES[4].overlooks, EASES[4].error) == (LEVELS[1].overlooks, LEVELS[1].error)
    gentle = EASES[:-1]
    for steps in ([step.overlooks for step in gentle], [step.error for step in EASES]):
        assert steps == sorted(set(steps), reverse=True)


@pytest.mark.parametrize("key", sorted({*all_games()} - {*OVERLOOKING}))
def test_where_levels_differ_by_their_errors_an_easier_step_errs_more(key: str) -> None:
    game = find(key)
    state = random_match(game, 5, 12).state
    while isinstance(game.turn(state), Dice):
        state = game.apply(state, game.legal(state)[1])

    def mean_loss(strength: Strength) -> float:
        choices = [choose(game, state, strength, seed) for seed in range(40)]
        assert all(len(choice.ranking) == len(game.legal(state)) for choice in choices)
        return sum(choice.ranking[0].value - choice.value for choice in choices) / len(choices)

    losses = [mean_loss(EASES[0]), mean_loss(EASES[4]), mean_loss(ATTENTIVE_THERE)]
    assert losses == sorted(set(losses), reverse=True)
    assert losses[-1] == 0


def test_a_game_may_give_its_weaker_opponents_more_to_look_at() -> None:
    heks = find("punt-heks")
    assert [level.positions(heks) for level in LEVELS] == [1, 1, 3_000, 7_500, 30_000]
    punt = find("punt-match")
    assert [level.positions(punt) for level in LEVELS] == [1, 1, 200, 2_000, 20_000]


@pytest.mark.parametrize(("level", "least", "most"), [(1, 0.0, 0.25), (2, 0.1, 0.5)])
@pytest.mark.parametrize("key", OVERLOOKING if SOAK else ["rematch"])
def test_the_level_scores_as_in_every_game(key: str, level: int, least: float, most: float) -> None:
    """Against who overlooks nothing."""
    game = find(key)
    score = compete(
        game, of(game, find_level(level)), of(game, ATTENTIVE), games=40, seconds=600, seed=11
    )
    assert least <= score.points / score.games <= most


def of(game: AnyGame, strength: Strength) -> Player:
    """Return the player of that strength."""
    return lambda state, seed: choose(game, state, strength, seed).move
