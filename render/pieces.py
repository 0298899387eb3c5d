"""The look of pieces: parts drawn once with red, green, blue and alpha, then put together.

A part is a square image with the piece's middle at its own. Radii are in pixels.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from render.canvas import Canvas, ring
from render.faces import NUMBER
from render.theme import CREAM, CROWN, ESPRESSO, PAINTS, RGB, SHADOW, Figure, Paint, mixed
from rules.contract.view import Colour
from rules.geometry import Point

__all__ = [
    "DROP", "FLAT", "SMALL_STONE", "STONE", "TURNED", "Cut", "add", "coin", "count_figure",
    "crown", "disc", "draw_figure", "draw_token", "figure", "shade", "shadow", "sign",
]  # fmt: skip

DROP: Final = 0.115
"""The distance of a shadow below its piece, in radii."""
SHADE: Final = 0.36
"""The darkness of a shadow."""
_ORIGIN: Final = Point(0, 0)


class Cut(NamedTuple):
    """The shape of a kind of piece; lengths are in radii."""

    outline: float
    band: float
    """The radius of the band; the outline below it that remains is the lower edge."""
    lift: float
    """The height of the band above the middle."""
    groove: float
    """The outer radius of the groove, 0 for none."""
    face: float
    figure: float
    """The size of the figure, relative to a turned piece's."""
    flat: bool
    """True if the ring around the face is the thin rim of a flat piece."""


TURNED: Final = Cut(0.075, 0.89, 0.035, 0.70, 0.635, 1, flat=False)
STONE: Final = Cut(0.075, 0.89, 0.035, 0, 0.60, 1.12, flat=False)
SMALL_STONE: Final = Cut(0.1, 0.90, 0, 0, 0.90, 1.12, flat=False)
FLAT: Final = Cut(0.065, 0.86, 0, 0, 0.86, 1.15, flat=True)


def add(image: Image.Image, part: Image.Image, x: float, y: float) -> None:
    """Lay a part on an image, its middle on that pixel."""
    corner = round(x - part.width / 2), round(y - part.height / 2)
    image.paste(part, corner, part)


@lru_cache(maxsize=256)
def disc(colour: Colour, radius: float, cut: Cut) -> Image.Image:
    """Return a piece without its figure."""
    paint = PAINTS[colour]
    canvas = Canvas.around(radius, radius)
    canvas.disc(_ORIGIN, 1, paint.outline)
    if cut.flat:
        canvas.disc(_ORIGIN, 1 - cut.outline, paint.rim)
        canvas.disc(_ORIGIN, cut.face, paint.face)
        return canvas.finish()
    middle = Point(0, -cut.lift)
    if cut.lift:
        canvas.disc(_ORIGIN, 1 - cut.outline, paint.edge)
    canvas.disc(middle, cut.band, paint.band)
    if cut.groove:
        canvas.disc(middle, cut.groove, paint.groove)
    canvas.disc(middle, cut.face, paint.face)
    return canvas.finish()


@lru_cache(maxsize=128)
def shadow(radius: float, tone: RGB) -> Image.Image:
    """Return the flat shadow of a piece on that tone, to be placed `DROP` below it."""
    canvas = Canvas.around(radius, radius)
    canvas.disc(_ORIGIN, 1, shade(tone))
    return canvas.finish()


def shade(tone: RGB) -> RGB:
    """Return a tone in a piece's shadow."""
    return mixed(tone, SHADOW, SHADE)


def figure(colour: Colour, radius: float, cut: Cut) -> Image.Image:
    """Return the sign on a piece's face."""
    canvas = Canvas.around(radius, radius)
    draw_figure(canvas, colour, Point(0, -cut.lift), cut.figure)
    return canvas.finish()


@lru_cache(maxsize=512)
def count_figure(colour: Colour, radius: float, cut: Cut, count: int) -> Image.Image:
    """Return a count, and the remainder of the sign around it."""
    paint = PAINTS[colour]
    canvas = Canvas.around(radius, radius)
    middle = Point(0, -cut.lift)
    _OPENED[paint.shape](canvas, middle, paint, cut.face)
    size = (1.05 if cut.flat else 1.42) * cut.face * (0.95 if count > 9 else 1)
    canvas.text(middle, str(count), size, paint.number, style=NUMBER)
    return canvas.finish()


def crown(radius: float, cut: Cut) -> Image.Image:
    """Return the crown that a king has instead of its sign."""
    canvas = Canvas.around(radius, radius)
    half, top, foot = 0.47, -0.34, 0.42
    shape = ((-1, -0.62), (-0.5, 0.06), (0, -1), (0.5, 0.06), (1, -0.62), (0.8, 1), (-0.8, 1))
    outline = [Point(x * half, (y * foot if y > 0 else -y * top) - cut.lift) for x, y in shape]
    canvas.line([*outline, outline[0]], 0.15, ESPRESSO)
    tips = [outline[index] for index in (0, 2, 4)]
    for tip in tips:
        canvas.disc(tip, 0.155, ESPRESSO)
    canvas.polygon(outline, CROWN)
    for tip in tips:
        canvas.disc(tip, 0.085, CROWN)
    low = Point((outline[5].x + outline[6].x) / 2, outline[5].y - 0.155)
    canvas.pill(low, 0.74, 0.055, ESPRESSO, 0)
    return canvas.finish()


