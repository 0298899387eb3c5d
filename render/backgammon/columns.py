"""One column of a backgammon board, with its pieces: a point, half a bar or a tray.

A column is drawn as in the upper half of the board, with its rim at the top; in the lower half, its
places are counted from below.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.backgammon.layout import BoardLayout, board_palette
from render.canvas import Canvas, text_width, write
from render.marks import alarm, choice, chosen_ring, cross, dot, fitting
from render.pieces import DROP, TURNED, add, count_figure, disc, figure, shadow, sign
from render.theme import (
    ALARM,
    AMBER,
    CREAM,
    ESPRESSO,
    FIELD,
    PAINTS,
    POINT,
    POINT_INLAY,
    RGB,
    WELL,
    WELL_FIGURE,
)
from rules.contract.view import Colour, MarkKind
from rules.geometry import Point

__all__ = ["Column", "checker_ring", "column_image"]

_MOST: Final = 3
"""The number of checkers that a point shows; more are counted on the last of them."""
_STEP: Final = 54
_FIRST: Final = 31
"""The distance of a point's first checker from the rim, at 800 pixels."""
_SLAB: Final = (38, 21)
_CHIP: Final = 21
_OF_POINTS: Final = (MarkKind.TARGET, MarkKind.ORIGIN, MarkKind.OFFENDING)
"""The marks that change the look of a point's triangle; the first of them that applies wins."""


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
    marks: frozenset[MarkKind] = frozenset()
    number: str = ""
    chip: str = ""
    """The number that the last mover gives the point."""
    chip_colour: Colour | None = None


@lru_cache(maxsize=2048)
def column_image(places: BoardLayout, column: Column, width: int) -> Image.Image:
    """Return the column as a palette image; the caller must not change it."""
    if column.kind == "point":
        mark = next((kind for kind in _OF_POINTS if kind in column.marks), None)
        image = _point(places, width, column.filled, column.upper, mark)
    else:
        image = Image.new("RGB", (width, places.reach), WELL)
        _draw_well(image, places, column)
    if column.kind == "tray":
        _draw_slabs(image, places, column)
    else:
        _draw_checkers(image, places, column)
    _draw_marks(image, places, column)
    if column.chip and column.chip_colour:
        _draw_chip(image, places, column)
    return board_palette().reduced(image)


def _at(image: Image.Image, column: Column, y: float) -> float:
    """Return the position at this distance from the rim."""
    return y if column.upper else image.height - y


def _point(
    places: BoardLayout, width: int, filled: bool, upper: bool, mark: MarkKind | None
) -> Image.Image:
    """Return a triangle: hollow amber if the last move left it, solid amber if it arrived there."""
    scale = places.scale
    canvas = Canvas(width, places.reach, origin=Point(width / 2, 0 if upper else places.reach))
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
    inside = POINT if filled else FIELD
    if mark is MarkKind.TARGET:
        triangle(0, ESPRESSO)
        triangle(3 * scale, AMBER)
    elif mark is MarkKind.ORIGIN:
        triangle(0, ESPRESSO)
        triangle(2 * scale, AMBER)
        triangle(7 * scale, ESPRESSO)
        triangle(9 * scale, inside)
    elif mark is MarkKind.OFFENDING:
        triangle(0, CREAM)
        triangle(2.5 * scale, ALARM)
        triangle(7.5 * scale, CREAM)
        triangle(9.5 * scale, inside)
    else:
        triangle(0, POINT_INLAY)
        triangle(line, inside)
    image = Image.new("RGB", (width, places.reach), FIELD)
    drawn = canvas.finish()
    image.paste(drawn, (0, 0), drawn)
    return image


def _draw_well(image: Image.Image, places: BoardLayout, column: Column) -> None:
    """Draw a bar or a tray, and the sign of an empty tray's owner."""
    scale = places.scale
    frame = next(
        (
            fill
            for kind, fill in ((MarkKind.OFFENDING, ALARM), (MarkKind.TARGET, AMBER))
            if kind in column.marks
        ),
        None,
    )
    if frame and (column.kind == "tray" or frame == ALARM):
        draw = ImageDraw.Draw(image)
        last = image.width - 1, image.height - 1
        casing, core = max(1, round(2 * scale)), max(1, round(5 * scale))
        edge = CREAM if frame == ALARM else ESPRESSO
        draw.rectangle((0, 0, *last), outline=edge, width=core + 2 * casing)
        draw.rectangle((casing, casing, last[0] - casing, last[1] - casing), outline=frame,
                       width=core)  # fmt: skip
    if column.kind == "tray" and column.owner and not column.checkers:
        drawn = sign(column.owner, 30 * scale, WELL_FIGURE)
        add(image, drawn, image.width / 2, _at(image, column, places.point * 0.62))


def _spot(places: BoardLayout, column: Column, index: int) -> float:
    """Return a checker's distance from the rim; on a bar they begin level with the tips."""
    step = _STEP * places.scale
    if column.kind == "bar":
        return places.point - (_FIRST - 4) * places.scale - index * step
    return _FIRST * places.scale + index * step


