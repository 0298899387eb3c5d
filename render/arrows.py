"""Arrows that show a side which way to go."""

from typing import Final

from render.canvas import Canvas
from render.theme import RGB
from rules.geometry import Point

__all__ = ["draw_arrow"]

_HEAD: Final = ((1.0, 0.0), (0.1, 0.82), (0.1, 0.3), (-1.0, 0.3))
"""One half of an arrow that points to the right."""


def draw_arrow(canvas: Canvas, middle: Point, way: Point, reach: float, ink: RGB) -> None:
    """Draw an arrow in the direction `way`, a vector of length 1."""
    shape = [*_HEAD, *((x, -y) for x, y in reversed(_HEAD))]
    canvas.polygon(
        [
            Point(
                middle.x + reach * (x * way.x - y * way.y),
                middle.y + reach * (x * way.y + y * way.x),
            )
            for x, y in shape
        ],
        ink,
    )
