"""Every registered game, option and seating has an opponent; no game is named here."""

import os
import random
import subprocess
import sys

import pytest
from hypothesis import given, settings

from engine.choose import Choice, choose, seed_of
from engine.levels import EASES, LEVELS, Level, errs_by_size, find_level
from engine.playouts import play_out
from rules.contract.core import AnyGame, AnyState, Dice
from rules.registry import all_games
from tests.conformance.configured import (
    SEEDS,
    SOAK,
    every_game,
    more_in_soak,
    most_configurations,
    states_of_players,
    whole_game,
)
from tests.rules.heap import Heap, HeapGame

FEW = settings(max_examples=more_in_soak(1))
GENTLEST, *_ = LEVELS
QUICK = find_level(3)


def at_start(game: AnyGame) -> AnyState:
    """Return the first state in which a side decides."""
    state = game.start()
    while isinstance(game.turn(state), Dice):
        state = game.apply(state, game.legal(state)[1])
    return state


@most_configurations
def test_the_gentlest_level_plays_a_game_to_its_end(game: AnyGame) -> None:
    chance, state, plies = random.Random(5), whole_game(game, 3)[-8], 0
    while (turn := game.turn(state)) is not None:
        legal = game.legal(state)
        if isinstance(turn, Dice) or plies > 8:  # long games end faster at random
            move = chance.choice(legal)
        else:
            move = choose(game, state, GENTLEST, seed_of(plies)).move
            assert move in legal
        state, plies = game.apply(state, move), plies + 1
    assert game.outcome(state) is not None


@most_configurations
@FEW
@given(seed=SEEDS)
def test_a_choice_is_legal_repeatable_and_within_its_bounds(game: AnyGame, seed: int) -> None:
    states = random.Random(seed).sample(states_of_players(game, seed, 60), 1)
    choices = list[Choice]()
    for state in (at_start(game), *states):
        before = hash(state)
        legal = game.legal(state)
        first = choose(game, state, QUICK, seed)
        assert first.move in legal
        assert sorted(map(game.notate, legal)) == sorted(
            game.notate(entry.move) for entry in first.ranking
        )
        most = game.spec.highest_worth
        assert all(-most <= entry.value <= most for entry in first.ranking)
        assert first.positions <= QUICK.positions(game) + len(legal)
        check_line(game, state, first)
        assert hash(state) == before
        choices.append(first)
    assert choices[-1] == choose(game, states[-1], QUICK, seed)


def check_line(game: AnyGame, state: AnyState, choice: Choice) -> None:
    """Check that the line of a choice begins with its move and can be played."""
    assert choice.line[0] == choice.move
    for move in choice.line:
        assert move in game.legal(state)
        state = game.apply(state, move)


@every_game
def test_nobody_decides_where_no_side_is_due(game: AnyGame) -> None:
    over = whole_game(game, 3)[-1]
    with pytest.raises(ValueError, match="over"):
        choose(game, over, GENTLEST, 0)
    if isinstance(game.turn(game.start()), Dice):
        with pytest.raises(ValueError, match="roll"):
            choose(game, game.start(), GENTLEST, 0)


def wins_at_once(game: AnyGame, state: AnyState) -> list[object]:
    """Return the moves that end the game as won by the side's team alone."""
    side = game.turn(state)
    assert isinstance(side, str)
    team = game.spec.team_of(side)
    outcomes = ((move, game.outcome(game.apply(state, move))) for move in game.legal(state))
    return [move for move, outcome in outcomes if outcome and outcome.winners == team]


@most_configurations
@pytest.mark.parametrize("seed", range(3, 3 + more_in_soak(1)))
def test_a_win_at_hand_is_taken(game: AnyGame, seed: int) -> None:
    """Only of the levels that do not err on purpose, and where a win at hand is found at all."""
    level = LEVELS[-1] if errs_by_size(game) else find_level(3)
    for state in whole_game(game, seed)[-4:-1]:
        if isinstance(game.turn(state), Dice):
            continue
        winning = wins_at_once(game, state)
        if winning and len(winning) < len(game.legal(state)):
            chosen = choose(game, state, level, seed)
            assert chosen.move in winning or chosen.value > 0.98


