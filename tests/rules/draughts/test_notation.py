"""Moves and positions as text."""

import pytest

from rules.contract.core import AmbiguousMove, AnyGame, IllegalMove, NotationError
from rules.games.draughts.position import Move, bit
from rules.registry import find
from tests.rules.asking import misread, typed
from tests.rules.draughts.asking import cell, pieces

CZECH: AnyGame = find("czech")
TURKISH: AnyGame = find("turkish")


def read(game: AnyGame, position: str, text: str) -> str:
    return typed(game, position, text)


@pytest.mark.parametrize("text", ["c3-d4", "C3D4", " c3 x d4 ", "c3:d4", "c3 d4", "c3–d4", "c3×d4"])
def test_capitals_blanks_and_separators_are_forgiven(text: str) -> None:
    assert read(CZECH, "W:Wc3:Bh8", text) == "c3-d4"


def test_a_capture_may_be_shortened_to_its_ends_or_some_cells() -> None:
    position = "W:Wa1:Bb2,d4,f6"
    for text in ("a1xg7", "a1g7", "a1xc3xg7", "a1-e5-g7", "a1xc3xe5xg7"):
        assert read(CZECH, position, text) == "a1xc3xe5xg7"


def test_an_ambiguous_short_form_lists_what_it_may_mean() -> None:
    state = CZECH.position("W:Wc1:Bb2,b4,d2,d4")
    with pytest.raises(AmbiguousMove, match="c1xa3xc5 or c1xe3xc5") as refused:
        typed(CZECH, state, "c1xc5")
    assert refused.value.candidates == ("c1xa3xc5", "c1xe3xc5")
    assert typed(CZECH, state, "c1e3c5") == "c1xe3xc5"


def test_a_capture_may_name_the_pieces_that_it_takes() -> None:
    """The Turkish federation writes captures so; d4xd6xb6xb8 is what it means here."""
    state = TURKISH.start()
    for text in ("a3-a4", "b6-b5", "d3-d4", "d6-d5"):
        state = TURKISH.apply(state, TURKISH.parse(state, text))
    for text in ("d4xd5xc6xb7", "d4 x d5 x c6 x b7", "d4xd6xb6xb8"):
        assert typed(TURKISH, state, text) == "d4xd6xb6xb8"
    assert read(TURKISH, "W:Wd4,h1:Bd5,h8", "d4xd5") == "d4xd6"
    assert read(TURKISH, "W:Wd4,c5:Bd5,h8", "d4xd5") == "d4xd6"
    with pytest.raises(IllegalMove, match="isn't empty"):
        read(TURKISH, "W:Wd4,h1:Bd5,h8", "d4-d5")
    with pytest.raises(AmbiguousMove, match="d4xd7 or d4xd8"):
        read(TURKISH, "W:WKd4:Bd6,h8", "d4xd6")


def test_an_exact_notation_wins_over_a_short_one() -> None:
    position = "W:WKc3:Bb2,d2,f2,g5"
    assert read(CZECH, position, "c3-a1") == "c3xa1"
    assert read(CZECH, position, "c3 h4 a1") == "c3xe1xh4xf6xa1"


def test_other_paths_of_the_same_turn_are_understood() -> None:
    assert read(CZECH, "W:WKe1:Bf2,f4,d4,d2", "e1xg3xe5xc3xe1") == "e1xc3xe5xg3xe1"
    assert read(CZECH, "W:WKa1:Bb2,f6", "a1xe5xg7") == "a1xc3xg7"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no move"),
        (" - ", "no move"),
        ("c3", "is only one cell"),
        ("c3-d9", "no cell d9"),
        ("c3-z4", "z4"),
        ("castle", "c3-d4"),
        ("c3-d4!", "d4!"),
    ],
)
def test_what_names_no_move_is_refused_in_words(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        CZECH.parse(CZECH.start(), text)


def test_a_move_made_by_hand_must_take_what_its_path_takes() -> None:
    state = CZECH.position("W:Wc3:Bd4,b4")
    wrong = Move((cell("c3"), cell("e5")), bit(cell("b4")))
    violation = CZECH.violation(state, wrong)
    assert violation is not None
    assert violation.rule.key == "czech.capture.removal"
    assert CZECH.violation(state, CZECH.parse(state, "c3xe5")) is None


@pytest.mark.parametrize(
    "text",
    ["W:Wa1,Kg3:Bb4,Kb6", "w:wa1,kg3:bb4,kb6", " W : W a1, Kg3 : B b4,Kb6. ", "W:BKb6,b4:WKg3,a1"],
)
def test_positions_are_read_as_pdn_writes_them(text: str) -> None:
    state = CZECH.position(text)
    assert CZECH.turn(state) == "white"
    assert pieces(CZECH, state) == {
        "a1": "white man", "g3": "white king", "b4": "black man", "b6": "black king",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", ""),
        ("W:Wa1", "wa1"),
        ("W:Wa1:Bb2:Bd4", "wa1:bb2:bd4"),
        ("X:Wa1:Bb2", "x"),
        ("W:Wa1:Wb2", "wa1:wb2"),
        ("W:a1:Bb2", "a1:bb2"),
        ("W:Wa1,a1:Bb2", "a1"),
        ("W:Wa3:BKa3", "ka3"),
        ("W:Wa9:Bb2", "a9"),
        ("W:Wa1,:Bb2", ""),
        ("W:Wa2:Bb2", "a2"),
        ("W:Wa1,d8:Bb2", "d8"),
        ("W:Wa3:Ba1", "a1"),
        ("W:Wa1,b2,c1,c3,d2,d4,e1,e3,f2,f4,g1,g3,h2:Bb8", "h2"),
    ],
)
def test_impossible_positions_are_refused_for_a_part(text: str, part: str) -> None:
    assert misread(CZECH, text) == part


def test_turkish_draughts_uses_light_cells_too() -> None:
    state = TURKISH.position("B:Wa2:Bb2")
    assert pieces(TURKISH, state) == {"a2": "white man", "b2": "black man"}
