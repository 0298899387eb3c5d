"""The goal of a side in a race on hexagons: a rail along its end row, in its colour."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians
from typing import Final

from rules.contract.view import Goal, Side
from rules.geometry import Cell, Geometry, Point

__all__ = ["Rail", "rail_of"]

_SLANT: Final = cos(radians(30))
"""The distance between a side of a cell and its copy a unit further out, straight from the row."""


@dataclass(frozen=True, slots=True)
class Rail:
    """A side's end row in pixels, as the viewer sees it."""

    side: Side
    border: tuple[Point, ...]
    """The outer border of its cells, corner by corner, so that the board lies on the right."""
    outward: Point
    """The direction from the board to the border, as a vector of length 1."""

    def path(self, out: float) -> list[Point]:
        """Return the border, moved so far outward that all its parts are this many pixels off."""
        across, down = self.outward.x * out / _SLANT, self.outward.y * out / _SLANT
        return [Point(corner.x + across, corner.y + down) for corner in self.border]


def rail_of(
    goal: Goal, geometry: Geometry, places: Mapping[Cell, Point], corners: Sequence[Point]
) -> Rail:
    """Return the goal as seen in the picture; `corners` are a cell's, relative to its middle."""
    ways = {each: _way(geometry, places, each) for each in goal.forward}
    sides = [
        (places[cell], _side(corners, way))
        for cell in goal.cells
        for direction, way in ways.items()
        if geometry.step(cell, direction) is None
    ]
    edges = {_rounded(middle, start): _rounded(middle, end) for middle, (start, end) in sides}
    start = next(iter(edges.keys() - edges.values()), None)
    border: list[Point] = []
    while start is not None:
        border.append(start)
        start = edges.get(start)
    across, down = sum(way.x for way in ways.values()), sum(way.y for way in ways.values())
    length = hypot(across, down) or 1
    return Rail(goal.side, tuple(border), Point(across / length, down / length))


def _way(geometry: Geometry, places: Mapping[Cell, Point], direction: str) -> Point:
    """Return the way from a cell to the next one in that direction."""
    here, there = next(
        (places[cell], places[beyond])
        for cell in geometry.cells
        if (beyond := geometry.step(cell, direction)) is not None
    )
    return Point(there.x - here.x, there.y - here.y)


def _side(corners: Sequence[Point], way: Point) -> tuple[Point, Point]:
    """Return the ends of a cell's side in that direction, clockwise."""
    return max(
        zip((corners[-1], *corners), corners, strict=False),
        key=lambda ends: sum(end.x * way.x + end.y * way.y for end in ends),
    )


def _rounded(middle: Point, corner: Point) -> Point:
    return Point(round(middle.x + corner.x, 3), round(middle.y + corner.y, 3))
