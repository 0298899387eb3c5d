"""Hexagonal boards: names, neighbours and outlines agree with each other."""

from itertools import chain
from math import dist
from typing import Final

import pytest

from rules.geometry import Geometry
from rules.geometry.hexagon import Hexagon
from rules.geometry.rays import line_between, rays
from tests.rules import hexes

EDGES: Final = (1, 2, 3, 5)
OPPOSITES: Final = {"ne": "sw", "e": "w", "se": "nw"}
NAMES: Final = {"ne": "ur", "e": "r", "se": "dr", "sw": "dl", "w": "l", "nw": "ul"}

edges = pytest.mark.parametrize("board", [Hexagon(edge) for edge in EDGES], ids=map(str, EDGES))


def labels(board: Geometry) -> list[list[str]]:
    return [[board.label(cell) for cell in row] for row in board.rows()]


def test_rows_are_lettered_from_the_bottom_and_cells_counted_from_the_left() -> None:
    assert labels(Hexagon(3)) == [
        ["e1", "e2", "e3"],
        ["d1", "d2", "d3", "d4"],
        ["c1", "c2", "c3", "c4", "c5"],
        ["b1", "b2", "b3", "b4"],
        ["a1", "a2", "a3"],
    ]
    assert [len(row) for row in labels(Hexagon(5))] == [5, 6, 7, 8, 9, 8, 7, 6, 5]


@edges
def test_cells_are_dense_from_zero(board: Geometry) -> None:
    assert board.cells == tuple(range(len(board.cells)))
    assert sorted(chain.from_iterable(board.rows())) == list(board.cells)


@edges
def test_labels_go_both_ways_in_any_case(board: Geometry) -> None:
    assert [board.find(board.label(cell)) for cell in board.cells] == list(board.cells)
    assert [board.find(board.label(cell).upper()) for cell in board.cells] == list(board.cells)


@pytest.mark.parametrize("text", ["", "a", "1", "a0", "a4", "c6", "f1", "a-1", "a1b", "ä1", "aa1"])
def test_what_names_no_cell_is_not_found(text: str) -> None:
    assert Hexagon(3).find(text) is None


@edges
def test_steps_lead_there_and_back_and_one_cell_far(board: Geometry) -> None:
    for cell in board.cells:
        for there, back in OPPOSITES.items():
            beyond = board.step(cell, there)
            if beyond is not None:
                assert board.step(beyond, back) == cell
                start, end = board.centre(cell), board.centre(beyond)
                assert dist((start.x, start.y), (end.x, end.y)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("edge", "lengths"), [(3, (3, 4, 5, 4, 3)), (5, (5, 6, 7, 8, 9, 8, 7, 6, 5))]
)
def test_steps_agree_with_counting_in_rows(edge: int, lengths: tuple[int, ...]) -> None:
    board, counted = Hexagon(edge), hexes.Hexes(*lengths)
    assert [board.label(cell) for cell in board.cells] == counted.cells
    for cell in board.cells:
        for direction in board.directions:
            beyond = board.step(cell, direction)
            named = None if beyond is None else board.label(beyond)
            assert named == counted.beside(board.label(cell), NAMES[direction])


@edges
def test_neighbouring_cells_differ_in_shade(board: Geometry) -> None:
    assert {board.shade(cell) for cell in board.cells} <= {0, 1, 2}
    for cell in board.cells:
        neighbours = (board.step(cell, direction) for direction in board.directions)
        assert all(board.shade(n) != board.shade(cell) for n in neighbours if n is not None)


@edges
def test_an_outline_lies_evenly_around_its_centre(board: Geometry) -> None:
    for cell in board.cells:
        centre, corners = board.centre(cell), board.outline(cell)
        assert len(corners) == 6
        for corner in corners:
            assert dist((corner.x, corner.y), (centre.x, centre.y)) == pytest.approx(3**-0.5)
        turns = zip(corners, (*corners[1:], corners[0]), strict=True)
        assert sum(a.x * b.y - a.y * b.x for a, b in turns) == pytest.approx(3**0.5)


@edges
def test_neighbours_share_a_side(board: Geometry) -> None:
    def places(outlined: Geometry, cell: int) -> set[tuple[float, float]]:
        corners = outlined.outline(outlined.cells[cell])
        return {(round(corner.x, 6), round(corner.y, 6)) for corner in corners}

    for cell in board.cells:
        for direction in board.directions:
            beyond = board.step(cell, direction)
            if beyond is not None:
                assert len(places(board, cell) & places(board, beyond)) == 2


@edges
def test_coordinates_spell_the_labels(board: Geometry) -> None:
    for cell in board.cells:
        spelled = "".join(name.text for name in board.coordinates() if cell in name.cells)
        assert spelled == board.label(cell)


@edges
@pytest.mark.parametrize("end", [0, -1], ids=["lower", "upper"])
def test_coordinates_have_places_of_their_own_outside_the_board(board: Geometry, end: int) -> None:
    places = [board.centre(cell) for cell in board.cells]
    places += [name.places[end] for name in board.coordinates()]
    for number, place in enumerate(places):
        for other in places[:number]:
            assert dist((place.x, place.y), (other.x, other.y)) > 0.99


def test_a_line_holds_the_cells_up_to_its_end() -> None:
    board = Hexagon(3)
    a1, c3, c5, e3 = (board.find(label) for label in ("a1", "c3", "c5", "e3"))
    assert a1 is not None
    assert c3 is not None
    assert c5 is not None
    assert e3 is not None
    found = line_between(board, a1, c3)
    assert found is not None
    assert (found[0], [board.label(cell) for cell in found[1]]) == ("ne", ["b2", "c3"])
    assert line_between(board, a1, a1) is None
    assert line_between(board, a1, c5) is None
    assert [board.label(cell) for cell in rays(board)[e3]["w"]] == ["e2", "e1"]
    assert rays(board)[e3]["e"] == ()
