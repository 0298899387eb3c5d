"""A backgammon board: 24 points, bar and trays, with each viewer's own home at the lower right.

Points have the numbers of the view's geometry, which in public are those of the side to move. If
the last mover counts from the other side, the points of its move also show its own numbers at their
tips.
"""

from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from PIL import Image

from render.backgammon.columns import Column, checker_ring, column_image
from render.backgammon.dice import die_image
from render.backgammon.layout import BoardLayout, board_layout, board_palette
from render.canvas import Canvas, lay, write
from render.palette import Palette
from render.pieces import draw_token
from render.png import Strip, compress
from render.score_bar import score_bar
from render.theme import FIELD, INLAY, PLATE_TO_MOVE, WALNUT, WELL
from rules.contract.view import BoardView, Colour, Mark, MarkKind
from rules.geometry import Cell, Point, labels
from rules.geometry.backgammon import FAR_BAR, FAR_OFF, NEAR_BAR, NEAR_OFF, Points

__all__ = ["point_strips"]

_PARTS: Final = {NEAR_BAR: "bar", FAR_BAR: "bar", NEAR_OFF: "tray", FAR_OFF: "tray"}
_NUMBER: Final = 25
_WORD: Final = 21
_TOKEN: Final = 14
_TRACE: Final = 110
"""The opacity from which a pixel of a ring covers whatever is below it."""
_CHOICE: Final = frozenset({MarkKind.CANDIDATE})
_MOVED: Final = frozenset({MarkKind.ORIGIN, MarkKind.TARGET})

_Columns: TypeAlias = tuple[tuple[int, Column], ...]
"""Some columns, by cell."""


class _Lying(NamedTuple):
    """One die in the picture."""

    colour: Colour
    pips: int
    used: bool
    six: bool
    left: int


def point_strips(view: BoardView, width: int, result: str) -> tuple[Palette, list[Strip]]:
    """Return the picture's colours, and its strips from the top.

    `result` is the result of the game, if it is over. Raises ValueError for a width below 200,
    TypeError for a geometry other than `Points`.
    """
    if not isinstance(view.geometry, Points):
        raise TypeError(f"a board of points needs Points, not {type(view.geometry).__name__}")
    palette, places = board_palette(), board_layout(width, turned=view.turned)
    owners = view.players[0].colour, view.players[-1].colour
    upper, lower = _columns(view, view.geometry, places, owners)
    counting = owners[view.geometry.counted_by_far]
    names = labels(view.geometry)
    return palette, [
        _rim(places, names, counting, upper=True),
        _half(places, upper, owners, upper=True),
        _band(places, _dice(view, places)),
        _half(places, lower, owners, upper=False),
        _rim(places, names, counting, upper=False),
        score_bar(palette, width, view.players, (), result),
    ]


def _columns(
    view: BoardView,
    geometry: Points,
    places: BoardLayout,
    owners: tuple[Colour, Colour],
) -> tuple[_Columns, _Columns]:
    """Return the non-empty columns of the upper and of the lower half."""
    colours = {player.side: player.colour for player in view.players}
    stacks = {stack.cell: stack.pieces for stack in view.stacks}
    marks: dict[Cell, list[Mark]] = {}
    for mark in view.marks:
        marks.setdefault(mark.cell, []).append(mark)
    moved_by_far = view.mover == view.players[-1].side
    differ = view.mover is not None and moved_by_far != geometry.counted_by_far
    bare = _bare_columns(places, owners)
    halves: tuple[list[tuple[int, Column]], list[tuple[int, Column]]] = [], []
    for cell in sorted({*stacks, *marks}):
        column = bare[cell]._replace(
            checkers=tuple([colours[piece.side] for piece in stacks.get(cell, ())])
        )
        if here := marks.get(cell):
            kinds = frozenset([mark.kind for mark in here])
            column = column._replace(
                marks=kinds - _CHOICE,
                number="/".join([m.text for m in here if m.kind is MarkKind.CANDIDATE]),
            )
            if differ and view.mover and cell not in _PARTS and not kinds.isdisjoint(_MOVED):
                hit = any(mark.side for mark in here)
                column = column._replace(
                    chip=geometry.opposite.label(cell) + ("*" if hit else ""),
                    chip_colour=colours[view.mover],
                )
        halves[not column.upper].append((cell, column))
    return tuple(halves[0]), tuple(halves[1])


