"""What the judgement counts, against the rules' own plays and against known numbers of shots."""

import random

import pytest

from rules.games.hypergammon.game import GAME
from rules.games.hypergammon.judgement import JUDGEMENT, WEIGHTS, expected, terms
from rules.games.hypergammon.plays import table
from rules.games.hypergammon.position import BAR, BLACK, OFF, WHITE, Checkers, State
from tests.conformance.configured import more_in_soak

SHOTS = {
    1: 11,
    2: 12,
    3: 14,
    4: 15,
    5: 15,
    6: 17,
    7: 6,
    8: 6,
    9: 5,
    10: 3,
    11: 2,
    12: 3,
    15: 1,
    24: 1,
}
"""Rolls of 36 that hit a single checker so many points away, with nothing between (the table of
every book on backgammon, such as Robertie's “501 Essential Backgammon Problems”)."""


@pytest.mark.parametrize(("away", "rolls"), SHOTS.items())
def test_a_shot_hits_with_as_many_rolls_as_books_say(away: int, rolls: int) -> None:
    start = max(away + 1, 12)
    found = terms((BAR - start + away, OFF, OFF), (start, OFF, OFF))
    assert found.hit * 36 == pytest.approx(rolls)
    assert found.lost == pytest.approx(start - away)


def test_a_roll_hits_where_the_rules_have_a_play_that_hits() -> None:
    """Checkers borne off too early, or the duty to play both dice, make the few exceptions."""
    chance, wrong, rolls = random.Random(7), 0, 0
    for _ in range(more_in_soak(30)):
        own, rivals = checkers(chance), checkers(chance)
        if any(0 < spot < BAR and BAR - spot in rivals for spot in own):
            continue
        hitting = sum(can_hit(own, rivals, (a, b)) for a in range(1, 7) for b in range(1, 7))
        wrong += abs(round(36 * terms(own, rivals).hit) - hitting)
        rolls += 36
    assert rolls > 36 * 10
    assert wrong <= 0.01 * rolls


def checkers(chance: random.Random) -> Checkers:
    """Return where three checkers may stand, some in pairs or on the bar."""
    spots = [chance.randint(1, BAR) for _ in range(2)]
    first, second, third = sorted([*spots, chance.choice([*spots, chance.randint(0, 24)])])[::-1]
    return first, second, third


def can_hit(waiting: Checkers, rolling: Checkers, dice: tuple[int, int]) -> bool:
    """Tell by the rules whether the side that rolls has a play that hits."""
    plays = table(rolling, waiting, dice).turns
    return any(play.rivals.count(BAR) > waiting.count(BAR) for play in plays)


def test_both_sides_are_judged_alike() -> None:
    one, other = (20, 13, 4), (BAR, 8, 8)
    white, black = JUDGEMENT.value(State(one, other, WHITE))
    mirrored = JUDGEMENT.value(State(other, one, BLACK))
    assert (black, white) == tuple(mirrored)


def test_to_roll_is_better_than_to_wait() -> None:
    own, rivals = (12, 6, 2), (11, 7, 3)
    assert expected(WEIGHTS, terms(own, rivals)) < -expected(WEIGHTS, terms(rivals, own))


def test_a_checker_within_a_shot_is_worse_than_a_block() -> None:
    rivals = (18, 6, 5)
    assert expected(WEIGHTS, terms((12, 12, 1), rivals)) > expected(
        WEIGHTS, terms((13, 11, 1), rivals)
    )


def test_the_order_of_dice_makes_no_difference() -> None:
    assert JUDGEMENT.unordered_dice
    state = State((20, 13, 4), (BAR, 8, 8), WHITE)
    for high, low in ((6, 1), (5, 3), (4, 2)):
        one, two = (state._replace(dice=dice) for dice in ((high, low), (low, high)))
        after = [{GAME.apply(rolled, move) for move in GAME.legal(rolled)} for rolled in (one, two)]
        assert after[0] == after[1]
