"""The strips of a lined board: claims, stones and marks on the bare board."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil
from typing import Final, NamedTuple

from PIL import Image

from render.canvas import Canvas, lay, text_width, write
from render.lattice.claims import Claim, Count, claims_of, counts_of
from render.lattice.ground import Ground, claimed, colour_of, keep_with, number_of, settled
from render.lattice.layout import (
    LatticeLayout,
    label_size,
    lattice_layout,
    lattice_palette,
    rank_place,
)
from render.lattice.parts import Part, draw_part, parts_of
from render.lattice.stones import TRACE, StoneLook, draw_stone
from render.lattice.tags import Tag, tags
from render.marks import choice
from render.palette import Palette
from render.png import Strip, compress
from render.score_bar import score_bar
from render.theme import AMBER, CHOICE, CREAM, ESPRESSO, GROUND, INLAY, PLATE_TO_MOVE, WALNUT
from rules.contract.view import BoardView, MarkKind
from rules.geometry import Cell, Point

__all__ = ["lattice_strips"]

_CROWD: Final = 90
_CROWD_OF_CLAIM: Final = 3
"""The number of stones from which a strip takes many bytes, and the stones for which a claim
counts."""


class _Content(NamedTuple):
    """Everything that determines the look of one strip."""

    ground: Ground
    marked: tuple[tuple[Cell, StoneLook], ...]
    tags: tuple[Tag, ...]
    parts: tuple[Part, ...]
    rank: str
    """The rank of the crossing that is marked."""
    chosen: bool
    """True if that crossing is chosen, rather than the last stone's."""


def lattice_strips(view: BoardView, width: int, result: str) -> tuple[Palette, list[Strip]]:
    """Return the picture's colours, and its strips from the top.

    `result` is the result of the game, if it is over. Raises ValueError for a width below 200,
    TypeError for a board without crossings.
    """
    palette, places = lattice_palette(), lattice_layout(view, width)
    numbers = {player.side: number_of(player.colour) for player in view.players}
    stones = bytearray(len(places.slots))
    for stack in view.stacks:
        stones[stack.cell] = numbers[stack.pieces[-1].side]
    marked = _marked(view, stones, places)
    claims = claims_of(view, places)
    standing = stones.copy()
    for cell, look in marked:
        stones[cell] = 0
        standing[cell] = bool(look.colour)
    counts = counts_of(claims, bytes(standing), places)
    grounds = _grounds(places, tuple([claim for claim, _ in claims]), tuple(counts))
    over, parts = tags(view, places), parts_of(view, places)
    shown = next((each for each in marked if each[1].chosen), None) or next(
        (each for each in marked if each[1].newest), None
    )
    chosen = shown is not None and shown[1].chosen
    file, rank = _labels(places, shown[0]) if shown else ("", "")
    strips: list[Strip] = []
    for number, ground in enumerate(grounds):
        first, end = places.spans[number]
        top, bottom = places.cuts[number], places.cuts[number + 1]
        content = _Content(
            ground._replace(stones=bytes(stones[first:end])),
            tuple([each for each in marked if places.strip_of[each[0]] == number]),
            tuple([each for each in over if each.top < bottom and each.top + each.height > top]),
            tuple([each for each in parts if each.top < bottom and each.bottom >= top]),
            rank if shown and places.strip_of[shown[0]] == number else "",
            chosen,
        )
        strips.append(_strip(content))
    files = _files(places, file, chosen=chosen)
    bar = score_bar(palette, width, view.players, (), result, thorough=True)
    return palette, [*strips, files, bar]


@lru_cache(maxsize=256)
def _grounds(
    places: LatticeLayout, claims: tuple[Claim, ...], counts: tuple[Count, ...]
) -> tuple[Ground, ...]:
    """Return each strip with its claims and counts, but without stones."""
    reach = places.pitch // 2
    return tuple(
        Ground(
            places,
            number,
            tuple(c for c in claims if c.top - reach < bottom and c.bottom + reach > top),
            tuple(each for each in counts if each.y - reach < bottom and each.y + reach > top),
        )
        for number, (top, bottom) in enumerate(pairwise(places.cuts))
    )


def _marked(
    view: BoardView, stones: Sequence[int], places: LatticeLayout
) -> list[tuple[Cell, StoneLook]]:
    """Return the marks with the stones below them, row by row."""
    due = next((player.colour for player in view.players if player.to_move), None)
    looks: dict[Cell, StoneLook] = {}
    for mark in view.marks:
        look = looks.get(mark.cell) or StoneLook(colour_of(stones[mark.cell]))
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
    slots = places.slots
    return sorted(looks.items(), key=lambda each: (slots[each[0]].y, slots[each[0]].x))


def _labels(places: LatticeLayout, cell: Cell) -> tuple[str, str]:
    """Return the file and the rank of a crossing."""
    slot = places.slots[cell]
    column, row = (slot.x - places.left) // places.pitch, (slot.y - places.top) // places.pitch
    return places.files[column], places.ranks[row]


@lru_cache(maxsize=2048)
def _strip(content: _Content) -> Strip:
    """Return one strip, drawn a pixel to the right of column 0, which holds the filter bytes."""
    palette, ground = lattice_palette(), content.ground
    places, number = ground.places, ground.number
    top = places.cuts[number]
    image = (claimed if content.parts else settled)(ground).copy()
    for part in content.parts:
        draw_part(image, palette, places, part, top)
    for cell, colour in ground.standing() if content.parts else ():
        draw_stone(image, places, number, cell, StoneLook(colour))
    for cell, look in content.marked:
        draw_stone(image, places, number, cell, look)
        if look.newest and look.colour and not content.parts:
            keep_with(ground, cell, look.colour)
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
        label = _pill(palette, content.rank, label_size(places), chosen=content.chosen)
        lay(image, label, rank_place(places) + 1 - label.width // 2, y - label.height // 2)
    image.paste(0, (0, 0, 1, image.height))
    # A crowded strip would take many bytes; the one with the newest stone is seldom needed again.
    newest = any(look.newest for _, look in content.marked)
    crowd = len(ground.stones) - ground.stones.count(0) + _CROWD_OF_CLAIM * len(ground.claims)
    return compress(image, thorough=not newest or bool(content.parts) or crowd >= _CROWD)


def _paste(image: Image.Image, palette: Palette, part: Image.Image, x: int, y: int) -> None:
    """Lay a part with smooth edges on a palette image, its middle on that pixel."""
    reduced, mask = palette.cut_out(part, GROUND, TRACE)
    lay(image, reduced, x - part.width // 2, y - part.height // 2, mask)


@lru_cache(maxsize=128)
def _files(places: LatticeLayout, shown: str, *, chosen: bool) -> Strip:
    """Return the rim below the board with its letters, one of them highlighted."""
    palette = lattice_palette()
    image = Image.new("RGB", (places.width + 1, places.foot), WALNUT)
    inlay = max(1, round(3 * places.scale))
    right = places.left + 1 + places.size * places.pitch
    image.paste(INLAY, (places.left + 1 - inlay, 0, right + inlay, inlay))
    middle = (places.foot + inlay) / 2
    size = label_size(places)
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
            lay(reduced, label, x - label.width // 2, round(middle - label.height / 2))
    reduced.paste(0, (0, 0, 1, places.foot))
    return compress(reduced, thorough=True)


@lru_cache(maxsize=128)
def _pill(palette: Palette, text: str, size: float, *, chosen: bool) -> Image.Image:
    """Return a label on amber for the last stone, on blue for a chosen crossing."""
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
