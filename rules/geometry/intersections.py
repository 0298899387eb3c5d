"""Boards of crossing lines: pieces stand on the intersections, and tiles lie between them."""

from dataclasses import dataclass

from rules.geometry import Cell
from rules.geometry.square import Square

__all__ = ["Intersections"]


@dataclass(frozen=True, slots=True)
class Intersections(Square):
    """A lattice of `size` by `size` intersections, named like the cells of a square board.

    The cells are the intersections. Between them lie `size - 1` by `size - 1` tiles, each one unit
    wide, whose corners are the centres of four cells.
    """

    def shade(self, cell: Cell) -> int:  # noqa: ARG002 - all are alike
        """Return 0: intersections have no tint."""
        return 0
