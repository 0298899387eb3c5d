"""Cells and coordinates lie where a reader looks for them."""

from dataclasses import replace

import pytest

from render.layout import Layout, layout
from rules.geometry.square import Square
from rules.view import BoardView
from tests.render.views import cell, draughts


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
    assert places.spans[0].top == 0
    for first, second in zip(places.spans, places.spans[1:], strict=False):
        assert first.bottom == second.top
        assert first.top < first.bottom
    shown = [index for span in places.spans for index in span.slots]
    assert sorted(shown) == list(range(64)), "a square board's ranks are strips of their own"
