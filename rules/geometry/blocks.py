"""Boards divided into blocks, for choices that can't list every cell at once."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rules.geometry import Cell, Geometry

__all__ = ["Block", "blocks"]

_DIGITS: Final = 6
"""Decimals to which coordinates are compared, as on hexagons they are irrational."""


@dataclass(frozen=True, slots=True)
class Block:
    """Adjacent cells, bounded by the one at the lower left and the one at the upper right."""

    cells: frozenset[Cell]
    low: Cell
    high: Cell


@lru_cache(maxsize=32)
def blocks(geometry: Geometry, most: int) -> tuple[Block, ...]:
    """Divide the board into at most `most` blocks, from the top left to the bottom right.

    They are the rectangles of the coarsest grid in which each holds at most `most` cells, or, on a
    larger board, of the finest grid allowed. A grid has as many columns as rows, or one more.
    """
    down = across = 1
    while max(map(len, _cut(geometry, across, down))) > most:
        finer = (across + 1, down) if across == down else (across, down + 1)
        if finer[0] * finer[1] > most:
            break
        across, down = finer
    return tuple(_block(geometry, cells) for cells in _cut(geometry, across, down))


def _cut(geometry: Geometry, across: int, down: int) -> Sequence[Sequence[Cell]]:
    """Return the non-empty rectangles of a grid, in reading order."""
    centres = {cell: geometry.centre(cell) for cell in geometry.cells}
    columns = _bands((point.x for point in centres.values()), across)
    rows = _bands((-point.y for point in centres.values()), down)
    rectangles: dict[tuple[int, int], list[Cell]] = defaultdict(list)
    for cell, point in centres.items():
        place = rows[round(-point.y, _DIGITS)], columns[round(point.x, _DIGITS)]
        rectangles[place].append(cell)
    return [rectangles[place] for place in sorted(rectangles)]


def _bands(lengths: Iterable[float], count: int) -> dict[float, int]:
    """Map lengths to the number of their band; all bands hold the same number of lengths."""
    ordered = sorted({round(length, _DIGITS) for length in lengths})
    return {length: number * count // len(ordered) for number, length in enumerate(ordered)}


def _block(geometry: Geometry, cells: Sequence[Cell]) -> Block:
    def height(cell: Cell) -> tuple[float, float]:
        point = geometry.centre(cell)
        return round(point.x + point.y, _DIGITS), point.y

    return Block(frozenset(cells), min(cells, key=height), max(cells, key=height))
