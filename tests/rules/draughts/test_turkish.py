"""Turkish draughts: one test a rule, broken and kept."""

from typing import Final

from rules.contract.core import AnyGame
from rules.games.draughts.turkish import GAME
from tests.rules.draughts.asking import (
    after,
    broken_rule,
    cell,
    ending,
    legal,
    pieces,
    played,
    refusal,
    wander,
)

TURKISH: Final[AnyGame] = GAME
GOES_ON: Final[AnyGame] = GAME.configured({"crown": "continue"})


def test_the_start_has_sixteen_men_on_the_second_and_third_rows() -> None:
    men = pieces(TURKISH, TURKISH.start())
    assert len(men) == 32
    assert {label[1] for label, piece in men.items() if piece == "white man"} == {"2", "3"}
    assert {label[1] for label, piece in men.items() if piece == "black man"} == {"6", "7"}


def test_turkish_man() -> None:
    assert legal(TURKISH, "W:Wc3,h1:Bh8")[:3] == ["c3-b3", "c3-c4", "c3-d3"]
    assert legal(TURKISH, "B:Wa1,b1:Bd4") == ["d4-c4", "d4-d3", "d4-e4"]
    for position in ("W:Wc3,h1:Bc4,h8", "W:Wc3,h1:Bb3,h8", "W:Wc3,h1:Bd3,h8"):
        assert len(legal(TURKISH, position)) == 1
    for text in ("c3-c2", "c3-d4", "c3-c5", "c3-c3"):
        assert broken_rule(TURKISH, "W:Wc3,h1:Bh8", text) == "turkish.man", text
    assert broken_rule(TURKISH, "W:Wc3,h1:Bc2", "c3xc1") == "turkish.man"


def test_turkish_king() -> None:
    assert len(legal(TURKISH, "W:WKd4,h1:Bh8,g8")) == 14 + 2
    assert legal(TURKISH, "W:WKa1:Ba5") == ["a1xa6", "a1xa7", "a1xa8"]
    assert broken_rule(TURKISH, "W:WKd4,h1:Bh8", "d4-e5") == "turkish.king"
    assert broken_rule(TURKISH, "W:WKa1:Ba4,a5", "a1xa6") == "turkish.king"
    assert broken_rule(TURKISH, "W:WKa1,a3:Ba5", "a1xa6") == "turkish.king"


def test_turkish_capture_mandatory() -> None:
    refused = refusal(TURKISH, "W:Wc3,h1:Bc4", "h1-g1")
    assert refused.rule.key == "turkish.capture.mandatory"
    assert "c3xc5" in refused.detail.english()
    assert refused.cells == (cell("c3"),)
    assert legal(TURKISH, "W:Wc3,h1:Bc4") == ["c3xc5"]


def test_turkish_capture_majority() -> None:
    position = "W:Wc3:Bb3,d3,e4"
    refused = refusal(TURKISH, position, "c3xa3")
    assert refused.rule.key == "turkish.capture.majority"
    assert (
        "Take as many as you can: c3xe3xe5 (2 pieces), not c3xa3 (1)." in refused.detail.english()
    )
    assert broken_rule(TURKISH, "W:Wc3:Bd3,e4,e6", "c3xe3xe5") == "turkish.capture.majority"
    assert broken_rule(TURKISH, "W:WKa1:Ba3,c5", "a1xa4") == "turkish.capture.majority"
    assert legal(TURKISH, position) == ["c3xe3xe5"]


def test_the_majority_is_counted_over_all_pieces_and_kings_count_as_men() -> None:
    assert legal(TURKISH, "W:Wc3,Kh1:BKc4,h3,f4,h8") == ["h1xh4xd4xa4", "h1xh4xd4xb4"]
    assert legal(TURKISH, "W:Wc3:BKb3,c4") == ["c3xa3", "c3xc5"]


def test_turkish_capture_removal() -> None:
    ring = "W:WKa1:Ba3,c5,e3,Kc1"
    again = refusal(TURKISH, ring, "a1xa5xe5xe1xa1xa5")
    assert again.rule.key == "turkish.capture.removal"
    assert again.cells == (cell("a3"),)
    assert "a1xa5xe5xe1xa1" in legal(TURKISH, ring)
    # Back on a1 the king flies over c1, which it emptied first, and takes g1.
    assert legal(TURKISH, "W:WKa1:BKc1,d3,b4,a3,Kg1") == ["a1xd1xd4xa4xa1xh1"]


def test_turkish_capture_half_turn() -> None:
    position = "W:WKd4:Bf4,b4"
    refused = refusal(TURKISH, position, "d4xg4xa4")
    assert refused.rule.key == "turkish.capture.half-turn"
    assert refused.cells == (cell("g4"), cell("a4"))
    assert legal(TURKISH, position) == ["d4xa4", "d4xg4", "d4xh4"]


def test_turkish_crown() -> None:
    assert pieces(TURKISH, after(TURKISH, "W:Wc7,h1:Bh8", "c7-c8"))["c8"] == "white king"
    position = "W:Wc6,h1:Bc7,d8"
    assert broken_rule(TURKISH, position, "c6xc8xe8") == "turkish.crown"
    assert legal(TURKISH, position) == ["c6xc8"]
    assert legal(GOES_ON, position) == ["c6xc8xe8"]
    assert pieces(GOES_ON, after(GOES_ON, position, "c6xc8xe8"))["e8"] == "white king"


def test_a_man_that_goes_on_does_so_as_a_man() -> None:
    position = "W:Wc6,h1:Bc7,d8,e5"
    assert legal(GOES_ON, position) == ["c6xc8xe8"]
    assert broken_rule(GOES_ON, position, "c6xc8xe8xe4") == "turkish.crown"


def test_the_majority_is_counted_under_the_rule_of_crowning() -> None:
    position = "W:Wc6,g3:Bc7,d8,g4,g6"
    assert legal(TURKISH, position) == ["g3xg5xg7"]
    assert legal(GOES_ON, position) == ["c6xc8xe8", "g3xg5xg7"]


def test_turkish_draw_one_each() -> None:
    assert ending(TURKISH, TURKISH.position("W:WKa1:BKh8")) == ("turkish.draw.one-each", "draw")
    assert ending(TURKISH, TURKISH.position("W:WKa1:BKa5")) is None
    assert ending(TURKISH, TURKISH.position("W:WKa1,b1:BKh8")) is None
    drawn = after(TURKISH, "W:WKa1:BKa5,h8", "a1xa7")
    assert ending(TURKISH, drawn) == ("turkish.draw.one-each", "draw")


def test_turkish_draw_idle() -> None:
    position = "W:WKa1,Kb1,h2:BKg8,Kh8"
    almost = wander(TURKISH, position, 99)
    assert ending(TURKISH, almost) is None
    assert ending(TURKISH, wander(TURKISH, position, 100)) == ("turkish.draw.idle", "draw")


def test_a_man_s_forward_move_ends_the_idling_and_its_sideways_move_does_not() -> None:
    position = "W:WKa1,Kb1,d2:BKg8,Kh8"
    sideways = after(TURKISH, position, "d2-e2")
    assert len(sideways.history) == 1
    assert len(after(TURKISH, position, "d2-d3").history) == 0
    assert len(played(TURKISH, sideways, "h8-h7", "e2-e3").history) == 0
