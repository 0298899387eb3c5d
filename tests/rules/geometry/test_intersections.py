"""Boards of crossing lines: the cells of a square board, without its tints."""

import pytest

from rules.geometry import Cell
from rules.geometry.intersections import Intersections
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
