"""Tags on rectangles that may be chosen: the number of the choice and how many tiles it covers."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import hypot
from typing import Final, NamedTuple

from PIL import Image

from render.canvas import Canvas, text_width
from render.cells.layout import Layout
from render.cells.sprites import palettised
from render.theme import BADGE, INK, LABEL
from rules.geometry import Point
from rules.view import BoardView, Region, RegionKind

__all__ = ["Tag", "tags"]

_HEIGHT: Final = 32
_LEAST_HEIGHT: Final = 18
_TEXT: Final = 0.66
"""The size of the letters, in parts of the height."""
_RIM: Final = 0.07
_OVERHANG: Final = 0.3
"""How far a tag may stand out of its rectangle, in tiles."""


class Box(NamedTuple):
    """A rectangle of pixels; right and bottom are the first beyond it."""

    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: "Box") -> bool:
        """Say whether the two overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag, by its upper left corner in the picture; no `count` where there is no room."""

    number: str
    count: str
    upright: bool
    height: int
    left: int
    top: int

    @property
    def box(self) -> Box:
        """The pixels it may cover."""
        width, height = self.image().size
        return Box(self.left, self.top, self.left + width, self.top + height)

    def image(self) -> Image.Image:
        """Return the tag as a palette image; the caller must not change it."""
        return _image(self.number, self.count, self.upright, self.height)[0]

    def mask(self) -> Image.Image:
        """Return where the tag hides what lies below it."""
        return _image(self.number, self.count, self.upright, self.height)[1]


def tags(view: BoardView, places: Layout) -> list[Tag]:
    """Return a tag for each rectangle to choose, apart from each other where there is room."""
    height = max(_LEAST_HEIGHT, round(_HEIGHT * places.scale))
    choices = [region for region in view.regions if region.kind is RegionKind.CANDIDATE]
    boxes = [_box(region, places) for region in choices]
    found: list[Tag] = []
    for region, box in zip(choices, boxes, strict=True):
        spots = _spots(region, box, places.slots[0].shape.pitch, height)
        others = [other for other in boxes if other != box]
        found.append(min(spots, key=lambda spot: _crowd(spot, found, others)))
    return found


def _crowd(tag: Tag, found: list[Tag], others: list[Box]) -> tuple[int, int]:
    """Return how many tags and how many other rectangles this one would cover."""
    box = tag.box
    return (
        sum(box.meets(other.box) for other in found),
        sum(box.meets(other) for other in others),
    )


def _box(region: Region, places: Layout) -> Box:
    corners = [slot for slot in places.slots if slot.cell in region.corners]
    xs, ys = [slot.x for slot in corners], [slot.y for slot in corners]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _spots(region: Region, box: Box, pitch: int, height: int) -> list[Tag]:
    """Return where the region's tag may lie, the middle first."""
    over = 2 * _OVERHANG * pitch
    count, upright, (width, tall) = _form(region, box, over, height)
    middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    steps = (
        range(box.left, box.right + 1, pitch // 2),
        range(box.top, box.bottom + 1, pitch // 2),
    )
    spots = [
        (x, y)
        for x, y in product(*steps)
        if 2 * min(x - box.left, box.right - x) + over >= width
        and 2 * min(y - box.top, box.bottom - y) + over >= tall
    ]
    spots.sort(key=lambda spot: hypot(spot[0] - middle[0], spot[1] - middle[1]))
    return [
        Tag(region.text, count, upright, height, round(x - width / 2), round(y - tall / 2))
        for x, y in (middle, *spots)
    ]


def _form(region: Region, box: Box, over: float, height: int) -> tuple[str, bool, tuple[int, int]]:
    """Return the fullest form that fits: its count, whether it is upright, and its size."""
    for count, upright in ((str(region.size), False), (str(region.size), True)):
        width, tall = _image(region.text, count, upright, height)[0].size
        if width <= box.right - box.left + over and tall <= box.bottom - box.top + over:
            return count, upright, (width, tall)
    return "", False, _image(region.text, "", False, height)[0].size


@lru_cache(maxsize=256)
def _image(number: str, count: str, upright: bool, height: int) -> tuple[Image.Image, Image.Image]:
    """Return number and, on a darker ground, count and a little tile; and what they cover."""
    first = max(height, round(text_width(number, height * _TEXT) + height * 0.5))
    second = round(text_width(count, height * _TEXT) + height * 0.95) if count else 0
    width, tall = (max(first, second), 2 * height) if upright else (first + second, height)
    if not count:
        width, tall = first, height
    canvas = Canvas(width, tall)
    radius, rim = height * 0.3, height * _RIM
    canvas.pill(Point(width / 2, tall / 2), width, tall, INK, radius)
    head = (width, height) if upright else (first, height)
    middle = Point(head[0] / 2, head[1] / 2)
    canvas.pill(middle, head[0] - 2 * rim, head[1] - 2 * rim, BADGE, radius - rim)
    canvas.text(middle, number, height * _TEXT, INK, bold=0.03)
    if count:
        _count(canvas, count, Point(0, height) if upright else Point(first, 0), height)
    image = canvas.finish()
    return palettised(image), image.getchannel("A").convert("1", dither=Image.Dither.NONE)


def _count(canvas: Canvas, count: str, corner: Point, height: int) -> None:
    """Write how many, and draw the tile that is counted."""
    start = corner.x + height * 0.16
    middle = corner.y + height / 2
    canvas.text(Point(start, middle), count, height * _TEXT, LABEL, anchor="l")
    tile = Point(start + text_width(count, height * _TEXT) + height * 0.36, middle)
    canvas.pill(tile, height * 0.4, height * 0.4, LABEL, 0)
    canvas.pill(tile, height * 0.24, height * 0.24, INK, 0)
