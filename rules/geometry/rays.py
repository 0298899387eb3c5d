"""Straight lines across a board, computed once a board."""

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

from rules.geometry import Cell, Geometry

__all__ = ["Rays", "line_between", "rays"]

Rays: TypeAlias = tuple[Mapping[str, tuple[Cell, ...]], ...]
"""By cell and direction, the cells that lie that way, from the nearest to the rim."""


@cache
def rays(geometry: Geometry) -> Rays:
    """Return the rays from every cell of the board."""
    return tuple(
        MappingProxyType({way: tuple(_walk(geometry, cell, way)) for way in geometry.directions})
        for cell in geometry.cells
    )


def line_between(geometry: Geometry, start: Cell, end: Cell) -> tuple[str, tuple[Cell, ...]] | None:
    """Return the direction from one cell straight to another, and the cells up to and including it.

    Return None if they are the same cell or don't lie in one line.
    """
    for way, ray in rays(geometry)[start].items():
        if end in ray:
            return way, ray[: ray.index(end) + 1]
    return None


def _walk(geometry: Geometry, cell: Cell, direction: str) -> Iterator[Cell]:
    following = geometry.step(cell, direction)
    while following is not None:
        yield following
        following = geometry.step(following, direction)
