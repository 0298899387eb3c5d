"""What a piece looks like: a turned disc with a symbol, and a crown on a taller one.

Lengths are in units of a cell's width, from the middle of the cell; y grows downward.
"""

from collections.abc import Callable
from math import cos, radians, sin
from typing import Final

from render.canvas import Canvas, ring
from render.theme import CROWN, CROWN_SHADE, INK, PAINTS, RGB, Paint, Symbol
from rules.geometry import Point
from rules.view import Colour

__all__ = ["draw_piece", "draw_symbol", "draw_token"]

_RADIUS: Final = 0.345
_OUTLINE: Final = 0.03
_MAN_HEIGHT: Final = 0.085
_KING_HEIGHT: Final = 0.17
"""Two men high, as on the table."""
_SHADOW: Final = Point(0.035, 0.03)
_GROOVE: Final = 0.80
"""Where the groove runs, in parts of the radius."""


def draw_piece(canvas: Canvas, colour: Colour, place: Point, *, crowned: bool, shadow: RGB) -> None:
    """Draw one piece standing around `place`."""
    paint = PAINTS[colour]
    height = _KING_HEIGHT if crowned else _MAN_HEIGHT
    foot = Point(place.x, place.y + height / 2)
    face = Point(place.x, place.y - height / 2)
    _body(canvas, Point(foot.x + _SHADOW.x, foot.y + _SHADOW.y), height, _OUTLINE, shadow)
    _body(canvas, foot, height, _OUTLINE, INK)
    _body(canvas, foot, height, 0, paint.side)
    storeys = 2 if crowned else 1
    for storey in range(storeys):
        low = foot.y - storey * height / storeys
        _inlays(canvas, paint, Point(place.x, low), height / storeys)
        if storey:
            canvas.line(ring(Point(place.x, low), _RADIUS, 0, 180), _OUTLINE * 0.7, paint.inlay)
    _face(canvas, paint, face, _RADIUS)
    if crowned:
        _crown(canvas, face, _RADIUS)
    else:
        _SYMBOLS[paint.symbol](canvas, face, _RADIUS * 0.4, paint)


def draw_token(canvas: Canvas, colour: Colour, centre: Point, radius: float) -> None:
    """Draw a side's colour and symbol flat, as a key to the pieces."""
    paint = PAINTS[colour]
    canvas.disc(centre, radius, INK)
    canvas.disc(centre, radius * 0.9, paint.face)
    draw_symbol(canvas, colour, centre, radius * 0.45)


def draw_symbol(canvas: Canvas, colour: Colour, centre: Point, reach: float) -> None:
    """Draw the figure that a side's pieces wear on their faces."""
    paint = PAINTS[colour]
    _SYMBOLS[paint.symbol](canvas, centre, reach, paint)


def _body(canvas: Canvas, foot: Point, height: float, rim: float, fill: RGB) -> None:
    top = Point(foot.x, foot.y - height)
    reach = _RADIUS + rim
    canvas.disc(foot, reach, fill)
    canvas.disc(top, reach, fill)
    corners = ((-reach, top.y), (reach, top.y), (reach, foot.y), (-reach, foot.y))
    canvas.polygon([Point(foot.x + x, y) for x, y in corners], fill)


def _inlays(canvas: Canvas, paint: Paint, foot: Point, height: float) -> None:
    for first, last in paint.edge.value:
        low = ring(foot, _RADIUS, first, last)
        high = ring(Point(foot.x, foot.y - height), _RADIUS, last, first)
        canvas.polygon([*low, *high], paint.inlay)


def _face(canvas: Canvas, paint: Paint, centre: Point, radius: float) -> None:
    canvas.disc(centre, radius, paint.face)
    canvas.disc(centre, radius * _GROOVE, paint.groove)
    canvas.disc(centre, radius * (_GROOVE - 0.09), paint.face)


def _crown(canvas: Canvas, centre: Point, radius: float) -> None:
    """Draw three points with a ball on each, above a band."""
    width, low, high = radius * 0.62, radius * 0.46, radius * 0.5
    shape = ((-1, -0.5), (-0.5, 0.12), (0, -1), (0.5, 0.12), (1, -0.5), (0.8, 0.92), (-0.8, 0.92))
    outline = [
        Point(centre.x + x * width, centre.y + (low if y > 0 else high) * y) for x, y in shape
    ]
    tips = [outline[index] for index in (0, 2, 4)]
    ball, rim = radius * 0.11, radius * 0.16
    canvas.line([*outline, outline[0]], rim, INK)
    for tip in tips:
        canvas.disc(tip, ball + rim / 2, INK)
    canvas.polygon(outline, CROWN)
    for tip in tips:
        canvas.disc(tip, ball, CROWN)
    band = [outline[5], outline[6]]
    lift = radius * 0.17
    raised = [Point(band[1].x - 0.01, band[1].y - lift), Point(band[0].x + 0.01, band[0].y - lift)]
    canvas.polygon([*band, *raised], CROWN_SHADE)


def _diamond(canvas: Canvas, centre: Point, reach: float, paint: Paint) -> None:
    corners = [Point(0, -reach * 1.1), Point(reach, 0), Point(0, reach * 1.1), Point(-reach, 0)]
    canvas.polygon([_moved(corner, centre) for corner in corners], paint.ink)


def _ring(canvas: Canvas, centre: Point, reach: float, paint: Paint) -> None:
    canvas.disc(centre, reach, paint.ink)
    canvas.disc(centre, reach * 0.58, paint.face)


def _plus(canvas: Canvas, centre: Point, reach: float, paint: Paint) -> None:
    canvas.pill(centre, reach * 2, reach * 0.7, paint.ink, 0)
    canvas.pill(centre, reach * 0.7, reach * 2, paint.ink, 0)


def _triangle(canvas: Canvas, centre: Point, reach: float, paint: Paint) -> None:
    turns = (radians(angle) for angle in (-90, 30, 150))
    corners = [Point(1.15 * reach * cos(turn), 1.15 * reach * sin(turn)) for turn in turns]
    canvas.polygon([_moved(corner, centre) for corner in corners], paint.ink)


def _moved(point: Point, by: Point) -> Point:
    return Point(point.x + by.x, point.y + by.y)


_SYMBOLS: Final[dict[Symbol, Callable[[Canvas, Point, float, Paint], None]]] = {
    Symbol.DIAMOND: _diamond,
    Symbol.RING: _ring,
    Symbol.PLUS: _plus,
    Symbol.TRIANGLE: _triangle,
}
