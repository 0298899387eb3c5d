"""Boards of crossing lines: the cells of a square board, with tiles between them."""

import pytest

from rules.geometry import Cell, Point
from rules.geometry.intersections import Intersections, Tile
from rules.geometry.square import Square

SIZES = pytest.mark.parametrize("size", [8, 12, 14, 18, 20])


@SIZES
def test_intersections_are_named_without_leaving_a_letter_out(size: int) -> None:
    board = Intersections(size)
    assert len(board.cells) == size * size
    assert all(board.find(board.label(cell)) == cell for cell in board.cells)
    assert board.label(Cell(8 if size > 8 else 7)) == ("i1" if size > 8 else "h1")
    assert board.label(board.cells[-1]) == "abcdefghijklmnopqrst"[size - 1] + str(size)
    assert board.find("u1") is None


def test_a_lattice_is_no_square_board() -> None:
    assert Intersections(8) != Square(8)
    assert Intersections(8) == Intersections(8)
    assert {Intersections(8).shade(cell) for cell in Intersections(8).cells} == {0}


@SIZES
def test_tiles_lie_between_the_centres_of_four_cells(size: int) -> None:
    board = Intersections(size)
    centres = {board.centre(cell) for cell in board.cells}
    assert len(board.tiles) == (size - 1) ** 2
    for tile in board.tiles:
        assert centres.issuperset(board.tile_outline(tile))
    assert board.tile_outline(Tile(0)) == (Point(0, 0), Point(1, 0), Point(1, 1), Point(0, 1))


@SIZES
def test_a_rectangle_holds_its_tiles_whichever_corners_name_it(size: int) -> None:
    board = Intersections(size)

    def between(one: str, other: str) -> tuple[Tile, ...]:
        first, second = board.find(one), board.find(other)
        assert first is not None
        assert second is not None
        return board.tiles_between(first, second)

    assert between("b2", "d3") == between("d2", "b3") == between("d3", "b2")
    assert between("b2", "d3") == (Tile(size), Tile(size + 1))
    assert not between("b2", "b7")
    assert between("a1", board.label(board.cells[-1])) == board.tiles