def _dice(view: BoardView, places: BoardLayout) -> tuple[_Lying, ...]:
    """Place the dice in the right half; if both sides rolled, each has its own half."""
    colours = {player.side: player.colour for player in view.players}
    sides = list(dict.fromkeys(die.side for die in view.dice))
    lying: list[_Lying] = []
    for number, side in enumerate(sides):
        left, right = places.halves[1 if len(sides) == 1 else number % 2]
        mine = [die for die in view.dice if die.side == side]
        step = min(round(places.die * 1.1), (right - left) // len(mine))
        start = round((left + right - len(mine) * step + step - places.die) / 2)
        lying += [
            _Lying(colours[die.side], die.pips, die.used, die.faces == 6, start + index * step)
            for index, die in enumerate(mine)
        ]
    return tuple(lying)


@lru_cache(maxsize=16)
def _bare_columns(places: BoardLayout, owners: tuple[Colour, Colour]) -> tuple[Column, ...]:
    """Return every column as it looks when empty, in the order of the cells."""
    trays = {NEAR_OFF: owners[0], FAR_OFF: owners[1]}
    return tuple(
        Column(_PARTS.get(Cell(cell), "point"), place.filled, place.upper, trays.get(Cell(cell)))
        for cell, place in enumerate(places.places)
    )


@lru_cache(maxsize=1024)
def _half(
    places: BoardLayout, columns: _Columns, owners: tuple[Colour, Colour], *, upper: bool
) -> Strip:
    """Return the upper or the lower half of the columns; about 8 KB each."""
    image = _bare_half(places, owners, upper=upper).copy()
    for cell, column in columns:
        _paste_column(image, places, cell, column)
    if any(column.kind == "bar" for _, column in columns):
        _draw_inlays(image, places)  # They lie on the bar.
    for cell, column in columns:
        _paste_ring(image, places, cell, column)
    return compress(image)


def _paste_column(image: Image.Image, places: BoardLayout, cell: int, column: Column) -> None:
    place = places.places[cell]
    lay(image, column_image(places, column, place.width), place.left + 1, 0)


def _paste_ring(image: Image.Image, places: BoardLayout, cell: int, column: Column) -> None:
    ring = checker_ring(places, column)
    if ring is None:
        return
    part, y = ring
    drawn, mask = board_palette().cut_out(part, WELL if column.kind == "bar" else FIELD, _TRACE)
    x = places.places[cell].left + places.places[cell].width / 2
    lay(image, drawn, round(x - part.width / 2) + 1, round(y - part.height / 2), mask)


def _draw_inlays(image: Image.Image, places: BoardLayout) -> None:
    """Draw the line on both sides of each half."""
    inlay, thick = board_palette().index(INLAY), max(1, round(3 * places.scale))
    for left, right in places.halves:
        for start in (left + 1 - thick, right + 1):
            image.paste(inlay, (start, 0, start + thick, image.height))


@lru_cache(maxsize=16)
def _bare_half(places: BoardLayout, owners: tuple[Colour, Colour], *, upper: bool) -> Image.Image:
    """Return a half with empty columns, and the column of filter bytes."""
    image = board_palette().surface(places.width + 1, places.reach, WALNUT)
    image.paste(0, (0, 0, 1, places.reach))
    for cell, column in enumerate(_bare_columns(places, owners)):
        if column.upper == upper:
            _paste_column(image, places, cell, column)
    _draw_inlays(image, places)
    return image


@lru_cache(maxsize=1024)
def _band(places: BoardLayout, dice: tuple[_Lying, ...]) -> Strip:
    """Return the band in the middle, where the dice lie."""
    image = _bare_band(places).copy()
    for die in dice:
        drawn = die_image(die.colour, die.pips, places.die, used=die.used, six=die.six)
        lay(image, drawn, die.left + 1, 0)
    return compress(image)


@lru_cache(maxsize=16)
def _bare_band(places: BoardLayout) -> Image.Image:
    """Return the empty band in the middle, and the column of filter bytes."""
    palette = board_palette()
    image = palette.surface(places.width + 1, places.die, WALNUT)
    image.paste(0, (0, 0, 1, places.die))
    for left, right in places.halves:
        image.paste(palette.index(FIELD), (left + 1, 0, right + 1, places.die))
    bar = places.places[NEAR_BAR]
    image.paste(palette.index(WELL), (bar.left + 1, 0, bar.left + bar.width + 1, places.die))
    tray = places.places[NEAR_OFF]
    gap = max(2, round(4 * places.scale))
    middle = places.die // 2
    for top, bottom in ((0, middle - gap), (middle + gap, places.die)):
        image.paste(palette.index(WELL), (tray.left + 1, top, tray.left + tray.width + 1, bottom))
    _draw_inlays(image, places)
    return image


@lru_cache(maxsize=64)
def _rim(places: BoardLayout, names: tuple[str, ...], counting: Colour, *, upper: bool) -> Strip:
    """Return the rim with the numbers, and the token of the side that they belong to."""
    palette, scale = board_palette(), places.scale
    image = Image.new("RGB", (places.width, places.rim), WALNUT)
    inlay = max(1, round(3 * scale))
    line = places.rim - inlay if upper else 0
    for left, right in places.halves:
        image.paste(INLAY, (left - inlay, line, right + inlay, line + inlay))
    middle = (places.rim - inlay) / 2 + (0 if upper else inlay)
    for cell, (place, label) in enumerate(zip(places.places, names, strict=True)):
        if place.upper != upper:
            continue
        x = place.left + place.width / 2
        if _PARTS.get(Cell(cell)) == "bar":
            side = round(places.rim * 0.9) // 2 * 2
            canvas = Canvas(side, side, origin=Point(side / 2, side / 2))
            draw_token(canvas, counting, Point(0, 0), _TOKEN * scale)
            drawn = canvas.finish()
            image.paste(drawn, (round(x - side / 2), round(middle - side / 2)), drawn)
            continue
        word = _PARTS.get(Cell(cell)) == "tray"
        size = (_WORD if word else _NUMBER) * scale
        text = "off" if word else label
        write(image, (x, middle), text, size, PLATE_TO_MOVE, stroke=0.4 * scale, anchor="m")
    whole = Image.new("L", (places.width + 1, places.rim))
    whole.paste(palette.reduced(image), (1, 0))
    return compress(whole, thorough=True)
