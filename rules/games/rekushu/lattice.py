"""A board of one size as bitboards: areas, tiles, rays and reflections."""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from rules.contract.sentence import say
from rules.games.rekushu.position import Bitboard, Move, Rectangle
from rules.geometry import Cell
from rules.geometry.intersections import Intersections

__all__ = ["MIRRORS", "Lattice", "Rays", "lattice"]

MIRRORS: Final = {
    "h": say("left and right"),
    "v": say("up and down"),
    "r": say("by half a turn"),
}
"""The types of mirror, with the reflection that they make."""


class Rays(NamedTuple):
    """All cells in each direction from one cell, up to the rim."""

    east: Bitboard
    north: Bitboard
    west: Bitboard
    south: Bitboard


class Lattice:
    """The tables for one size of board; they never change."""

    __slots__ = (
        "_columns", "board", "everywhere", "open_tiles", "placements", "rays", "reflections",
        "size",
    )  # fmt: skip

    def __init__(self, size: int) -> None:
        self.size: Final = size
        self.board: Final = Intersections(size)
        self.everywhere: Final[Bitboard] = (1 << size * size) - 1
        self._columns: Final = tuple(
            sum(1 << size * row for row in range(height)) for height in range(size + 1)
        )
        self.rays: Final = tuple(map(self._rays, self.board.cells))
        self.placements: Final = tuple(map(Move, self.board.cells))
        """By cell, the move that places a stone there without a claim."""
        self.reflections: Final[Mapping[str, tuple[Cell, ...]]] = {
            kind: tuple(self._reflected(kind, cell) for cell in self.board.cells)
            for kind in MIRRORS
        }
        """By type of mirror and cell, the place where the mirror of a stone there would be."""
        low, high = Cell(0), self.board.cells[-1]
        self.open_tiles: Final = self.tiles(Rectangle(low, high))
        """All tiles."""

    def area(self, rectangle: Rectangle) -> Bitboard:
        """Return the cells of the rectangle: its corners, edges and inside."""
        low, high = rectangle
        width = high % self.size - low % self.size + 1
        height = high // self.size - low // self.size + 1
        return ((1 << width) - 1) * self._columns[height] << low

    def tiles(self, rectangle: Rectangle) -> Bitboard:
        """Return the tiles of the rectangle."""
        low, high = rectangle
        width = high % self.size - low % self.size
        height = high // self.size - low // self.size
        return ((1 << width) - 1) * self._columns[height] << low

    def corners(self, rectangle: Rectangle) -> tuple[Cell, Cell, Cell, Cell]:
        """Return the four corners, counter-clockwise from the lower left."""
        low, high = rectangle
        return low, self.meeting(high, low), high, self.meeting(low, high)

    def touching(self, tiles: Bitboard) -> Bitboard:
        """Return the cells that touch at least one of these tiles."""
        beside = tiles | tiles << 1
        return beside | beside << self.size

    def meeting(self, file: Cell, rank: Cell) -> Cell:
        """Return the cell on the file of one cell and the rank of the other."""
        return Cell(file % self.size + rank // self.size * self.size)

    def spanned(self, corner: Cell, opposite: Cell) -> Rectangle:
        """Return the rectangle that has these two as opposite corners."""
        (low, high), (left, right) = (
            sorted(ends)
            for ends in zip(divmod(corner, self.size), divmod(opposite, self.size), strict=True)
        )
        return Rectangle(Cell(low * self.size + left), Cell(high * self.size + right))

    def mirror(self, stone: Cell, of: Cell) -> str | None:
        """Return the type of mirror that the stone makes of another, if any."""
        return next((kind for kind in MIRRORS if self.reflections[kind][of] == stone), None)

    def _rays(self, cell: Cell) -> Rays:
        file, rank = cell % self.size, cell // self.size
        row = ((1 << self.size) - 1) << rank * self.size
        column = self._columns[self.size] << file
        below, above = (1 << cell) - 1, self.everywhere ^ ((2 << cell) - 1)
        return Rays(row & above, column & above, row & below, column & below)

    def _reflected(self, kind: str, cell: Cell) -> Cell:
        file, rank = cell % self.size, cell // self.size
        across = file if kind == "v" else self.size - 1 - file
        up = rank if kind == "h" else self.size - 1 - rank
        return Cell(up * self.size + across)


@cache
def lattice(size: int) -> Lattice:
    """Return the tables for a size of board."""
    return Lattice(size)
