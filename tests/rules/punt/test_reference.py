"""The engine against the slow second implementation, over whole random games."""

import random
from collections import Counter
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.contract.core import AnyGame
from rules.registry import find
from tests.conformance.configured import more_in_soak
from tests.rules.asking import stacks
from tests.rules.punt.naive import Naive

MATCH: Final[AnyGame] = find("punt-match")
HEKS: Final[AnyGame] = find("punt-heks")
GAMES: Final = [
    (MATCH, "square"),
    (HEKS, "heks-2"),
    (HEKS.configured({"players": "3"}), "heks-3"),
]
SEEDS: Final = st.integers(0, 2**32)
games = pytest.mark.parametrize(("game", "name"), GAMES, ids=[name for _, name in GAMES])


@games
@pytest.mark.parametrize("count", ["all", "controlled"])
@settings(max_examples=more_in_soak(1))
@given(seed=SEEDS)
def test_whole_games(game: AnyGame, name: str, count: str, seed: int) -> None:
    game, reference, chance = (
        game.configured({"count": count}),
        Naive(name, count),
        random.Random(seed),
    )
    state = game.start()
    while (outcome := game.outcome(state)) is None:
        assert reference.ending is None
        assert str(game.turn(state))[0] == reference.due
        notations = sorted(map(game.notate, game.legal(state)))
        assert notations == sorted(reference.moves())
        chosen = chance.choice(notations)
        state = game.apply(state, game.parse(state, chosen))
        reference.play(chosen)
        assert letters(game, state) == reference.board
    assert (outcome.rule.key, sorted(side[0] for side in outcome.winners)) == reference.ending
    assert {side[0]: count for side, count in outcome.scores} == reference.scores()


@games
@settings(max_examples=more_in_soak(3))
@given(seed=SEEDS)
def test_menus_have_room_for_every_choice(game: AnyGame, name: str, seed: int) -> None:
    """No more than 14 piles can move, and none has more than 12 moves: four ways, three cells."""
    chance, state = random.Random(seed), game.start()
    while moves := game.legal(state):
        origins = Counter(game.path(move)[0] for move in moves)
        assert len(origins) <= (11 if name == "heks-3" else 14)
        assert max(origins.values()) <= (9 if name == "square" else 12)
        state = game.apply(state, chance.choice(moves))


@pytest.mark.parametrize("game", [game for game, _ in GAMES], ids=[name for _, name in GAMES])
@settings(max_examples=more_in_soak(3))
@given(seed=SEEDS)
def test_written_positions_are_read_as_they_were(game: Any, seed: int) -> None:
    chance, state = random.Random(seed), game.start()
    for _ in range(60):
        piled = ",".join(f"{cell}={pawns}" for cell, pawns in stacks(game, state).items())
        text = f"{state.position.due[0]}:{piled}:idle={state.idle}"
        assert game.position(text) == state
        assert game.position(text.upper()) == state
        if not game.legal(state):
            return
        state = game.apply(state, chance.choice(game.legal(state)))


def letters(game: AnyGame, state: Any) -> dict[str, str]:
    stacks = game.view(state).stacks
    return {
        game.geometry.label(stack.cell): "".join(piece.side[0] for piece in stack.pieces)
        for stack in stacks
    }
