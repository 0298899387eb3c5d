"""The text board holds the whole position."""

from hypothesis import given
from hypothesis import strategies as st

from render import text_board
from rules.view import BoardView, Pattern
from tests.render.views import BLACK, WHITE, draughts, views

MOST = 1900


def test_a_board_as_its_player_sees_it() -> None:
    view = draughts("a1 c1 Kg5", "b8 Kd6")
    assert text_board(view).splitlines() == [
        "8    b   .   .   .",
        "7  .   .   .   .",
        "6    .   B   .   .",
        "5  .   .   .   W",
        "4    .   .   .   .",
        "3  .   .   .   .",
        "2    .   .   .   .",
        "1  w   w   .   .",
        "   a b c d e f g h",
        "",
        "w White man, W White king, b Black man, B Black king, . empty",
    ]


def test_a_turned_board() -> None:
    lines = text_board(draughts("a1", "h8", turned=True, pattern=Pattern.PLAIN)).splitlines()
    assert lines[0] == "1  . . . . . . . w"
    assert lines[7] == "8  b . . . . . . ."
    assert lines[8] == "   h g f e d c b a"


@given(views(sizes=st.integers(2, 20)))
def test_the_pieces_can_be_read_back(view: BoardView) -> None:
    lines = text_board(view).splitlines()
    rows, feet = lines[: lines.index("") - 1], lines[lines.index("") - 1]
    columns = {place: letter for place, letter in enumerate(feet) if letter != " "}
    found: dict[str, str] = {}
    for row in rows:
        head = row[:2].strip()
        for place, letter in columns.items():
            sign = row[place : place + 1]
            if sign.isalpha():
                found[letter + head] = sign
    signs = {(WHITE, False): "w", (WHITE, True): "W", (BLACK, False): "b", (BLACK, True): "B"}
    assert found == {
        view.geometry.label(stack.cell): signs[stack.pieces[-1].side, stack.pieces[-1].crowned]
        for stack in view.stacks
    }


@given(views(sizes=st.just(8)))
def test_a_board_of_eight_fits_into_a_message(view: BoardView) -> None:
    assert len(text_board(view)) <= MOST
