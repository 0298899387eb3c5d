"""Dice on the board, in the colour of the side that rolled them."""

from functools import lru_cache
from typing import Final

from PIL import Image

from render.backgammon.layout import FADED, PALETTE
from render.canvas import Canvas
from render.faces import NUMBER
from render.pieces import shade
from render.theme import FELT, PAINTS, mixed
from rules.contract.view import Colour
from rules.geometry import Point

__all__ = ["die_image"]

_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_FACED: Final = 0.95
_PLAYED: Final = 0.74
"""The width of a die, and of one that has been played, as shares of its place."""
_DEPTH: Final = 0.05
"""The distance of a die's shadow below it, as a share of its place."""


@lru_cache(maxsize=128)
def die_image(colour: Colour, pips: int, size: int, *, used: bool, six: bool) -> Image.Image:
    """Return a die in a place `size` pixels wide; it has a digit unless it has `six` faces."""
    canvas = Canvas(size, size, scale=size, origin=Point(size / 2, size / 2))
    middle, width = Point(0, 0), _PLAYED if used else _FACED
    paint = PAINTS[colour]
    face, ink, rim = paint.face, paint.number, paint.outline
    if used:
        face, ink, rim = (mixed(each, FELT, FADED) for each in (face, ink, rim))
    if not used:
        middle = Point(0, -_DEPTH / 2)
        canvas.pill(Point(0, _DEPTH / 2), width, width, shade(FELT), width * 0.2)
    canvas.pill(middle, width, width, rim, width * 0.2)
    canvas.pill(middle, width - 0.05, width - 0.05, face, width * 0.18)
    if six:
        for x, y in _PIPS[pips]:
            pip = Point(x * width * 0.25, middle.y + y * width * 0.25)
            canvas.disc(pip, width * 0.1, ink)
    else:
        canvas.text(middle, str(pips), width * 0.6, ink, style=NUMBER)
    return PALETTE.reduced(canvas.on(FELT))
