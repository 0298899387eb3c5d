"""Ladders: reach, climbs, rests between games, and the weekly fall of the idle."""

from random import Random
from typing import Final

import pytest

from rules.club.entries import (
    Challenged,
    Change,
    Ended,
    Entered,
    Entry,
    GameKey,
    Left,
    Result,
    Stage,
    Voided,
    Week,
    decode,
    encode,
)
from rules.club.ladder import Ladder, challengeable, folded, refusal
from rules.club.pairings import Entrant
from rules.contract.core import RulesError
from tests.conformance.configured import SOAK

DAY: Final = 86_400
LADDERS: Final = range(10_000 if SOAK else 40)


def after(ladder: Ladder, *changes: Change, seconds: int = 60) -> Ladder:
    """Return the ladder after these changes, so many seconds apart."""
    for change in changes:
        assert decode(*encode(change)) == change
        ladder = folded(ladder, Entry(ladder.entries + 1, ladder.at + seconds, change))
    return ladder


def of(people: int) -> Ladder:
    """Return a ladder of the people 1, 2, … in that order."""
    return after(Ladder(), *(Entered(Entrant(number)) for number in range(1, people + 1)))


def challenged(ladder: Ladder, challenger: int, rival: int) -> Ladder:
    """Return the ladder after this challenge."""
    return after(ladder, Challenged(Entrant(challenger), Entrant(rival)))


def ended(ladder: Ladder, position: int, *, winner: int | None) -> Ladder:
    """Return the ladder after a game in which the person won, or nobody did."""
    seats = ladder.challenges[position - 1].entrants
    shares = (6, 6) if winner is None else (12, 0) if seats[0] == winner else (0, 12)
    return after(ladder, Ended(GameKey(Stage.LADDER, 1, position), 1, Result(shares)))


def test_a_win_takes_the_place_and_moves_those_between_down() -> None:
    ladder = ended(challenged(of(8), 6, 3), 1, winner=6)
    assert ladder.places == (1, 2, 6, 3, 4, 5, 7, 8)


@pytest.mark.parametrize("winner", [3, None])
def test_a_loss_or_a_draw_moves_nobody(winner: int | None) -> None:
    assert ended(challenged(of(8), 6, 3), 1, winner=winner).places == of(8).places


def test_a_void_game_moves_nobody() -> None:
    ladder = after(challenged(of(8), 6, 3), Voided(GameKey(Stage.LADDER, 1, 1), 1))
    assert ladder.places == of(8).places
    assert ladder.running == ()


def test_a_climb_ends_at_the_reach_of_the_challenge() -> None:
    ladder = challenged(challenged(of(10), 7, 4), 4, 1)
    ladder = ended(ladder, 2, winner=4)
    assert ladder.places[:4] == (4, 1, 2, 3)
    assert ended(ladder, 1, winner=7).places == (4, 1, 2, 7, 3, 5, 6, 8, 9, 10)


def test_a_result_told_twice_moves_once() -> None:
    ladder = ended(challenged(of(8), 6, 3), 1, winner=6)
    assert ended(ladder, 1, winner=6).places == ladder.places
    assert after(ladder, Voided(GameKey(Stage.LADDER, 1, 9), 1)).places == ladder.places


def test_the_challenged_sits_first_and_then_the_seats_alternate() -> None:
    ladder = challenged(of(8), 6, 3)
    assert ladder.challenges[0].entrants == (3, 6)
    ladder = after(ended(ladder, 1, winner=3), Week(), seconds=8 * DAY)
    assert challenged(ladder, 6, 3).challenges[1].entrants == (6, 3)


@pytest.mark.parametrize(
    ("challenger", "rival", "words"),
    [
        (9, 1, "Join this ladder"),
        (1, 9, "aren't on"),
        (2, 2, "above you"),
        (2, 5, "above you"),
        (8, 4, "places above you"),
        (6, 3, "play a game of this ladder already"),
        (6, 5, "your last challenge"),
        (4, 3, "Somebody else"),
    ],
)
def test_a_challenge_out_of_order_is_refused(challenger: int, rival: int, words: str) -> None:
    ladder = challenged(of(8), 6, 3)
    sentence = refusal(ladder, Entrant(challenger), Entrant(rival), ladder.at)
    assert words in str(sentence)
    with pytest.raises(RulesError):
        challenged(ladder, challenger, rival)


def test_the_same_two_rest_for_a_week() -> None:
    ladder = ended(challenged(of(8), 6, 3), 1, winner=None)
    six, three = Entrant(6), Entrant(3)
    assert "less than a week" in str(refusal(ladder, six, three, ladder.at + 7 * DAY - 1))
    assert refusal(ladder, six, three, ladder.at + 7 * DAY) is None
    assert challengeable(ladder, six, ladder.at) == (4, 5)


def test_the_reach_grows_with_the_ladder() -> None:
    assert (of(8).reach, of(19).reach, of(20).reach, of(36).reach) == (3, 3, 4, 7)


def test_the_idle_fall_one_place_past_those_who_play() -> None:
    ladder = after(of(5), Week(), seconds=29 * DAY)
    ladder = ended(challenged(ladder, 4, 3), 1, winner=None)
    ladder = after(ladder, Week(), seconds=2 * DAY)
    assert ladder.places == (3, 1, 2, 4, 5)


def test_who_is_idle_for_ninety_days_is_off() -> None:
    ladder = challenged(of(5), 4, 3)
    assert after(ladder, Week(), seconds=91 * DAY).places == (3, 4)


def test_who_left_is_climbed_past_by_nobody() -> None:
    ladder = after(challenged(of(8), 6, 3), Left(Entrant(3)))
    assert ended(ladder, 1, winner=6).places == (1, 2, 4, 5, 6, 7, 8)


@pytest.mark.parametrize("seed", LADDERS)
def test_a_random_ladder_stays_a_ladder(seed: int) -> None:
    random = Random(seed)
    ladder = of(random.randint(2, 36))
    for _ in range(60):
        before = ladder.places
        now = ladder.at + random.randrange(6 * DAY)
        act = random.random()
        if act < 0.5:
            challenger = random.choice(before)
            rivals = challengeable(ladder, challenger, now)
            if rivals:
                change: Change = Challenged(challenger, random.choice(rivals))
                ladder = after(ladder, change, seconds=now - ladder.at)
            assert ladder.places == before
        elif act < 0.85 and ladder.running:
            challenge = random.choice(ladder.running)
            position = ladder.challenges.index(challenge) + 1
            winner = random.choice((*challenge.entrants, None))
            ladder = ended(ladder, position, winner=winner)
            for entrant in before:
                climb = before.index(entrant) - ladder.places.index(entrant)
                assert climb >= -1
                if climb > 0:
                    assert entrant == winner == challenge.challenger
                    assert climb <= challenge.reach
        elif act >= 0.85:
            ladder = after(ladder, Week(), seconds=now - ladder.at)
            assert all(
                ladder.places.index(entrant) - before.index(entrant) <= 1
                for entrant in ladder.places
            )
            if len(ladder.places) < 2:
                return
        assert len(set(ladder.places)) == len(ladder.places)
        assert set(ladder.places) <= set(before)
