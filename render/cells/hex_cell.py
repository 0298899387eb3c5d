"""The contents of one hexagon, drawn separately from the board so that few images do.

A stack of any height stays in its own cell. In wide cells, it is fanned out to the right: the top
piece shows its whole face, the ones below a crescent, the lowest last. In small cells, its height
is written on its face.
"""

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from render.canvas import Canvas, ring, write
from render.cells.hexagons import HexShape
from render.contents import Marks
from render.faces import NUMBER, letter_scale
from render.marks import alarm, choice, tick
from render.palette import Palette
from render.pieces import DROP, FLAT, add, coin, count_figure, disc, figure, shadow
from render.theme import ALARM, AMBER, CHOICE, CREAM, ESPRESSO, INK, PAINTS, RGB, TONES
from rules.contract.view import Colour
from rules.geometry import Point

__all__ = ["HexLook", "Sprite", "name_place", "sprites"]

_RADIUS: Final = 0.32
_NAME: Final = 24
"""The least size of a name in a narrow cell, in pixels."""
_FANS: Final = {2: 45, 3: 43, 4: 40, 5: 37, 6: 34}
_LEAST_FAN: Final = 32
"""Radii of fans by the number of their pieces, in cells 146 pixels wide."""
_FAN_WIDTH: Final = 132
_FAN_STEP: Final = 18
_FANNED: Final = 146
_COUNTED: Final = 4
"""The number of pieces from which a fan shows their number."""
_EDGE: Final = 3.5
_EDGES: Final = 3
"""The largest number of edges that a pile shows below its face."""
_INSIDE: Final = 2.5
"""The distance from a cell's border within which its bevels are."""
_FAINT: Final = 0.72
"""The opacity of pieces that can't be chosen, which keeps them above `_TRACE`."""
_TRACE: Final = 100
"""The opacity from which a pixel covers whatever is below it."""


class HexLook(NamedTuple):
    """Everything that determines the look of one cell."""

    tone: str
    colours: tuple[Colour, ...] = ()
    """The colours of the pieces, from bottom to top."""
    finished: bool = False
    name: str = ""
    """The cell's name, which is written again where the last move's field hides it."""
    marks: Marks = Marks()
    asked: bool = False
    """True while a race asks for a choice: names stand on empty cells alone, and pieces that can't
    be chosen are faint."""


class Sprite(NamedTuple):
    """A palette image to paste; its upper left corner is relative to the middle of the cell."""

    image: Image.Image
    mask: Image.Image
    left: int
    top: int


def sprites(palette: Palette, shape: HexShape, look: HexLook) -> Iterator[Sprite]:
    """Yield the sprites to paste on the bare board for a cell, lowest first.

    They are kept one by one, because together they have too many looks.
    """
    marks, tone = look.marks, "amber" if look.marks.highlighted else look.tone
    if marks.highlighted:
        yield _sprite(palette, shape, _field, ESPRESSO, look.name)
    if marks.passed:
        yield _sprite(palette, shape, _passed, TONES[tone])
    if marks.chosen or marks.refused:
        yield _sprite(palette, shape, _frame, CREAM, CHOICE if marks.chosen else ALARM)
    if look.colours and look.asked:
        yield _sprite(palette, shape, _unnamed, TONES[tone], tone)
    if look.colours:
        faint = look.asked and not (marks.number or marks.chosen)
        colours = look.colours if shape.fanned else (look.colours[-1],) * len(look.colours)
        yield _sprite(palette, shape, _pieces, TONES[tone], tone, colours, look.finished, faint)
    if marks.number or marks.captured or marks.refused:
        badges = marks.number, marks.captured, marks.refused, bool(look.colours)
        yield _sprite(palette, shape, _badge, CREAM, *badges)


