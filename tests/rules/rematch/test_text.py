"""Moves and positions as text, and what the view shows."""

from typing import Final

import pytest

from rules.contract.core import AmbiguousMove, AnyGame
from rules.contract.view import Mark, MarkKind, Piece, Side
from rules.games.rematch.view import PIECE
from rules.registry import find
from tests.rules.asking import cells, misread, typed
from tests.rules.shown import sides, status

REMATCH: Final[AnyGame] = find("rematch")
TRIANGLE: Final = "w:a1=w,b1=o,b2=r,c2=r,e3=r"


@pytest.mark.parametrize("text", ["a1xc1xc3xa1", "A1 C1 C3 A1", "a1-c1:c3 x a1", "a1c1c3a1"])
def test_separators_and_capitals_do_not_matter(text: str) -> None:
    state = REMATCH.position(TRIANGLE)
    assert REMATCH.notate(REMATCH.parse(state, text)) == "a1xc1xc3xa1"


def test_start_and_end_are_enough_where_one_capture_fits() -> None:
    state = REMATCH.position("w:a1=w,b2=r,d3=r,e1=o")
    assert typed(REMATCH, state, "a1 e3") == "a1xc3xe3"


def test_several_fitting_captures_are_listed() -> None:
    state = REMATCH.position(TRIANGLE)
    with pytest.raises(AmbiguousMove) as refused:
        typed(REMATCH, state, "a1-a1")
    assert refused.value.candidates == ("a1xc1xc3xa1", "a1xc3xc1xa1")
    assert typed(REMATCH, state, "a1 c3 c1 a1") == "a1xc3xc1xa1"


def test_what_is_written_out_wins_over_what_it_abbreviates() -> None:
    """Red may stop on e3, or go on and come back to it."""
    state = REMATCH.position("r-w:b2=o,c3=r,d3=w")
    assert typed(REMATCH, state, "c3 e3") == "c3xe3"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("w", "w"),
        ("w:a1=w:idle=1:plies=1", "w:a1=w:idle=1:plies=1"),
        ("x:a1=w", "x"),
        ("r:a1=r,b1=w", "r"),
        ("w:a9=w", "a9"),
        ("w:a1=", "a1="),
        ("w:a1=wx", "a1=wx"),
        ("w:a1=w,a1=r", "a1=r"),
        ("w:a1=wwwww,b1=r", "a1=wwwww"),
        ("w:", "w:"),
        ("w:a1=o,b1=r", "w:a1=o,b1=r"),
        ("w:a1=w,b1=r:idle=x", "idle=x"),
        ("w:a1=w,b1=r:time=3", "time=3"),
    ],
)
def test_impossible_positions_are_refused_for_a_part(text: str, part: str) -> None:
    assert misread(REMATCH, text) == part


def test_plies_are_no_fewer_than_idle_ones() -> None:
    state = REMATCH.position("W: a1=W, b1=R : idle=7")
    assert (state.idle, state.plies) == (7, 7)


def test_stacks_are_shown_bottom_to_top_and_owners_counted() -> None:
    view = REMATCH.view(REMATCH.position("r-o:a1=orw,c3=r,d1=r"))
    assert sides(view) == [
        ("White", "0 stacks", False),
        ("Red", "2 stacks", True),
        ("Orange", "1 stack", False),
    ]
    assert view.stacks[0].pieces == tuple(
        Piece(Side(side), PIECE) for side in ("white", "red", "orange")
    )


def test_the_last_capture_is_marked() -> None:
    state = REMATCH.position("r-w:b4=o,c1=r,c4=w,e1=w")
    move = REMATCH.parse(state, "c1xc5xa3")
    view = REMATCH.view(REMATCH.apply(state, move), move)
    c1, c5, a3, c4, b4 = cells(REMATCH, "c1", "c5", "a3", "c4", "b4")
    assert set(view.marks) == {
        Mark(c1, MarkKind.ORIGIN),
        Mark(c5, MarkKind.PASSED),
        Mark(a3, MarkKind.TARGET),
        Mark(c4, MarkKind.CAPTURED),
        Mark(b4, MarkKind.CAPTURED),
    }


def test_a_capture_that_comes_home_marks_its_end() -> None:
    state = REMATCH.position(TRIANGLE)
    move = REMATCH.parse(state, "a1xc1xc3xa1")
    marks = {m.cell: m.kind for m in REMATCH.view(REMATCH.apply(state, move), move).marks}
    assert marks[cells(REMATCH, "a1")[0]] is MarkKind.TARGET
    assert len(marks) == 6


def test_the_status_tells_turns_duties_and_ends() -> None:
    def told(position: str) -> str:
        return status(REMATCH.view(REMATCH.position(position)))

    assert told("w:a1=w,e3=r") == "White to move."
    assert told("w:a1=w,b2=r") == "White to move and must capture."
    assert told("r-w:c1=r,c4=w") == "Red to move. White is next."
    assert told("r-w:a1=r,c4=ro") == "Red won: White and Orange have no piece on top."
    assert told("w:a1=w,c4=o") == "White and Orange won: Red has no piece on top."
    assert told("w:a1=w,e3=r:idle=40") == "Draw: 40 turns in a row passed without a capture."
