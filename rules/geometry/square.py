"""Square boards: files a, b, c … from the left, ranks 1, 2, 3 … from the bottom."""

from dataclasses import dataclass
from string import ascii_lowercase
from typing import Final

from rules.geometry import Cell, Coordinate, Point, numbered

__all__ = ["Square"]

_STEPS: Final = {
    "n": (0, 1), "ne": (1, 1), "e": (1, 0), "se": (1, -1),
    "s": (0, -1), "sw": (-1, -1), "w": (-1, 0), "nw": (-1, 1),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Square:
    """A board of `size` by `size` square cells; a1 is cell 0, b1 cell 1, a2 cell `size`."""

    size: int

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell, rank by rank from the bottom."""
        return numbered(self.size * self.size)

    @property
    def directions(self) -> tuple[str, ...]:
        """The eight points of the compass; `n` is up the board."""
        return tuple(_STEPS)

    def step(self, cell: Cell, direction: str) -> Cell | None:
        """Return the next cell in that direction, or None beyond the rim."""
        along, up = _STEPS[direction]
        return self._at(cell % self.size + along, cell // self.size + up)

    def label(self, cell: Cell) -> str:
        """Return file and rank, such as `c3`."""
        return f"{ascii_lowercase[cell % self.size]}{cell // self.size + 1}"

    def find(self, label: str) -> Cell | None:
        """Return the cell with that name, or None if the board has none."""
        letter, digits = label[:1].lower(), label[1:]
        if letter not in ascii_lowercase or not letter or not digits.isdecimal():
            return None
        return self._at(ascii_lowercase.index(letter), int(digits) - 1)

    def centre(self, cell: Cell) -> Point:
        """Return the middle of the cell; a1's is (0, 0)."""
        return Point(cell % self.size, cell // self.size)

    def outline(self, cell: Cell) -> tuple[Point, ...]:
        """Return the four corners."""
        x, y = cell % self.size, cell // self.size
        return tuple(
            Point(x + dx, y + dy) for dx, dy in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        )

    def shade(self, cell: Cell) -> int:
        """Return 1 for dark cells (a1 is one), 0 for light ones."""
        return 1 - (cell % self.size + cell // self.size) % 2

    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """Return the ranks from the top to the bottom."""
        return tuple(
            tuple(Cell(rank * self.size + file) for file in range(self.size))
            for rank in reversed(range(self.size))
        )

    def coordinates(self) -> tuple[Coordinate, ...]:
        """Return the letters of the files and the numbers of the ranks."""
        span = range(self.size)
        files = (
            Coordinate(
                ascii_lowercase[i],
                (Point(i, -1), Point(i, self.size)),
                frozenset(Cell(rank * self.size + i) for rank in span),
            )
            for i in span
        )
        ranks = (
            Coordinate(
                str(i + 1),
                (Point(-1, i), Point(self.size, i)),
                frozenset(Cell(i * self.size + file) for file in span),
            )
            for i in span
        )
        return (*files, *ranks)

    def _at(self, file: int, rank: int) -> Cell | None:
        if 0 <= file < self.size and 0 <= rank < self.size:
            return Cell(rank * self.size + file)
        return None
