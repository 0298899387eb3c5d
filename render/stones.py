"""What a stone looks like: a round piece seen from above, for boards with small cells.

Lengths are in units of a cell's width, from the middle of the cell; y grows downward.
"""

from typing import Final

from render.canvas import Canvas, ring
from render.pieces import draw_symbol
from render.theme import INK, PAINTS
from rules.geometry import Point
from rules.view import Colour

__all__ = ["draw_stone"]

_RADIUS: Final = 0.43
_FACE: Final = 0.385
_SYMBOL: Final = 0.2
_EDGE: Final = 0.05


def draw_stone(canvas: Canvas, colour: Colour, place: Point, *, size: float = 1) -> None:
    """Draw one stone around `place`, with its side's symbol and a rim to tell it by."""
    paint = PAINTS[colour]
    face, edge = _FACE * size, _EDGE * size
    canvas.disc(place, _RADIUS * size, INK)
    canvas.disc(place, face, paint.face)
    canvas.line(ring(place, face - edge / 2), edge, paint.groove)
    draw_symbol(canvas, colour, place, _SYMBOL * size)
