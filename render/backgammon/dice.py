"""Dice as they lie on the board, in the colour of the side that rolled them."""

from functools import lru_cache
from typing import Final

from PIL import Image

from render.canvas import Canvas
from render.cells.sprites import palettised
from render.theme import FIELD, INK, LIGHT, PAINTS, RGB
from rules.geometry import Point
from rules.view import Colour

__all__ = ["die_image"]

_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_FACED: Final = 0.92
_PLAYED: Final = 0.74
"""The width of a die, and of one that has been played, in parts of its place."""
_FADED: Final = 0.62
"""How much of the board shows through a die that has been played."""


@lru_cache(maxsize=128)
def die_image(colour: Colour, pips: int, size: int, *, used: bool, six: bool) -> Image.Image:
    """Return a die in a place `size` pixels wide; one with other than `six` faces has a digit."""
    canvas = Canvas(size, size, scale=size, origin=Point(size / 2, size / 2))
    middle, width = Point(0, 0), _PLAYED if used else _FACED
    canvas.pill(middle, 2, 2, FIELD, 0)
    face = PAINTS[colour].face
    ink = LIGHT if sum(face) < 384 else INK
    rim = INK
    if used:
        face, ink, rim = (_faded(each) for each in (face, ink, rim))
    canvas.pill(middle, width, width, rim, width * 0.2)
    canvas.pill(middle, width - 0.09, width - 0.09, face, width * 0.16)
    if six:
        for x, y in _PIPS[pips]:
            canvas.disc(Point(x * width * 0.26, y * width * 0.26), width * 0.095, ink)
    else:
        canvas.text(middle, str(pips), width * 0.6, ink, bold=0.02)
    return palettised(canvas.finish())


def _faded(colour: RGB) -> RGB:
    red, green, blue = (
        round(part + (under - part) * _FADED) for part, under in zip(colour, FIELD, strict=True)
    )
    return red, green, blue
