"""The strips of a board of lines: claims, stones and marks on the bare board."""

from bisect import bisect_left
from functools import lru_cache
from math import ceil
from operator import itemgetter
from typing import Final, NamedTuple

from PIL import Image

from render.canvas import Canvas, text_width, write
from render.lattice.claims import Claim, Count, claims_of, counts_of, draw_claims, draw_count
from render.lattice.layout import LatticeLayout, lattice_layout, lattice_palette
from render.lattice.parts import Part, draw_part, parts_of
from render.lattice.tags import Tag, tags
from render.marks import alarm, choice, chosen_ring, dot, refused_ring
from render.palette import Palette
from render.pieces import DROP, SMALL_STONE, STONE, add, disc, figure, shadow
from render.png import Strip, compress
from render.score_bar import score_bar
from render.theme import AMBER, CHOICE, CREAM, ESPRESSO, GROUND, INLAY, LINES, PLATE_TO_MOVE, WALNUT
from rules.geometry import Point
from rules.view import BoardView, Colour, MarkKind, RegionKind

__all__ = ["lattice_strips"]

_HELD: Final = frozenset({RegionKind.HELD, RegionKind.LATEST, RegionKind.CHOSEN})
_TRACE: Final = 110
"""The opacity from which a pixel covers what lies below it."""
_LABEL: Final = 20
_LARGE_LABEL: Final = 25


class StoneLook(NamedTuple):
    """A stone and what marks it, or a mark alone."""

    colour: Colour | None
    newest: bool = False
    chosen: bool = False
    refused: bool = False
    number: str = ""


class Stone(NamedTuple):
    """What is on a crossing."""

    y: int
    x: int
    look: StoneLook


class _Content(NamedTuple):
    """All that lies on the bare board in one strip."""

    stones: tuple[Stone, ...]
    claims: tuple[Claim, ...]
    counts: tuple[Count, ...]
    tags: tuple[Tag, ...]
    parts: tuple[Part, ...]
    rank: str
    """The rank of the crossing that is pointed out."""
    chosen: bool
    """It is chosen, not the last stone's."""


def lattice_strips(view: BoardView, width: int, result: str) -> tuple[Palette, list[Strip]]:
    """Return the picture's colours, and its strips from the top.

    `result` is how the game ended, if it has. Raises ValueError for a width below 200, TypeError
    for a board without crossings.
    """
    palette, places = lattice_palette(), lattice_layout(view, width)
    stones = _stones(view, places)
    claims = claims_of(view, places)
    held = [
        (claim, region.size)
        for claim, region in zip(
            claims, sorted(view.regions, key=lambda each: each.kind is not RegionKind.HELD),
            strict=True,
        )
        if claim.kind in _HELD
    ]  # fmt: skip
    standing = frozenset((x, y) for y, x, look in stones if look.colour)
    counts = counts_of(held, standing, places)
    over, parts = tags(view, places), parts_of(view, places)
    shown = next((stone for stone in stones if stone.look.chosen), None) or next(
        (stone for stone in stones if stone.look.newest), None
    )
    chosen = shown is not None and shown.look.chosen
    file, rank = _labels(places, shown)
    reach = places.pitch // 2
    strips: list[Strip] = []
    for number, (top, bottom) in enumerate(zip(places.cuts, places.cuts[1:], strict=False)):
        content = _Content(
            tuple(stones[bisect_left(stones, (top,)) : bisect_left(stones, (bottom,))]),
            tuple(c for c in claims if c.top - reach < bottom and c.bottom + reach > top),
            tuple(each for each in counts if each.y - reach < bottom and each.y + reach > top),
            tuple(each for each in over if each.top < bottom and each.top + each.height > top),
            tuple(each for each in parts if each.top < bottom and each.bottom >= top),
            rank if shown and top <= shown.y < bottom else "",
            chosen,
        )
        strips.append(_strip(places, number, content))
    files = _files(places, file, chosen=chosen)
    return palette, [*strips, files, score_bar(palette, width, view.players, (), result)]


