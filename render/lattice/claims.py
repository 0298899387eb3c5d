"""Claimed rectangles and those that may be claimed: opaque ground, border, and count.

Their edges are straight, so they are painted directly as numbers of colours.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.canvas import write
from render.contents import side_colours
from render.faces import letter_scale, text_width
from render.lattice.layout import LIGHTER, PALETTE, Box, LatticeLayout, Slot
from render.pieces import add, sign
from render.theme import ALARM, AMBER, CHOICE, CLAIMS, CREAM, ESPRESSO, KAYA, LINES, RGB, mixed
from rules.contract.view import BoardView, Colour, RegionKind
from rules.geometry import Cell, Point

__all__ = ["Claim", "claims_of", "draw_claims", "draw_counts"]

_HELD: Final = frozenset({RegionKind.HELD, RegionKind.LATEST, RegionKind.CHOSEN})
_LEAD: Final = 1.1
"""The room for the sign before a count, in sizes of its type."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A rectangle between crossings."""

    box: Box
    colour: Colour
    kind: RegionKind
    tiles: int


def claims_of(view: BoardView, places: LatticeLayout) -> list[Claim]:
    """Return the regions in pixels, those marked after the others."""
    colours = side_colours(view)
    return [
        Claim(places.box(region.corners), colours[region.side], region.kind, region.size)
        for region in sorted(view.regions, key=lambda region: region.kind is not RegionKind.HELD)
    ]


def draw_claims(image: Image.Image, places: LatticeLayout, claims: Sequence[Claim]) -> None:
    """Paint claims on the board.

    Those to choose from may overlap, so all grounds are painted before all borders.
    """
    draw = ImageDraw.Draw(image)
    for claim in claims:
        paint = CLAIMS[claim.colour]
        if claim.kind in _HELD:
            _fill(draw, places, claim.box, (paint.fill, paint.line))
        elif claim.kind is RegionKind.CANDIDATE:
            lighter = mixed(KAYA, CREAM, LIGHTER), mixed(LINES, CREAM, LIGHTER)
            _fill(draw, places, claim.box, lighter)
    borders = [border for claim in claims for border in _borders(places, claim)]
    for border in sorted(borders, key=lambda border: not border.casing):
        outer = border.box.grown(border.width // 2)
        draw.rectangle(outer, outline=PALETTE.index(border.fill), width=border.width)


class _Border(NamedTuple):
    """A frame centred on the border of a rectangle."""

    box: Box
    width: int
    fill: RGB
    casing: bool
    """True if it lies below the borders of all claims."""


def _borders(places: LatticeLayout, claim: Claim) -> tuple[_Border, ...]:
    """Return the frames around a claim."""
    wide = max(2, round((8 if places.large else 5) * places.scale))
    thin = max(1, round((3 if places.large else 2) * places.scale))
    box = claim.box
    if claim.kind is RegionKind.HELD:
        paint, inside = CLAIMS[claim.colour], box.grown(-(wide // 2 + thin))
        return (
            _Border(box, wide, paint.border, casing=True),
            _Border(inside, thin, paint.inner, casing=True),
        )
    if claim.kind is RegionKind.LATEST:
        edge, fill = ESPRESSO, AMBER
    else:
        edge, fill = CREAM, ALARM if claim.kind is RegionKind.OFFENDING else CHOICE
        wide += thin // 2
    return (
        _Border(box, wide + 2 * thin, edge, casing=True),
        _Border(box, wide, fill, casing=False),
    )


def _fill(
    draw: ImageDraw.ImageDraw, places: LatticeLayout, box: Box, colours: tuple[RGB, RGB]
) -> None:
    """Paint the tiles, and the lattice's lines on them, in the two colours."""
    ground, line = map(PALETTE.index, colours)
    left, top, right, bottom = box
    draw.rectangle(box, ground)
    width = max(1, round((3 if places.large else 2) * places.scale))
    for x in range(left + places.pitch - width // 2, right - width, places.pitch):
        draw.rectangle((x, top, x + width - 1, bottom), line)
    for y in range(top + places.pitch - width // 2, bottom - width, places.pitch):
        draw.rectangle((left, y, right, y + width - 1), line)


def draw_counts(
    image: Image.Image, places: LatticeLayout, claims: Sequence[Claim], stones: Iterable[Cell]
) -> None:
    """Write on the held claims how many tiles they have, except where stones leave no room."""
    standing = [places.slots[cell] for cell in stones]
    for claim in claims:
        if claim.kind not in _HELD:
            continue
        near = claim.box.grown(1)
        inside = [slot for slot in standing if near.meets(Box(*slot, *slot).grown(1))]
        if spot := _spot(claim, inside, places):
            middle, signed = spot
            drawn = _written(str(claim.tiles), claim.colour, signed, _size(places))
            left, top = middle.x - drawn.width / 2, middle.y - drawn.height / 2
            image.paste(drawn, (round(left), round(top)))


def _spot(claim: Claim, stones: Sequence[Slot], places: LatticeLayout) -> tuple[Point, bool] | None:
    """Return the free spot nearest to the middle, and whether there is room for the sign, too."""
    size, box, spots = _size(places), claim.box, claim.box.spots(places.pitch / 2)
    length = text_width(str(claim.tiles), size)
    for signed in (True, False):
        half = Point((length + (_LEAD * size if signed else 0)) / 2, size * 0.36)
        for spot in spots:
            if (
                min(spot.x - box.left, box.right - spot.x) >= half.x + 5 * places.scale
                and min(spot.y - box.top, box.bottom - spot.y) >= half.y + 4 * places.scale
                and all(_clear(spot, half, stone, places.radius) for stone in stones)
            ):
                return spot, signed
    return None


def _clear(spot: Point, half: Point, stone: Slot, radius: float) -> bool:
    across = max(0.0, abs(spot.x - stone.x) - half.x)
    down = max(0.0, abs(spot.y - stone.y) - half.y)
    return across**2 + down**2 >= radius**2


def _size(places: LatticeLayout) -> float:
    return (36 if places.large else 24) * letter_scale(places.scale)


@lru_cache(maxsize=256)
def _written(text: str, colour: Colour, signed: bool, size: float) -> Image.Image:
    """Return a count on its claim's ground."""
    paint = CLAIMS[colour]
    length = text_width(text, size)
    lead = _LEAD * size if signed else 0
    image = Image.new("RGB", (round(length + lead) + 2, round(size * 0.86)), paint.fill)
    middle = image.height / 2
    if signed:
        add(image, sign(colour, size * 0.82, paint.ink), size * 0.36 + 1, middle)
    write(image, (lead + 1, middle), text, size, paint.ink)
    return PALETTE.reduced(image)
