"""Tags on rectangles that may be chosen: the number of the choice and the number of its tiles."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from PIL import Image

from render.lattice.layout import Box, LatticeLayout
from render.marks import choice, choice_width, fitting
from rules.contract.view import BoardView, Region, RegionKind

__all__ = ["Tag", "tags"]

_RADIUS: Final = 16
_LARGE_RADIUS: Final = 27
_LEAST_RADIUS: Final = 9
_LARGEST: Final = 0.36
"""The largest radius where lines are far apart, in tiles: the border of one tile is seen."""
_CASING: Final = 3
_OVERHANG: Final = 0.3
"""The largest part of a tag that may be outside its rectangle, in tiles."""


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag; `count` is empty if there is no room for it."""

    number: str
    count: str
    image: Image.Image
    """The tag with red, green, blue and alpha; no one may change it."""
    box: Box
    """The pixels that it may cover."""


def tags(view: BoardView, places: LatticeLayout) -> list[Tag]:
    """Return a tag per rectangle to choose, apart from each other if there is room."""
    choices = [region for region in view.regions if region.kind is RegionKind.CANDIDATE]
    boxes = {region: places.box(region.corners) for region in choices}
    found: dict[Region, Tag] = {}
    # Small rectangles have the fewest places for a tag.
    for region in sorted(choices, key=lambda region: region.size):
        count, drawn = _drawn(region, boxes[region], places)
        taken = [tag.box for tag in found.values()]
        others = [box for other, box in boxes.items() if other != region]
        crowd = partial(_crowd, taken, others)
        spot = min(_spots(boxes[region], drawn, places), key=crowd)
        found[region] = Tag(region.text, count, drawn, spot)
    return [found[region] for region in choices]


def _crowd(taken: list[Box], others: list[Box], spot: Box) -> tuple[int, int]:
    """Return how many tags and how many other rectangles a tag would cover."""
    return sum(map(spot.meets, taken)), sum(map(spot.meets, others))


def _drawn(region: Region, box: Box, places: LatticeLayout) -> tuple[str, Image.Image]:
    """Return the number of a region's tiles, if it has room for it, and its tag."""
    casing, count = max(1.5, _CASING * places.scale), str(region.size)
    radius = _RADIUS * places.scale
    if places.large:
        radius = min(_LARGE_RADIUS * places.scale, _LARGEST * places.pitch)
        radius = fitting(region.text, radius, casing, 0.9 * places.pitch)
    radius = max(_LEAST_RADIUS, radius)
    text = f"{region.text} · {count}"
    if choice_width(text, radius, casing) > box.right - box.left:
        text, count = region.text, ""
    return count, choice(text, radius, casing)


def _spots(box: Box, drawn: Image.Image, places: LatticeLayout) -> list[Box]:
    """Return the possible places of a region's tag, the middle first."""
    over, (width, tall) = 2 * _OVERHANG * places.pitch, drawn.size
    middle, *spots = box.spots(places.pitch / 2)
    roomy = (
        spot
        for spot in spots
        if 2 * min(spot.x - box.left, box.right - spot.x) + over >= width
        and 2 * min(spot.y - box.top, box.bottom - spot.y) + over >= tall
    )
    corners = ((round(spot.x - width / 2), round(spot.y - tall / 2)) for spot in (middle, *roomy))
    return [Box(left, top, left + width, top + tall) for left, top in corners]
