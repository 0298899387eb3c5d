"""A small surface for smooth shapes, which are drawn four times as large and averaged down."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, cos, floor, radians, sin
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from render.theme import RGB
from rules.geometry import Point

__all__ = ["CAP_HEIGHT", "Canvas", "font", "ring", "text_width", "write"]

_FINE: Final = 4
CAP_HEIGHT: Final = 0.7
"""The height of the built-in font's capitals and digits, as a share of its size."""
_BEFORE: Final = {"l": 0.0, "m": 0.5, "r": 1.0}
"""The share of a line that lies before its place, by anchor."""
_SHADES: Final = [round(level / 85) * 85 for level in range(256)]
"""The opacity drawn for each opacity of a letter's edge: four in all, as palettes hold few
blends."""


class Canvas:
    """Takes shapes in units of the caller's choice; y grows downward."""

    def __init__(
        self,
        width: int,
        height: int,
        *,
        scale: float = 1,
        origin: Point | None = None,
        fine: int = _FINE,
    ) -> None:
        """Open `width` by `height` transparent pixels, drawn `fine` times as large.

        `scale` is the length of a unit in pixels, `origin` the pixel where the units begin.
        """
        self._fine = fine
        # All paint is opaque, so it counts as premultiplied; Pillow averages such images directly,
        # but would first convert others.
        self._image = Image.new("RGBa", (width * fine, height * fine))
        self._draw = ImageDraw.Draw(self._image)
        self._scale = scale * fine
        place = origin or Point(0, 0)
        self._x, self._y = place.x * fine, place.y * fine

    def polygon(self, corners: Sequence[Point], fill: RGB) -> None:
        """Fill a polygon."""
        self._draw.polygon([self._at(corner) for corner in corners], (*fill, 255))

    def disc(self, centre: Point, radius: float, fill: RGB) -> None:
        """Fill a circle."""
        x, y = self._at(centre)
        reach = radius * self._scale
        # Pillow includes the last pixel.
        box = (x - reach, y - reach, x + reach - 1, y + reach - 1)
        self._draw.ellipse(box, (*fill, 255))

    def wipe(self, centre: Point, radius: float) -> None:
        """Make a circle transparent again."""
        x, y = self._at(centre)
        reach = radius * self._scale
        self._draw.ellipse((x - reach, y - reach, x + reach - 1, y + reach - 1), (0, 0, 0, 0))

    def line(self, points: Sequence[Point], width: float, fill: RGB) -> None:
        """Draw a line with round joints and ends."""
        places = [self._at(point) for point in points]
        self._draw.line(places, (*fill, 255), max(1, round(width * self._scale)))
        reach = width / 2 * self._scale
        for x, y in places:
            box = (x - reach, y - reach, x + reach - 1, y + reach - 1)
            self._draw.ellipse(box, (*fill, 255))

    def pill(self, centre: Point, width: float, height: float, fill: RGB, radius: float) -> None:
        """Fill a rectangle with round corners."""
        x, y = self._at(centre)
        across, down = width * self._scale / 2, height * self._scale / 2
        box = (x - across, y - down, x + across - 1, y + down - 1)
        self._draw.rounded_rectangle(box, radius * self._scale, (*fill, 255))

    def text(
        self, place: Point, text: str, size: float, fill: RGB, *, bold: float = 0, anchor: str = "m"
    ) -> None:
        """Write a line of text, its capitals vertically centred on `place`.

        `anchor` says which point of the line is at the place: `l` the left end, `m` the middle, `r`
        the right end. `bold` thickens the strokes, as a share of the size.
        """
        x, y = self._at(place)
        large = size * self._scale
        self._draw.text(
            (x, y + large * CAP_HEIGHT / 2),
            text,
            (*fill, 255),
            font(large),
            anchor=anchor + "s",
            stroke_width=large * bold,
        )

    def finish(self) -> Image.Image:
        """Return the drawing at its final size, with red, green, blue and alpha."""
        return self._image.reduce(self._fine).convert("RGBA")

    def _at(self, point: Point) -> tuple[float, float]:
        return self._x + point.x * self._scale, self._y + point.y * self._scale


def ring(centre: Point, radius: float, first: float = 0, last: float = 360) -> tuple[Point, ...]:
    """Return points along a circle between two angles, in degrees clockwise from the right.

    The last point of a whole circle equals the first.
    """
    steps = max(2, round(abs(last - first) / 6))
    angles = (radians(first + (last - first) * step / steps) for step in range(steps + 1))
    return tuple(
        Point(centre.x + radius * cos(angle), centre.y + radius * sin(angle)) for angle in angles
    )


def write(
    image: Image.Image,
    place: tuple[float, float],
    text: str,
    size: float,
    ink: RGB,
    *,
    stroke: float = 0,
    anchor: str = "l",
) -> None:
    """Write a line on a picture, its capitals vertically centred on `place`; see `Canvas.text`.

    Letters are drawn large and averaged down, because hinting spaces small type out.
    """
    length = text_width(text, size)
    start = place[0] - length * _BEFORE[anchor]
    foot = place[1] + size * CAP_HEIGHT / 2
    left, top = floor(start - stroke) - 1, floor(foot - size - stroke) - 1
    image.paste(ink, (left, top), _letters(text, size, stroke, start - left, foot - top))


def _letters(text: str, size: float, stroke: float, start: float, foot: float) -> Image.Image:
    """Return a line of text as a mask, from its start and on its foot."""
    large = font(size * _FINE)
    length = text_width(text, size)
    width, height = ceil(length + 2 * stroke) + 4, ceil(1.4 * size + 2 * stroke) + 4
    mask = Image.new("L", (width * _FINE, height * _FINE))
    ImageDraw.Draw(mask).text(
        (start * _FINE, foot * _FINE), text, 255, large, anchor="ls", stroke_width=stroke * _FINE
    )
    return mask.reduce(_FINE).point(_SHADES)


def text_width(text: str, size: float) -> float:
    """Return the length of a line in that size, in the same unit as the size."""
    return font(64).getlength(text) / 64 * size


@lru_cache(maxsize=256)
def font(size: float) -> ImageFont.FreeTypeFont:
    """Return the built-in font in that size. Raises RuntimeError if Pillow lacks FreeType."""
    loaded = ImageFont.load_default(size)
    if not isinstance(loaded, ImageFont.FreeTypeFont):
        raise RuntimeError("pictures need a Pillow that was built with FreeType")
    return loaded
