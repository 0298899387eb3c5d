"""Czech draughts: one test a rule, broken and kept."""

from typing import Final

import pytest

from rules.contract.core import AnyGame
from rules.games.draughts.czech import GAME
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

CZECH: Final[AnyGame] = GAME
TABLE_EVENTS: Final = {"draughts.draw.agreed"}


def test_the_start_has_twelve_men_or_eight() -> None:
    assert len(pieces(CZECH, CZECH.start())) == 24
    eight = CZECH.configured({"men": "8"})
    men = pieces(eight, eight.start())
    assert sorted(label for label, piece in men.items() if piece == "white man") == [
        "a1", "b2", "c1", "d2", "e1", "f2", "g1", "h2",
    ]  # fmt: skip
    assert men["a7"] == men["h8"] == "black man"
    assert len(men) == 16
    assert eight.configured({"men": "12"}).start() == CZECH.start()


def test_czech_man() -> None:
    assert legal(CZECH, "W:Wc3:Bh8") == ["c3-b4", "c3-d4"]
    assert legal(CZECH, "B:Wa1:Bd4") == ["d4-c3", "d4-e3"]
    assert legal(CZECH, "W:Wc3:Bd4,b4,h8") == ["c3xa5", "c3xe5"]
    for text in ("c3-c4", "c3-b2", "c3-e5", "c3-c3", "b3-c4", "c3-d4-e5"):
        assert broken_rule(CZECH, "W:Wc3:Bh8", text) == "czech.man", text


def test_a_man_does_not_capture_backward() -> None:
    assert broken_rule(CZECH, "W:Wc5:Bd4", "c5xe3") == "czech.man"
    assert legal(CZECH, "W:Wc5:Bd4") == ["c5-b6", "c5-d6"]


def test_a_man_jumps_one_adjacent_rival_onto_an_empty_cell() -> None:
    assert broken_rule(CZECH, "W:Wa1:Bb2,c3", "a1xc3") == "czech.man"
    assert broken_rule(CZECH, "W:Wa1,b2:Bh8", "a1xc3") == "czech.man"
    assert broken_rule(CZECH, "W:Wa1:Bc3", "a1xd4") == "czech.man"


def test_czech_king() -> None:
    assert legal(CZECH, "W:WKa1:Bh2") == [
        "a1-b2", "a1-c3", "a1-d4", "a1-e5", "a1-f6", "a1-g7", "a1-h8",
    ]  # fmt: skip
    assert legal(CZECH, "W:WKa1:Bd4,h2") == ["a1xe5", "a1xf6", "a1xg7", "a1xh8"]
    for text in ("a1-a3", "a1-c5", "a1-b1"):
        assert broken_rule(CZECH, "W:WKa1:Bh2", text) == "czech.king", text
    assert broken_rule(CZECH, "W:Wh2:BKa1", "a1-b2") == "common.own-pieces"


def test_a_king_jumps_one_rival_and_none_of_its_own() -> None:
    assert broken_rule(CZECH, "W:WKa1:Bd4,e5", "a1xf6") == "czech.king"
    assert broken_rule(CZECH, "W:WKa1,c3:Bd4", "a1xe5") == "czech.king"
    assert broken_rule(CZECH, "W:WKa1:Bh8", "a1xh8") == "czech.king"
    assert broken_rule(CZECH, "W:WKa1,g7:Bd4", "a1xg7") == "czech.king"


def test_a_king_lands_where_the_capture_can_go_on() -> None:
    position = "W:WKa1:Bb2,c5,h2"
    assert legal(CZECH, position) == ["a1xd4xa7", "a1xd4xb6"]
    refused = refusal(CZECH, position, "a1xe5")
    assert refused.rule.key == "czech.king"
    assert "must land where it can capture more: d4, not e5" in refused.detail.english()
    assert refused.cells == (cell("e5"), cell("d4"))


