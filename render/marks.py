"""How cells are pointed out: every mark has a shape of its own, so none is told by hue.

Frames follow the cell's outline and lie under its piece; rings and badges lie over it.
Lengths are in units of a cell's width, from the middle of the cell; y grows downward.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render.canvas import Canvas, ring, text_width
from render.theme import ALARM, BADGE, CREAM, INK, LIGHT, RGB
from rules.geometry import Point
from rules.view import MarkKind

__all__ = ["ASIDE", "HIGHLIGHTING", "Spot", "draw_above", "draw_badge", "draw_below", "rim"]


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell with marks: what they say, and the piece or stack that stands in their way."""

    kinds: frozenset[MarkKind]
    number: str
    pitch: int
    scale: float
    """How many pixels a pixel of the 800 wide picture has become."""
    head: Point | None = None
    """The middle of the topmost face, None on an empty cell."""
    count: int = 0
    tilted: bool = False
    beside_counts: bool = False
    """Counts are shown in the picture: numbers go to the other side."""

    @property
    def raised(self) -> bool:
        """Whether marks go to the head of the piece or stack, rather than to the cell."""
        return self.head is not None and (self.tilted or self.count > 1)

    def at_head(self, side: int) -> Point:
        """Return a place at the rim of the topmost face: to the left at -1, to the right at 1."""
        assert self.head is not None
        return Point(self.head.x + side * 0.32, self.head.y - 0.27)

    def at_choice(self) -> Point:
        """Return where the number of a choice goes; without a stack, as a corner of the cell."""
        if self.head is None:
            return Point(0, 0)
        side = -1 if self.beside_counts else 1
        return self.at_head(side) if self.raised else Point(side, -1)

    def sized(self, radius: float) -> float:
        """Return a badge's radius: as wanted, unless the cell is so small that text would blur."""
        wanted = min(radius, _MOST_BADGE * self.scale / self.pitch)
        return min(_WIDEST_BADGE, max(wanted, _LEAST_BADGE / self.pitch))


HIGHLIGHTING: Final = frozenset(
    {MarkKind.ORIGIN, MarkKind.PASSED, MarkKind.TARGET, MarkKind.CHOSEN}
)
"""The kinds whose tile is highlighted."""

ASIDE: Final = Point(-0.06, 0.02)
"""How far a piece steps aside for the number in its corner."""

_NUMBER: Final = 0.22
_ALERT: Final = 0.185
_WIDEST_BADGE: Final = 0.44
_RIM: Final = 0.03
_RAISED_ALERT: Final = 0.39
_COUNT: Final = 17
"""A count's radius in pixels on a picture 800 wide, whatever the size of the cells."""
_WIDEST_COUNT: Final = 0.24
_MOST_BADGE: Final = 23
"""A badge's greatest radius in pixels on a picture 800 wide."""
_LEAST_BADGE: Final = 10
"""A badge's least radius in pixels: below it numbers blur."""


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


def rim(kinds: frozenset[MarkKind]) -> RGB | None:
    """Return the rim that a moved or chosen stack wears, as its cell may be hidden."""
    if MarkKind.CHOSEN in kinds:
        return BADGE
    return CREAM if MarkKind.TARGET in kinds else None


def draw_above(canvas: Canvas, spot: Spot) -> None:
    """Draw what lies on the piece; a number moves aside so as not to hide it."""
    if MarkKind.CAPTURED in spot.kinds:
        if spot.raised:
            _taken(canvas, spot.at_head(-1))
        else:
            _cross(canvas, Point(0, 0), 0.17)
    if MarkKind.OFFENDING in spot.kinds:
        middle = spot.head if spot.head and spot.raised else Point(0, 0)
        around = ring(middle, _RAISED_ALERT if spot.raised else 0.43)
        canvas.line(around, 0.12, CREAM)
        canvas.line(around, 0.07, ALARM)
        place = spot.at_head(-1) if spot.raised else Point(-1, -1)
        draw_badge(canvas, spot, "!", spot.sized(_ALERT), place, fill=ALARM, ink=CREAM)
    if spot.count > 1:
        radius = min(_WIDEST_COUNT, _COUNT * spot.scale / spot.pitch)
        draw_badge(canvas, spot, str(spot.count), radius, spot.at_head(1), fill=INK, ink=LIGHT)
    if MarkKind.CANDIDATE in spot.kinds:
        radius = spot.sized(_NUMBER)
        draw_badge(canvas, spot, spot.number, radius, spot.at_choice(), fill=BADGE, ink=INK)


def _cross(canvas: Canvas, centre: Point, reach: float) -> None:
    for width, fill in ((0.16, INK), (0.09, CREAM)):
        for rise in (-reach, reach):
            ends = (
                Point(centre.x - reach, centre.y - rise),
                Point(centre.x + reach, centre.y + rise),
            )
            canvas.line(ends, width * reach / 0.17, fill)


def _taken(canvas: Canvas, place: Point) -> None:
    """Draw the cross beside the stack that a piece was taken from."""
    canvas.pill(place, 0.37, 0.37, CREAM, 0.185)
    canvas.pill(place, 0.31, 0.31, INK, 0.155)
    _cross(canvas, place, 0.085)


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


def draw_badge(
    canvas: Canvas, spot: Spot, text: str, radius: float, place: Point, *, fill: RGB, ink: RGB
) -> None:
    """Write a text on a pill: in a corner of the cell, in its middle, or at a stack's head."""
    size = radius * (1.42 if text.isdecimal() else 1.7)
    length = text_width(text, size * spot.pitch) / spot.pitch
    width = min(1 - 2 * _RIM, max(2 * radius, length + radius * 0.7))
    if not spot.raised:
        place = Point(place.x * (0.5 - _RIM - width / 2), place.y * (0.5 - _RIM - radius))
    rim = LIGHT if fill == INK else INK
    canvas.pill(place, width + 2 * _RIM, 2 * (radius + _RIM), rim, radius + _RIM)
    canvas.pill(place, width, 2 * radius, fill, radius)
    canvas.text(place, text, size, ink, bold=0.035)
