"""A lined board: claims, stones and marks on the bare board."""

from functools import lru_cache
from itertools import product
from math import ceil
from typing import Final

from PIL import Image

from render.canvas import Canvas, write
from render.contents import contents
from render.faces import NUMBER, PLAIN, text_width
from render.lattice.claims import claims_of, draw_claims, draw_counts
from render.lattice.layout import (
    PALETTE,
    Box,
    LatticeLayout,
    label_size,
    lattice_layout,
    rank_place,
)
from render.lattice.parts import draw_part, parts_of
from render.lattice.stones import TRACE, StoneLook, draw_stone
from render.lattice.tags import tags
from render.marks import choice
from render.palette import Palette
from render.pieces import add
from render.theme import (
    AMBER,
    CHOICE,
    CREAM,
    ESPRESSO,
    INLAY,
    KAYA,
    LINES,
    PLATE_TO_MOVE,
    RGB,
    WALNUT,
)
from rules.contract.view import BoardView
from rules.geometry import Cell, Point

__all__ = ["draw_lattice"]

_FIFTH: Final = 5
_LABEL: Final = PLAIN._replace(width=74)
_PILL: Final = NUMBER._replace(width=74)
"""The styles of names of ranks and files, so narrow that two digits leave room on the rim."""
_MANY_LINES: Final = 16
"""The number of lines from which every fifth is bolder."""


def draw_lattice(view: BoardView, width: int) -> tuple[Palette, Image.Image]:
    """Return the board as numbers of colours, and the colours.

    Raises TypeError for a board without crossings.
    """
    places, looks = lattice_layout(view, width), _looks(view)
    image, claims = _bare(places).copy(), claims_of(view, places)
    draw_claims(image, places, claims)
    draw_counts(image, places, claims, (cell for cell, look in looks.items() if look.colour))
    parts = parts_of(view, places)
    for part in parts:
        draw_part(image, places, part)
    for cell, look in looks.items():
        draw_stone(image, places, cell, look)
    for part in parts:
        radius = max(9, 0.5 * min(places.pitch, 40 * places.scale))
        drawn = choice(part.text, radius, max(1.5, 3 * places.scale))
        _paste(image, drawn, part.box)
    for tag in tags(view, places):
        _paste(image, tag.image, tag.box)
    _point_out(image, places, looks)
    if view.part:
        ground = (places.left, places.top, places.left + places.size * places.pitch, places.bottom)
        shown, image = image.crop(ground), _bare(places).copy()
        image.paste(shown, ground[:2])
    return PALETTE, image


def _looks(view: BoardView) -> dict[Cell, StoneLook]:
    """Return the stones and marks by cell, those with marks last."""
    due = next((player.colour for player in view.players if player.to_move), None)
    looks: dict[Cell, StoneLook] = {}
    for cell, content in sorted(contents(view).items(), key=lambda each: any(each[1].marks)):
        # A crossing is chosen to place a stone there.
        placed = due if content.marks.chosen else None
        colour = content.colours[-1] if content.colours else placed
        looks[cell] = StoneLook(colour, content.marks)
    return looks


def _paste(image: Image.Image, part: Image.Image, box: Box) -> None:
    """Lay a part with smooth edges in the middle of a rectangle."""
    reduced, mask = PALETTE.cut_out(part, KAYA, TRACE)
    left, top = (box.left + box.right - part.width) // 2, (box.top + box.bottom - part.height) // 2
    image.paste(reduced, (left, top), mask)