def test_going_on_along_the_same_line_counts_too() -> None:
    assert legal(CZECH, "W:WKa1:Bb2,f6") == ["a1xc3xg7", "a1xc3xh8"]


def test_czech_capture_mandatory() -> None:
    position = "W:Wc3,g1:Bd4"
    refused = refusal(CZECH, position, "g1-h2")
    assert refused.rule.key == "czech.capture.mandatory"
    assert "c3xe5" in refused.detail.english()
    assert refused.cells == (cell("c3"),)
    assert broken_rule(CZECH, position, "c3-b4") == "czech.capture.mandatory"
    assert legal(CZECH, position) == ["c3xe5"]


def test_a_capture_must_be_carried_on_to_its_end() -> None:
    position = "W:Wa1:Bb2,d4,f6,h6"
    refused = refusal(CZECH, position, "a1xc3xe5")
    assert refused.rule.key == "czech.capture.mandatory"
    assert "from e5 to g7" in refused.detail.english()
    assert legal(CZECH, position) == ["a1xc3xe5xg7"]


def test_czech_capture_king_first() -> None:
    position = "W:Wc3,Kh2:Bd4,f4,d6"
    refused = refusal(CZECH, position, "c3xe5xc7")
    assert refused.rule.key == "czech.capture.king-first"
    assert refused.cells == (cell("h2"),)
    assert legal(CZECH, position) == ["h2xe5xb8", "h2xe5xc7"]


def test_without_a_capturing_king_the_choice_is_free() -> None:
    assert legal(CZECH, "W:Wc3,Kh2:Bb4,d4,f6") == ["c3xa5", "c3xe5xg7"]


def test_czech_capture_removal() -> None:
    ring = "W:WKe1:Bf2,f4,d4,d2"
    assert legal(CZECH, ring) == ["e1xc3xe5xg3xe1"]
    twice = refusal(CZECH, ring, "e1xc3xe5xg3xe1xc3")
    assert twice.rule.key == "czech.capture.removal"
    assert twice.cells == (cell("d2"),)
    assert broken_rule(CZECH, ring, "e1xc3xe5xd4") == "czech.capture.removal"
    # Once round the ring b4 would be open if d2 had left the board.
    assert broken_rule(CZECH, ring + ",b4", "e1xc3xe5xg3xe1xa5") == "czech.capture.removal"
    assert "e1xc3xe5xg3xe1" in legal(CZECH, ring + ",b4")


def test_the_cell_that_the_king_left_is_empty() -> None:
    state = after(CZECH, "W:WKe1:Bf2,f4,d4,d2", "e1xc3xe5xg3xe1")
    assert pieces(CZECH, state) == {"e1": "white king"}


def test_czech_crown() -> None:
    assert pieces(CZECH, after(CZECH, "W:Wc7:Bh2", "c7-d8"))["d8"] == "white king"
    assert pieces(CZECH, after(CZECH, "B:Wh2:Bb2", "b2-a1"))["a1"] == "black king"
    position = "W:Wb6:Bc7,e7,h2"
    refused = refusal(CZECH, position, "b6xd8xf6")
    assert refused.rule.key == "czech.crown"
    assert "becomes a king on d8" in refused.detail.english()
    assert pieces(CZECH, after(CZECH, position, "b6xd8"))["d8"] == "white king"


def test_czech_draw_idle() -> None:
    position = "W:WKa1,Kc1,a3:BKf8,Kh8"
    almost = wander(CZECH, position, 29)
    assert ending(CZECH, almost) is None
    assert ending(CZECH, wander(CZECH, position, 30)) == ("czech.draw.idle", "draw")


@pytest.mark.parametrize("text", ["a3-b4", "a3b4"])
def test_a_move_of_a_man_ends_the_idling(text: str) -> None:
    state = wander(CZECH, "W:WKa1,Kc1,a3:BKf8,Kh8", 28)
    assert len(state.history) == 28
    assert len(played(CZECH, state, text).history) == 0
