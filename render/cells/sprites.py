"""Cells as small palette images: each look is drawn once and pasted ever after.

A stack may rise above its cell. So cells are pasted from the back row to the front one, and what
lies on the pieces once more when all of them stand, lest a stack in front hide it.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import ceil
from typing import Final

from PIL import Image

from render.canvas import Canvas, on_paper, shown, text_width
from render.marks import ASIDE, HIGHLIGHTING, Spot, draw_above, draw_below, rim
from render.pieces import Stance, draw_stack, stance
from render.theme import BACKGROUND, FLATS, INK, LABEL, NAME, PLATE, RGB, TINTS, Tint
from rules.geometry import Point
from rules.view import Colour, MarkKind

__all__ = [
    "CellLook",
    "Shape",
    "Sprite",
    "draw_tile",
    "palette_bytes",
    "palettised",
    "sprite",
    "with_filter_column",
]

_RAMP: Final = 24
"""How many colours smooth edges get beside the flat ones."""
_TRACE: Final = 100
_AROUND: Final = 0.2
"""How much room badges have around the cell and above the stack, in cell widths."""
_NAME_SIZE: Final = 0.145
_LEAST_NAME: Final = 15
_NEAR: Final = 5
"""Pillow maps colours to a palette in steps of four: nearer ones would be taken for another."""


@dataclass(frozen=True, slots=True)
class CellLook:
    """All that decides what one cell looks like."""

    tint: str
    colours: tuple[Colour, ...] = ()
    """The pieces, bottom to top."""
    crowned: bool = False
    """Whether the topmost is."""
    marks: frozenset[MarkKind] = frozenset()
    number: str = ""
    beside_counts: bool = False
    """Whether the picture has counts: numbers then go to the other side of the pieces."""
    name: str = ""
    """What is written on the tile."""
    smooth: bool = True


@dataclass(frozen=True, slots=True)
class Shape:
    """A cell's outline around its middle in cell widths, y downward, and a width in pixels."""

    outline: tuple[Point, ...]
    pitch: int
    tilt: float = 1
    """What is left of lengths up and down, as the board is seen at an angle."""
    scale: float = 1
    """How many pixels a pixel of the 800 wide picture has become."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        across = 2 * max(corner.x for corner in self.outline)
        down = 2 * max(corner.y for corner in self.outline) * self.tilt
        return ceil(across * self.pitch), ceil(round(down * self.pitch, 3))


@dataclass(frozen=True, eq=False, slots=True)
class Sprite:
    """A cell with all that stands on it; the images must not be changed."""

    image: Image.Image
    left: int
    """How far right of the cell's middle the image begins."""
    top: int
    """How far below the cell's middle the image begins; mostly negative, as `left` is."""
    mask: Image.Image | None
    """Where the image has something to show, None where it all has."""
    above: Image.Image | None
    """Where it shows what must not be hidden by the stacks in front, None if nothing."""


@lru_cache(maxsize=1024)
def sprite(shape: Shape, look: CellLook) -> Sprite:
    """Return what a cell looks like; up to 50 KB each, so the cache stays below 50 MB."""
    whole, above = _drawn(shape, look), None
    everywhere = shown(whole, _TRACE)
    box = everywhere.getbbox() or (0, 0, 1, 1)
    if len(look.colours) > 1 or look.marks:
        canvas = _canvas(shape, look)
        draw_above(canvas, _spot(shape, look))
        above = shown(canvas.finish(smooth=look.smooth), _TRACE).crop(box)
    mask = everywhere.crop(box)
    middle_x, middle_y = _middle(shape, look)
    return Sprite(
        palettised(_backed(whole, shape, look).crop(box)),
        box[0] - middle_x,
        box[1] - middle_y,
        None if mask.getextrema() == (255, 255) else mask,
        above if above and above.getbbox() else None,
    )


def draw_tile(canvas: Canvas, outline: tuple[Point, ...], tint: Tint, *, highlighted: bool) -> None:
    """Fill one cell and draw its border."""
    canvas.polygon(outline, tint.highlighted if highlighted else tint.tile)
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


