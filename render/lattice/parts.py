"""Parts of a lined board to choose from, if it has too many crossings to number each."""

from typing import Final, NamedTuple

from PIL import Image

from render.lattice.layout import LIGHTER, LatticeLayout
from render.palette import Palette
from render.theme import CREAM
from rules.contract.view import BoardView

__all__ = ["Part", "draw_part", "parts_of"]

_BORDER: Final = 3
_CROWD: Final = 90
"""The number of stones above which no part is lightened: they hide it, and it takes many bytes."""


class Part(NamedTuple):
    """A part of the board to choose, in pixels."""

    left: int
    top: int
    right: int
    bottom: int
    lighter: bool
    text: str


def parts_of(view: BoardView, places: LatticeLayout) -> list[Part]:
    """Return the parts to choose, every second one lighter unless stones crowd the board."""
    shaded = len(view.stacks) <= _CROWD
    half = places.pitch // 2
    boxes: list[tuple[int, int, int, int, str]] = []
    for part in view.parts:
        xs = [places.slots[cell].x for cell in part.cells]
        ys = [places.slots[cell].y for cell in part.cells]
        box = min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half
        boxes.append((*box, part.text))
    columns = {left: number for number, left in enumerate(sorted({box[0] for box in boxes}))}
    rows = {top: number for number, top in enumerate(sorted({box[1] for box in boxes}))}
    return [
        Part(left, top, right, bottom, shaded and (columns[left] + rows[top]) % 2 == 1, text)
        for left, top, right, bottom, text in boxes
    ]


def draw_part(image: Image.Image, palette: Palette, places: LatticeLayout, part: Part) -> None:
    """Lighten every second part, and draw its border with other parts."""
    left, top, right, bottom = part[:4]
    if part.lighter:
        inside = image.crop((left, top, right, bottom))
        image.paste(inside.point(palette.lightened(CREAM, LIGHTER)), (left, top))
    border = max(1, round(_BORDER * places.scale))
    fill = palette.index(CREAM)
    end = places.left + places.size * places.pitch
    if part.right < end - border:
        image.paste(fill, (right - border // 2, top, right - border // 2 + border, bottom))
    if part.bottom < places.bottom - border:
        image.paste(fill, (left, bottom - border // 2, right, bottom - border // 2 + border))
