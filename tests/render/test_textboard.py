"""The text board holds the whole position."""

import re

from hypothesis import given
from hypothesis import strategies as st

from render import text_board
from rules.contract.view import BoardView, Pattern
from tests.render.views import BLACK, SMALL, WHITE, draughts, piled_views, piles, views

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


def test_a_hexagonal_board_of_stacks() -> None:
    view = piles(SMALL, "c3=rwo e1=w d2=rr a3=ow", bound=False)
    assert text_board(view).splitlines() == [
        "e1      w   .   .   e3",
        "d1    .   r2  .   .   d4",
        "c1  .   .   r3  .   .   c5",
        "b1    .   .   .   .   b4",
        "a1      .   .   o2  a3",
        "",
        "w White pawn, r Red pawn, o Orange pawn, . empty",
        "Stacks from the top down: d2=rr, c3=rwo, a3=ow",
    ]


def test_single_pieces_stand_closer_and_end_rows_are_named() -> None:
    view = piles(SMALL, "a1=w e3=b", letters="wb", bound=True, turned=True)
    assert text_board(view).splitlines() == [
        "a3    . . w a1",
        "b4   . . . . b1",
        "c5  . . . . . c1",
        "d4   . . . . d1",
        "e3    b . . e1",
        "",
        "w White pawn, b Black pawn, . empty",
        "End rows: White e3-e1, Black a3-a1",
    ]


@given(piled_views())
def test_all_stacks_can_be_read_back(view: BoardView) -> None:
    board, _, legend = text_board(view).partition("\n\n")
    found = dict(re.findall(r"([a-i]\d)=(\w+)", legend))
    wanted = {
        view.geometry.label(stack.cell): "".join(piece.side[0] for piece in reversed(stack.pieces))
        for stack in view.stacks
        if len(stack.pieces) > 1
    }
    assert found == wanted
    rims = r"^\w+ |\w+$" if board.startswith(("e", "a", "i")) else r"^\w+ "
    signs = re.findall(r"(?<!\w)[wb]\d+(?!\w)", re.sub(rims, "", board, flags=re.MULTILINE))
    heights = sorted(f"{pile[0]}{len(pile)}" for pile in wanted.values())
    assert sorted(sign for sign in signs if int(sign[1:]) > 1) == heights
    assert all(len(line) <= 50 for line in legend.splitlines()[1:])
    assert len(text_board(view)) <= MOST
