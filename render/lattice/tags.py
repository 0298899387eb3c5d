"""Tags on rectangles that may be chosen: the number of the choice and the number of its tiles."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from math import hypot
from typing import Final, NamedTuple

from PIL import Image

from render.lattice.layout import LatticeLayout
from render.marks import choice, choice_width
from rules.contract.view import BoardView, Region, RegionKind

__all__ = ["Tag", "tags"]

_RADIUS: Final = 16
_LARGE_RADIUS: Final = 27
_LEAST_RADIUS: Final = 9
_CASING: Final = 3
_OVERHANG: Final = 0.3
"""The largest part of a tag that may be outside its rectangle, in tiles."""


class Box(NamedTuple):
    """A rectangle of pixels, up to but not including right and bottom."""

    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: "Box") -> bool:
        """Return True if the two overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag with its upper left corner in the picture; `count` is empty if there is no room."""

    number: str
    count: str
    radius: float
    casing: float
    left: int
    top: int

    @property
    def height(self) -> int:
        """The number of rows of pixels that it may cover."""
        return self.image().height

    @property
    def box(self) -> Box:
        """The pixels that it may cover."""
        width, height = self.image().size
        return Box(self.left, self.top, self.left + width, self.top + height)

    def image(self) -> Image.Image:
        """Return the tag with red, green, blue and alpha; the caller must not change it."""
        return choice(_text(self.number, self.count), self.radius, self.casing)


def _text(number: str, count: str) -> str:
    return f"{number} · {count}" if count else number


def tags(view: BoardView, places: LatticeLayout) -> list[Tag]:
    """Return a tag for each rectangle to choose, separate from each other if there is room."""
    choices = [region for region in view.regions if region.kind is RegionKind.CANDIDATE]
    boxes = {region: _box(region, places) for region in choices}
    found: dict[Region, Tag] = {}
    # Small rectangles have the fewest places for a tag.
    for region in sorted(choices, key=lambda region: region.size):
        others = [box for other, box in boxes.items() if other != region]
        spots = _spots(region, boxes[region], places)
        found[region] = min(spots, key=lambda spot: _crowd(spot, found.values(), others))
    return [found[region] for region in choices]


def _crowd(tag: Tag, found: Iterable[Tag], others: list[Box]) -> tuple[int, int]:
    """Return how many tags and how many other rectangles this tag would cover."""
    box = tag.box
    return (
        sum(box.meets(other.box) for other in found),
        sum(box.meets(other) for other in others),
    )


def _box(region: Region, places: LatticeLayout) -> Box:
    corners = [places.slots[cell] for cell in region.corners]
    xs, ys = [slot.x for slot in corners], [slot.y for slot in corners]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _spots(region: Region, box: Box, places: LatticeLayout) -> list[Tag]:
    """Return the possible places of the region's tag, the middle first."""
    pitch, scale = places.pitch, places.scale
    radius = max(_LEAST_RADIUS, (_LARGE_RADIUS if places.large else _RADIUS) * scale)
    casing = max(1.5, _CASING * scale)
    over = 2 * _OVERHANG * pitch
    count = str(region.size)
    if choice_width(_text(region.text, count), radius, casing) > box.right - box.left + over:
        count = ""
    blank = Tag(region.text, count, radius, casing, 0, 0)
    width, tall = blank.image().size
    middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    steps = (
        range(box.left, box.right + 1, max(1, pitch // 2)),
        range(box.top, box.bottom + 1, max(1, pitch // 2)),
    )
    spots = [
        (x, y)
        for x, y in product(*steps)
        if 2 * min(x - box.left, box.right - x) + over >= width
        and 2 * min(y - box.top, box.bottom - y) + over >= tall
    ]
    spots.sort(key=lambda spot: hypot(spot[0] - middle[0], spot[1] - middle[1]))
    return [
        Tag(region.text, count, radius, casing, round(x - width / 2), round(y - tall / 2))
        for x, y in (middle, *spots)
    ]
