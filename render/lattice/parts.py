"""Parts of a lined board to choose from, if it has too many crossings to number."""

from typing import Final, NamedTuple

from PIL import Image

from render.lattice.layout import LIGHTER, PALETTE, Box, LatticeLayout
from render.theme import CREAM
from rules.contract.view import BoardView

__all__ = ["Part", "draw_part", "parts_of"]

_BORDER: Final = 3
_CROWD: Final = 90
"""The number of stones above which no part is lightened: they hide it, and it takes many bytes."""


class Part(NamedTuple):
    """A part of the board to choose."""

    box: Box
    lighter: bool
    text: str


def parts_of(view: BoardView, places: LatticeLayout) -> list[Part]:
    """Return the parts to choose, every second one lighter unless stones crowd the board."""
    shaded = len(view.stacks) <= _CROWD
    boxes = [places.box(part.cells).grown(places.pitch // 2) for part in view.parts]
    lefts, tops = (sorted({box[axis] for box in boxes}) for axis in (0, 1))
    return [
        Part(box, shaded and (lefts.index(box.left) + tops.index(box.top)) % 2 == 1, part.text)
        for box, part in zip(boxes, view.parts, strict=True)
    ]


def draw_part(image: Image.Image, places: LatticeLayout, part: Part) -> None:
    """Lighten every second part, and draw its border with other parts."""
    left, top, right, bottom = part.box
    if part.lighter:
        lighter = image.crop(part.box).point(PALETTE.lightened(CREAM, LIGHTER))
        image.paste(lighter, (left, top))
    border = max(1, round(_BORDER * places.scale))
    before, after, cream = border // 2, border - border // 2, PALETTE.index(CREAM)
    if right < places.left + places.size * places.pitch - border:
        image.paste(cream, (right - before, top, right + after, bottom))
    if bottom < places.bottom - border:
        image.paste(cream, (left, bottom - before, right, bottom + after))
