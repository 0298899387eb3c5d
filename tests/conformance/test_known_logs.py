"""A log that was checked when it was written is folded without asking for the legal moves again."""

from dataclasses import replace

import pytest

from rules import fold
from rules.core import AnyGame, Dice, IllegalMove, Roll
from rules.events import Begun, Played
from rules.match import Match
from rules.record import Record
from tests.conformance.configured import every_configuration, playout


def _random_match(game: AnyGame) -> Match:
    match = Match.of(game, game.spec.seatings[0]).add(Begun(1))
    for _, move in playout(game, seed=5, plies=60):
        if isinstance(move, Roll):
            match = match.roll(move)
        elif move is not None and match.seat_due is not None:
            match = match.play(match.seat_due, game.notate(move))
    return match


@every_configuration
def test_a_known_log_is_the_same_match_and_no_move_is_judged(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = _random_match(game)
    empty = Match.of(game, game.spec.seatings[0])
    assert empty.with_entries(played.entries) == played

    def judge(record: Record, text: str) -> None:
        raise AssertionError(f"{text} was judged in {record.state}")

    monkeypatch.setattr(fold, "read_move", judge)
    assert empty.with_entries(played.entries, known=True) == played


@every_configuration
def test_an_unknown_log_is_judged(game: AnyGame) -> None:
    empty = Match.of(game, game.spec.seatings[0])
    match = empty.add(Begun(1))
    if isinstance(match.turn, Dice):
        pytest.skip("the first ply is a roll")
    (move,) = [move for _, move in playout(game, seed=1, plies=1) if move is not None]
    once = match.add(Played(game.notate(move))).entries
    with pytest.raises(IllegalMove):
        empty.with_entries([*once, replace(once[-1], number=3, seat=None)])