@lru_cache(maxsize=2048)
def _sprite(
    palette: Palette, shape: HexShape, draw: Callable[..., Image.Image], paper: RGB, *look: Hashable
) -> Sprite:
    """Return a drawing centred on its cell; its smooth edges are blended into the paper.

    A sprite has at most 40 KB, and all together at most 80 MB.
    """
    drawn = draw(shape, *look)
    box = drawn.getchannel("A").getbbox() or (0, 0, 1, 1)
    return Sprite(
        *palette.cut_out(drawn.crop(box), paper, _TRACE),
        box[0] - drawn.width // 2,
        box[1] - drawn.height // 2,
    )


def _field(shape: HexShape, name: str) -> Image.Image:
    """Return the field of a cell that the last move left or reached."""
    canvas = shape.canvas()
    gap, edge = 1.5 * shape.scale, (3.5 if shape.fanned else 2.5) * shape.scale
    canvas.polygon(shape.corners(gap), ESPRESSO)
    canvas.polygon(shape.corners(gap + edge), AMBER)
    drawn = canvas.finish()
    size, place = name_place(shape)
    place += (2 if shape.fanned else 1) * shape.scale
    write(drawn, (drawn.width / 2, drawn.height / 2 + place), name, size, ESPRESSO, anchor="m")
    return drawn


def name_place(shape: HexShape) -> tuple[float, float]:
    """Return the size of a cell's name, and its distance below the middle, in pixels."""
    if shape.fanned:
        return 0.178 * shape.pitch, -0.42 * shape.pitch
    size = max(0.288 * shape.pitch, _NAME * letter_scale(shape.scale))
    return size, -0.375 * shape.pitch


def _passed(shape: HexShape) -> Image.Image:
    canvas = shape.canvas()
    inset = (0.27 if shape.fanned else 0.33) * shape.pitch
    canvas.polygon(shape.corners(inset), ESPRESSO)
    canvas.polygon(shape.corners(inset + 3 * shape.scale), AMBER)
    return canvas.finish()


def _frame(shape: HexShape, fill: RGB) -> Image.Image:
    """Return the frame on a cell's border, with a casing on both of its sides."""
    canvas = shape.canvas()
    core = (7 if shape.fanned else 5.5) * shape.scale
    corners = [*shape.corners(), shape.corners()[0]]
    canvas.line(corners, core + 5 * shape.scale, CREAM)
    canvas.line(corners, core, fill)
    return canvas.finish()


def _low(shape: HexShape) -> float:
    """Return the distance of pieces below the middle of the cell."""
    return (0.055 if shape.fanned else 0.06) * shape.pitch


def _unnamed(shape: HexShape, tone: str) -> Image.Image:
    """Return a patch that hides the name of a cell."""
    canvas = shape.canvas()
    canvas.polygon(shape.corners(_INSIDE * shape.scale), TONES[tone])
    return canvas.finish()


