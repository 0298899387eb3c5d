"""A small surface for smooth shapes, which are drawn four times as large and averaged down."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, cos, floor, radians, sin
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.faces import CAP_HEIGHT, PLAIN, Style, font, text_width
from render.theme import RGB
from rules.geometry import Point

__all__ = ["Canvas", "Line", "lettered", "ring", "write"]

_FINE: Final = 4
_BEFORE: Final = {"l": 0.0, "m": 0.5, "r": 1.0}
"""The share of a line that lies before its place, by anchor."""
_SHADES: Final = [round(level / 85) * 85 for level in range(256)]
"""The opacities drawn for the opacities of a letter's edge: four in all, as palettes hold few
blends."""


_COVERED: Final = [0] + [255] * 255


class Line(NamedTuple):
    """A line of text, which the caller must not change."""

    opacity: Image.Image
    covered: Image.Image
    """The pixels with any opacity."""

    def numbered(self, inks: bytes) -> Image.Image:
        """Return the numbers of colours by opacity, as in `Palette.inks`."""
        numbers = self.opacity.tobytes().translate(inks)
        return Image.frombytes("L", self.opacity.size, numbers)


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
        flat: bool = False,
    ) -> None:
        """Open `width` by `height` transparent pixels, drawn `fine` times as large.

        `scale` is the length of a unit in pixels, `origin` the pixel where the units begin. A
        `flat` canvas keeps only what is covered, in one byte a pixel.
        """
        self._flat = flat
        self._fine = fine
        # All paint is opaque, so it counts as premultiplied; Pillow averages such images directly,
        # but would first convert others.
        self._image = Image.new("L" if flat else "RGBa", (width * fine, height * fine))
        self._draw = ImageDraw.Draw(self._image)
        self._scale = scale * fine
        place = origin or Point(0, 0)
        self._x, self._y = place.x * fine, place.y * fine

    @classmethod
    def around(cls, reach: float, scale: float = 1) -> "Canvas":
        """Open a square with the origin in its middle, `reach` pixels and one more to each side."""
        half = ceil(reach + 1)
        return cls(2 * half, 2 * half, scale=scale, origin=Point(half, half))

    def polygon(self, corners: Sequence[Point], fill: RGB) -> None:
        """Fill a polygon."""
        self._draw.polygon([self._at(corner) for corner in corners], self._ink(fill))

    def disc(self, centre: Point, radius: float, fill: RGB) -> None:
        """Fill a circle."""
        self._draw.ellipse(self._box(centre, radius, radius), self._ink(fill))

    def wipe(self, centre: Point, radius: float) -> None:
        """Make a circle transparent again."""
        clear = 0 if self._flat else (0, 0, 0, 0)
        self._draw.ellipse(self._box(centre, radius, radius), clear)

    def line(self, points: Sequence[Point], width: float, fill: RGB) -> None:
        """Draw a line with round joints and ends."""
        places, ink = [self._at(point) for point in points], self._ink(fill)
        self._draw.line(places, ink, max(1, round(width * self._scale)))
        # Pillow rounds lines and discs differently, so wider joints would stick out as teeth.
        half = max(0, width * self._scale / 2 - 1)
        for x, y in places:
            self._draw.ellipse((x - half, y - half, x + half, y + half), ink)

    def pill(self, centre: Point, width: float, height: float, fill: RGB, radius: float) -> None:
        """Fill a rectangle with round corners."""
        box = self._box(centre, width / 2, height / 2)
        self._draw.rounded_rectangle(box, radius * self._scale, self._ink(fill))

    def text(
        self,
        place: Point,
        text: str,
        size: float,
        fill: RGB,
        *,
        style: Style = PLAIN,
        anchor: str = "m",
    ) -> None:
        """Write a line of text, its capitals vertically centred on `place`.

        `anchor` says which point of the line is at the place: `l` the left end, `m` the middle, `r`
        the right end.
        """
        x, y = self._at(place)
        large = size * self._scale
        self._draw.text(
            (x, y + large * CAP_HEIGHT / 2),
            text,
            self._ink(fill),
            font(large, style),
            anchor=anchor + "s",
        )

    def finish(self) -> Image.Image:
        """Return the drawing at its final size: red, green, blue and alpha, or what is covered."""
        reduced = self._image.reduce(self._fine)
        return reduced if self._flat else reduced.convert("RGBA")

    def lay(self, image: Image.Image, left: int = 0, top: int = 0) -> None:
        """Lay the drawing on a picture, its upper left corner on that pixel."""
        drawn = self.finish()
        image.paste(drawn, (left, top), drawn)

    def on(self, paper: RGB) -> Image.Image:
        """Return the drawing on paper of that colour."""
        drawn = self.finish()
        image = Image.new("RGB", drawn.size, paper)
        image.paste(drawn, (0, 0), drawn)
        return image

    def _ink(self, fill: RGB) -> int | tuple[int, int, int, int]:
        return 255 if self._flat else (*fill, 255)

    def _box(self, centre: Point, across: float, down: float) -> tuple[float, float, float, float]:
        """Return the box of a shape that reaches so far to each side. Pillow includes its end."""
        x, y = self._at(centre)
        across, down = across * self._scale, down * self._scale
        return x - across, y - down, x + across - 1, y + down - 1

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
    style: Style = PLAIN,
    anchor: str = "l",
) -> None:
    """Write a line on a picture, its capitals vertically centred on `place`; see `Canvas.text`."""
    line, corner = lettered(place, text, size, style=style, anchor=anchor)
    image.paste(ink, corner, line.opacity)


def lettered(
    place: tuple[float, float], text: str, size: float, *, style: Style = PLAIN, anchor: str = "l"
) -> tuple[Line, tuple[int, int]]:
    """Return a line of text for this place, as `write` takes it, and its upper left corner."""
    start = place[0] - text_width(text, size, style) * _BEFORE[anchor]
    foot = place[1] + size * CAP_HEIGHT / 2
    left, top = floor(start) - 2, floor(foot - 1.1 * size) - 1
    at = round((start - left) * _FINE), round((foot - top) * _FINE)
    return _line(text, size, style, at), (left, top)


@lru_cache(maxsize=512)
def _line(text: str, size: float, style: Style, at: tuple[int, int]) -> Line:
    """Return a line that begins at this place, in quarters of a pixel.

    Letters are drawn large and averaged down, because hinting spaces small type out.
    """
    width, height = ceil(text_width(text, size, style)) + 6, ceil(1.5 * size) + 4
    mask = Image.new("L", (width * _FINE, height * _FINE))
    ImageDraw.Draw(mask).text(at, text, 255, font(size * _FINE, style), anchor="ls")
    opacity = mask.reduce(_FINE).point(_SHADES)
    return Line(opacity, opacity.point(_COVERED, "1"))