@lru_cache(maxsize=128)
def coin(colour: Colour, radius: float, *, edge: float) -> Image.Image:
    """Return a buried piece of a fan; red ones have a tick at the right, to differ without colour.

    `edge` is the outline's width in pixels.
    """
    paint = PAINTS[colour]
    canvas = Canvas.around(radius, radius)
    canvas.disc(_ORIGIN, 1, paint.outline)
    canvas.disc(_ORIGIN, 1 - edge / radius, paint.face)
    if colour is Colour.RED:
        reach = 1 - edge / radius
        canvas.polygon([_ORIGIN, *ring(_ORIGIN, reach, -11, 11)], CREAM)
        canvas.polygon([_ORIGIN, *ring(_ORIGIN, 0.5, -90, 90)], paint.face)
    return canvas.finish()


def sign(colour: Colour, reach: float, ink: RGB) -> Image.Image:
    """Return a side's sign alone, in one ink, sized for a piece whose radius is `reach`."""
    canvas = Canvas.around(reach, reach)
    _FIGURES[PAINTS[colour].shape](canvas, _ORIGIN, 1, ink)
    return canvas.finish()


def draw_figure(canvas: Canvas, colour: Colour, place: Point, size: float) -> None:
    """Draw the sign of a piece whose radius is the canvas's unit."""
    paint = PAINTS[colour]
    _FIGURES[paint.shape](canvas, place, size, paint.figure)


def draw_token(canvas: Canvas, colour: Colour, place: Point, radius: float) -> None:
    """Draw a side's colour and sign as a small key to its pieces, with a rim for any paper."""
    paint = PAINTS[colour]
    canvas.disc(place, radius, paint.token_rim)
    canvas.disc(place, radius * 0.9, paint.face)
    _FIGURES[paint.shape](canvas, place, radius * 1.15, paint.figure)


def _diamond(canvas: Canvas, place: Point, size: float, ink: RGB) -> None:
    reach = 0.40 * size
    _to_all_sides(canvas, place, ((reach, 0), (0, reach), (0, -reach)), ink)


def _ring(canvas: Canvas, place: Point, size: float, ink: RGB) -> None:
    canvas.line(ring(place, 0.295 * size), 0.15 * size, ink)


def _plus(canvas: Canvas, place: Point, size: float, ink: RGB) -> None:
    far, half = 0.40 * size, 0.15 * size
    _to_all_sides(canvas, place, ((far, -half), (far, half), (0, half), (0, -half)), ink)


def _triangle(canvas: Canvas, place: Point, size: float, ink: RGB) -> None:
    middle = Point(place.x, place.y + 0.05)
    canvas.polygon([ring(middle, 0.44 * size, turn, turn)[0] for turn in (-90, 30, 150)], ink)


def _points(canvas: Canvas, place: Point, paint: Paint, face: float) -> None:
    """Draw the four corners of a diamond."""
    far, near = face * 1.02, face * 0.74
    half = far - near
    _to_all_sides(canvas, place, ((far, 0), (near, half), (near, -half)), paint.figure)


def _hoop(canvas: Canvas, place: Point, paint: Paint, face: float) -> None:
    canvas.line(ring(place, face * 0.9), 0.07, paint.figure)


def _arms(canvas: Canvas, place: Point, paint: Paint, face: float) -> None:
    far, near, half = face, face * 0.76, 0.11
    corners = (far, -half), (far, half), (near, half), (near, -half)
    _to_all_sides(canvas, place, corners, paint.figure)


def _corners(canvas: Canvas, place: Point, paint: Paint, face: float) -> None:
    """Draw the three corners of a triangle."""
    for angle in (-90, 30, 150):
        tip = ring(place, face * 0.98, angle, angle + 1)[0]
        foot = ring(place, face * 0.72, angle - 16, angle + 16)
        canvas.polygon([tip, foot[0], foot[-1]], paint.figure)


def _to_all_sides(
    canvas: Canvas, place: Point, corners: Sequence[tuple[float, float]], ink: RGB
) -> None:
    """Draw a shape four times around a place; its corners are so far outward and to the right."""
    for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        canvas.polygon(
            [Point(place.x + a * x - b * y, place.y + a * y + b * x) for a, b in corners], ink
        )


_FIGURES: Final[dict[Figure, Callable[[Canvas, Point, float, RGB], None]]] = {
    Figure.DIAMOND: _diamond,
    Figure.RING: _ring,
    Figure.PLUS: _plus,
    Figure.TRIANGLE: _triangle,
}
_OPENED: Final[dict[Figure, Callable[[Canvas, Point, Paint, float], None]]] = {
    Figure.DIAMOND: _points,
    Figure.RING: _hoop,
    Figure.PLUS: _arms,
    Figure.TRIANGLE: _corners,
}
