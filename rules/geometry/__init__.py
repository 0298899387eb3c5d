"""Where cells lie: the one source of labels, neighbours and outlines.

Rules, notation, pictures and alt text all ask a `Geometry`, so none of them can disagree about
what `c3` is. Lengths are in units of one cell's width; x grows to the right, y grows upward, as
the side that moves first sees the board.
"""

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NewType, Protocol

__all__ = ["Cell", "Coordinate", "Geometry", "Point", "labels", "numbered"]

Cell = NewType("Cell", int)
"""A cell's number on its board, dense from 0: positions are indexed by it."""


@cache
def numbered(count: int) -> tuple[Cell, ...]:
    """Return the first `count` cells; boards are asked for theirs at every position of a search."""
    return tuple(map(Cell, range(count)))


@dataclass(frozen=True, slots=True)
class Point:
    """A place on the board's plane."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Coordinate:
    """A label on the board's rim (`c`, `3`), and the cells that bear it in their name.

    It may be written at any of `places`; a picture takes the one nearest the lower left as the
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
        """Return the next cell that way, or None beyond the rim."""
        ...

    def label(self, cell: Cell) -> str:
        """Return the name that notation and rim labels give the cell."""
        ...

    def find(self, label: str) -> Cell | None:
        """Return the cell of that name, or None if the board has none."""
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
    """Return the names of all cells, for who needs many of them at each position."""
    return tuple(map(geometry.label, geometry.cells))
