"""The ends that all draughts share, in both games."""

from typing import Final

import pytest

from rules.contract.core import AnyGame
from rules.registry import find
from tests.rules.draughts.asking import after, ending, played
from tests.rules.shown import status

CZECH: Final = find("czech")
TURKISH: Final = find("turkish")

BLOCKED: Final = [
    pytest.param(CZECH, "W:Wa3:Bb4,c5", id="czech"),
    pytest.param(TURKISH, "W:Wa1:Ba2,a3,Kb1,Kc1", id="turkish"),
    pytest.param(CZECH, "W:W:Bb4", id="czech, no piece"),
    pytest.param(TURKISH, "W:W:Bb4", id="turkish, no piece"),
]


@pytest.mark.parametrize(("game", "position"), BLOCKED)
def test_draughts_end_blocked(game: AnyGame, position: str) -> None:
    state = game.position(position)
    assert ending(game, state) == ("draughts.end.blocked", "black")
    assert game.turn(state) is None
    without = "piece left" if "W:W:" in position else "move"
    assert status(game.view(state)) == f"Black won: White has no {without}."


SHUTTLES: Final = [
    pytest.param(CZECH, "W:WKa1,a3:BKh2", ("a1-b2", "h2-g3", "b2-a1", "g3-h2"), id="czech"),
    pytest.param(TURKISH, "W:WKa1,b1:BKh8", ("a1-a2", "h8-h7", "a2-a1", "h7-h8"), id="turkish"),
]


@pytest.mark.parametrize(("game", "position", "round_trip"), SHUTTLES)
def test_draughts_draw_repetition(
    game: AnyGame, position: str, round_trip: tuple[str, ...]
) -> None:
    twice = after(game, position, *round_trip)
    assert ending(game, twice) is None
    almost = played(game, twice, *round_trip[:3])
    assert ending(game, almost) is None
    state = played(game, almost, round_trip[3])
    assert ending(game, state) == ("draughts.draw.repetition", "draw")
    assert not game.legal(state)
    assert game.moves(state)


def test_a_loss_comes_before_every_draw() -> None:
    state = TURKISH.position("W:W:BKa1")
    assert ending(TURKISH, state) == ("draughts.end.blocked", "black")