def _draw_checkers(image: Image.Image, places: BoardLayout, column: Column) -> None:
    """Draw the checkers; those without room are counted on the last one shown."""
    x, radius = image.width / 2, places.radius
    tone = AMBER if MarkKind.TARGET in column.marks else WELL if column.kind == "bar" else (
        POINT if column.filled else FIELD
    )  # fmt: skip
    shown = column.checkers[:_MOST]
    for index, colour in enumerate(shown):
        y = _at(image, column, _spot(places, column, index))
        last = index == len(shown) - 1
        add(image, shadow(radius, tone), x, y + DROP * radius)
        add(image, disc(colour, radius, TURNED), x, y)
        if last and len(column.checkers) > _MOST:
            plain = TURNED._replace(groove=0)
            add(image, disc(colour, radius, plain), x, y)
            add(image, count_figure(colour, radius, plain, len(column.checkers)), x, y)
        else:
            add(image, figure(colour, radius, TURNED), x, y)


def _ring_widths(places: BoardLayout) -> tuple[float, float, float]:
    """Return the widths of the blue ring, its casing and its ink around a chosen checker."""
    return 3.5 * places.scale, 5.5 * places.scale, 7 * places.scale


def checker_ring(places: BoardLayout, column: Column) -> tuple[Image.Image, float] | None:
    """Return the ring around a chosen checker, which is wider than its column, and its middle.

    The middle is given in pixels from the top of the column's half.
    """
    if MarkKind.CHOSEN not in column.marks or not column.checkers or column.kind == "tray":
        return None
    last = min(len(column.checkers), _MOST) - 1
    far = _spot(places, column, last)
    y = far if column.upper else places.reach - far
    return chosen_ring(places.radius, _ring_widths(places)), y


def _draw_slabs(image: Image.Image, places: BoardLayout, column: Column) -> None:
    """Draw the checkers that were borne off, on their edges."""
    scale = places.scale
    width, height = (pixels * scale for pixels in _SLAB)
    step = min(height + 2 * scale, (places.reach - 12 * scale) / max(1, len(column.checkers)))
    canvas = Canvas(image.width, image.height)
    for index, colour in enumerate(column.checkers):
        paint = PAINTS[colour]
        y = _at(image, column, 6 * scale + step * index + height / 2)
        middle = Point(image.width / 2, y)
        canvas.pill(middle, width, height, paint.outline, 4 * scale)
        canvas.pill(middle, width - 4 * scale, height - 4 * scale, paint.band, 3 * scale)
        canvas.pill(middle, width - 14 * scale, 3 * scale, paint.groove, 1)
    drawn = canvas.finish()
    image.paste(drawn, (0, 0), drawn)


def _draw_marks(image: Image.Image, places: BoardLayout, column: Column) -> None:
    x, scale, radius = image.width / 2, places.scale, places.radius
    count = min(len(column.checkers), _MOST)
    free = _at(image, column, _spot(places, column, count))
    top = _at(image, column, _spot(places, column, max(0, count - 1)))
    if column.kind == "tray":
        free = top = _at(image, column, places.reach * 0.6)
    casing = max(1.5, 3 * scale)
    if MarkKind.PASSED in column.marks or (
        column.kind == "bar" and not column.marks.isdisjoint({MarkKind.ORIGIN, MarkKind.TARGET})
    ):
        add(image, dot(9 * scale, 2 * scale), x, free)
    if MarkKind.CAPTURED in column.marks:
        add(image, cross(0.3 * radius, 0.16 * radius), x, free)
    if MarkKind.CHOSEN in column.marks and not count:
        add(image, chosen_ring(0.8 * radius, _ring_widths(places)), x, free)
    if MarkKind.OFFENDING in column.marks:
        side = image.width - 13 * scale
        add(image, alarm(11 * scale, 2 * scale), side, top - 18 * scale if count else top)
    if column.number:
        inner = min(max(0.0, free), image.height)
        large = fitting(column.number, 18 * scale, casing, image.width)
        place = min(max(inner, 18 * scale + casing), image.height - 18 * scale - casing)
        add(image, choice(column.number, large, casing), x, place)


def _draw_chip(image: Image.Image, places: BoardLayout, column: Column) -> None:
    """Write the last mover's number of a point at its tip, in that side's colours."""
    if column.chip_colour is None:
        return
    paint, size = PAINTS[column.chip_colour], _CHIP * places.scale
    room = image.height - places.point
    width = min(image.width - 1.0, max(1.6 * size, text_width(column.chip, size) + 0.6 * size))
    height = round(room * 0.9)
    canvas = Canvas(image.width, room + 1)
    middle = Point(image.width / 2, room / 2)
    canvas.pill(middle, width, height, paint.token_rim, 5 * places.scale)
    edge = 3 * places.scale
    canvas.pill(middle, width - edge, height - edge, paint.face, 4 * places.scale)
    drawn = canvas.finish()
    top = places.point if column.upper else 0
    image.paste(drawn, (0, top), drawn)
    write(image, (image.width / 2, top + room / 2), column.chip, size, paint.number,
          stroke=0.4 * places.scale, anchor="m")  # fmt: skip
