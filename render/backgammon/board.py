"""A backgammon board: 24 points, bar and trays, with each viewer's own home at the lower right."""

from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from PIL import Image

from render.backgammon.columns import REACH, Column, Part
from render.backgammon.dice import die_image
from render.backgammon.layout import BoardLayout, Place, board_layout
from render.canvas import Canvas, text_width
from render.cells.sprites import palettised, with_filter_column
from render.pieces import draw_token
from render.png import Strip, compress
from render.theme import BACKGROUND, FIELD, LABEL, SLAB, SLAB_SIDE
from rules.geometry import Cell, Point
from rules.geometry.backgammon import FAR_BAR, FAR_OFF, NEAR_BAR, NEAR_OFF, Points
from rules.view import BoardView, Colour, MarkKind

__all__ = ["point_strips"]

_LABEL_SIZE: Final = 25
_WORD_SIZE: Final = 20
_TOKEN: Final = 11
_PARTS: Final = {NEAR_BAR: "bar", FAR_BAR: "bar", NEAR_OFF: "tray", FAR_OFF: "tray"}


class _Lying(NamedTuple):
    """One die in the picture."""

    colour: Colour
    pips: int
    used: bool
    six: bool
    left: int


class _Row(NamedTuple):
    """All that decides what one strip looks like."""

    top: int
    bottom: int
    columns: tuple[Column | None, ...]
    """By cell; None for those that lie elsewhere."""
    highlighted: frozenset[Cell]
    dice: tuple[_Lying, ...]
    owners: tuple[Colour, ...]
    """The colours of the near side and the far one."""


def point_strips(view: BoardView, width: int, *, smooth: bool) -> list[Strip]:
    """Return the strips of the board from the top.

    Raises ValueError for a width below 200, TypeError for a geometry that is not `Points`.
    """
    if not isinstance(view.geometry, Points):
        raise TypeError(f"a board of points needs them, not {type(view.geometry).__name__}")
    places = board_layout(width, turned=view.turned)
    columns, dice = _columns(view, places, smooth=smooth), _dice(view, places)
    ends = frozenset(mark.cell for mark in view.marks if mark.kind is MarkKind.TARGET)
    owners = tuple(player.colour for player in view.players)
    strips: list[Strip] = []
    for top, bottom in pairwise(places.cuts):
        above, below = bottom <= places.upper, top >= places.lower
        row = _Row(
            top,
            bottom,
            tuple(
                column if _shows(places, place, top, bottom) else None
                for place, column in zip(places.places, columns, strict=True)
            ),
            frozenset(cell for cell in ends if (above, below)[not places.places[cell].upper]),
            dice if top < (places.upper + places.lower) / 2 < bottom else (),
            owners,
        )
        strips.append(_strip(places, row))
    return strips


def _shows(places: BoardLayout, place: Place, top: int, bottom: int) -> bool:
    return place.top < bottom and place.top + round(REACH * places.checker) > top


def _columns(view: BoardView, places: BoardLayout, *, smooth: bool) -> list[Column]:
    """Return what each column looks like, in the order of the cells."""
    colours = {player.side: player.colour for player in view.players}
    stacks = {
        stack.cell: tuple(colours[piece.side] for piece in stack.pieces) for stack in view.stacks
    }
    columns: list[Column] = []
    for cell in view.geometry.cells:
        here = [mark for mark in view.marks if mark.cell == cell]
        columns.append(
            Column(
                _part(view, cell),
                places.places[cell].upper,
                stacks.get(cell, ()),
                frozenset(mark.kind for mark in here),
                "/".join(mark.text for mark in here if mark.kind is MarkKind.CANDIDATE),
                smooth,
            )
        )
    return columns


def _part(view: BoardView, cell: Cell) -> Part:
    if cell in _PARTS:
        return Part(_PARTS[cell])
    # Turned over, a point lies where its opposite lay: the colours stay with the board.
    return Part("point", view.geometry.shade(cell) ^ view.turned)


