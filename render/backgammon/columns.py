"""One column of a backgammon board, with its pieces: a point, half a bar or a tray.

A column is drawn as in the upper half of the board, with its rim at the top; in the lower half, its
places are counted from below.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.backgammon.layout import PALETTE, BoardLayout
from render.canvas import Canvas
from render.contents import Marks
from render.marks import alarm, choice, chosen_ring, cross, fitting
from render.pieces import DROP, TURNED, add, count_figure, disc, figure, shadow, sign
from render.theme import ALARM, CREAM, FELT, PAINTS, POINT, POINT_INLAY, RGB, WELL, WELL_FIGURE
from rules.contract.view import Colour
from rules.geometry import Point

__all__ = ["Column", "column_image", "spot"]

_MOST: Final = 3
"""The number of checkers that a point shows; more are counted on the last of them."""
_STEP: Final = 52
_FIRST: Final = 28
"""The distance of a point's first checker from the rim, at 800 pixels."""
_SLAB: Final = (38, 21)


class Column(NamedTuple):
    """Everything that determines the look of one column."""

    kind: str
    """`point`, `bar` or `tray`."""
    filled: bool
    upper: bool
    owner: Colour | None = None
    """The owner of a tray."""
    checkers: tuple[Colour, ...] = ()
    """The colours of the checkers, from the rim on."""
    marks: Marks = Marks()
    """All marks but the last move's, which arrows show."""
    hit: bool = False
    """True if the last move sent a checker to this bar."""


@lru_cache(maxsize=2048)
def column_image(places: BoardLayout, column: Column, width: int) -> Image.Image:
    """Return the column as a palette image; the caller must not change it."""
    if column.kind == "point":
        refused = column.marks.refused
        image = _point(places, width, column.filled, column.upper, refused=refused)
    else:
        image = Image.new("RGB", (width, places.point), WELL)
        _draw_well(image, places, column)
    if column.kind == "tray":
        _draw_slabs(image, places, column)
    else:
        _draw_checkers(image, places, column)
    _draw_marks(image, places, column)
    return PALETTE.reduced(image)


def _at(image: Image.Image, column: Column, y: float) -> float:
    """Return the position at this distance from the rim."""
    return y if column.upper else image.height - y


def _point(
    places: BoardLayout, width: int, filled: bool, upper: bool, *, refused: bool
) -> Image.Image:
    """Return a triangle, with a red frame if the move was refused there."""
    scale = places.scale
    canvas = Canvas(width, places.point, origin=Point(width / 2, 0 if upper else places.point))
    down = 1 if upper else -1
    half, tip = width / 2 - 1, places.point

    def triangle(inset: float, fill: RGB) -> None:
        # The sides are steep, so a small change of the width is a large change of the height.
        steep = tip / half
        corners = (
            Point(-half + inset, 0),
            Point(half - inset, 0),
            Point(0, down * (tip - inset * steep)),
        )
        canvas.polygon(corners, fill)

    line = 2.5 * scale
    inside = POINT if filled else FELT
    if refused:
        triangle(0, CREAM)
        triangle(2.5 * scale, ALARM)
        triangle(7.5 * scale, CREAM)
        triangle(9.5 * scale, inside)
    else:
        triangle(0, POINT_INLAY)
        triangle(line, inside)
    image = Image.new("RGB", (width, places.point), FELT)
    canvas.lay(image)
    return image


def _draw_well(image: Image.Image, places: BoardLayout, column: Column) -> None:
    """Draw a bar or a tray, and the sign of an empty tray's owner."""
    scale = places.scale
    if column.marks.refused:
        draw = ImageDraw.Draw(image)
        last = image.width - 1, image.height - 1
        casing, core = max(1, round(2 * scale)), max(1, round(5 * scale))
        draw.rectangle((0, 0, *last), outline=CREAM, width=core + 2 * casing)
        draw.rectangle((casing, casing, last[0] - casing, last[1] - casing), outline=ALARM,
                       width=core)  # fmt: skip
    if column.kind == "tray" and column.owner and not column.checkers:
        drawn = sign(column.owner, 30 * scale, WELL_FIGURE)
        add(image, drawn, image.width / 2, _at(image, column, places.point * 0.62))


def spot(places: BoardLayout, index: int, *, bar: bool) -> float:
    """Return a checker's distance from the rim; on a bar they begin level with the tips."""
    step, index = _STEP * places.scale, min(index, _MOST - 1)
    if bar:
        return places.point - (_FIRST - 4) * places.scale - index * step
    return _FIRST * places.scale + index * step


def _far(places: BoardLayout, column: Column, index: int) -> float:
    return spot(places, index, bar=column.kind == "bar")


def _draw_checkers(image: Image.Image, places: BoardLayout, column: Column) -> None:
    """Draw the checkers; those without room are counted on the last one shown."""
    x, radius = image.width / 2, places.radius
    tone = WELL if column.kind == "bar" else POINT if column.filled else FELT
    shown = column.checkers[:_MOST]
    for index, colour in enumerate(shown):
        y = _at(image, column, _far(places, column, index))
        counted = index == _MOST - 1 and len(column.checkers) > _MOST
        cut = TURNED._replace(groove=0) if counted else TURNED
        add(image, shadow(radius, tone), x, y + DROP * radius)
        add(image, disc(colour, radius, cut), x, y)
        if counted:
            add(image, count_figure(colour, radius, cut, len(column.checkers)), x, y)
        else:
            add(image, figure(colour, radius, cut), x, y)


def _draw_slabs(image: Image.Image, places: BoardLayout, column: Column) -> None:
    """Draw the checkers that were borne off, on their edges."""
    scale = places.scale
    width, height = (pixels * scale for pixels in _SLAB)
    step = min(height + 2 * scale, (places.point - 12 * scale) / max(1, len(column.checkers)))
    canvas = Canvas(image.width, image.height)
    for index, colour in enumerate(column.checkers):
        paint = PAINTS[colour]
        y = _at(image, column, 6 * scale + step * index + height / 2)
        middle = Point(image.width / 2, y)
        canvas.pill(middle, width, height, paint.outline, 4 * scale)
        canvas.pill(middle, width - 4 * scale, height - 4 * scale, paint.band, 3 * scale)
        canvas.pill(middle, width - 14 * scale, 3 * scale, paint.groove, 1)
    canvas.lay(image)


def _draw_marks(image: Image.Image, places: BoardLayout, column: Column) -> None:
    x, scale, radius = image.width / 2, places.scale, places.radius
    count = min(len(column.checkers), _MOST)
    free = _at(image, column, _far(places, column, count))
    top = _at(image, column, _far(places, column, max(0, count - 1)))
    if column.kind == "tray":
        free = top = _at(image, column, places.point * 0.6)
    casing = max(1.5, 3 * scale)
    if column.hit and count:
        add(image, cross(0.3 * radius, 0.16 * radius), x, top)
    if column.marks.chosen and column.kind != "tray":
        # The ring covers the edge of its checker, so that it fits into the column.
        ring = chosen_ring(0.77 * radius, (4.5 * scale, 6.5 * scale, 7.5 * scale))
        add(image, ring, x, top if count else free)
    if column.marks.refused:
        side = image.width - 13 * scale
        add(image, alarm(11 * scale, 2 * scale), side, top - 18 * scale if count else top)
    if column.marks.number:
        inner = min(max(0.0, free), image.height)
        large = fitting(column.marks.number, 18 * scale, casing, image.width)
        place = min(max(inner, 18 * scale + casing), image.height - 18 * scale - casing)
        add(image, choice(column.marks.number, large, casing), x, place)