def _drawn(shape: Shape, look: CellLook) -> Image.Image:
    canvas = _canvas(shape, look)
    tint = TINTS[look.tint]
    highlighted = not look.marks.isdisjoint(HIGHLIGHTING)
    draw_tile(canvas, shape.outline, tint, highlighted=highlighted)
    draw_below(canvas, shape.outline, look.marks)
    if shape.tilt == 1:
        width, height = shape.size
        x, y = _middle(shape, look)
        canvas.trim(x - width // 2, y - height // 2, width, height)
    if look.name:
        _write_name(canvas, shape, look)
    stand = _stance(shape, look)
    if stand:
        raised = len(look.colours) > 1 or shape.tilt < 1
        draw_stack(
            canvas,
            look.colours,
            stand,
            crowned=look.crowned,
            shadow=tint.shadow,
            tilt=shape.tilt,
            rim=rim(look.marks) if raised else None,
        )
    draw_above(canvas, _spot(shape, look))
    return canvas.finish(smooth=look.smooth)


def _write_name(canvas: Canvas, shape: Shape, look: CellLook) -> None:
    """Write the name in the cell's lowest corner, in a gap of the frame if it has one."""
    size = max(_NAME_SIZE, _LEAST_NAME * shape.scale / shape.pitch)
    low = max(corner.y for corner in shape.outline) - size * 0.78 / shape.tilt
    place = Point(0, low)
    if not look.marks.isdisjoint(HIGHLIGHTING):
        length = text_width(look.name, size * shape.pitch) / shape.pitch
        canvas.pill(
            place, length + size * 0.5, size * 1.1, TINTS[look.tint].highlighted, size * 0.4
        )
    canvas.text(place, look.name, size, NAME)


def _canvas(shape: Shape, look: CellLook) -> Canvas:
    """Return a canvas for a cell, with room for its stack and for badges."""
    x, y = _middle(shape, look)
    width, height = shape.size
    size = (2 * x + width % 2, y + height - height // 2 + ceil(_AROUND * shape.pitch))
    origin = Point(x + width % 2 / 2, y + height % 2 / 2)
    return Canvas(*size, scale=shape.pitch, origin=origin, tilt=shape.tilt)


def _middle(shape: Shape, look: CellLook) -> tuple[int, int]:
    """Return where the middle of the cell lies in its canvas, rounded down."""
    width, height = shape.size
    stand = _stance(shape, look)
    rise = stand.storeys * stand.thickness * shape.tilt if stand else 0
    around = ceil(_AROUND * shape.pitch)
    return width // 2 + around, height // 2 + around + ceil(rise * shape.pitch)


def _stance(shape: Shape, look: CellLook) -> Stance | None:
    if not look.colours:
        return None
    aside = MarkKind.CANDIDATE in look.marks and shape.tilt == 1 and not look.beside_counts
    place = ASIDE if aside else Point(0, 0)
    return stance(len(look.colours), place, crowned=look.crowned, tilt=shape.tilt)


def _spot(shape: Shape, look: CellLook) -> Spot:
    stand = _stance(shape, look)
    return Spot(
        look.marks,
        look.number,
        shape.pitch,
        shape.scale,
        stand.head if stand else None,
        len(look.colours),
        shape.tilt < 1,
        look.beside_counts,
    )


def _backed(image: Image.Image, shape: Shape, look: CellLook) -> Image.Image:
    """Return the image on what it most likely has around it: other cells, or dark outlines."""
    return on_paper(image, TINTS[look.tint].border if shape.tilt < 1 else INK)


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


def _sample(shape: Shape, look: CellLook) -> Image.Image:
    drawn = _drawn(shape, look)
    return _backed(drawn, shape, look).crop(shown(drawn, _TRACE).getbbox())


def _samples() -> list[Image.Image]:
    """Draw every piece on every tile and every mark, and text on what it is written on."""
    half = Point(0.5, 0.5)
    outline = (Point(-0.5, 0.5), half, Point(0.5, -0.5), Point(-0.5, -0.5))
    shape = Shape(outline, 64)
    looks = [
        CellLook(tint, (colour,), crowned)
        for tint, colour, crowned in product(TINTS, Colour, (False, True))
    ]
    looks += [CellLook(tint, marks=frozenset({kind})) for tint, kind in product(TINTS, MarkKind)]
    images = [_sample(shape, look) for look in looks]
    for paper, ink in ((BACKGROUND, LABEL), (PLATE, LABEL), (LABEL, BACKGROUND)):
        canvas = Canvas(64, 64)
        canvas.pill(Point(32, 32), 66, 66, paper, 0)
        canvas.text(Point(32, 32), "g8", 28, ink)
        images.append(canvas.finish())
    return images