def _dice(view: BoardView, places: BoardLayout) -> tuple[_Lying, ...]:
    """Lay the dice of the nearer side on the right, those of the other one on the left."""
    colours = {player.side: player.colour for player in view.players}
    nearer = view.players[-1 if view.turned else 0].side
    step = round(places.die * 1.15)
    lying: list[_Lying] = []
    for half, (left, right) in enumerate(places.halves):
        mine = [die for die in view.dice if (die.side == nearer) == bool(half)]
        start = round((left + right - len(mine) * step + step - places.die) / 2)
        lying += [
            _Lying(colours[die.side], die.pips, die.used, die.faces == 6, start + index * step)
            for index, die in enumerate(mine)
        ]
    return tuple(lying)


@lru_cache(maxsize=1024)
def _strip(places: BoardLayout, row: _Row) -> Strip:
    ground = _background(places, row.owners).crop((0, row.top, places.width, row.bottom))
    image = with_filter_column(ground)
    for place, column in zip(places.places, row.columns, strict=True):
        if column:
            drawn = column.image(place.width, places.checker, places.scale)
            image.paste(drawn, (place.left + 1, place.top - row.top))
    for cell in row.highlighted:
        written = _highlighted_label(places.places[cell].label, _label_size(places, cell))
        middle = _label_place(places, cell)
        corner = round(middle.x - written.width / 2), round(middle.y - written.height / 2)
        image.paste(written, (corner[0] + 1, corner[1] - row.top))
    for die in row.dice:
        drawn = die_image(die.colour, die.pips, places.die, used=die.used, six=die.six)
        top = (places.upper + places.lower - places.die) // 2
        image.paste(drawn, (die.left + 1, top - row.top))
    return compress(image)


def _label_size(places: BoardLayout, cell: Cell) -> int:
    return round((_WORD_SIZE if cell in _PARTS else _LABEL_SIZE) * places.scale)


def _label_place(places: BoardLayout, cell: Cell) -> Point:
    """Return the middle of what the rim says beside a column; a tray's leaves room for a token."""
    place = places.places[cell]
    aside = _TOKEN * 1.2 * places.scale if _PARTS.get(cell) == "tray" else 0
    off = places.rim / 2
    return Point(place.middle + aside, places.upper - off if place.upper else places.lower + off)


@lru_cache(maxsize=128)
def _highlighted_label(text: str, size: int) -> Image.Image:
    width = max(round(size * 1.3), round(text_width(text, size) + size * 0.45))
    height = round(size * 1.24)
    canvas = Canvas(width, height)
    middle = Point(width / 2, height / 2)
    canvas.pill(middle, width + 4, height + 4, SLAB, 0)
    canvas.pill(middle, width, height, LABEL, size * 0.25)
    canvas.text(middle, text, size, BACKGROUND, bold=0.02)
    return palettised(canvas.finish())


@lru_cache(maxsize=16)
def _background(places: BoardLayout, owners: tuple[Colour, ...]) -> Image.Image:
    """Return the board without what lies in its columns."""
    canvas = Canvas(places.width, places.cuts[-1])
    _frame(canvas, places)
    for left, right in places.halves:
        middle = Point((left + right) / 2, (places.upper + places.lower) / 2)
        width, height = right - left, places.lower - places.upper
        rim = 2 * places.edge
        canvas.pill(middle, width + rim, height + rim, SLAB_SIDE, places.edge)
        canvas.pill(middle, width, height, FIELD, 0)
    for number, place in enumerate(places.places):
        cell = Cell(number)
        canvas.text(_label_place(places, cell), place.label, _label_size(places, cell), LABEL)
    for cell, colour in zip((NEAR_OFF, FAR_OFF), owners, strict=False):
        radius = _TOKEN * places.scale
        token = Point(places.places[cell].left + radius * 0.9, _label_place(places, cell).y)
        canvas.disc(token, radius * 1.15, LABEL)
        draw_token(canvas, colour, token, radius)
    return palettised(canvas.finish())


def _frame(canvas: Canvas, places: BoardLayout) -> None:
    left, right = places.ends[0] - places.side, places.ends[1] + places.side
    top, bottom = places.upper - places.rim, places.lower + places.rim
    width, height = right - left, bottom - top
    middle = Point((left + right) / 2, (top + bottom) / 2)
    canvas.pill(middle, places.width * 2, height * 2, BACKGROUND, 0)
    corner = places.side * 0.6
    fallen = Point(middle.x, middle.y + places.depth)
    canvas.pill(fallen, width, height, SLAB_SIDE, corner)
    canvas.pill(middle, width, height, SLAB, corner)
