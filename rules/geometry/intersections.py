"""Lines that cross: pieces stand on the intersections, and tiles lie between them."""

from dataclasses import dataclass
from typing import NewType

from rules.geometry import Cell, Point
from rules.geometry.square import Square

__all__ = ["Intersections", "Tile"]

Tile = NewType("Tile", int)
"""A tile's number on its board, dense from 0, rank by rank from the bottom."""


@dataclass(frozen=True, slots=True)
class Intersections(Square):
    """A lattice of `size` by `size` intersections, named as cells of a square board are.

    The cells are the intersections. Between them lie `size - 1` by `size - 1` tiles, each one unit
    wide, whose corners are the centres of four cells.
    """

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile, rank by rank from the bottom."""
        return tuple(Tile(number) for number in range((self.size - 1) ** 2))

    def shade(self, cell: Cell) -> int:  # noqa: ARG002 - all are alike
        """Return 0: intersections have no tint."""
        return 0

    def tile_outline(self, tile: Tile) -> tuple[Point, ...]:
        """Return the tile's four corners, counter-clockwise from the lower left."""
        y, x = divmod(tile, self.size - 1)
        return Point(x, y), Point(x + 1, y), Point(x + 1, y + 1), Point(x, y + 1)

    def tiles_between(self, corner: Cell, opposite: Cell) -> tuple[Tile, ...]:
        """Return the tiles of the rectangle with these two opposite corners."""
        (low, high), (left, right) = (
            sorted(ends)
            for ends in zip(divmod(corner, self.size), divmod(opposite, self.size), strict=True)
        )
        return tuple(
            Tile(y * (self.size - 1) + x) for y in range(low, high) for x in range(left, right)
        )
