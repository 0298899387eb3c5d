"""Puzzles are proved by another search: one that knows the rules alone and remembers nothing."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from engine.puzzles import Claim, Goal, Proof, Puzzle, TooLarge, find_puzzle, lead
from rules.contract.capabilities import HasMaterial
from rules.contract.core import AnyGame, AnyMove, AnyState, Side
from rules.registry import all_games

TURKISH: Final = all_games()["turkish"]
REMATCH: Final = all_games()["rematch"]
GAIN: Final = (
    "g3-g4 g6-g5 g4xg6xg8 e6-e5 f3-f4 b6-b5 g2-g3 b7-b6 h3-h4 a6-a5 h2-h3 d6-d5 c3-c4 a7-a6"
    " c2-c3 e7-e6 g3-g4 d7-d6"
)
"""White's man is a king on g8 after this, and g8-g7 gains two men."""
WIN: Final = (
    "e2-e1 c2-c3 b3xd2 b1-c2 e1xc3 c2xc4xe2 c3xe1 e2-d2 d4-c5 d2-c3 a2-a1 c3-c2 e3-d4 d1-d2"
    " e1xc3 c2xc4 d4xb3xd2 c3xe1 b4xd3xd1 c1-b1 c5-b4 e1xc1xc5 a1xc1xe1xc3 d1-e1 b4xd3xb2"
    " c3xa1 b2-b3 c5-b4 a3xc5 a1-b1 b4xb2 b1-c2 b3xb1xd2 e1xc3xc1 d2xb1xb3 c1xc3xa3 c5-d4"
    " b3xb1 b2-c3 a3xd2 d4-c4 b1-c2 c4-c5 d2-d1 c5-d4 c2-c3 d4-e3"
)
"""The beginning of a game of ReMatch, up to a position that White wins."""


def position(game: AnyGame, moves: str) -> AnyState:
    """Return the position after these moves."""
    state = game.start()
    for move in moves.split():
        state = game.apply(state, game.parse(state, move))
    return state


def worst(game: AnyGame, state: AnyState, side: Side, moves: int) -> float:
    """Return the lead that a side keeps after so many own moves and all captures; infinite if won.

    It knows nothing of the search that it checks.
    """
    outcome = game.outcome(state)
    if outcome is not None:
        return float("inf") if side in outcome.winners else float("-inf")
    legal = game.legal(state)
    goes_on = isinstance(game, HasMaterial) and any(move.captured for move in legal)
    if moves == 0 and not goes_on:
        return lead(game, state, side)
    own = game.turn(state) == side
    left = max(0, moves - own)
    values = (worst(game, game.apply(state, move), side, left) for move in legal)
    return max(values) if own else min(values)


def values(game: AnyGame, state: AnyState, puzzle: Puzzle) -> Iterator[tuple[AnyMove, float]]:
    """Yield every first move with what it gains, by the slow search."""
    side = puzzle.goal.side
    for move in game.legal(state):
        after = worst(game, game.apply(state, move), side, puzzle.moves - 1)
        yield move, after - lead(game, state, side)


def test_a_gain_is_kept_by_one_move_and_no_other_gains_half() -> None:
    state = position(TURKISH, GAIN)
    puzzle = find_puzzle(TURKISH, state)
    assert puzzle is not None
    assert (puzzle.goal.claim, puzzle.moves, puzzle.answer) == (Claim.GAIN, 2, "g8-g7")
    gains = {TURKISH.notate(move): gain for move, gain in values(TURKISH, state, puzzle)}
    assert gains.pop("g8-g7") >= 2
    assert max(gains.values()) < 1


def game_until(left: int) -> AnyState:
    """Return the position so many plies before the end of the game of ReMatch."""
    return position(REMATCH, " ".join(WIN.split()[: len(WIN.split()) - left]))


def test_a_win_is_forced_by_one_move_alone() -> None:
    state = game_until(4)
    puzzle = find_puzzle(REMATCH, state)
    assert puzzle is not None
    assert (puzzle.goal.claim, puzzle.moves) == (Claim.WIN, 3)
    wins = [REMATCH.notate(m) for m, gain in values(REMATCH, state, puzzle) if gain == float("inf")]
    assert wins == [puzzle.answer]


def test_the_defence_holds_out_as_long_as_the_claim_says() -> None:
    state = game_until(4)
    puzzle = find_puzzle(REMATCH, state)
    assert puzzle is not None
    proof = Proof(REMATCH, puzzle.goal)
    for left in range(puzzle.moves, 0, -1):
        assert REMATCH.outcome(state) is None
        (move, *_) = proof.keeping(state, left)
        state = REMATCH.apply(state, move)
        if left > 1:
            state = REMATCH.apply(state, proof.defence(state, left - 1))
    outcome = REMATCH.outcome(state)
    assert outcome is not None
    assert puzzle.goal.side in outcome.winners


def test_two_moves_that_win_are_no_puzzle() -> None:
    state = position(
        REMATCH,
        "d4-c5 d1-e1 b3-c4 c1-d1 c5xc3xc1xa1 d1xd4 b4-b3 d4-c5 e2-d2 e1xc3 b3xd2 c5-b4 c3xe1"
        " b4-c5 a3-b4 c5xa3 e1xc3 a3-b4",
    )
    side = REMATCH.turn(state)
    assert isinstance(side, str)
    winning = Proof(REMATCH, Goal(Claim.WIN, side)).keeping(state, 3)
    assert [REMATCH.notate(move) for move in winning] == ["a2-b3", "a2-a3", "a2-b2"]
    assert find_puzzle(REMATCH, state) is None


def test_a_gain_is_no_puzzle_where_another_move_gains_half() -> None:
    state = position(TURKISH, f"{GAIN} g4-g5 b5-c5")
    goal = Goal(Claim.GAIN, Side("white"), lead(TURKISH, state, Side("white")) + 2)
    assert len(Proof(TURKISH, goal).keeping(state, 2)) == 1
    half = Proof(TURKISH, replace(goal, lead=goal.lead - 1)).keeping(state, 2)
    assert [TURKISH.notate(move) for move in half] == ["d3-d4", "f4-f5"]
    assert find_puzzle(TURKISH, state) is None


def test_a_search_beyond_its_budget_finds_nothing() -> None:
    state = position(TURKISH, GAIN)
    assert find_puzzle(TURKISH, state, budget=50) is None
    with pytest.raises(TooLarge):
        Proof(TURKISH, Goal(Claim.WIN, Side("white")), 50).keeping(state, 4)


@pytest.mark.parametrize("key", ["hypergammon", "czech"])
def test_a_game_with_dice_and_a_position_without_choice_hold_no_puzzle(key: str) -> None:
    game = all_games()[key]
    state = game.start() if key == "hypergammon" else position(game, "c3-d4 f6-e5 d4xf6")
    assert find_puzzle(game, state) is None


def test_three_sides_have_no_puzzles() -> None:
    game = all_games()["punt-heks"].configured({"players": "3"})
    assert find_puzzle(game, game.start(), budget=200) is None


PUZZLES: Final = (0, 2, 4)
"""The plies before the end at which the game of ReMatch holds a puzzle."""


@pytest.mark.parametrize("left", range(14))
def test_every_puzzle_of_a_game_is_confirmed_by_the_slow_search(left: int) -> None:
    state = game_until(left)
    puzzle = find_puzzle(REMATCH, state, budget=1_000)
    assert (puzzle is None) == (left not in PUZZLES)
    if puzzle is not None:
        wins = [
            REMATCH.notate(move)
            for move, gain in values(REMATCH, state, puzzle)
            if gain == float("inf")
        ]
        assert wins == [puzzle.answer]
