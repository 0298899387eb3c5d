"""The marks on cells: three colours and three shapes, all with a casing or an edge.

A past move is an amber field with an espresso edge. A choice is a blue disc with its number, and a
chosen cell has a blue ring. An error is a red frame with an exclamation mark. A part is an image
with its middle at the image's middle; radii are in pixels.
"""

from functools import lru_cache
from math import ceil
from typing import Final

from PIL import Image

from render.canvas import Canvas
from render.faces import NUMBER, text_width
from render.theme import ALARM, AMBER, CHOICE, CREAM, ESPRESSO, INK
from rules.geometry import Point

__all__ = [
    "alarm", "choice", "choice_width", "chosen_ring", "cross", "dot", "fitting", "refused_ring",
    "tick",
]  # fmt: skip

_TEXT: Final = 1.5
"""The size of a number, as a share of its disc's radius."""
_PADDING: Final = 0.75
"""The length of a pill beyond its text, in radii."""


def choice_width(text: str, radius: float, casing: float) -> int:
    """Return the width of the image from `choice`, in pixels."""
    length = text_width(text, _TEXT * radius, NUMBER)
    return ceil(max(2 * radius, length + _PADDING * radius) + 2 * casing)


def fitting(text: str, radius: float, casing: float, width: float) -> float:
    """Return the radius, or a smaller one with which `choice` is at most `width` pixels wide."""
    most = (width - 2 * casing) / (text_width(text, _TEXT, NUMBER) + _PADDING)
    return radius if choice_width(text, radius, casing) <= width else most


@lru_cache(maxsize=512)
def choice(text: str, radius: float, casing: float) -> Image.Image:
    """Return the number of a choice on its disc; longer texts make it a pill."""
    width, height = choice_width(text, radius, casing), ceil(2 * (radius + casing))
    width += (width - height) % 2
    canvas = Canvas(width + 2, height + 2, origin=Point(width / 2 + 1, height / 2 + 1))
    middle = Point(0, 0)
    canvas.pill(middle, width, height, CREAM, height / 2)
    canvas.pill(middle, width - 2 * casing, height - 2 * casing, CHOICE, height / 2 - casing)
    canvas.text(middle, text, _TEXT * radius, CREAM, style=NUMBER)
    return canvas.finish()


def alarm(radius: float, casing: float) -> Image.Image:
    """Return the exclamation mark of a broken rule, bolder than in the font."""
    canvas = Canvas.around(radius + casing)
    canvas.disc(Point(0, 0), radius + casing, CREAM)
    canvas.disc(Point(0, 0), radius, ALARM)
    bar = ((-0.17, -0.62), (0.17, -0.62), (0.11, 0.16), (-0.11, 0.16))
    canvas.polygon([Point(x * radius, y * radius) for x, y in bar], CREAM)
    canvas.disc(Point(0, -0.62 * radius), 0.17 * radius, CREAM)
    canvas.disc(Point(0, 0.52 * radius), 0.18 * radius, CREAM)
    return canvas.finish()


def cross(reach: float, width: float) -> Image.Image:
    """Return the cross on a taken piece; `reach` is the distance from its middle to its ends."""
    canvas = Canvas.around(reach + width)
    for thick, fill in ((width + 5 * width / 7, INK), (width, CREAM)):
        for slope in (1, -1):
            ends = (Point(-reach, -slope * reach), Point(reach, slope * reach))
            canvas.line(ends, thick, fill)
    return canvas.finish()


def dot(radius: float, edge: float) -> Image.Image:
    """Return an amber dot, for a cell that the last move left or passed."""
    canvas = Canvas.around(radius)
    canvas.disc(Point(0, 0), radius, ESPRESSO)
    canvas.disc(Point(0, 0), radius - edge, AMBER)
    return canvas.finish()


def chosen_ring(
    radius: float, widths: tuple[float, float, float], spread: float = 0
) -> Image.Image:
    """Return the ring around a chosen piece of that radius, its hole clear.

    `widths` are the distances by which blue, casing and ink reach beyond the piece, in increasing
    order. A pile's lowest disc lies `spread` below its highest; the ring goes around both.
    """
    canvas = Canvas.around(radius + widths[2] + spread / 2)
    ends = Point(0, -spread / 2), Point(0, spread / 2)
    for reach, fill in zip(reversed(widths), (INK, CREAM, CHOICE), strict=True):
        canvas.line(ends, 2 * (radius + reach), fill)
    for end in ends:
        canvas.wipe(end, radius)
    return canvas.finish()


def refused_ring(radius: float, width: float) -> Image.Image:
    """Return the red frame of a round piece, its hole clear; `radius` is the outer one."""
    canvas = Canvas.around(radius)
    for inset, fill in ((0, INK), (width * 0.12, CREAM), (width * 0.3, ALARM)):
        canvas.disc(Point(0, 0), radius - inset, fill)
    canvas.disc(Point(0, 0), radius - width * 0.85, CREAM)
    canvas.wipe(Point(0, 0), radius - width)
    return canvas.finish()


def tick(radius: float, edge: float) -> Image.Image:
    """Return the sign of a pile that has finished."""
    canvas = Canvas.around(radius)
    canvas.disc(Point(0, 0), radius, CREAM)
    canvas.disc(Point(0, 0), radius - edge, INK)
    shape = [Point(-0.42 * radius, 0), Point(-0.1 * radius, 0.32 * radius)]
    canvas.line([*shape, Point(0.42 * radius, -0.32 * radius)], radius * 0.22, CREAM)
    return canvas.finish()
