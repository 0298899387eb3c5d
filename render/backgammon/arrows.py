"""The last move on a backgammon board: an arrow per checker, from where it stood."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor, hypot
from typing import Final

from PIL import Image

from render.backgammon.columns import spot
from render.backgammon.layout import PALETTE, BoardLayout
from render.backgammon.words import ways_of
from render.canvas import Canvas
from render.theme import AMBER, ESPRESSO, FELT, mixed
from rules.contract.view import BoardView
from rules.geometry import Cell, Point
from rules.geometry.backgammon import FAR_BAR, FAR_OFF, NEAR_BAR, NEAR_OFF

__all__ = ["draw_arrows"]

_BARS: Final = frozenset({NEAR_BAR, FAR_BAR})
_TRAYS: Final = frozenset({NEAR_OFF, FAR_OFF})
_LINE: Final = 6.0
_CASED: Final = 11.0
_DOT: Final = 11.0
_HOLE: Final = 5.0
_KNOT: Final = 8.0
_EDGE: Final = 2.5
_HEAD: Final = 24.0
_HALF_HEAD: Final = 11.0
_DEPTH: Final = 70.0
_DEEPER: Final = 34.0
"""The reach of a curve towards the middle, and what each further one adds."""
_STEEP: Final = 0.12
"""The distance of a curve's bend from its end, as a share of its width."""
_STEPS: Final = 24
_FINE: Final = 2
"""Arrows are large, so they are drawn only twice as large as they are shown."""
_TOUCHED: Final = 85
_COVERED: Final = 170
"""The opacities from which a pixel has the colour of an edge, and the full one."""


def draw_arrows(image: Image.Image, view: BoardView, places: BoardLayout) -> None:
    """Draw an arrow per checker that the last move moved, with a knot between two dice."""
    ways = ways_of(view.trail)
    standing = Counter({stack.cell: len(stack.pieces) for stack in view.stacks})
    starts = [_stood(places, way[0], standing) for way in ways]
    knots = [[_stood(places, cell, standing) for cell in way[1:-1]] for way in ways]
    landed = Counter({stack.cell: len(stack.pieces) for stack in view.stacks})
    number = 0
    for way, start, between in zip(ways, starts, knots, strict=True):
        landed[way[-1]] -= 1
        stops = [start, *between, _touched(places, way[-1], max(0, landed[way[-1]]))]
        curves: list[Sequence[Point]] = []
        for cells, ends in zip(pairwise(way), pairwise(stops), strict=True):
            curves.append(_curve(ends[0], _bend(places, cells, ends, number), ends[1]))
            number += 1
        drawn, mask, left, top = _sprite(curves, places.scale)
        image.paste(drawn, (left, top), mask)


def _stood(places: BoardLayout, cell: Cell, standing: Counter[Cell]) -> Point:
    """Return where a checker stood that has gone on, above those standing, and count it."""
    standing[cell] += 1
    return _spot(places, cell, standing[cell] - 1)


def _touched(places: BoardLayout, cell: Cell, index: int) -> Point:
    """Return the point of a checker that an arrow's tip touches, from the middle of the board."""
    middle = _spot(places, cell, index)
    reach = (places.scale * 12 if cell in _TRAYS else places.radius) + places.scale
    return Point(middle.x, middle.y + (reach if places.places[cell].upper else -reach))


def _spot(places: BoardLayout, cell: Cell, index: int) -> Point:
    """Return the middle of a checker's place in the picture, counted from the rim."""
    place = places.places[cell]
    far = spot(places, index, bar=cell in _BARS)
    if cell in _TRAYS:
        far = (17 + 23 * index) * places.scale
    y = places.rim + far if place.upper else places.height - places.rim - far
    return Point(place.left + place.width / 2, y)


def _bend(
    places: BoardLayout, cells: tuple[Cell, Cell], ends: tuple[Point, Point], number: int
) -> Point:
    (start, end), (upper, other) = ends, (places.places[cell].upper for cell in cells)
    if upper != other:
        return Point(end.x, start.y)
    inward, depth = (1 if upper else -1), (_DEPTH + _DEEPER * number) * places.scale
    deepest = max(start.y, end.y) if upper else min(start.y, end.y)
    return Point(end.x + _STEEP * (start.x - end.x), deepest + inward * depth)