def _stones(view: BoardView, places: LatticeLayout) -> list[Stone]:
    """Return the stones and the marks beside them, row by row."""
    slots = places.slots
    plain = {player.side: StoneLook(player.colour) for player in view.players}
    due = next((player.colour for player in view.players if player.to_move), None)
    looks = {stack.cell: plain[stack.pieces[-1].side] for stack in view.stacks}
    for mark in view.marks:
        look = looks.get(mark.cell) or StoneLook(None)
        match mark.kind:
            case MarkKind.CHOSEN:
                # A crossing is chosen to place a stone there.
                look = look._replace(chosen=True, colour=look.colour or due)
            case MarkKind.OFFENDING:
                look = look._replace(refused=True)
            case MarkKind.CANDIDATE:
                look = look._replace(number="/".join(filter(None, (look.number, mark.text))))
            case _:
                look = look._replace(newest=True)
        looks[mark.cell] = look
    return sorted(
        (Stone(slots[cell].y, slots[cell].x, look) for cell, look in looks.items()),
        key=itemgetter(0, 1),
    )


def _labels(places: LatticeLayout, shown: Stone | None) -> tuple[str, str]:
    """Return the file and the rank of the crossing that is pointed out."""
    if shown is None:
        return "", ""
    column = (shown.x - places.left) // places.pitch
    row = (shown.y - places.top) // places.pitch
    return places.files[column], places.ranks[row]


