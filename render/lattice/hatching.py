"""Claimed tiles: a ground, lines across it that join from tile to tile, and a border.

Lengths are in units of a tile's width; y grows downward.
"""

from math import ceil, floor
from typing import Final

from render.canvas import Canvas
from render.theme import CLAIMS, Hatch
from rules.geometry import Point
from rules.view import Colour

__all__ = ["draw_hatching"]

_WIDTH: Final = 0.075

_SLOPES: Final = {
    Hatch.RISING: (1,),
    Hatch.FALLING: (-1,),
    Hatch.CROSSED: (1, -1),
    Hatch.LEVEL: (0,),
}


def draw_hatching(canvas: Canvas, colour: Colour, first: Point, last: Point, *, lines: int) -> None:
    """Fill the rectangle between two opposite corners in the way of that colour's claims.

    `lines` is how many there are in the width of a tile.
    """
    claim = CLAIMS[colour]
    left, right = sorted((first.x, last.x))
    top, bottom = sorted((first.y, last.y))
    corners = (Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom))
    canvas.polygon(corners, claim.ground)
    for slope in _SLOPES[claim.hatch]:
        # Each line is where y + slope * x is a multiple of the distance between lines.
        ends = sorted((top + slope * left, top + slope * right))
        for step in range(floor(ends[0] * lines), ceil((ends[1] + bottom - top) * lines) + 1):
            level = (step + 0.5) / lines
            line = _clipped(level, slope, Point(left, top), Point(right, bottom))
            if line:
                canvas.line(line, _WIDTH, claim.line)


def _clipped(level: float, slope: int, low: Point, high: Point) -> tuple[Point, Point] | None:
    """Return the part of the line `y = level - slope * x` inside the rectangle."""
    if slope == 0:
        return (Point(low.x, level), Point(high.x, level)) if low.y < level < high.y else None
    at_top, at_bottom = ((level - y) / slope for y in (low.y, high.y))
    start = max(low.x, min(at_top, at_bottom))
    end = min(high.x, max(at_top, at_bottom))
    if start >= end:
        return None
    return Point(start, level - slope * start), Point(end, level - slope * end)
