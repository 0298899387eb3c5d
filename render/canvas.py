"""A small surface for smooth shapes: drawn four times as large, then averaged down."""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, radians, sin
from typing import Final

from PIL import Image, ImageDraw, ImageFont, ImageOps

from render.theme import RGB
from rules.geometry import Point

__all__ = ["Canvas", "on_paper", "ring", "shown", "text_width"]

_FINE: Final = 4
_CAP_HEIGHT: Final = 0.7
"""How tall the built-in font's capitals and digits are, in parts of its size."""


class Canvas:
    """Takes shapes in lengths of the caller's choice; y grows downward."""

    def __init__(
        self,
        width: int,
        height: int,
        *,
        scale: float = 1,
        origin: Point | None = None,
        tilt: float = 1,
    ) -> None:
        """Open `width` by `height` transparent pixels.

        `scale` is a unit's length in pixels, `origin` the pixel where the units begin. `tilt` is
        what is left of lengths up and down where the plane is seen at an angle: circles and
        polygons lie on the plane, while pills, letters and the strokes of lines face the viewer.
        """
        self._image = Image.new("RGBA", (width * _FINE, height * _FINE))
        self._draw = ImageDraw.Draw(self._image)
        self._scale, self._tilt = scale * _FINE, tilt
        place = origin or Point(0, 0)
        self._x, self._y = place.x * _FINE, place.y * _FINE

    def move(self, place: Point) -> None:
        """Let the units begin at `place` from now on."""
        self._x, self._y = self._at(place)

    def polygon(self, corners: Sequence[Point], fill: RGB) -> None:
        """Fill a polygon."""
        self._draw.polygon([self._at(corner) for corner in corners], fill)

    def disc(self, centre: Point, radius: float, fill: RGB) -> None:
        """Fill a circle."""
        x, y = self._at(centre)
        reach = radius * self._scale
        down = reach * self._tilt
        self._draw.ellipse((x - reach, y - down, x + reach, y + down), fill)

    def line(self, points: Sequence[Point], width: float, fill: RGB) -> None:
        """Draw a line with round joints and ends."""
        places = [self._at(point) for point in points]
        self._draw.line(places, fill, max(1, round(width * self._scale)))
        reach = width / 2 * self._scale
        for x, y in places:
            self._draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill)

    def pill(self, centre: Point, width: float, height: float, fill: RGB, radius: float) -> None:
        """Fill a rectangle with round corners."""
        x, y = self._at(centre)
        across, down = width * self._scale / 2, height * self._scale / 2
        box = (x - across, y - down, x + across - 1, y + down - 1)
        self._draw.rounded_rectangle(box, radius * self._scale, fill)

    def text(
        self, place: Point, text: str, size: float, fill: RGB, *, bold: float = 0, anchor: str = "m"
    ) -> None:
        """Write a line whose capitals are centred on `place` in height.

        `anchor` says where the place is in the line: `l` left end, `m` middle, `r` right end.
        `bold` thickens the strokes, in parts of the size.
        """
        x, y = self._at(place)
        large = size * self._scale
        self._draw.text(
            (x, y + large * _CAP_HEIGHT / 2),
            text,
            fill,
            _font(large),
            anchor=anchor + "s",
            stroke_width=large * bold,
        )

    def trim(self, left: int, top: int, width: int, height: int) -> None:
        """Wipe out what was drawn so far outside that part of the pixels."""
        corner = (left * _FINE, top * _FINE)
        kept = self._image.crop((*corner, (left + width) * _FINE, (top + height) * _FINE))
        self._image.paste((0, 0, 0, 0), (0, 0, *self._image.size))
        self._image.paste(kept, corner)

    def finish(self, *, smooth: bool = True) -> Image.Image:
        """Return the drawing at its true size; without smooth edges it compresses twice as well."""
        if smooth:
            return self._image.reduce(_FINE)
        return ImageOps.scale(self._image, 1 / _FINE, Image.Resampling.NEAREST)

    def _at(self, point: Point) -> tuple[float, float]:
        return (
            self._x + point.x * self._scale,
            self._y + point.y * self._scale * self._tilt,
        )


def on_paper(image: Image.Image, colour: RGB) -> Image.Image:
    """Return a finished drawing on paper of that colour, into which its smooth edges fade."""
    paper = Image.new("RGBA", image.size, colour)
    paper.alpha_composite(image)
    return paper


def shown(image: Image.Image, least: int) -> Image.Image:
    """Return where the drawing is at least so opaque, from 1 to 255, as a mask to paste with."""
    table = bytes(255 if alpha >= least else 0 for alpha in range(256))
    there = image.getchannel("A").tobytes().translate(table)
    return Image.frombytes("L", image.size, there).convert("1", dither=Image.Dither.NONE)


def ring(centre: Point, radius: float, first: float = 0, last: float = 360) -> tuple[Point, ...]:
    """Return points along a circle from one angle to another, in degrees clockwise from the right.

    The last point of a whole circle is the first again.
    """
    steps = max(2, round(abs(last - first) / 6))
    angles = (radians(first + (last - first) * step / steps) for step in range(steps + 1))
    return tuple(
        Point(centre.x + radius * cos(angle), centre.y + radius * sin(angle)) for angle in angles
    )


def text_width(text: str, size: float) -> float:
    """Return the length of a line written at `size`, in the same unit."""
    return _font(size * _FINE).getlength(text) / _FINE


@lru_cache(maxsize=64)
def _font(size: float) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise TypeError("Pillow was built without FreeType, which the labels need")
    return font
