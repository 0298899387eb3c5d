"""Alt text tells a whole position to somebody who plays by it alone."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from render import alt_text
from rules.geometry.square import Square
from rules.view import BoardView, Pattern
from tests.render.views import draughts, views

WHOLE = 20_000


def test_a_position_in_the_order_of_use() -> None:
    view = draughts(
        "Kc5 a1 c1",
        "b8 Kh6",
        "origin:e3 target:c5 captured:d4 candidate:a1=2 candidate:c5=1 offending:b8 chosen:h6",
        status="White to move and must capture.",
        last="e3xc5",
    )
    assert alt_text(view) == (
        "Czech draughts. White to move and must capture. Last move e3xc5. Captured on d4. "
        "Rule broken at b8. Chosen so far h6. Choose 1: c5, 2: a1. "
        "White: 2 men a1, c1; 1 king c5. Black: 1 man b8; 1 king h6."
    )


def test_a_turned_view_is_read_from_its_own_top() -> None:
    assert "White: 3 men h2, a1, c1." in alt_text(draughts("a1 c1 h2", ""))
    assert "White: 3 men c1, a1, h2." in alt_text(draughts("a1 c1 h2", "", turned=True))


def test_a_side_without_pieces_is_named_too() -> None:
    assert alt_text(draughts("a1", "")).endswith("Black: no pieces.")


def test_ten_choices_come_in_the_order_of_their_numbers() -> None:
    cells = ["a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8", "a3", "a5", "a7"]
    marked = " ".join(f"candidate:{name}={number}" for number, name in enumerate(cells, 1))
    found = re.findall(r"(\d+): (\w\d)", alt_text(draughts(marked=marked)))
    assert found == [(str(number), name) for number, name in enumerate(cells, 1)]


def crowded() -> BoardView:
    """Return a board of twenty whose pieces are too many to name."""
    board = Square(20)
    white = " ".join(board.label(each) for each in board.cells[:200])
    black = " ".join("K" + board.label(each) for each in board.cells[200:])
    return draughts(white, black, board=board, pattern=Pattern.PLAIN)


def test_a_crowded_board_is_counted_before_it_is_cut() -> None:
    view = crowded()
    assert alt_text(view) == ("Czech draughts. White to move. White: 200 men. Black: 200 kings.")
    assert alt_text(view, 45) == "Czech draughts. White to move. White: 200…"


@given(views(), st.integers(1, 1100))
def test_the_limit_is_kept(view: BoardView, limit: int) -> None:
    text = alt_text(view, limit)
    assert 0 < len(text) <= limit
    assert text == alt_text(view, WHOLE) or len(alt_text(view, WHOLE)) > limit


@given(views(sizes=st.integers(2, 8)))
def test_every_piece_is_named_when_there_is_room(view: BoardView) -> None:
    text = alt_text(view, WHOLE)
    for player in view.players:
        army = text[text.rindex(f"{player.title}: ") :].split(".")[0]
        for name in ("man", "king"):
            wanted = {
                view.geometry.label(stack.cell)
                for stack in view.stacks
                if (stack.pieces[-1].side, stack.pieces[-1].name) == (player.side, name)
            }
            plural = {"man": "man|men", "king": "kings?"}[name]
            match = re.search(rf"(\d+) (?:{plural}) ([^;]*)", army)
            assert (match is not None) == bool(wanted)
            if match:
                assert int(match[1]) == len(wanted)
                assert set(match[2].split(", ")) == wanted


def test_a_cut_falls_between_words() -> None:
    view = crowded()
    counted = alt_text(view)
    for limit in range(len("Czech…"), len(counted)):
        text = alt_text(view, limit)
        kept = text.removesuffix("…")
        assert kept != text
        assert counted.startswith(kept)
        assert not counted[len(kept)].isalnum(), "the next word is left out whole"


def test_a_word_that_is_too_long_is_cut_all_the_same() -> None:
    assert alt_text(crowded(), 4) == "Cze…"
    assert alt_text(crowded(), 1) == "…"


@pytest.mark.parametrize("limit", [0, -5])
def test_no_room_at_all_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match="at least 1 character"):
        alt_text(draughts(), limit)
