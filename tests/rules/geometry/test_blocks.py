"""Boards cut into blocks: all of the board, in reading order, none too large."""

import pytest

from rules.geometry import Geometry
from rules.geometry.blocks import blocks
from rules.geometry.hexagon import Hexagon
from rules.geometry.intersections import Intersections
from rules.geometry.square import Square

MOST = 20
BOARDS = [*map(Intersections, (8, 12, 14, 18, 20)), *map(Square, (5, 6, 10)), *map(Hexagon, (3, 5))]


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_blocks_make_up_the_board_and_none_holds_too_much(board: Geometry) -> None:
    found = blocks(board, MOST)
    assert 1 <= len(found) <= MOST
    assert all(1 <= len(block.cells) <= MOST for block in found)
    assert sum(len(block.cells) for block in found) == len(board.cells)
    assert frozenset[int]().union(*(block.cells for block in found)) == set(board.cells)
    assert all({block.low, block.high} <= block.cells for block in found)


@pytest.mark.parametrize(
    ("size", "first", "last", "count"),
    [
        (4, "a1–d4", "a1–d4", 1),
        (5, "a1–c5", "d1–e5", 2),
        (8, "a5–d8", "e1–h4", 4),
        (12, "a9–d12", "i1–l4", 9),
        (18, "a14–d18", "p1–r4", 20),
        (20, "a16–d20", "q1–t5", 20),
    ],
)
def test_square_blocks_are_named_by_two_corners_from_the_top_left(
    size: int, first: str, last: str, count: int
) -> None:
    board = Intersections(size)
    names = [f"{board.label(block.low)}–{board.label(block.high)}" for block in blocks(board, MOST)]
    assert len(names) == count
    assert (names[0], names[-1]) == (first, last)


def test_a_board_too_large_for_any_grid_is_cut_as_finely_as_allowed() -> None:
    found = blocks(Square(26), MOST)
    assert len(found) == MOST
    assert max(len(block.cells) for block in found) == 42
