"""Stones on a lined board, with their marks."""

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from render.contents import Marks
from render.lattice.layout import PALETTE, LatticeLayout
from render.marks import alarm, choice, chosen_ring, dot, refused_ring
from render.pieces import DROP, SMALL_STONE, STONE, add, disc, figure, shadow
from render.theme import KAYA
from rules.contract.view import Colour
from rules.geometry import Cell

__all__ = ["TRACE", "StoneLook", "draw_stone"]

TRACE: Final = 110
"""The opacity from which a pixel covers whatever is below it."""


class StoneLook(NamedTuple):
    """A stone and its mark, or a mark alone."""

    colour: Colour | None
    marks: Marks


def draw_stone(image: Image.Image, places: LatticeLayout, cell: Cell, look: StoneLook) -> None:
    """Paste a stone on the board."""
    drawn, mask = _stone_part(places, look)
    slot = places.slots[cell]
    image.paste(drawn, (slot.x - drawn.width // 2, slot.y - drawn.height // 2), mask)


@lru_cache(maxsize=512)
def _stone_part(places: LatticeLayout, stone: StoneLook) -> tuple[Image.Image, Image.Image]:
    """Return a stone with its marks, or a mark alone."""
    pitch, scale, radius = places.pitch, places.scale, round(places.radius, 2)
    side = 2 * (pitch // 2)
    image = Image.new("RGBA", (side, side))
    middle = side / 2
    cut = STONE if places.large else SMALL_STONE
    if stone.marks.chosen:
        # The ring fills the room that its stone leaves between the lines.
        radius = round((0.385 if places.large else 0.36) * pitch, 2)
        blue, casing = 0.45 * pitch - radius, 0.48 * pitch - radius
        add(image, chosen_ring(radius, (blue, casing, middle - radius)), middle, middle)
    if stone.colour:
        if places.large:
            add(image, shadow(radius, KAYA), middle, middle + DROP * radius * 0.8)
        add(image, disc(stone.colour, radius, cut), middle, middle)
        if not (stone.marks.highlighted or stone.marks.number):
            add(image, figure(stone.colour, radius, cut), middle, middle)
    if stone.marks.highlighted:
        part = 0.44 if places.large else 0.56
        add(image, dot(part * radius, max(1, 2 * scale)), middle, middle)
    if stone.marks.refused:
        width = max(3, 0.115 * pitch if places.large else 0.16 * pitch)
        add(image, refused_ring(round(pitch * 0.49, 2), width), middle, middle)
        small = max(0.15 * pitch, 7 * scale)
        add(image, alarm(small, max(1, 2 * scale)), side - small - 2, small + 2)
    if stone.marks.number:
        casing = max(1, (2.5 if places.large else 1.5) * scale)
        number = choice(stone.marks.number, max((0.3 if places.large else 0.43) * pitch, 7), casing)
        add(image, number, middle, middle)
    return PALETTE.cut_out(image, KAYA, TRACE)
