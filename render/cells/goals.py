"""Where a side is bound in a race: a band along its end row, with its pieces' colour and marks."""

from collections.abc import Callable
from dataclasses import dataclass
from math import hypot
from typing import Final

from render.canvas import Canvas
from render.theme import INK, LABEL, PAINTS, Edge
from rules.geometry import Cell, Geometry, Point
from rules.view import Colour, Goal, Side

__all__ = ["End", "draw_arrow", "draw_end", "end_of"]

_RIM: Final = 0.82
_BAND: Final = 0.62
"""How far from the cells the band and its rim reach, in parts of the frame around the board."""
_MARKS: Final = {
    Edge.THREE: ((0.14, 0.26), (0.44, 0.56), (0.74, 0.86)),
    Edge.PLAIN: (),
    Edge.WIDE: ((0.35, 0.65),),
    Edge.TWO: ((0.24, 0.4), (0.6, 0.76)),
}
"""The marks of a piece's edge along one side of a cell, in parts of its length."""

_HEAD: Final = ((1.0, 0.0), (0.1, 0.82), (0.1, 0.3), (-1.0, 0.3))
"""One half of an arrow that points to the right."""

Place = Callable[[Point], Point]


@dataclass(frozen=True, slots=True)
class End:
    """A side's end row in pixels: the sides of its cells on the rim, and the ways that lead there.

    The ways are one unit long as the viewer sees them.
    """

    side: Side
    edges: tuple[tuple[Point, Point], ...]
    ways: tuple[Point, ...]


def end_of(goal: Goal, geometry: Geometry, place: Place) -> End:
    """Return where the goal is seen; `place` turns a point of the board's plane into pixels."""
    edges = tuple(
        _edge(geometry, cell, direction, place)
        for cell in sorted(goal.cells)
        for direction in goal.forward
        if geometry.step(cell, direction) is None
    )
    ways = sorted((_seen(_way(geometry, each), place) for each in goal.forward), key=_across)
    return End(goal.side, edges, tuple(ways))


def draw_end(canvas: Canvas, end: End, colour: Colour, frame: int) -> None:
    """Draw the band of one side around its end row, half of it below the cells."""
    paint = PAINTS[colour]
    for width, fill in ((_RIM, LABEL if colour is Colour.BLACK else INK), (_BAND, paint.face)):
        for edge in end.edges:
            canvas.line(edge, 2 * width * frame, fill)
    for start, stop in end.edges:
        for first, last in _MARKS[paint.edge]:
            canvas.polygon(_across_band(start, stop, first, last, _BAND * frame), paint.inlay)


def draw_arrow(canvas: Canvas, middle: Point, way: Point, reach: float) -> None:
    """Draw an arrow that points the given way."""
    half = list(_HEAD)
    shape = half + [(x, -y) for x, y in reversed(half)]
    canvas.polygon(
        [
            Point(
                middle.x + reach * (x * way.x - y * way.y),
                middle.y + reach * (x * way.y + y * way.x),
            )
            for x, y in shape
        ],
        LABEL,
    )


def _edge(geometry: Geometry, cell: Cell, direction: str, place: Place) -> tuple[Point, Point]:
    """Return the side of the cell that lies that way."""
    way, centre = _way(geometry, direction), geometry.centre(cell)
    corners = geometry.outline(cell)

    def reach(index: int) -> float:
        ends = corners[index - 1], corners[index]
        return sum((end.x - centre.x) * way.x + (end.y - centre.y) * way.y for end in ends)

    last = max(range(len(corners)), key=reach)
    return place(corners[last - 1]), place(corners[last])


def _way(geometry: Geometry, direction: str) -> Point:
    """Return how far a step that way leads."""
    start, end = next(
        (geometry.centre(cell), geometry.centre(beyond))
        for cell in geometry.cells
        if (beyond := geometry.step(cell, direction)) is not None
    )
    return Point(end.x - start.x, end.y - start.y)


def _seen(way: Point, place: Place) -> Point:
    start, end = place(Point(0, 0)), place(way)
    across, down = end.x - start.x, end.y - start.y
    length = hypot(across, down)
    return Point(across / length, down / length)


def _across(way: Point) -> float:
    return way.x


def _across_band(start: Point, stop: Point, first: float, last: float, reach: float) -> list[Point]:
    """Return the corners of a mark across the band, from one part of the edge to another."""
    along, down = stop.x - start.x, stop.y - start.y
    length = hypot(along, down)
    out = Point(-down / length * reach, along / length * reach)
    near = [Point(start.x + along * part, start.y + down * part) for part in (first, last)]
    sides = ((near[0], 1), (near[1], 1), (near[1], -1), (near[0], -1))
    return [Point(point.x + side * out.x, point.y + side * out.y) for point, side in sides]
