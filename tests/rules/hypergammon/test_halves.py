"""The game as two halves, against the rules' own plays and against published values."""

import random
from itertools import combinations_with_replacement

import pytest

from engine.solver import solve
from rules.contract.capabilities import Solvable
from rules.contract.core import Roll
from rules.contract.duel import Duel
from rules.games.hypergammon.game import GAME
from rules.games.hypergammon.halves import duel, half_of
from rules.games.hypergammon.position import OFF, START, WHITE, State
from tests.conformance.configured import more_in_soak

ROLLS = [(high, low) for high in range(1, 7) for low in range(1, high + 1)]


@pytest.fixture(scope="module")
def whole() -> Duel:
    """Return the whole game with gammons."""
    return duel(gammons=True)


def reached(game: Duel, own: int, rival: int, roll: int) -> set[tuple[int, int]]:
    """Return the halves after each legal play, the next roller's first."""
    for tier in game.plays(own)[roll]:
        found: set[tuple[int, int]] = set()
        for end, touched in tier:
            after = rival
            for point in range(touched.bit_length()):
                if touched >> point & 1 and after != game.size:
                    after = game.touching[point][after]
            if after != game.size:
                found.add((after, end))
        if found:
            return found
    return {(rival, own)}


def test_plays_are_those_of_the_rules(whole: Duel) -> None:
    """In positions drawn at random, bar and home as likely as any place."""
    chance, seen = random.Random(8), 0
    while seen < more_in_soak(100):
        white, black = (
            tuple(sorted(chance.choices(range(26), k=3), reverse=True)) for _ in range(2)
        )
        if not any(white) or not any(black) or any(25 - s in black for s in white if 0 < s < 25):
            continue
        seen += 1
        state = State((white[0], white[1], white[2]), (black[0], black[1], black[2]), WHITE)
        number = chance.randrange(len(ROLLS))
        rolled = GAME.apply(state, Roll(ROLLS[number]))
        after = [GAME.apply(rolled, move) for move in GAME.legal(rolled)]
        played = {(half_of(one.black), half_of(one.white)) for one in after}
        assert played == reached(whole, half_of(white), half_of(black), number), state


def test_halves_are_numbered_by_pips(whole: Duel) -> None:
    triples = list(combinations_with_replacement(range(26), 3))
    numbers = sorted(half_of(spots) for spots in triples)
    assert numbers == list(range(whole.size)) == list(range(3276))
    assert half_of((OFF,) * 3) == whole.finished
    assert [whole.guesses[half_of(spots)] for spots in triples] == [sum(t) for t in triples]
    assert half_of(START) == half_of(tuple(reversed(START)))


def test_gammons_and_backgammons_are_lost_with_all_checkers_on_the_board(whole: Duel) -> None:
    losses = {spots: whole.losses[half_of(spots)] for spots in [(0, 0, 9), (1, 2, 18), (1, 2, 19)]}
    assert losses == {(0, 0, 9): 1, (1, 2, 18): 2, (1, 2, 19): 3}
    assert set(duel(gammons=False).losses) == {1}


def test_chances_are_those_of_two_dice(whole: Duel) -> None:
    assert len(whole.chances) == 21
    assert sum(whole.chances) == pytest.approx(1)


@pytest.mark.parametrize(("checkers", "start"), [(1, 0.453), (2, 0.152)])
def test_with_fewer_checkers_the_game_has_the_published_value(checkers: int, start: float) -> None:
    """The values before any roll, gammons counted, that GNU Backgammon's `makehyper` computes."""
    half = half_of(tuple(range(25 - checkers, 25)))
    solved = solve(duel(gammons=True, checkers=checkers), tolerance=1e-5)
    assert solved[half, half] == pytest.approx(start, abs=5e-4)


def test_only_states_before_a_roll_have_halves() -> None:
    assert isinstance(GAME, Solvable)
    assert GAME.standing(GAME.start()) is None
    opened = GAME.apply(GAME.start(), Roll((5, 2)))
    assert GAME.standing(opened) is None
    played = GAME.apply(opened, GAME.legal(opened)[0])
    standing = GAME.standing(played)
    assert standing is not None
    assert standing.roller == "black"
    assert standing.own == half_of(START)
    assert GAME.standing(State((0, 0, 0), START, WHITE)) is None
