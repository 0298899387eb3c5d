"""The engine against the slow second implementation, in whole random games."""

import random
from typing import Any

import pytest

from rules.registry import find
from rules.shell.perft import perft
from tests.conformance.configured import SOAK, more_in_soak
from tests.rules.rekushu import naive

POSITIONS = {
    "crowded": "B:Bb2,b5,e2,e5,g7,c7,g3,c3,h8:Wa1,d6,f4,h1,a8,b7,e7",
    "claims": "W:Bb5,e5,g7,a1=c3,d1=f2:Wd4,a4,h4,f1=h3,a5=b8,c8,e8",
    "late": "B:Bd8,h5,a1=h4:Wa5,a8,d5,e5=h8",
}


def size_8() -> Any:
    return find("rekushu").configured({"size": "8"})


@pytest.mark.parametrize(("size", "seed", "claims"), [(8, 1, 0.9), (8, 2, 0.2), (12, 3, 0.5)])
def test_random_games_have_the_same_turns(size: int, seed: int, claims: float) -> None:
    game: Any = find("rekushu").configured({"size": str(size)})
    chance = random.Random(seed)
    for _ in range(more_in_soak(2) if size == 8 else 1):
        state, board = game.start(), naive.Board(size)
        while True:
            fast = {game.notate(move): move for move in game.legal(state)}
            assert game.count(state) == len(fast)
            # The second implementation takes long on a large board.
            if SOAK or size == 8 or not fast or chance.random() < 0.1:
                assert sorted(fast) == sorted(turn.text for turn in naive.turns(board))
            if not fast:
                break
            wide = [text for text in fast if "+" in text]
            eager = wide and chance.random() < claims
            # A mirror now and then, so that the rule has something to forbid.
            text = chance.choice(sorted(wide)) if eager else chance.choice(sorted(fast))
            if board.placed and chance.random() < 0.3:
                x, y = board.placed[-1]
                mirrored = naive.label((size - 1 - x, y))
                text = mirrored if mirrored in fast else text
            state, board = game.apply(state, fast[text]), naive.after(board, naive.read_turn(text))
        tiles = list(board.tiles.values())
        outcome = game.outcome(state)
        assert outcome is not None
        assert dict(outcome.scores) == {"black": tiles.count("b"), "white": tiles.count("w")}


@pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
def test_set_positions_have_the_same_counts(position: str) -> None:
    game = size_8()
    for depth in (1, 2):
        fast = perft(game, game.position(position), depth)
        assert fast == naive.perft(naive.read(8, position), depth)