@lru_cache(maxsize=2048)
def _strip(places: LatticeLayout, number: int, content: _Content) -> Strip:
    """Return one strip, drawn a pixel to the right of column 0, which is the filter's."""
    palette = lattice_palette()
    top, bottom = places.cuts[number], places.cuts[number + 1]
    image = _bare(places).crop((0, top, places.width + 1, bottom))
    moved = [
        claim._replace(
            left=claim.left + 1, right=claim.right + 1,
            top=claim.top - top, bottom=claim.bottom - top,
        )
        for claim in content.claims
    ]  # fmt: skip
    draw_claims(image, palette, places, moved)
    for count in content.counts:
        draw_count(image, palette, places, count._replace(x=count.x + 1, y=count.y - top))
    for part in content.parts:
        draw_part(image, palette, places, part, top)
    for stone in content.stones:
        _draw_stone(image, places, stone, top)
    for part in content.parts:
        if part.text:
            radius = max(9, 0.5 * min(places.pitch, 40 * places.scale))
            drawn = choice(part.text, radius, max(1.5, 3 * places.scale))
            x, y = (part.left + part.right) // 2 + 1, (part.top + part.bottom) // 2 - top
            _paste(image, palette, drawn, x, y)
    for tag in content.tags:
        _paste(image, palette, tag.image(), tag.left + tag.image().width // 2 + 1,
               tag.top - top + tag.height // 2)  # fmt: skip
    if content.rank:
        row = places.ranks.index(content.rank)
        y = places.top + row * places.pitch + places.pitch // 2 - top
        label = _pill(palette, content.rank, _label_size(places), chosen=content.chosen)
        image.paste(label, (_rank_x(places) + 1 - label.width // 2, y - label.height // 2))
    image.paste(0, (0, 0, 1, image.height))
    return compress(image)


def _paste(image: Image.Image, palette: Palette, part: Image.Image, x: int, y: int) -> None:
    """Lay a part with smooth edges on a palette image, its middle on that pixel."""
    reduced, mask = palette.cut_out(part, GROUND, _TRACE)
    image.paste(reduced, (x - part.width // 2, y - part.height // 2), mask)


def _draw_stone(image: Image.Image, places: LatticeLayout, stone: Stone, top: int) -> None:
    drawn, mask = _stone_part(places, stone.look)
    image.paste(drawn, (stone.x + 1 - drawn.width // 2, stone.y - top - drawn.height // 2), mask)


@lru_cache(maxsize=512)
def _stone_part(places: LatticeLayout, stone: StoneLook) -> tuple[Image.Image, Image.Image]:
    """Return a stone with its marks, or a mark alone."""
    pitch, scale, radius = places.pitch, places.scale, round(places.radius, 2)
    side = 2 * (pitch // 2)
    image = Image.new("RGBA", (side, side))
    middle = side / 2
    cut = STONE if places.large else SMALL_STONE
    if stone.chosen:
        # The ring fills what its stone leaves of the room between lines.
        radius = round((0.385 if places.large else 0.36) * pitch, 2)
        blue, casing = 0.45 * pitch - radius, 0.48 * pitch - radius
        add(image, chosen_ring(radius, (blue, casing, middle - radius)), middle, middle)
    if stone.colour:
        if places.large:
            add(image, shadow(radius, GROUND), middle, middle + DROP * radius * 0.8)
        add(image, disc(stone.colour, radius, cut), middle, middle)
        if not (stone.newest or stone.number):
            add(image, figure(stone.colour, radius, cut), middle, middle)
    if stone.newest:
        part = 0.44 if places.large else 0.56
        add(image, dot(part * radius, max(1, 2 * scale)), middle, middle)
    if stone.refused:
        width = max(3, 0.115 * pitch if places.large else 0.16 * pitch)
        add(image, refused_ring(round(pitch * 0.49, 2), width), middle, middle)
        small = max(0.15 * pitch, 7 * scale)
        add(image, alarm(small, max(1, 2 * scale)), side - small - 2, small + 2)
    if stone.number:
        casing = max(1, (2.5 if places.large else 1.5) * scale)
        number = choice(stone.number, max((0.3 if places.large else 0.43) * pitch, 7), casing)
        add(image, number, middle, middle)
    return lattice_palette().cut_out(image, GROUND, _TRACE)


@lru_cache(maxsize=16)
def _bare(places: LatticeLayout) -> Image.Image:
    """Return the bare board with the column of filter bytes."""
    palette = lattice_palette()
    size, pitch, scale = places.size, places.pitch, places.scale
    height = places.cuts[-1]
    image = Image.new("RGB", (places.width + 1, height), WALNUT)
    left, right = places.left + 1, places.left + 1 + size * pitch
    inlay = max(1, round(3 * scale))
    image.paste(INLAY, (left - inlay, places.top - inlay, right + inlay, height))
    image.paste(GROUND, (left, places.top, right, places.top + size * pitch))
    width = max(1, round((3 if places.large else 2) * scale))
    first, last = pitch // 2 - width // 2, (size - 1) * pitch + pitch // 2
    for number in range(size):
        along = number * pitch + pitch // 2 - width // 2
        top, end = places.top + first, places.top + last + width - width // 2
        image.paste(LINES, (left + along, top, left + along + width, end))
        row = places.top + along
        image.paste(LINES, (left + first, row, left + last + width - width // 2, row + width))
    label = _label_size(places)
    for number, rank in enumerate(places.ranks):
        y = places.top + number * pitch + pitch / 2
        write(image, (_rank_x(places) + 1, y), rank, label, PLATE_TO_MOVE, stroke=0.4 * scale,
              anchor="m")  # fmt: skip
    reduced = palette.reduced(image)
    reduced.paste(0, (0, 0, 1, height))
    return reduced


def _label_size(places: LatticeLayout) -> float:
    return (_LARGE_LABEL if places.large else _LABEL) * places.scale


def _rank_x(places: LatticeLayout) -> int:
    return (places.left - round(3 * places.scale)) // 2


@lru_cache(maxsize=128)
def _files(places: LatticeLayout, shown: str, *, chosen: bool) -> Strip:
    """Return the rim below the board with its letters, one of them pointed out."""
    palette = lattice_palette()
    image = Image.new("RGB", (places.width + 1, places.foot), WALNUT)
    inlay = max(1, round(3 * places.scale))
    right = places.left + 1 + places.size * places.pitch
    image.paste(INLAY, (places.left + 1 - inlay, 0, right + inlay, inlay))
    middle = (places.foot + inlay) / 2
    size = _label_size(places)
    spots = [
        (places.left + 1 + number * places.pitch + places.pitch // 2, file)
        for number, file in enumerate(places.files)
    ]
    for x, file in spots:
        write(image, (x, middle), file, size, PLATE_TO_MOVE,
              stroke=0.4 * places.scale, anchor="m")  # fmt: skip
    reduced = palette.reduced(image)
    for x, file in spots:
        if file == shown:
            label = _pill(palette, file, size, chosen=chosen)
            reduced.paste(label, (x - label.width // 2, round(middle - label.height / 2)))
    reduced.paste(0, (0, 0, 1, places.foot))
    return compress(reduced)


@lru_cache(maxsize=128)
def _pill(palette: Palette, text: str, size: float, *, chosen: bool) -> Image.Image:
    """Return a label on amber where the last stone stands, on blue where one is chosen."""
    fill, ink = (CHOICE, CREAM) if chosen else (AMBER, ESPRESSO)
    width = ceil(max(size * 1.2, text_width(text, size) + size * 0.35))
    height = ceil(size * 1.16)
    canvas, middle = Canvas(width, height), Point(width / 2, height / 2)
    canvas.pill(middle, width, height, fill, size * 0.2)
    canvas.text(middle, text, size, ink, bold=0.02)
    drawn = canvas.finish()
    paper = Image.new("RGB", drawn.size, WALNUT)
    paper.paste(drawn, (0, 0), drawn)
    return palette.reduced(paper)