def _point_out(image: Image.Image, places: LatticeLayout, looks: dict[Cell, StoneLook]) -> None:
    """Highlight the ranks and the files of the crossings that are chosen, or of the last stone."""
    shown = {cell: look.marks for cell, look in looks.items() if places.is_shown(cell)}
    fill, ink, cells = CHOICE, CREAM, [cell for cell, marks in shown.items() if marks.chosen]
    if not cells:
        fill, ink = AMBER, ESPRESSO
        cells = [cell for cell, marks in shown.items() if marks.highlighted][:1]
    for slot in (places.slots[cell] for cell in cells):
        column, row = (slot.x - places.left) // places.pitch, (slot.y - places.top) // places.pitch
        for label, x, y in (
            (places.ranks[row], rank_place(places), slot.y),
            (places.files[column], slot.x, _file_place(places)),
        ):
            pill = _pill(label, label_size(places), fill, ink)
            image.paste(pill, (x - pill.width // 2, y - pill.height // 2))


def _file_place(places: LatticeLayout) -> int:
    """Return the position of the middle of the files' names."""
    return places.bottom + (places.foot + round(3 * places.scale)) // 2


@lru_cache(maxsize=128)
def _pill(text: str, size: float, fill: RGB, ink: RGB) -> Image.Image:
    """Return a label on its pill."""
    width = ceil(max(size * 1.2, text_width(text, size, _PILL) + size * 0.35))
    height = ceil(size * 1.16)
    canvas, middle = Canvas(width, height), Point(width / 2, height / 2)
    canvas.pill(middle, width, height, fill, size * 0.2)
    canvas.text(middle, text, size, ink, style=_PILL)
    return PALETTE.reduced(canvas.on(WALNUT))


def _around(width: int) -> tuple[int, int]:
    """Return how far a line reaches before and after its middle."""
    return width // 2, width - width // 2


def _stars(size: int) -> tuple[int, ...]:
    """Return the lines, from 0 on, whose crossings have star points."""
    if size >= _MANY_LINES:
        return (4, 9, 14)
    first = 2 if size < 12 else 3
    return (first, size - 1 - first)


@lru_cache(maxsize=16)
def _bare(places: LatticeLayout) -> Image.Image:
    """Return the board without stones, with the names of its ranks and files."""
    size, pitch, scale, lines = places.size, places.pitch, places.scale, places.lines
    fifths = range(_FIFTH - 1, lines, _FIFTH) if lines >= _MANY_LINES else ()
    left, right, bottom = places.left, places.left + size * pitch, places.bottom
    image = Image.new("RGB", (places.width, places.height), WALNUT)
    inlay = max(1, round(3 * scale))
    image.paste(INLAY, (left - inlay, places.top - inlay, right + inlay, bottom + inlay))
    image.paste(KAYA, (left, places.top, right, bottom))
    thin = max(1, round((3 if places.large else 2) * scale))
    thick = thin if places.large else thin + round(2 * scale)
    half = pitch // 2
    (start, end), (low, high) = (
        (
            edge + (half - thin // 2 if first == 0 else 0),
            edge + size * pitch - (pitch - half - thin + thin // 2 if first + size == lines else 0),
        )
        for edge, first in zip((left, places.top), places.first, strict=True)
    )
    diagonal = [places.slots[number * (lines + 1)] for number in range(lines)]
    columns = {each: slot.x for each, slot in enumerate(diagonal) if left < slot.x < right}
    rows = {each: slot.y for each, slot in enumerate(diagonal) if places.top < slot.y < bottom}
    for number, place in columns.items():
        before, after = _around(thick if number in fifths else thin)
        image.paste(LINES, (place - before, low, place + after, high))
    for number, place in rows.items():
        before, after = _around(thick if number in fifths else thin)
        image.paste(LINES, (start, place - before, end, place + after))
    reach = ceil((7 if places.large else 5) * scale)
    star = Canvas(2 * reach, 2 * reach)
    star.disc(Point(reach, reach), reach, LINES)
    point = star.finish()
    for column, row in product(_stars(lines), repeat=2):
        if column in columns and row in rows:
            add(image, point, columns[column], rows[row])
    labels = [
        *(
            (rank_place(places), places.top + (n + 0.5) * pitch, r)
            for n, r in enumerate(places.ranks)
        ),
        *(
            (left + n * pitch + pitch // 2, _file_place(places), f)
            for n, f in enumerate(places.files)
        ),
    ]
    for x, y, label in labels:
        write(image, (x, y), label, label_size(places), PLATE_TO_MOVE, style=_LABEL, anchor="m")
    return PALETTE.reduced(image)
