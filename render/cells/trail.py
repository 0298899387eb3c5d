"""The line of the last move across square cells, cut at their edges."""

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from render.canvas import Canvas
from render.theme import AMBER, ESPRESSO
from rules.geometry import Point

__all__ = ["Part", "line_part", "line_parts"]

Place = tuple[int, int]
"""Column and row as the viewer sees them, from the upper left."""


class Part(NamedTuple):
    """One cell's part of the line."""

    spokes: tuple[Place, ...] = ()
    """The directions in which the line leaves the cell's middle."""
    corners: tuple[Place, ...] = ()
    """The corners that a diagonal line through other cells touches."""
    starts: bool = False
    ends: bool = False
    """True if the line ends here: it stops short of the middle, where the piece is."""


def line_parts(trail: tuple[Place, ...]) -> Mapping[Place, Part]:
    """Return the parts of a move's line, by cell; empty unless all its steps are straight.

    A step is straight along a row, a column or a diagonal.
    """
    spokes: dict[Place, list[Place]] = defaultdict(list)
    corners: dict[Place, list[Place]] = defaultdict(list)
    for (x, y), (end_x, end_y) in pairwise(trail):
        across, down = end_x - x, end_y - y
        if not (across or down) or (across and down and abs(across) != abs(down)):
            return {}
        way = (across > 0) - (across < 0), (down > 0) - (down < 0)
        for step in range(max(abs(across), abs(down))):
            here = x + step * way[0], y + step * way[1]
            there = here[0] + way[0], here[1] + way[1]
            spokes[here].append(way)
            spokes[there].append((-way[0], -way[1]))
            if way[0] and way[1]:
                corners[here[0], there[1]].append((way[0], -way[1]))
                corners[there[0], here[1]].append((-way[0], way[1]))
    if not spokes:
        return {}
    return {
        cell: Part(
            tuple(sorted(set(spokes[cell]))),
            tuple(sorted(set(corners[cell]))),
            cell == trail[0],
            cell == trail[-1],
        )
        for cell in {**spokes, **corners}
    }


@lru_cache(maxsize=256)
def line_part(part: Part, size: int, scale: float) -> Image.Image:
    """Return a cell's part of the line, this many pixels wide, on a transparent ground."""
    canvas = Canvas(size, size, scale=size, origin=Point(size / 2, size / 2))
    inner = 0.085
    outer = inner + 5 * scale / size
    short = 0.30 if part.ends and not part.starts else 0.0
    for width, fill in ((outer, ESPRESSO), (inner, AMBER)):
        for x, y in part.spokes:
            canvas.line((Point(x * short, y * short), Point(x * 0.7, y * 0.7)), width, fill)
        for x, y in part.corners:
            middle = Point(x * 0.5, y * 0.5)
            reach = Point(x * 0.2, -y * 0.2)
            ends = (
                Point(middle.x - reach.x, middle.y - reach.y),
                Point(middle.x + reach.x, middle.y + reach.y),
            )
            canvas.line(ends, width, fill)
        if part.starts:
            canvas.disc(Point(0, 0), 0.13 + (outer - inner) / 2 * (width == outer), fill)
    return canvas.finish()
