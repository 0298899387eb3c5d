"""The last move on a backgammon board: an arrow for each die, from where its checker stood."""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import ceil, floor, hypot
from typing import Final, NamedTuple

from PIL import Image

from render.backgammon.columns import spot
from render.backgammon.layout import BoardLayout, points_palette
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


class _Arrow(NamedTuple):
    start: Point
    bend: Point
    end: Point
    from_knot: bool
    to_knot: bool
    """True if the same checker went on from there with the other die."""


def draw_arrows(image: Image.Image, view: BoardView, places: BoardLayout) -> None:
    """Draw the view's trail, which has two cells for each die: where its checker stood and went."""
    for arrow in _arrows(view, places):
        drawn, mask, left, top = _sprite(arrow, places.scale)
        image.paste(drawn, (left, top), mask)


def _arrows(view: BoardView, places: BoardLayout) -> Iterable[_Arrow]:
    counts = Counter({stack.cell: len(stack.pieces) for stack in view.stacks})
    hops = list(zip(view.trail[::2], view.trail[1::2], strict=True))
    left, reached = Counter[Cell](), Counter[Cell]()
    for number, (start, end) in enumerate(hops):
        from_knot = any(before == start for _, before in hops[:number])
        to_knot = any(after == end for after, _ in hops[number + 1 :])
        begin = _spot(places, start, counts[start] + left[start])
        left[start] += not from_knot
        inward = 1 if places.places[end].upper else -1
        if to_knot:
            stop = _spot(places, end, counts[end])
        else:
            landed = _spot(places, end, max(0, counts[end] - 1 - reached[end]))
            reached[end] += 1
            reach = (places.scale * 12 if end in _TRAYS else places.radius) + places.scale
            stop = Point(landed.x, landed.y + inward * reach)
        yield _Arrow(
            begin, _bend(places, (start, end), begin, stop, number), stop, from_knot, to_knot
        )


def _spot(places: BoardLayout, cell: Cell, index: int) -> Point:
    """Return the middle of a checker's place in the picture, counted from the rim."""
    place = places.places[cell]
    far = spot(places, index, bar=cell in _BARS)
    if cell in _TRAYS:
        far = (17 + 23 * index) * places.scale
    y = places.rim + far if place.upper else places.height - places.rim - far
    return Point(place.left + place.width / 2, y)


def _bend(
    places: BoardLayout, cells: tuple[Cell, Cell], start: Point, end: Point, number: int
) -> Point:
    upper, other = (places.places[cell].upper for cell in cells)
    if upper != other:
        return Point(end.x, start.y)
    inward, depth = (1 if upper else -1), (_DEPTH + _DEEPER * number) * places.scale
    deepest = max(start.y, end.y) if upper else min(start.y, end.y)
    return Point(end.x + _STEEP * (start.x - end.x), deepest + inward * depth)


def _sprite(arrow: _Arrow, scale: float) -> tuple[Image.Image, Image.Image, int, int]:
    """Return an arrow as numbers of colours, its mask, and its place in the picture."""
    curve = _curve(arrow)
    margin, axes = 16 * scale, ([each.x for each in curve], [each.y for each in curve])
    left, top = (floor(min(axis) - margin) for axis in axes)
    right, bottom = (ceil(max(axis) + margin) for axis in axes)
    size, corner = (right - left, bottom - top), Point(-left, -top)
    casing, core = (Canvas(*size, origin=corner, fine=_FINE, flat=True) for _ in range(2))
    tip, before = curve[-1], curve[-3]
    length = hypot(tip.x - before.x, tip.y - before.y) or 1.0
    way = Point((tip.x - before.x) / length, (tip.y - before.y) / length)
    clear = ((_KNOT if arrow.from_knot else _DOT) - 1) * scale
    shaft = [point for point in curve if hypot(point.x - curve[0].x, point.y - curve[0].y) >= clear]
    if not arrow.to_knot:
        head = 0.8 * _HEAD * scale
        short = [point for point in shaft if hypot(point.x - tip.x, point.y - tip.y) > head]
        shaft = [*short, Point(tip.x - way.x * head, tip.y - way.y * head)]
    for canvas, fill, width, edge in (
        (casing, ESPRESSO, _CASED, 0.0), (core, AMBER, _LINE, _EDGE * scale),
    ):  # fmt: skip
        if not arrow.from_knot:
            canvas.disc(curve[0], (_DOT + _EDGE) * scale - edge, fill)
        if len(shaft) > 1:
            canvas.line(shaft, width * scale, fill)
        if arrow.to_knot:
            canvas.disc(tip, (_KNOT + _EDGE) * scale - edge, fill)
        else:
            canvas.polygon(_head(tip, way, scale, edge), fill)
        if not arrow.from_knot:
            canvas.wipe(curve[0], (_HOLE if canvas is casing else _HOLE + _EDGE) * scale)
    return (*_coloured(casing.finish(), core.finish()), left, top)


def _coloured(casing: Image.Image, core: Image.Image) -> tuple[Image.Image, Image.Image]:
    """Return what two layers cover as numbers of colours, with smooth edges, and the mask."""
    palette = points_palette()
    edges = Image.new("RGB", (2, 1), mixed(ESPRESSO, FELT, 0.5))
    edges.putpixel((1, 0), mixed(AMBER, ESPRESSO, 0.5))
    outer, inner = palette.reduced(edges).tobytes()
    drawn = _mapped(casing, outer, palette.index(ESPRESSO))
    drawn.paste(_mapped(core, inner, palette.index(AMBER)), (0, 0), _mapped(core, 255, 255))
    return drawn, _mapped(casing, 255, 255)


def _mapped(layer: Image.Image, edge: int, full: int) -> Image.Image:
    """Return a number where a layer covers most, one where its edge lies, and 0 elsewhere."""
    table = bytes([0] * _TOUCHED + [edge] * (_COVERED - _TOUCHED) + [full] * (256 - _COVERED))
    return Image.frombytes("L", layer.size, layer.tobytes().translate(table))


def _curve(arrow: _Arrow) -> Sequence[Point]:
    """Return points along the quadratic curve with that bend."""
    start, bend, end = arrow.start, arrow.bend, arrow.end
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
