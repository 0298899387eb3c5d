"""A backgammon board: 24 points, bar and trays, with the viewer's own home at the lower right.

Points have the numbers of the view's geometry, which in public are counted for the side to move.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from PIL import Image

from render.backgammon.arrows import draw_arrows
from render.backgammon.columns import Column, column_image
from render.backgammon.dice import die_image
from render.backgammon.layout import PALETTE, BoardLayout, Place, board_layout
from render.canvas import Canvas, write
from render.contents import contents, side_colours
from render.palette import Palette
from render.pieces import add, draw_token
from render.theme import FELT, INLAY, PLATE_TO_MOVE, WALNUT, WELL
from rules.contract.view import BoardView, Colour
from rules.geometry import Cell, Point, labels
from rules.geometry.backgammon import FAR_BAR, FAR_OFF, NEAR_BAR, NEAR_OFF, Points

__all__ = ["draw_points"]

_PARTS: Final = {NEAR_BAR: "bar", FAR_BAR: "bar", NEAR_OFF: "tray", FAR_OFF: "tray"}
_NUMBER: Final = 25
_WORD: Final = 24
_TOKEN: Final = 14


def draw_points(view: BoardView, width: int) -> tuple[Palette, Image.Image]:
    """Return the board as numbers of colours, and the colours.

    Raises TypeError for a geometry other than `Points`.
    """
    if not isinstance(view.geometry, Points):
        raise TypeError(f"a board of points needs Points, not {type(view.geometry).__name__}")
    places = board_layout(width, turned=view.turned)
    owners = view.players[0].colour, view.players[-1].colour
    names = labels(view.geometry)
    image = _bare(places, names, owners, owners[view.geometry.counted_by_far]).copy()
    for cell, column in _columns(view, places, owners):
        _paste_column(image, places, cell, column)
    _draw_inlays(image, places)  # They lie on the bar.
    _draw_dice(image, view, places)
    draw_arrows(image, view, places)
    return PALETTE, image


def _columns(
    view: BoardView, places: BoardLayout, owners: tuple[Colour, Colour]
) -> Iterator[tuple[Cell, Column]]:
    """Yield the columns that aren't bare."""
    bars = dict(zip((player.side for player in view.players), (NEAR_BAR, FAR_BAR), strict=False))
    hit = {bars[mark.side] for mark in view.marks if mark.side}
    bare = _bare_columns(places, owners)
    for cell, content in sorted(contents(view).items()):
        marks = content.marks._replace(highlighted=False, passed=False, captured=False)
        yield cell, bare[cell]._replace(checkers=content.colours, marks=marks, hit=cell in hit)


def _draw_dice(image: Image.Image, view: BoardView, places: BoardLayout) -> None:
    """Draw the dice in the right half, or in the sides' own halves if both sides rolled."""
    colours = side_colours(view)
    sides = list(dict.fromkeys(die.side for die in view.dice))
    for number, side in enumerate(sides):
        left, right = places.halves[1 if len(sides) == 1 else number % 2]
        mine = [die for die in view.dice if die.side == side]
        step = min(round(places.die * 1.1), (right - left) // len(mine))
        start = round((left + right - len(mine) * step + step - places.die) / 2)
        for index, die in enumerate(mine):
            drawn = die_image(
                colours[side], die.pips, places.die, used=die.used, six=die.faces == 6
            )
            image.paste(drawn, (start + index * step, places.rim + places.point))


def _bare_columns(places: BoardLayout, owners: tuple[Colour, Colour]) -> tuple[Column, ...]:
    """Return every column as it looks when empty, in the order of the cells."""
    trays = {NEAR_OFF: owners[0], FAR_OFF: owners[1]}
    return tuple(
        Column(_PARTS.get(Cell(cell), "point"), place.filled, place.upper, trays.get(Cell(cell)))
        for cell, place in enumerate(places.places)
    )


def _top(places: BoardLayout, place: Place) -> int:
    """Return the top of a column in the picture."""
    return places.rim + (0 if place.upper else places.point + places.die)


def _paste_column(image: Image.Image, places: BoardLayout, cell: int, column: Column) -> None:
    place = places.places[cell]
    image.paste(column_image(places, column, place.width), (place.left, _top(places, place)))


def _draw_inlays(image: Image.Image, places: BoardLayout) -> None:
    """Draw the lines on both sides of the halves."""
    inlay, thick = PALETTE.index(INLAY), max(1, round(3 * places.scale))
    for left, right in places.halves:
        for start in (left - thick, right):
            image.paste(inlay, (start, places.rim, start + thick, places.height - places.rim))


@lru_cache(maxsize=16)
def _bare(
    places: BoardLayout, names: tuple[str, ...], owners: tuple[Colour, Colour], counting: Colour
) -> Image.Image:
    """Return the board without checkers, and with the numbers of the side that counts."""
    rims = Image.new("RGB", (places.width, places.height), WALNUT)
    _draw_rims(rims, places, names, counting)
    image = PALETTE.reduced(rims)
    top, bottom = places.rim, places.height - places.rim
    for left, right in places.halves:
        image.paste(PALETTE.index(FELT), (left, top, right, bottom))
    for cell in (NEAR_BAR, NEAR_OFF):
        place = places.places[cell]
        image.paste(PALETTE.index(WELL), (place.left, top, place.left + place.width, bottom))
    gap, middle = max(2, round(4 * places.scale)), (top + bottom) // 2
    tray = places.places[NEAR_OFF]
    box = tray.left, middle - gap, tray.left + tray.width, middle + gap
    image.paste(PALETTE.index(WALNUT), box)
    for number, column in enumerate(_bare_columns(places, owners)):
        _paste_column(image, places, number, column)
    _draw_inlays(image, places)
    return image


def _draw_rims(
    image: Image.Image, places: BoardLayout, names: tuple[str, ...], counting: Colour
) -> None:
    """Draw the rims with the numbers, and the token of the side that they belong to."""
    scale, inlay = places.scale, max(1, round(3 * places.scale))
    for left, right in places.halves:
        for row in (places.rim - inlay, places.height - places.rim):
            image.paste(INLAY, (left - inlay, row, right + inlay, row + inlay))
    for cell, (place, label) in enumerate(zip(places.places, names, strict=True)):
        middle = (places.rim - inlay) / 2
        if not place.upper:
            middle = places.height - middle
        x = place.left + place.width / 2
        if _PARTS.get(Cell(cell)) == "bar":
            canvas = Canvas.around(_TOKEN * scale)
            draw_token(canvas, counting, Point(0, 0), _TOKEN * scale)
            add(image, canvas.finish(), x, middle)
            continue
        word = _PARTS.get(Cell(cell)) == "tray"
        size = (_WORD if word else _NUMBER) * scale
        text = "off" if word else label
        write(image, (x, middle), text, size, PLATE_TO_MOVE, anchor="m")