def _pieces(
    shape: HexShape, tone: str, colours: tuple[Colour, ...], finished: bool, faint: bool
) -> Image.Image:
    """Return a piece, a fan or a pile with its shadow; a faint one lets its ground through."""
    side = 2 * (shape.pitch // 2 + 2)
    image = Image.new("RGBA", (side, side))
    middle, y = side / 2, side / 2 + _low(shape)
    if shape.fanned and len(colours) > 1:
        _fan(image, shape, tone, colours, (middle, y))
    else:
        _pile(image, shape, tone, colours, (middle, y))
    if finished:
        radius = 0.13 * shape.pitch
        add(image, tick(radius, 2 * shape.scale), middle + 0.29 * shape.pitch,
            side / 2 + 0.24 * shape.pitch)  # fmt: skip
    if faint:
        image.putalpha(image.getchannel("A").point([round(each * _FAINT) for each in range(256)]))
    return image


def _pile(
    image: Image.Image,
    shape: HexShape,
    tone: str,
    colours: tuple[Colour, ...],
    place: tuple[float, float],
) -> None:
    x, y = place
    radius = round(_RADIUS * shape.pitch, 2)
    top = colours[-1]
    step = _EDGE * shape.scale
    edges = min(len(colours) - 1, _EDGES)
    if shape.fanned:  # In small cells, shadows would take too many bytes.
        add(image, shadow(radius, TONES[tone]), x, y + 0.7 * DROP * radius)
    for number in range(edges, 0, -1):
        add(image, _edge(top, radius), x, y + number * step)
    add(image, disc(top, radius, FLAT), x, y)
    if len(colours) > 1:
        add(image, count_figure(top, radius, FLAT, len(colours)), x, y)
    else:
        add(image, figure(top, radius, FLAT), x, y)


def _edge(colour: Colour, radius: float) -> Image.Image:
    """Return a piece of which only the edge will be visible."""
    canvas = Canvas.around(radius, radius)
    paint = PAINTS[colour]
    canvas.disc(Point(0, 0), 1, paint.outline)
    canvas.line(ring(Point(0, 0), 0.94, 0, 180), 0.055, paint.rim)
    return canvas.finish()


def _fan(
    image: Image.Image,
    shape: HexShape,
    tone: str,
    colours: tuple[Colour, ...],
    place: tuple[float, float],
) -> None:
    x, y = place
    unit = shape.pitch / _FANNED
    radius = round(_FANS.get(len(colours), _LEAST_FAN) * unit, 2)
    behind = len(colours) - 1
    step = min(_FAN_STEP * unit, (_FAN_WIDTH * unit - 2 * radius) / behind)
    left = x - step * behind / 2
    for number in (behind, 0):
        add(image, shadow(radius, TONES[tone]), left + number * step, y + 0.7 * DROP * radius)
    outline = max(1.2, 2.2 * shape.scale)
    for number, colour in zip(range(behind, 0, -1), colours, strict=False):
        add(image, coin(colour, radius, edge=outline), left + number * step, y)
    add(image, disc(colours[-1], radius, FLAT), left, y)
    add(image, figure(colours[-1], radius, FLAT), left, y)
    if len(colours) >= _COUNTED:
        add(image, _count(len(colours), 15 * unit), x + 47 * unit, y + 25 * unit)


def _count(count: int, radius: float) -> Image.Image:
    """Return the number of a fan's pieces, on ink."""
    canvas = Canvas.around(radius * 1.2, radius)
    canvas.disc(Point(0, 0), 1.12, CREAM)
    canvas.disc(Point(0, 0), 1, INK)
    canvas.text(Point(0, 0), str(count), 1.5, CREAM, style=NUMBER)
    return canvas.finish()


def _badge(
    shape: HexShape, number: str, captured: bool, refused: bool, occupied: bool
) -> Image.Image:
    """Return the badge on the shoulder of a piece, or in the middle of an empty cell."""
    side = 2 * (shape.pitch // 2 + 2)
    image = Image.new("RGBA", (side, side))
    middle, low = side / 2, side / 2 + _low(shape)
    casing = max(1.5, 3 * shape.scale)
    radius = (0.15 if shape.fanned else 0.18) * shape.pitch
    shoulder = middle - 0.30 * shape.pitch, middle - 0.18 * shape.pitch
    if captured:
        place = shoulder if occupied else (middle, low)
        add(image, _taken(radius if occupied else radius * 1.2, casing), *place)
    if refused:
        add(image, alarm(radius - casing, casing), *shoulder)
    if number:
        if occupied:
            drawn = choice(number, radius, casing)
            # Keep a long number inside its cell.
            far = min(0.30 * shape.pitch, (side - drawn.width) / 2)
            add(image, drawn, middle + (far if captured else -far), shoulder[1])
        else:
            large = (0.225 if shape.fanned else 0.26) * shape.pitch
            add(image, choice(number, large - casing, casing), middle, low)
    return image


def _taken(radius: float, casing: float) -> Image.Image:
    """Return the cross that marks a piece taken here."""
    canvas = Canvas.around(radius + casing, radius)
    canvas.disc(Point(0, 0), 1, CREAM)
    canvas.disc(Point(0, 0), 1 - casing / radius, INK)
    for slope in (1, -1):
        canvas.line((Point(-0.37, -0.37 * slope), Point(0.37, 0.37 * slope)), 0.25, CREAM)
    return canvas.finish()
