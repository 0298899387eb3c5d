"""The geometry of boards: the one source of labels, neighbours and outlines.

Rules, notation, pictures and alt text all ask a `Geometry`, so they can't disagree about which cell
is `c3`. Lengths are in units of one cell's width; x grows to the right, y grows upward, as seen by
the side that moves first.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NewType, Protocol

__all__ = ["Cell", "Coordinate", "Geometry", "Point", "labels", "numbered"]

Cell = NewType("Cell", int)
"""A cell's number on its board, consecutive from 0: positions are indexed by it."""


@cache
def numbered(count: int) -> tuple[Cell, ...]:
    """Return the first `count` cells, cached because a search asks for them at every position."""
    return tuple(map(Cell, range(count)))


@dataclass(frozen=True, slots=True)
class Point:
    """A point in the plane of the board."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Coordinate:
    """A label on the board's rim (`c`, `3`), and the cells that have it in their name.

    It may be written at any of `places`; a picture uses the one nearest the lower left as the
    viewer sees it, so the labels stay put when the board is turned.
    """

    text: str
    places: tuple[Point, ...]
    cells: frozenset[Cell]


class Geometry(Hashable, Protocol):
    """The shape of one board; equal boards have equal hashes, so that pictures can be cached."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell, in the order of its number."""
        ...

    @property
    def directions(self) -> tuple[str, ...]:
        """The names that `step` understands."""
        ...

    def step(self, cell: Cell, direction: str) -> Cell | None:
        """Return the next cell in that direction, or None beyond the rim."""
        ...

    def label(self, cell: Cell) -> str:
        """Return the name of the cell in notation and on the rim."""
        ...

    def find(self, label: str) -> Cell | None:
        """Return the cell with that name, or None if the board has none."""
        ...

    def centre(self, cell: Cell) -> Point:
        """Return the middle of the cell."""
        ...

    def outline(self, cell: Cell) -> tuple[Point, ...]:
        """Return the corners of the cell, counter-clockwise."""
        ...

    def shade(self, cell: Cell) -> int:
        """Return the cell's tint, 0 the lightest, so that neighbours can be told apart."""
        ...

    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """Return the cells in reading order, from the top row to the bottom."""
        ...

    def coordinates(self) -> tuple[Coordinate, ...]:
        """Return the labels on the rim."""
        ...


@lru_cache(maxsize=64)
def labels(geometry: Geometry) -> tuple[str, ...]:
    """Return the names of all cells, for callers that need many of them at every position."""
    return tuple(map(geometry.label, geometry.cells))
