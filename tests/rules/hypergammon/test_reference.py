"""The engine against the slow second implementation, in random games and set positions."""

import random
from typing import Any, Final

import pytest

from rules.contract.core import Dice
from rules.registry import find
from rules.shell.perft import perft
from tests.conformance.configured import more_in_soak
from tests.rules.hypergammon import naive

GAME: Final[Any] = find("hypergammon")


def same_plays(state: Any) -> None:
    """Hold one position against the reference: plays, notation, and every other writing."""
    slow = naive.legal(state.own, state.rivals, state.dice)
    fast = {GAME.notate(move): move for move in GAME.legal(state)}
    assert sorted(fast) == sorted(min(texts) for texts in slow.values())
    apart = naive.legal(state.own, state.rivals, state.dice, joined=False)
    for ending, texts in apart.items():
        move = fast[min(slow[ending])]
        after = GAME.apply(state, move)
        assert (after.rivals, after.own) == ending
        for text in texts:
            assert GAME.parse(state, text) == move
            assert GAME.parse(state, text.replace("*", "")) == move or "*/" in text


@pytest.mark.parametrize("seed", range(more_in_soak(3)))
def test_random_games_have_the_same_plays(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(5):
        state = GAME.start()
        while legal := GAME.legal(state):
            if not isinstance(GAME.turn(state), Dice):
                same_plays(state)
            state = GAME.apply(state, chance.choice(legal))


@pytest.mark.parametrize("seed", range(more_in_soak(2)))
def test_random_positions_have_the_same_plays(seed: int) -> None:
    """Crowded and late positions that random games seldom reach."""
    chance = random.Random(seed)
    for _ in range(150):
        farthest = chance.choice((4, 8, 25))
        white = sorted((chance.randint(0, farthest) for _ in range(3)), reverse=True)
        free = [p for p in range(26) if p in (0, 25) or 25 - p not in white]
        black = sorted(chance.choices(free, k=3), reverse=True)
        if not any(white) or not any(black):
            continue
        roll = chance.randint(1, 6), chance.randint(1, 6)
        armies = (",".join(map(str, checkers)) for checkers in (white, black))
        same_plays(GAME.position("W[{}-{}]:W{}:B{}".format(*roll, *armies)))


@pytest.mark.parametrize(
    "position", ["W[2-2]:W14,14,10:B13,3,3", "B[6-1]:W5,4,3:Bbar,bar,2", "W[5-3]:W6,4,1:Bbar,8,off"]
)
def test_two_plies_of_set_positions_have_the_same_count(position: str) -> None:
    """A play, a roll of the rival, and the rival's plays."""
    state = GAME.position(position)
    plies = 0
    for own, rivals in naive.legal(state.own, state.rivals, state.dice):
        for roll in ((first, second) for first in range(1, 7) for second in range(1, 7)):
            plies += len(naive.legal(rivals, own, roll)) if any(own) else 0
    assert perft(GAME, state, 3) == plies
