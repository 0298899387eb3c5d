"""Square boards: names, neighbours and outlines agree with each other."""

from itertools import chain
from math import dist
from typing import Final

import pytest

from rules.geometry import Geometry
from rules.geometry.square import Square

SIZES: Final = (1, 7, 8, 20)
OPPOSITES: Final = {"n": "s", "e": "w", "ne": "sw", "nw": "se"}

sizes = pytest.mark.parametrize("board", [Square(size) for size in SIZES], ids=map(str, SIZES))


@sizes
def test_cells_are_dense_from_zero(board: Geometry) -> None:
    assert board.cells == tuple(range(len(board.cells)))


@sizes
def test_labels_go_both_ways_in_any_case(board: Geometry) -> None:
    labels = [board.label(cell) for cell in board.cells]
    assert len(set(labels)) == len(labels)
    assert [board.find(label) for label in labels] == list(board.cells)
    assert [board.find(label.upper()) for label in labels] == list(board.cells)


def test_files_go_right_and_ranks_up() -> None:
    board = Square(8)
    assert [board.label(cell) for cell in board.cells[:9]] == [
        "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2",
    ]  # fmt: skip


@pytest.mark.parametrize("text", ["", "a", "1", "a0", "a9", "i1", "a-1", "a1b", "ä1", "a¹", "aa1"])
def test_what_names_no_cell_is_not_found(text: str) -> None:
    assert Square(8).find(text) is None


@sizes
def test_steps_lead_there_and_back(board: Geometry) -> None:
    for cell in board.cells:
        for there, back in OPPOSITES.items():
            beyond = board.step(cell, there)
            if beyond is not None:
                assert board.step(beyond, back) == cell


def test_a_step_goes_where_its_name_says_and_stops_at_the_rim() -> None:
    board = Square(8)
    d4 = board.find("d4")
    assert d4 is not None
    neighbours = {way: board.step(d4, way) for way in board.directions}
    named = {way: board.label(cell) for way, cell in neighbours.items() if cell is not None}
    assert named == {
        "n": "d5", "ne": "e5", "e": "e4", "se": "e3", "s": "d3", "sw": "c3", "w": "c4", "nw": "c5",
    }  # fmt: skip
    corner = board.cells[-1]
    inward = {way for way in board.directions if board.step(corner, way) is not None}
    assert inward == {"s", "w", "sw"}


@sizes
def test_neighbouring_cells_differ_in_shade(board: Geometry) -> None:
    for cell in board.cells:
        for way in ("n", "e"):
            beyond = board.step(cell, way)
            assert beyond is None or board.shade(beyond) != board.shade(cell)


def test_a1_is_dark() -> None:
    board = Square(8)
    assert board.shade(board.cells[0]) == 1


@sizes
def test_an_outline_lies_evenly_around_its_centre(board: Geometry) -> None:
    for cell in board.cells:
        centre, corners = board.centre(cell), board.outline(cell)
        assert len(corners) == 4
        assert {dist((p.x, p.y), (centre.x, centre.y)) for p in corners} == {0.5**0.5}
        turns = zip(corners, (*corners[1:], corners[0]), strict=True)
        assert sum(a.x * b.y - a.y * b.x for a, b in turns) == pytest.approx(2)


@sizes
def test_rows_read_from_the_top_left(board: Geometry) -> None:
    rows = board.rows()
    assert sorted(chain.from_iterable(rows)) == list(board.cells)
    heights = [board.centre(row[0]).y for row in rows]
    assert heights == sorted(heights, reverse=True)
    for row in rows:
        across = [board.centre(cell).x for cell in row]
        assert across == sorted(across)


@sizes
def test_coordinates_spell_the_labels(board: Geometry) -> None:
    names = board.coordinates()
    for cell in board.cells:
        spelled = "".join(name.text for name in names if cell in name.cells)
        assert spelled == board.label(cell)


@sizes
def test_coordinates_are_written_outside_the_board(board: Geometry) -> None:
    centres = {board.centre(cell) for cell in board.cells}
    places = [place for name in board.coordinates() for place in name.places]
    assert not centres.intersection(places)
