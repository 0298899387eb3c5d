"""Directions over the whole board at once, as shifts, masks and rays of bitboards."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from rules.games.draughts.position import BOARD, Bitboard, bit
from rules.geometry import Cell

__all__ = ["Way", "between", "way", "way_between", "ways"]

_OPPOSITE: Final = {
    "n": "s", "ne": "sw", "e": "w", "se": "nw", "s": "n", "sw": "ne", "w": "e", "nw": "se",
}  # fmt: skip
_MIRROR: Final = str.maketrans("ns", "sn")


@dataclass(frozen=True, slots=True)
class Way:
    """One direction; a set of cells moves that way by `<< up >> down`, one of which is 0."""

    name: str
    opposite: str
    up: int
    down: int
    one: Bitboard
    """The cells that have a neighbour in this direction."""
    near: tuple[Bitboard, ...]
    """By cell, the next cell in this direction, or no cell at the rim."""
    rays: tuple[Bitboard, ...]
    """By cell, all cells in this direction, up to the rim."""

    def nearest(self, bits: Bitboard) -> Bitboard:
        """Return the first of these cells, all on one ray, in this direction; 0 if none."""
        return bits & -bits if self.up else 1 << bits.bit_length() >> 1

    def ray(self, start: Bitboard) -> Bitboard:
        """Return the ray from a single cell; if `start` is empty, so is the ray."""
        return self.rays[start.bit_length() - 1] if start else 0

    def after(self, start: Bitboard) -> Bitboard:
        """Return the cell after a single cell, or no cell at the rim."""
        return self.near[start.bit_length() - 1]

    def open_from(self, start: Bitboard, occupied: Bitboard) -> Bitboard:
        """Return the cells beyond `start` up to the next piece, excluding that piece's own."""
        ray = self.ray(start)
        blocker = self.nearest(ray & occupied)
        return ray & ~(self.ray(blocker) | blocker)


@cache
def way(name: str) -> Way:
    """Return the direction with that name."""
    rays = tuple(_union(_walk(cell, name)) for cell in BOARD.cells)
    near = tuple(_union(list(_walk(cell, name))[:1]) for cell in BOARD.cells)
    one = _union(cell for cell in BOARD.cells if rays[cell])
    middle = BOARD.cells[len(BOARD.cells) // 2 + BOARD.size // 2]
    beyond = BOARD.step(middle, name)
    assert beyond is not None
    shift = beyond - middle
    return Way(name, _OPPOSITE[name], max(shift, 0), max(-shift, 0), one, near, rays)


@cache
def ways(names: tuple[str, ...], white: bool) -> tuple[Way, ...]:
    """Return White's directions with these names, or their equivalents for Black."""
    return tuple(way(name if white else name.translate(_MIRROR)) for name in names)


def way_between(start: Cell, end: Cell) -> Way | None:
    """Return the direction that leads straight from one cell to the other, or None."""
    target = bit(end)
    return next((way(name) for name in BOARD.directions if way(name).rays[start] & target), None)


def between(start: Cell, end: Cell) -> Bitboard:
    """Return the cells strictly between two cells on one line, or no cells otherwise."""
    direction = way_between(start, end)
    if direction is None:
        return 0
    return direction.rays[start] & ~direction.rays[end] & ~bit(end)


def _walk(cell: Cell, direction: str) -> Iterator[Cell]:
    following = BOARD.step(cell, direction)
    while following is not None:
        yield following
        following = BOARD.step(following, direction)


def _union(cells: Iterable[Cell]) -> Bitboard:
    return sum(bit(cell) for cell in cells)
