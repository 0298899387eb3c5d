"""What pieces look like: turned discs, one on another, and a symbol or a crown on the topmost.

Every disc of a stack shows its side, so that its colour and edge marks can be read. Lengths are in
units of a cell's width, from the middle of the cell; y grows downward.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Final

from render.canvas import Canvas, ring
from render.theme import CROWN, CROWN_SHADE, INK, PAINTS, RGB, Edge, Paint, Symbol
from rules.geometry import Point
from rules.view import Colour

__all__ = ["Stance", "draw_stack", "draw_symbol", "draw_token", "stance"]

_RADIUS: Final = 0.345
_OUTLINE: Final = 0.03
_SEPARATOR: Final = 0.022
_SHADOW: Final = Point(0.035, 0.03)
_RIM: Final = 0.035
_GROOVE: Final = 0.80
"""Where the groove runs, in parts of the radius."""


@dataclass(frozen=True, slots=True)
class _Build:
    """How stacks are built, in lengths as they are seen."""

    thickness: float
    """What each disc of a low stack shows of its side."""
    tallest: float
    """What all discs together may show: those of a taller stack get thinner."""
    sink: float
    """How far below the middle of the cell a stack may stand."""
    symbol: float
    """How large the symbol is, in parts of the radius."""
    plain: bool
    """Without a groove in the face and a shadow: with many small stacks they would be noise."""


_FROM_ABOVE: Final = _Build(0.085, 0.5, 0.1, 0.4, plain=False)
_AT_AN_ANGLE: Final = _Build(0.11, 0.65, -0.045, 0.56, plain=True)


@dataclass(frozen=True, slots=True)
class Stance:
    """Where the discs of a stack lie."""

    foot: Point
    """The middle of the lowest one's underside."""
    thickness: float
    storeys: int

    @property
    def head(self) -> Point:
        """The middle of the topmost face."""
        return Point(self.foot.x, self.foot.y - self.storeys * self.thickness)


def stance(pieces: int, place: Point, *, crowned: bool, tilt: float) -> Stance:
    """Return how so many pieces stand around `place`; a crowned one is two discs, as on the table.

    `tilt` is that of the canvas, as are the lengths.
    """
    build = _build(tilt)
    storeys = pieces + 1 if crowned else pieces
    thickness = min(build.thickness, build.tallest / storeys)
    drop = min(thickness * storeys / 2, build.sink)
    return Stance(Point(place.x, place.y + drop / tilt), thickness / tilt, storeys)


def draw_stack(
    canvas: Canvas,
    colours: Sequence[Colour],
    stand: Stance,
    *,
    crowned: bool,
    shadow: RGB,
    tilt: float,
    rim: RGB | None = None,
) -> None:
    """Draw pieces, bottom to top; a `rim` around the topmost face shows that they have moved."""
    paints = [PAINTS[colour] for colour in colours]
    top = paints[-1]
    if crowned:
        paints.append(top)
    foot, height = stand.foot, stand.storeys * stand.thickness
    if not _build(tilt).plain:
        cast = Point(foot.x + _SHADOW.x, foot.y + _SHADOW.y)
        _body(canvas, cast, min(height, 2 * stand.thickness), _OUTLINE, shadow)
    _body(canvas, foot, height, _OUTLINE, INK)
    for storey, paint in enumerate(paints):
        low = Point(foot.x, foot.y - storey * stand.thickness)
        _body(canvas, low, stand.thickness, 0, paint.side)
        _inlays(canvas, paint, low, stand.thickness)
        if storey:
            own = crowned and storey == len(paints) - 1
            # Two discs with plain sides, which are dark, would run into one.
            plain = paint is paints[storey - 1] and paint.edge is Edge.PLAIN
            width = min(_OUTLINE * 0.7 if own else _SEPARATOR, stand.thickness * tilt / 3)
            canvas.line(ring(low, _RADIUS, 0, 180), width, paint.inlay if own or plain else INK)
    _face(canvas, top, stand.head, rim, grooved=not _build(tilt).plain)
    if crowned:
        _crown(canvas, stand.head, _RADIUS)
    else:
        _SYMBOLS[top.symbol](canvas, stand.head, _RADIUS * _build(tilt).symbol, top)


def _build(tilt: float) -> _Build:
    return _AT_AN_ANGLE if tilt < 1 else _FROM_ABOVE


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


def _face(canvas: Canvas, paint: Paint, centre: Point, rim: RGB | None, *, grooved: bool) -> None:
    radius = _RADIUS
    if rim:
        canvas.disc(centre, radius + _OUTLINE * 0.6, rim)
        canvas.disc(centre, radius - _RIM, INK)
        radius -= _RIM + _OUTLINE * 0.6
    canvas.disc(centre, radius, paint.face)
    if grooved:
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
    arm = reach * 0.35
    for across, down in ((reach, arm), (arm, reach)):
        corners = ((-across, -down), (across, -down), (across, down), (-across, down))
        canvas.polygon([_moved(Point(x, y), centre) for x, y in corners], paint.ink)


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
