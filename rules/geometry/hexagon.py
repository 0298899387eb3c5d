"""Hexagonal boards: rows a, b, c … from the bottom, cells of a row 1, 2, 3 … from the left."""

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from string import ascii_lowercase
from typing import Final

from rules.geometry import Cell, Coordinate, Point, numbered

__all__ = ["Hexagon"]

_STEPS: Final = {
    "ne": (1, 1), "e": (2, 0), "se": (1, -1), "sw": (-1, -1), "w": (-2, 0), "nw": (-1, 1),
}  # fmt: skip
"""By direction, the step to the right in half cells, and the step upward in rows."""

_ROW: Final = sqrt(3) / 2
"""The height of a row."""

_SIDE: Final = 1 / sqrt(3)
"""The length of a cell's side, which is also the distance from its middle to a corner."""

_CORNERS: Final = (
    Point(0.0, -_SIDE), Point(0.5, -_SIDE / 2), Point(0.5, _SIDE / 2),
    Point(0.0, _SIDE), Point(-0.5, _SIDE / 2), Point(-0.5, -_SIDE / 2),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Hexagon:
    """A board of hexagonal cells, points up, with `edge` cells along each of its six edges.

    Rows are horizontal; a1 is cell 0, a2 cell 1, and b1 is cell `edge`.
    """

    edge: int

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell, row by row from the bottom."""
        return numbered(3 * self.edge * (self.edge - 1) + 1)

    @property
    def directions(self) -> tuple[str, ...]:
        """The six directions, clockwise from the upper right; `e` is along the row."""
        return tuple(_STEPS)

    def step(self, cell: Cell, direction: str) -> Cell | None:
        """Return the next cell in that direction, or None beyond the rim."""
        across, row = self._place(cell)
        right, up = _STEPS[direction]
        return self._at(across + right, row + up)

    def label(self, cell: Cell) -> str:
        """Return the letter of the row and the number in it, such as `c3`."""
        across, row = self._place(cell)
        return f"{ascii_lowercase[row]}{(across + self._length(row) + 1) // 2}"

    def find(self, label: str) -> Cell | None:
        """Return the cell with that name, or None if the board has none."""
        letter, digits = label[:1].lower(), label[1:]
        if letter not in ascii_lowercase or not letter or not digits.isdecimal():
            return None
        row = ascii_lowercase.index(letter)
        return self._at(2 * int(digits) - 1 - self._length(row), row)

    def centre(self, cell: Cell) -> Point:
        """Return the middle of the cell; the middle of the board is (0, 0)."""
        return self._point(*self._place(cell))

    def outline(self, cell: Cell) -> tuple[Point, ...]:
        """Return the six corners."""
        middle = self.centre(cell)
        return tuple(Point(middle.x + corner.x, middle.y + corner.y) for corner in _CORNERS)

    def shade(self, cell: Cell) -> int:
        """Return 0, 1 or 2; the middle cell is 0, and no two neighbours are alike."""
        across, row = self._place(cell)
        up = row - self.edge + 1
        return ((across - up) // 2 - up) % 3

    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """Return the rows from the top to the bottom."""
        cells, starts = self.cells, range(2 * self.edge - 1)
        return tuple(
            cells[self._first(row) : self._first(row) + self._length(row)]
            for row in reversed(starts)
        )

    def coordinates(self) -> tuple[Coordinate, ...]:
        """Return the letters of the rows, at their left ends, and the numbers.

        Every row is counted from its own left end, so the cells with the same number form a line
        that bends at the middle row: upward it runs to the left first, then to the right. A number
        may be written at the lower or the upper end of its line. Because no such line is straight
        across the whole board, a picture should also name the cells themselves.
        """
        rows = self.rows()[::-1]
        letters = (
            Coordinate(
                ascii_lowercase[row],
                (self._point(-self._length(row) - 1, row),),
                frozenset(cells),
            )
            for row, cells in enumerate(rows)
        )
        numbers = (
            self._number(number, tuple(cells[number] for cells in rows if len(cells) > number))
            for number in range(2 * self.edge - 1)
        )
        return (*letters, *numbers)

    def _number(self, number: int, line: tuple[Cell, ...]) -> Coordinate:
        """Return the coordinate of a number, counted from 0, whose cells are given upwards."""
        (right, row), (top_right, top_row) = self._place(line[0]), self._place(line[-1])
        ends = (self._point(right + 1, row - 1), self._point(top_right + 1, top_row + 1))
        return Coordinate(str(number + 1), ends, frozenset(line))

    def _length(self, row: int) -> int:
        return _length(self.edge, row)

    def _first(self, row: int) -> int:
        return sum(map(self._length, range(row)))

    def _place(self, cell: Cell) -> tuple[int, int]:
        return _places(self.edge)[cell]

    def _at(self, across: int, row: int) -> Cell | None:
        length = self._length(row)
        if 0 <= row < 2 * self.edge - 1 and abs(across) < length:
            return Cell(self._first(row) + (across + length - 1) // 2)
        return None

    def _point(self, across: int, row: int) -> Point:
        return Point(across / 2, (row - self.edge + 1) * _ROW)


def _length(edge: int, row: int) -> int:
    return 2 * edge - 1 - abs(row - edge + 1)


@lru_cache(maxsize=16)
def _places(edge: int) -> tuple[tuple[int, int], ...]:
    """Return, by cell, its row, and how far right of the middle it lies, in half cells."""
    return tuple(
        (2 * number + 1 - _length(edge, row), row)
        for row in range(2 * edge - 1)
        for number in range(_length(edge, row))
    )
