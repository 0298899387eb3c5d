"""How cells are pointed out: every mark has a shape of its own, so none is told by hue.

Frames follow the cell's outline and lie under its piece; rings and badges lie over it.
Lengths are in units of a cell's width, from the middle of the cell; y grows downward.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from render.canvas import Canvas, ring, text_width
from render.theme import ALARM, BADGE, CREAM, INK, RGB
from rules.geometry import Point
from rules.view import MarkKind

__all__ = ["ASIDE", "LIT", "Spot", "draw_above", "draw_badge", "draw_below"]

LIT: Final = frozenset({MarkKind.ORIGIN, MarkKind.PASSED, MarkKind.TARGET, MarkKind.CHOSEN})
"""The kinds whose tile is lit."""

ASIDE: Final = Point(-0.06, 0.02)
"""How far a piece steps aside for the number in its corner."""

_MIDDLE: Final = Point(0, 0)
_NUMBER: Final = 0.22
_ALERT: Final = 0.185
_WIDEST_BADGE: Final = 0.44
_RIM: Final = 0.03
_LEAST_BADGE: Final = 10
"""A badge's least radius in pixels: below it numbers blur."""


class Spot(NamedTuple):
    """A cell's middle, and in which corner of the cell something lies: 0 is the middle."""

    middle: Point
    corner: Point


def draw_below(canvas: Canvas, outline: Sequence[Point], kinds: frozenset[MarkKind]) -> None:
    """Draw what lies between tile and piece."""
    if MarkKind.PASSED in kinds:
        canvas.disc(Point(0, 0), 0.13, INK)
        canvas.disc(Point(0, 0), 0.095, CREAM)
    if MarkKind.TARGET in kinds:
        _frame(canvas, outline, 0.92, 0.075, INK)
        _frame(canvas, outline, 0.92, 0.04, CREAM)
    if MarkKind.CHOSEN in kinds:
        _frame(canvas, outline, 0.86, 0.13, INK)
        _frame(canvas, outline, 0.86, 0.085, BADGE)
    if MarkKind.ORIGIN in kinds:
        _brackets(canvas, outline, 0.088, INK)
        _brackets(canvas, outline, 0.05, CREAM)


def draw_above(
    canvas: Canvas,
    kinds: frozenset[MarkKind],
    number: str,
    pitch: int,
    *,
    occupied: bool,
    place: Point = _MIDDLE,
) -> None:
    """Draw what lies on the piece; a number moves to the corner so as not to hide it."""
    if MarkKind.CAPTURED in kinds:
        _cross(canvas)
    if MarkKind.OFFENDING in kinds:
        canvas.line(ring(place, 0.43), 0.12, CREAM)
        canvas.line(ring(place, 0.43), 0.07, ALARM)
        alert = _sized(_ALERT, pitch)
        where = Spot(place, Point(-1, -1))
        draw_badge(canvas, "!", alert, pitch, where, fill=ALARM, ink=CREAM)
    if MarkKind.CANDIDATE in kinds:
        where = Spot(place, Point(1, -1) if occupied else _MIDDLE)
        draw_badge(canvas, number, _sized(_NUMBER, pitch), pitch, where)


def _cross(canvas: Canvas) -> None:
    for width, fill in ((0.16, INK), (0.09, CREAM)):
        canvas.line((Point(-0.17, -0.17), Point(0.17, 0.17)), width, fill)
        canvas.line((Point(-0.17, 0.17), Point(0.17, -0.17)), width, fill)


def _frame(canvas: Canvas, outline: Sequence[Point], part: float, width: float, fill: RGB) -> None:
    inner = [Point(corner.x * part, corner.y * part) for corner in outline]
    canvas.line([*inner, inner[0]], width, fill)


def _brackets(canvas: Canvas, outline: Sequence[Point], width: float, fill: RGB) -> None:
    inner = [Point(corner.x * 0.86, corner.y * 0.86) for corner in outline]
    for index, corner in enumerate(inner):
        for other in (inner[index - 1], inner[(index + 1) % len(inner)]):
            canvas.line((corner, _between(corner, other, 0.26)), width, fill)


def _between(start: Point, end: Point, part: float) -> Point:
    return Point(start.x + (end.x - start.x) * part, start.y + (end.y - start.y) * part)


def _sized(radius: float, pitch: int) -> float:
    """Return a badge's radius: as wanted, unless the cell is so small that its text would blur."""
    return min(_WIDEST_BADGE, max(radius, _LEAST_BADGE / pitch))


def draw_badge(
    canvas: Canvas,
    text: str,
    radius: float,
    pitch: int,
    where: Spot,
    *,
    fill: RGB = BADGE,
    ink: RGB = INK,
) -> None:
    """Write a text on a pill."""
    size = radius * (1.42 if text.isdecimal() else 1.7)
    width = min(
        1 - 2 * _RIM, max(2 * radius, text_width(text, size * pitch) / pitch + radius * 0.7)
    )
    reach_x, reach_y = 0.5 - _RIM - width / 2, 0.5 - _RIM - radius
    middle, corner = where
    place = Point(middle.x + corner.x * reach_x, middle.y + corner.y * reach_y)
    canvas.pill(place, width + 2 * _RIM, 2 * (radius + _RIM), INK, radius + _RIM)
    canvas.pill(place, width, 2 * radius, fill, radius)
    canvas.text(place, text, size, ink, bold=0.035)
