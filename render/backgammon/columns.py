"""One column of a backgammon board: a point, half a bar or a tray, with what lies in it.

Lengths are in checkers' widths; y grows downward. A column is drawn with its rim at 0 and its
inner end at `REACH`, and turned over for the lower half of the board.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from render.canvas import Canvas, ring, text_width
from render.cells.sprites import palettised
from render.marks import Spot, draw_above, draw_badge
from render.pieces import draw_symbol
from render.stones import draw_stone
from render.theme import (
    BADGE,
    CREAM,
    FIELD,
    FIELD_LINE,
    HIGHLIGHTED_POINTS,
    INK,
    LABEL,
    PAINTS,
    POINTS,
    SLAB,
    SLAB_SIDE,
)
from rules.geometry import Point
from rules.view import Colour, MarkKind

__all__ = ["REACH", "Column", "Part"]

REACH: Final = 5.0
"""The length of a column: room for so many checkers."""
_MOST: Final = 5
_TIP: Final = 4.85
_STONE: Final = 0.86
"""The width of a stone as `render.stones` draws it, in its own unit."""
_SLICE: Final = 0.3
"""The thickness of a checker that lies in a tray, seen from its edge."""
_WELL: Final = 0.1
_BADGE: Final = 0.28
_LARGE_BADGE: Final = 0.38
_HIGHLIGHTING: Final = frozenset({MarkKind.ORIGIN, MarkKind.TARGET, MarkKind.CHOSEN})


class Part(NamedTuple):
    """Which part of the board a column is: `point`, `bar` or `tray`, and its shade."""

    kind: str
    shade: int = 0


class Column(NamedTuple):
    """All that decides what one column looks like."""

    part: Part
    upper: bool
    checkers: tuple[Colour, ...]
    """From the rim on."""
    marks: frozenset[MarkKind]
    number: str
    smooth: bool

    def image(self, width: int, checker: int, scale: float) -> Image.Image:
        """Return the column as a palette image; the caller must not change it."""
        return _image(self, width, checker, scale)


@lru_cache(maxsize=2048)
def _image(column: Column, width: int, checker: int, scale: float) -> Image.Image:
    height = round(REACH * checker)
    origin = Point(width / 2, 0 if column.upper else height)
    canvas = Canvas(width, height, scale=checker, origin=origin)
    down = 1 if column.upper else -1
    across = width / checker
    if column.part.kind == "point":
        _triangle(canvas, column, down, across)
    else:
        _plank(canvas, column, down, across)
    if column.part.kind == "tray":
        _slices(canvas, column, down, across)
    else:
        _stack(canvas, column, down)
    _marks(canvas, column, down, checker, scale)
    return palettised(canvas.finish(smooth=column.smooth))


def _triangle(canvas: Canvas, column: Column, down: int, across: float) -> None:
    half = across / 2
    canvas.polygon(_box(half + 1, -1, REACH + 1, down), FIELD)
    highlighted = not column.marks.isdisjoint(_HIGHLIGHTING)
    fill = (HIGHLIGHTED_POINTS if highlighted else POINTS)[column.part.shade]
    corners = [Point(-half, 0), Point(half, 0), Point(0, _TIP * down)]
    canvas.polygon(corners, fill)
    canvas.line([*corners, corners[0]], 0.03, FIELD_LINE)


def _plank(canvas: Canvas, column: Column, down: int, across: float) -> None:
    """Draw the bar, or a tray with a well in it."""
    canvas.polygon(_box(across, -1, REACH + 1, down), SLAB)
    if column.part.kind == "tray":
        middle = Point(0, down * REACH / 2)
        width, height = across - 2 * _WELL, REACH - 0.1
        canvas.pill(middle, width, height, SLAB_SIDE, 0.12)
        canvas.pill(middle, width - 0.1, height - 0.1, FIELD_LINE, 0.08)


def _box(half: float, first: float, last: float, down: int) -> Sequence[Point]:
    return [
        Point(-half, first * down),
        Point(half, first * down),
        Point(half, last * down),
        Point(-half, last * down),
    ]


def _spot(column: Column, index: int, down: int) -> Point:
    """Return the place of a checker: on a bar from the inner end, else from the rim."""
    index = min(index, _MOST - 1)
    if column.part.kind == "tray":
        return Point(0, down * (0.1 + _SLICE * (len(column.checkers) + 0.5) + 0.5))
    steps = REACH - 0.5 - index if column.part.kind == "bar" else index + 0.5
    return Point(0, down * steps)


def _stack(canvas: Canvas, column: Column, down: int) -> None:
    """Draw the checkers; those that have no room are counted on the last one shown."""
    shown = column.checkers[:_MOST]
    for index, colour in enumerate(shown):
        draw_stone(canvas, colour, _spot(column, index, down), size=1 / _STONE)
    if len(column.checkers) > _MOST:
        place, text = _spot(column, _MOST - 1, down), str(len(column.checkers))
        width = max(0.52, text_width(text, 0.42) + 0.2)
        canvas.pill(place, width + 0.08, 0.6, INK, 0.2)
        canvas.pill(place, width, 0.52, LABEL, 0.16)
        canvas.text(place, text, 0.42, INK, bold=0.03)


def _slices(canvas: Canvas, column: Column, down: int, across: float) -> None:
    """Draw the checkers that were borne off, seen from their edges."""
    width = across - 2 * _WELL - 0.2
    for index, colour in enumerate(column.checkers):
        paint = PAINTS[colour]
        middle = Point(0, down * (0.12 + _SLICE * (index + 0.5)))
        canvas.pill(middle, width, _SLICE, INK, 0.07)
        canvas.pill(middle, width - 0.08, _SLICE - 0.07, paint.face, 0.05)
        for first, last in paint.edge.value:
            x = -((first + last) / 2 - 90) / 90 * width * 0.62
            canvas.pill(Point(x, middle.y), 0.06, _SLICE - 0.07, paint.inlay, 0)
        draw_symbol(canvas, colour, middle, _SLICE * 0.27)


def _marks(canvas: Canvas, column: Column, down: int, checker: int, scale: float) -> None:
    count = min(len(column.checkers), _MOST)
    top, beyond = _spot(column, max(count - 1, 0), down), _spot(column, count, down)
    if MarkKind.PASSED in column.marks:
        canvas.disc(beyond, 0.15, INK)
        canvas.disc(beyond, 0.11, CREAM)
    if MarkKind.ORIGIN in column.marks:
        _ghost(canvas, beyond)
    for kind, fill in ((MarkKind.TARGET, CREAM), (MarkKind.CHOSEN, BADGE)):
        if kind in column.marks:
            canvas.line(ring(top, 0.43), 0.16, INK)
            canvas.line(ring(top, 0.43), 0.1, fill)
    if MarkKind.CAPTURED in column.marks:
        _cross(canvas, beyond)
    canvas.move(top)
    spot = Spot(column.marks & {MarkKind.OFFENDING}, "", checker, scale, Point(0, 0))
    draw_above(canvas, spot)
    if MarkKind.CANDIDATE in column.marks:
        occupied = bool(column.checkers) and column.part.kind != "tray"
        corner = Point(1.2, -1.2) if occupied else Point(0, 0)
        radius = _BADGE if occupied else _LARGE_BADGE
        draw_badge(canvas, spot, column.number, radius, corner, fill=BADGE, ink=INK)


def _ghost(canvas: Canvas, place: Point) -> None:
    """Draw where a checker stood: a broken ring."""
    for width, fill in ((0.15, INK), (0.085, CREAM)):
        for start in range(0, 360, 60):
            canvas.line(ring(place, 0.36, start + 12, start + 48), width, fill)


def _cross(canvas: Canvas, place: Point) -> None:
    for width, fill in ((0.16, INK), (0.09, CREAM)):
        for slope in (1, -1):
            ends = [Point(place.x + x, place.y + slope * x) for x in (-0.2, 0.2)]
            canvas.line(ends, width, fill)
