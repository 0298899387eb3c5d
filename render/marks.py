"""How cells are pointed out: three colours, three shapes, each with a casing or an edge.

What happened is an amber field with an espresso edge. What may be chosen is a blue disc with its
number, and what is chosen a blue ring. What is wrong is a red frame with an exclamation mark. A
part is an image with its middle in its own; radii are in pixels.
"""

from functools import lru_cache
from math import ceil
from typing import Final

from PIL import Image

from render.canvas import Canvas, text_width
from render.theme import ALARM, AMBER, CHOICE, CREAM, ESPRESSO, INK, RGB
from rules.geometry import Point

__all__ = ["alarm", "choice", "choice_width", "chosen_ring", "cross", "dot", "refused_ring", "tick"]

_TEXT: Final = 1.25
"""The size of a number, in parts of its disc's radius."""


def choice_width(text: str, radius: float, casing: float) -> int:
    """Return the width of what `choice` draws, in pixels."""
    length = text_width(text, radius * _TEXT)
    return ceil(max(2 * radius, length + radius) + 2 * casing)


@lru_cache(maxsize=512)
def choice(text: str, radius: float, casing: float) -> Image.Image:
    """Return the number of a choice on its disc; longer texts make it a pill."""
    return _pill(text, radius, casing, CHOICE)


@lru_cache(maxsize=32)
def alarm(radius: float, casing: float) -> Image.Image:
    """Return the exclamation mark of a broken rule."""
    return _pill("!", radius, casing, ALARM)


def _pill(text: str, radius: float, casing: float, fill: RGB) -> Image.Image:
    width, height = choice_width(text, radius, casing), ceil(2 * (radius + casing))
    width += (width - height) % 2
    canvas = Canvas(width + 2, height + 2, origin=Point(width / 2 + 1, height / 2 + 1))
    middle = Point(0, 0)
    canvas.pill(middle, width, height, CREAM, height / 2)
    canvas.pill(middle, width - 2 * casing, height - 2 * casing, fill, height / 2 - casing)
    canvas.text(middle, text, radius * _TEXT, CREAM, bold=0.03)
    return canvas.finish()


@lru_cache(maxsize=32)
def cross(reach: float, width: float) -> Image.Image:
    """Return the cross on a taken piece; `reach` is from its middle to its ends."""
    canvas = _paper(reach + width)
    for thick, fill in ((width + 5 * width / 7, INK), (width, CREAM)):
        for slope in (1, -1):
            ends = (Point(-reach, -slope * reach), Point(reach, slope * reach))
            canvas.line(ends, thick, fill)
    return canvas.finish()


@lru_cache(maxsize=32)
def dot(radius: float, edge: float) -> Image.Image:
    """Return an amber dot: something was here, or passed."""
    canvas = _paper(radius)
    canvas.disc(Point(0, 0), radius, ESPRESSO)
    canvas.disc(Point(0, 0), radius - edge, AMBER)
    return canvas.finish()


@lru_cache(maxsize=32)
def chosen_ring(radius: float, widths: tuple[float, float, float]) -> Image.Image:
    """Return the ring around a chosen piece of that radius, its hole clear.

    `widths` are how far blue, casing and ink reach beyond the piece, each farther than the last.
    """
    canvas = _paper(radius + widths[2])
    for reach, fill in zip(reversed(widths), (INK, CREAM, CHOICE), strict=True):
        canvas.disc(Point(0, 0), radius + reach, fill)
    canvas.wipe(Point(0, 0), radius)
    return canvas.finish()


@lru_cache(maxsize=32)
def refused_ring(radius: float, width: float) -> Image.Image:
    """Return the red frame of what is round, its hole clear; `radius` is its outer one."""
    canvas = _paper(radius)
    for inset, fill in ((0, INK), (width * 0.15, CREAM), (width * 0.38, ALARM)):
        canvas.disc(Point(0, 0), radius - inset, fill)
    canvas.disc(Point(0, 0), radius - width * 0.8, CREAM)
    canvas.wipe(Point(0, 0), radius - width)
    return canvas.finish()


@lru_cache(maxsize=16)
def tick(radius: float, edge: float) -> Image.Image:
    """Return the sign of a pile that has finished."""
    canvas = _paper(radius)
    canvas.disc(Point(0, 0), radius, CREAM)
    canvas.disc(Point(0, 0), radius - edge, INK)
    shape = [Point(-0.42 * radius, 0), Point(-0.1 * radius, 0.32 * radius)]
    canvas.line([*shape, Point(0.42 * radius, -0.32 * radius)], radius * 0.22, CREAM)
    return canvas.finish()


def _paper(reach: float) -> Canvas:
    side = 2 * ceil(reach + 1)
    return Canvas(side, side, origin=Point(side / 2, side / 2))