def _sprite(
    curves: Sequence[Sequence[Point]], scale: float
) -> tuple[Image.Image, Image.Image, int, int]:
    """Return an arrow as numbers of colours, its mask, and its place in the picture."""
    points = [point for curve in curves for point in curve]
    margin, axes = 16 * scale, ([each.x for each in points], [each.y for each in points])
    left, top = (floor(min(axis) - margin) for axis in axes)
    right, bottom = (ceil(max(axis) + margin) for axis in axes)
    size, corner = (right - left, bottom - top), Point(-left, -top)
    casing, core = (Canvas(*size, origin=corner, fine=_FINE, flat=True) for _ in range(2))
    start, tip, before = points[0], points[-1], points[-3]
    length = hypot(tip.x - before.x, tip.y - before.y) or 1.0
    way = Point((tip.x - before.x) / length, (tip.y - before.y) / length)
    head = 0.8 * _HEAD * scale
    shaft = [point for point in points if hypot(point.x - tip.x, point.y - tip.y) > head]
    shaft.append(Point(tip.x - way.x * head, tip.y - way.y * head))
    for canvas, fill, width, edge in (
        (casing, ESPRESSO, _CASED, 0.0), (core, AMBER, _LINE, _EDGE * scale),
    ):  # fmt: skip
        canvas.disc(start, (_DOT + _EDGE) * scale - edge, fill)
        canvas.line(shaft, width * scale, fill)
        for knot in [curve[-1] for curve in curves[:-1]]:
            canvas.disc(knot, (_KNOT + _EDGE) * scale - edge, fill)
        canvas.polygon(_head(tip, way, scale, edge), fill)
        canvas.wipe(start, (_HOLE if canvas is casing else _HOLE + _EDGE) * scale)
    return (*_coloured(casing.finish(), core.finish()), left, top)


def _coloured(casing: Image.Image, core: Image.Image) -> tuple[Image.Image, Image.Image]:
    """Return what two layers cover as numbers of colours, with smooth edges, and the mask."""
    edges = Image.new("RGB", (2, 1), mixed(ESPRESSO, FELT, 0.5))
    edges.putpixel((1, 0), mixed(AMBER, ESPRESSO, 0.5))
    outer, inner = PALETTE.reduced(edges).tobytes()
    drawn = _mapped(casing, outer, PALETTE.index(ESPRESSO))
    drawn.paste(_mapped(core, inner, PALETTE.index(AMBER)), (0, 0), _mapped(core, 255, 255))
    return drawn, _mapped(casing, 255, 255)


def _mapped(layer: Image.Image, edge: int, full: int) -> Image.Image:
    """Return a number where a layer covers most, one where its edge lies, and 0 elsewhere."""
    table = bytes([0] * _TOUCHED + [edge] * (_COVERED - _TOUCHED) + [full] * (256 - _COVERED))
    return Image.frombytes("L", layer.size, layer.tobytes().translate(table))


def _curve(start: Point, bend: Point, end: Point) -> Sequence[Point]:
    """Return points along the quadratic curve with that bend."""
    parts = [step / _STEPS for step in range(_STEPS + 1)]
    return [
        Point(
            (1 - t) ** 2 * start.x + 2 * t * (1 - t) * bend.x + t**2 * end.x,
            (1 - t) ** 2 * start.y + 2 * t * (1 - t) * bend.y + t**2 * end.y,
        )
        for t in parts
    ]


def _head(tip: Point, way: Point, scale: float, inset: float) -> Sequence[Point]:
    length, half = _HEAD * scale - 2.6 * inset, _HALF_HEAD * scale + 1.5 * scale - 1.6 * inset
    tip = Point(tip.x - way.x * inset * 1.8, tip.y - way.y * inset * 1.8)
    foot = Point(tip.x - way.x * length, tip.y - way.y * length)
    return (
        tip,
        Point(foot.x - way.y * half, foot.y + way.x * half),
        Point(foot.x + way.y * half, foot.y - way.x * half),
    )
