"""Hexagonal boards a second time, as rows of counted cells, for the slow second implementations.

A cell is its name. Nothing is shared with `rules.geometry`.
"""

from collections.abc import Iterator

LEFT, RIGHT, UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT = "l", "r", "ul", "ur", "dl", "dr"
SIX_WAYS = (LEFT, RIGHT, UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT)


class Hexes:
    """The board whose rows, from a upward, have these lengths."""

    def __init__(self, *lengths: int) -> None:
        self.lengths = dict(zip("abcdefghi", lengths, strict=False))
        self.cells = [f"{row}{n}" for row, length in self.lengths.items() for n in
                      range(1, length + 1)]  # fmt: skip

    def beside(self, cell: str, way: str) -> str | None:
        """Return the neighbour: rows are shifted by half a cell against the next."""
        row, number = cell[0], int(cell[1:])
        if way in (LEFT, RIGHT):
            found = f"{row}{number + (1 if way == RIGHT else -1)}"
        else:
            other = chr(ord(row) + (1 if way[0] == "u" else -1))
            if other not in self.lengths:
                return None
            longer = self.lengths[other] > self.lengths[row]
            found = f"{other}{number - (not longer) + (way[1] == 'r')}"
        return found if found in self.cells else None

    def line(self, cell: str, way: str) -> Iterator[str]:
        """Yield the cells that way, from the nearest to the rim."""
        following = self.beside(cell, way)
        while following is not None:
            yield following
            following = self.beside(following, way)
