"""Cells and coordinates lie where a reader looks for them."""

from dataclasses import replace

import pytest

from render.cells.layout import Layout, layout
from rules.geometry import Geometry
from rules.geometry.square import Square
from rules.view import BoardView
from tests.render.views import LARGE, SEVEN, SMALL, cell, draughts, piles


def board_of(places: Layout) -> tuple[float, float, float, float]:
    half = places.slots[0].shape.pitch / 2
    return (
        min(slot.x for slot in places.slots) - half,
        min(slot.y for slot in places.slots) - half,
        max(slot.x for slot in places.slots) + half,
        max(slot.y for slot in places.slots) + half,
    )


@pytest.mark.parametrize("view", [draughts(), draughts(board=Square(20))])
@pytest.mark.parametrize("turned", [False, True])
def test_coordinates_stand_left_of_the_board_and_below_it(view: BoardView, turned: bool) -> None:
    places = layout(replace(view, turned=turned), 800)
    left, _, _, bottom = board_of(places)
    slots = {slot.cell: slot for slot in places.slots}
    for label in places.labels:
        mine = [slots[each] for each in label.cells]
        if label.text.isdecimal():
            assert 0 < label.x < left
            assert {slot.y for slot in mine} == {label.y}
        else:
            assert label.y > bottom
            assert {slot.x for slot in mine} == {label.x}


def test_the_near_corner_belongs_to_the_viewer() -> None:
    for turned, corner in ((False, "a1"), (True, "h8")):
        places = layout(draughts(turned=turned), 800)
        slot = next(slot for slot in places.slots if slot.cell == cell(corner))
        assert slot.x == min(other.x for other in places.slots)
        assert slot.y == max(other.y for other in places.slots)


@pytest.mark.parametrize("width", [200, 400, 801])
def test_every_row_of_pixels_is_in_one_strip(width: int) -> None:
    places = layout(draughts(), width)
    assert places.strips[0].top == 0
    for first, second in zip(places.strips, places.strips[1:], strict=False):
        assert first.bottom == second.top
        assert first.top < first.bottom
    shown = [index for span in places.strips for index in span.slots]
    assert sorted(shown) == list(range(64)), "a square board's ranks are strips of their own"


@pytest.mark.parametrize("board", [SMALL, LARGE])
@pytest.mark.parametrize("width", [200, 400, 800, 801])
@pytest.mark.parametrize("turned", [False, True])
def test_hexagons_lie_at_whole_pitches(board: Geometry, width: int, turned: bool) -> None:
    places = layout(piles(board, turned=turned), width)
    slots = {slot.cell: slot for slot in places.slots}
    assert len({slot.shape for slot in places.slots}) == 1
    shifts: dict[str, set[tuple[int, int]]] = {}
    for each in board.cells:
        for way in board.directions:
            beyond = board.step(each, way)
            if beyond is not None:
                shift = (slots[beyond].x - slots[each].x, slots[beyond].y - slots[each].y)
                shifts.setdefault(way, set()).add(shift)
    assert {way: len(found) for way, found in shifts.items()} == dict.fromkeys(board.directions, 1)
    (east,) = shifts["e"]
    assert east == ((-1 if turned else 1) * slots[board.cells[0]].shape.pitch, 0)


@pytest.mark.parametrize("board", [SMALL, LARGE])
@pytest.mark.parametrize("turned", [False, True])
def test_rows_of_hexagons_have_letters_beside_their_first_cells(
    board: Geometry, turned: bool
) -> None:
    places = layout(piles(board, turned=turned), 800)
    slots = {slot.cell: slot for slot in places.slots}
    for label in places.labels:
        mine = [slots[each] for each in label.cells]
        half, height = (mine[0].shape.size[0] // 2, mine[0].shape.size[1])
        if label.text.isalpha():
            left, right = min(slot.box[0] for slot in mine), max(slot.x for slot in mine) + half
            assert right < label.x < 790 if turned else 10 < label.x < left
            assert abs(label.y - mine[0].y) < height / 2
        else:
            lowest = max(mine, key=lambda slot: slot.y)
            assert label.y > lowest.y
            assert all(abs(label.x - slot.x) > 10 or label.y > slot.y for slot in slots.values())
    assert max(label.y for label in places.labels) < places.strips[-1].bottom


@pytest.mark.parametrize("board", [SMALL, LARGE, SEVEN])
@pytest.mark.parametrize("bound", [False, True])
def test_what_stands_in_front_is_drawn_later(board: Geometry, bound: bool) -> None:
    places = layout(piles(board, letters="wb", bound=bound), 800)
    heights = [slot.y for slot in places.slots]
    assert heights == sorted(heights)
    for first, second in zip(places.strips, places.strips[1:], strict=False):
        assert first.top < first.bottom == second.top


def test_races_point_forward_as_the_viewer_sees_it() -> None:
    for turned, up in ((False, -1), (True, 1)):
        view = piles(LARGE, letters="wb", bound=True, turned=turned)
        white, black = layout(view, 800).ends
        assert [way.x < 0 for way in white.ways] == [True, False]
        assert all(way.y * up > 0 for way in white.ways)
        assert all(way.y * up < 0 for way in black.ways)
        assert len(white.edges) == len(black.edges) == 10
