"""The goal of a side in a race on hexagons: a rail along its end row, in its colour."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from rules.contract.view import Goal, Side
from rules.geometry import Cell, Geometry, Point

__all__ = ["Rail", "rail_of", "rail_path"]


@dataclass(frozen=True, slots=True)
class Rail:
    """A side's end row in pixels: its cells' outer border, and the directions that lead there."""

    side: Side
    border: tuple[Point, ...]
    """The border, corner by corner, so that the board lies on the right."""
    ways: tuple[Point, ...]
    """The directions as vectors of length 1, as the viewer sees them, from left to right."""


def rail_of(
    goal: Goal,
    geometry: Geometry,
    places: Mapping[Cell, Point],
    corners: Sequence[Point],
    *,
    turned: bool,
) -> Rail:
    """Return the goal as seen in the picture; `corners` are a cell's, relative to its middle."""
    turn = -1 if turned else 1
    ways = {each: _way(geometry, each, turn) for each in goal.forward}
    sides = [
        (places[cell], _side(corners, ways[direction]))
        for cell in goal.cells
        for direction in goal.forward
        if geometry.step(cell, direction) is None
    ]
    edges = {_rounded(middle, start): _rounded(middle, end) for middle, (start, end) in sides}
    start = next(iter(edges.keys() - edges.values()), None)
    border: list[Point] = []
    while start is not None:
        border.append(start)
        start = edges.get(start)
    return Rail(goal.side, tuple(border), tuple(sorted(ways.values(), key=lambda way: way.x)))


def rail_path(border: Sequence[Point], out: float) -> list[Point]:
    """Return the border, moved outward by this many pixels."""
    lines: list[tuple[Point, Point]] = []
    for start, end in pairwise(border):
        along, down = end.x - start.x, end.y - start.y
        length = hypot(along, down)
        shift = Point(down / length * out, -along / length * out)
        lines.append(
            (Point(start.x + shift.x, start.y + shift.y), Point(end.x + shift.x, end.y + shift.y))
        )
    joints = [_crossing(one, other) for one, other in pairwise(lines)]
    return [lines[0][0], *joints, lines[-1][1]]


def _way(geometry: Geometry, direction: str, turn: int) -> Point:
    """Return the direction as the viewer sees it, as a vector of length 1, y downward."""
    start, end = next(
        (geometry.centre(cell), geometry.centre(beyond))
        for cell in geometry.cells
        if (beyond := geometry.step(cell, direction)) is not None
    )
    length = hypot(end.x - start.x, end.y - start.y)
    return Point(turn * (end.x - start.x) / length, -turn * (end.y - start.y) / length)


def _side(corners: Sequence[Point], way: Point) -> tuple[Point, Point]:
    """Return the ends of a cell's side in that direction, clockwise."""
    last = max(
        range(len(corners)),
        key=lambda index: (
            (corners[index - 1].x + corners[index].x) * way.x
            + (corners[index - 1].y + corners[index].y) * way.y
        ),
    )
    return corners[last - 1], corners[last]


def _rounded(middle: Point, corner: Point) -> Point:
    return Point(round(middle.x + corner.x, 3), round(middle.y + corner.y, 3))


def _crossing(one: tuple[Point, Point], other: tuple[Point, Point]) -> Point:
    """Return the intersection of two lines."""
    (a, b), (c, d) = one, other
    x, y, u, v = b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y
    part = ((c.x - a.x) * v - (c.y - a.y) * u) / (x * v - y * u)
    return Point(a.x + part * x, a.y + part * y)