def chosen_in_another_process(hash_seed: str) -> str:
    """Return what a fresh interpreter chooses in the middle of every game."""
    return subprocess.run(
        [sys.executable, "-c", "from tests.engine.test_opponents import told; print(told())"],
        env={"PYTHONHASHSEED": hash_seed} | ({"SOAK": "1"} if SOAK else {}),
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def told() -> str:
    """Return choices of every game at several states, with all that could differ."""
    return "\n".join(
        f"{key}: {shown(game, choose(game, state, strength, 17))}"
        for key, game in all_games().items()
        for strength in (EASES[4], QUICK)
        for state in states_of_players(game, 11, 40)[:: 4 if SOAK else 18]
    )


def shown(game: AnyGame, choice: Choice) -> str:
    """Return a choice as text."""
    ranking = ", ".join(f"{game.notate(move)} {value!r}" for move, value in choice.ranking)
    return f"{game.notate(choice.move)} {choice.positions} {choice.depth} {ranking}"


def test_other_processes_choose_the_same() -> None:
    here = told().splitlines()
    other = "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    assert chosen_in_another_process(other).splitlines() == here


@every_game
def test_a_gentle_level_beats_random_moves(game: AnyGame) -> None:
    """In a small option of the game, so that the games are short.

    The second level does, but the third where levels err by size: there dice decide much.
    """
    level = find_level(3 if errs_by_size(game) else 2)
    smallest = {
        o.key: min(o.choices, key=lambda c: len(c.title.english())).value for o in game.spec.options
    }
    won, games = 0.0, more_in_soak(4)
    for number in range(games):
        won += result_against_random(game.configured(smallest), level, number)
    assert won > games / 2


def result_against_random(game: AnyGame, level: Level, number: int) -> float:
    """Return what one team, played by the level, gets in a game against random moves."""
    team = game.spec.teams[number % len(game.spec.teams)]
    chance, state = random.Random(number), game.start()
    for ply in range(2_000):
        turn = game.turn(state)
        if turn is None:
            break
        if isinstance(turn, Dice) or turn not in team:
            move = chance.choice(game.legal(state))
        else:
            move = choose(game, state, level, seed_of(number, ply)).move
        state = game.apply(state, move)
    outcome = game.outcome(state)
    assert outcome is not None
    return 1.0 if team <= outcome.winners else 0.5 if not outcome.winners else 0.0


def test_levels_are_described_for_players() -> None:
    """Each has a word of its own, which fits beside its name."""
    said = [level.described(exact=False).english() for level in LEVELS]
    assert said == ["easiest", "easy", "medium", "hard", "strongest"]
    exact = [level.described(exact=True).english() for level in LEVELS]
    assert exact == [*said[:-1], "strongest, plays perfectly"]


@every_game
def test_lists_tell_what_a_level_does_unless_levels_differ_by_their_errors(game: AnyGame) -> None:
    words = [level.described(exact=False).english() for level in LEVELS]
    said = [level.explained(game, exact=False).english() for level in LEVELS]
    if errs_by_size(game):
        assert said == words
    else:
        assert said[1] == "easy: overlooks a third of its moves"
        assert [text.partition(": ")[0] for text in said] == words
        assert len(set(said)) == len(LEVELS)
    exact = [level.explained(game, exact=True).english() for level in LEVELS]
    assert exact == [*words[:-1], "strongest, plays perfectly"]


@every_game
def test_levels_are_numbered_and_look_at_ever_more(game: AnyGame) -> None:
    assert [level.number for level in LEVELS] == list(range(1, len(LEVELS) + 1))
    looks = [level.positions(game) for level in LEVELS]
    assert looks == sorted(looks)
    assert looks[-1] >= 1_000
    with pytest.raises(ValueError, match="no level 9"):
        find_level(9)


def test_a_forced_move_is_worth_what_follows_it() -> None:
    """It is no draw because there is nothing to choose."""
    (won,) = play_out(HeapGame(), Heap(1), positions=50, seed=1).ranking
    assert (won.move, won.value) == (1, 1.0)
    (lost,) = play_out(HeapGame(), Heap(2, most=1), positions=50, seed=1).ranking
    assert lost.value < 0


def test_random_playouts_end_where_the_whole_rest_of_a_game_is_known() -> None:
    """However many positions they may look at: the last sticks have only a few."""
    finding = play_out(HeapGame(sticks=2), Heap(2), positions=500, seed=1)
    assert finding.ranking[0].move == 2
    assert finding.positions == 500
