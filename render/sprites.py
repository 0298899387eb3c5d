"""Cells as small palette images: each look is drawn once and pasted ever after."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import ceil
from typing import Final

from PIL import Image

from render.canvas import Canvas
from render.marks import ASIDE, LIT, draw_above, draw_below
from render.pieces import draw_piece
from render.theme import BACKGROUND, FLATS, LABEL, PLATE, RGB, TINTS, Tint
from rules.geometry import Point
from rules.view import Colour, MarkKind

__all__ = [
    "Face",
    "Shape",
    "draw_tile",
    "palette_bytes",
    "palettised",
    "with_filter_column",
]

_RAMP: Final = 24
"""How many colours smooth edges get beside the flat ones."""
_NEAR: Final = 5
"""Pillow maps colours to a palette in steps of four: nearer ones would be taken for another."""


@dataclass(frozen=True, slots=True)
class Face:
    """All that decides what one cell looks like."""

    tint: str
    colour: Colour | None = None
    crowned: bool = False
    marks: frozenset[MarkKind] = frozenset()
    number: str = ""
    smooth: bool = True

    def image(self, shape: "Shape") -> Image.Image:
        """Return the cell as a palette image; the caller must not change it."""
        return _image(shape, self)


@dataclass(frozen=True, slots=True)
class Shape:
    """A cell's outline around its middle in cell widths, y downward, and a width in pixels."""

    outline: tuple[Point, ...]
    pitch: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        across = 2 * max(corner.x for corner in self.outline)
        down = 2 * max(corner.y for corner in self.outline)
        return ceil(across * self.pitch), ceil(down * self.pitch)


@lru_cache(maxsize=4096)
def _image(shape: Shape, face: Face) -> Image.Image:
    return palettised(_drawn(shape, face))


def draw_tile(canvas: Canvas, outline: tuple[Point, ...], tint: Tint, *, lit: bool) -> None:
    """Fill one cell and draw its border."""
    canvas.polygon(outline, tint.lit if lit else tint.tile)
    if tint.border != tint.tile:
        canvas.line([*outline, outline[0]], 0.03, tint.border)


def palettised(image: Image.Image) -> Image.Image:
    """Return the image in the colours that all pictures share."""
    return image.convert("RGB").quantize(palette=_palette(), dither=Image.Dither.NONE)


def with_filter_column(image: Image.Image) -> Image.Image:
    """Return a palette image one column wider on the left, all of colour 0: see `render.png`."""
    wider = Image.new("P", (image.width + 1, image.height))
    wider.paste(image, (1, 0))
    return wider


@lru_cache(maxsize=1)
def palette_bytes() -> bytes:
    """Return the shared colours as a PNG stores them; the background is the first."""
    palette = _palette().getpalette() or []
    return bytes(palette[: 3 * (len(FLATS) + _RAMP)])


def _drawn(shape: Shape, face: Face) -> Image.Image:
    width, height = shape.size
    canvas = Canvas(width, height, scale=shape.pitch, origin=Point(width / 2, height / 2))
    tint = TINTS[face.tint]
    lit = not face.marks.isdisjoint(LIT)
    draw_tile(canvas, shape.outline, tint, lit=lit)
    draw_below(canvas, shape.outline, face.marks)
    occupied = face.colour is not None
    if face.colour is not None:
        place = ASIDE if MarkKind.CANDIDATE in face.marks else Point(0, 0)
        draw_piece(canvas, face.colour, place, crowned=face.crowned, shadow=tint.shadow)
    draw_above(canvas, face.marks, face.number, shape.pitch, occupied=occupied)
    return canvas.finish(smooth=face.smooth)


@lru_cache(maxsize=1)
def _palette() -> Image.Image:
    """Return the flat colours, then those that smooth edges need most."""
    seen = set[RGB]()
    for image in _samples():
        colours = image.convert("RGB").getcolors(image.width * image.height) or []
        seen.update(colour for _, colour in colours if isinstance(colour, tuple))  # type: ignore[misc]
    edges = sorted(colour for colour in seen if not _close(colour, FLATS))
    pool = Image.frombytes("RGB", (len(edges), 1), bytes(part for edge in edges for part in edge))
    ramp = pool.quantize(_RAMP, Image.Quantize.MEDIANCUT).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in FLATS for part in colour] + ramp)
    return palette


def _close(colour: RGB, others: tuple[RGB, ...]) -> bool:
    return any(
        max(abs(part - wanted) for part, wanted in zip(colour, other, strict=True)) < _NEAR
        for other in others
    )


def _samples() -> list[Image.Image]:
    """Draw every piece on every tile and every mark, and text on what it is written on."""
    half = Point(0.5, 0.5)
    outline = (Point(-0.5, 0.5), half, Point(0.5, -0.5), Point(-0.5, -0.5))
    shape = Shape(outline, 64)
    faces = [
        Face(tint, colour, crowned)
        for tint, colour, crowned in product(TINTS, Colour, (False, True))
    ]
    faces += [Face(tint, marks=frozenset({kind})) for tint, kind in product(TINTS, MarkKind)]
    images = [_drawn(shape, face) for face in faces]
    for paper, ink in ((BACKGROUND, LABEL), (PLATE, LABEL), (LABEL, BACKGROUND)):
        canvas = Canvas(64, 64)
        canvas.pill(Point(32, 32), 66, 66, paper, 0)
        canvas.text(Point(32, 32), "g8", 28, ink)
        images.append(canvas.finish())
    return images
