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
from render.faces import text_width
from render.lattice.layout import LIGHTER, PALETTE, Box, LatticeLayout, Slot
from render.pieces import add, sign
from render.theme import ALARM, AMBER, CHOICE, CLAIMS, CREAM, ESPRESSO, KAYA, LINES, RGB, mixed
from rules.contract.view import BoardView, Colour, RegionKind
from rules.geometry import Cell

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
            x, y, signed = spot
            drawn = _written(str(claim.tiles), claim.colour, signed, _size(places))
            image.paste(drawn, (round(x - drawn.width / 2), round(y - drawn.height / 2)))


def _spot(
    claim: Claim, stones: Sequence[Slot], places: LatticeLayout
) -> tuple[float, float, bool] | None:
    """Return the free spot nearest to the middle, and whether there is room for the sign, too."""
    size, box, spots = _size(places), claim.box, _spots(claim.box, places)
    length = text_width(str(claim.tiles), size)
    for signed in (True, False):
        half = (length + (_LEAD * size if signed else 0)) / 2, size * 0.36
        for x, y in spots:
            if (
                min(x - box.left, box.right - x) >= half[0] + 5 * places.scale
                and min(y - box.top, box.bottom - y) >= half[1] + 4 * places.scale
                and all(_clear((x, y), half, stone, places.radius) for stone in stones)
            ):
                return x, y, signed
    return None


def _spots(box: Box, places: LatticeLayout) -> Sequence[tuple[float, float]]:
    """Return the possible spots for a claim's count, those nearest to its middle first."""
    middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    step = places.pitch / 2
    across, down = round((box.right - box.left) / step), round((box.bottom - box.top) / step)
    spots = [
        (box.left + x * step, box.top + y * step) for x in range(1, across) for y in range(1, down)
    ]
    spots.sort(key=lambda spot: (spot[0] - middle[0]) ** 2 + (spot[1] - middle[1]) ** 2)
    return spots


def _clear(
    spot: tuple[float, float], half: tuple[float, float], stone: Slot, radius: float
) -> bool:
    across = max(0.0, abs(spot[0] - stone.x) - half[0])
    down = max(0.0, abs(spot[1] - stone.y) - half[1])
    return across**2 + down**2 >= radius**2


def _size(places: LatticeLayout) -> float:
    return (36 if places.large else 24) * places.scale


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
