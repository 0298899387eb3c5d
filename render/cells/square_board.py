"""A square board: the bare board, and the cells that have something on them."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from PIL import Image

from render.canvas import Canvas
from render.cells.square_cell import CellLook, cell_image
from render.cells.squares import Slot, SquareLayout, square_layout
from render.cells.trail import Part, line_parts
from render.contents import EMPTY, contents, side_colours
from render.palette import Palette
from render.pieces import add, sign
from render.theme import INLAY, PAINTS, WALNUT
from rules.contract.view import BoardView, Colour, MarkKind
from rules.geometry import Cell, Point

__all__ = ["draw_squares"]

_RAIL: Final = 16


def draw_squares(view: BoardView, width: int) -> tuple[Palette, Image.Image]:
    """Return the board as numbers of colours, and the colours.

    Raises TypeError for a board that isn't square.
    """
    places = square_layout(view, width)
    palette = places.palette
    colours = side_colours(view)
    ends = tuple(colours[side] if side else None for side in places.goals)
    image = _bare(places, ends).copy()
    for index, look in _looks(view, places).items():
        slot = places.slots[index]
        corner = slot.x - places.cell // 2, slot.y - places.cell // 2
        image.paste(cell_image(palette, look, places.cell, places.scale), corner)
    return palette, image


def _looks(view: BoardView, places: SquareLayout) -> Mapping[int, CellLook]:
    """Return the looks of all cells that aren't bare, by index of their slots."""
    colours, found, line = side_colours(view), contents(view), _line(places, view.trail)
    piled = bool(view.goals) or any(len(stack.pieces) > 1 for stack in view.stacks)
    looks: dict[int, CellLook] = {}
    for cell in {*found, *line}:
        index, content = places.index[cell], found.get(cell, EMPTY)
        looks[index] = _bare_look(places, places.slots[index])._replace(
            colours=content.colours,
            crowned=bool(content.pieces) and content.pieces[-1].crowned,
            piled=piled,
            highlighted=content.highlighted,
            line=line.get(cell),
            taken=colours[content.taken] if content.taken else None,
            crossed=MarkKind.CAPTURED in content.kinds,
            chosen=MarkKind.CHOSEN in content.kinds,
            number=content.number,
            refused=MarkKind.OFFENDING in content.kinds,
        )
    return looks


def _bare_look(places: SquareLayout, slot: Slot) -> CellLook:
    return CellLook(slot.tone, slot.rank, slot.file, lined=places.lined)


def _line(places: SquareLayout, trail: tuple[Cell, ...]) -> Mapping[Cell, Part]:
    """Return each cell's part of the line of the last move."""
    size, slots = places.size, places.slots
    way = ((number % size, number // size) for number in map(places.index.__getitem__, trail))
    parts = line_parts(tuple(way))
    return {slots[y * size + x].cell: part for (x, y), part in parts.items()}


@lru_cache(maxsize=16)
def _bare(places: SquareLayout, ends: tuple[Colour | None, ...]) -> Image.Image:
    """Return the board without pieces; the sides whose end rows are at the top and bottom."""
    palette, cells = places.palette, places.size * places.cell
    image = Image.new("RGB", (places.width, places.head + cells + places.foot), WALNUT)
    right, inlay = places.left + cells, places.inlay
    box = places.left - inlay, places.head - inlay, right + inlay, places.head + cells + inlay
    image.paste(INLAY, box)
    band = round(_RAIL * places.scale)
    middles = (
        (places.head - inlay) // 2,
        places.head + cells + inlay + (places.foot - inlay) // 2,
    )
    for end, middle in zip(ends, middles, strict=True):
        if end:
            drawn = _rail(end, cells - inlay, band, places)
            image.paste(drawn, (places.left, middle - band // 2), drawn)
    reduced = palette.reduced(image)
    for slot in places.slots:
        cell = cell_image(palette, _bare_look(places, slot), places.cell, places.scale)
        reduced.paste(cell, (slot.x - places.cell // 2, slot.y - places.cell // 2))
    return reduced


def _rail(colour: Colour, width: int, height: int, places: SquareLayout) -> Image.Image:
    """Return the rail along an end row: its owner's colour, with its sign at each cell."""
    paint, scale = PAINTS[colour], places.scale
    canvas = Canvas(width, height)
    middle = Point(width / 2, height / 2)
    canvas.pill(middle, width, height, INLAY, 5 * scale)
    canvas.pill(middle, width - 4 * scale, height - 4 * scale, paint.face, 4 * scale)
    image = canvas.finish()
    for column in range(places.size):
        x = (column + 0.5) * places.cell
        add(image, sign(colour, 13 * scale, paint.figure), x, height / 2)
    return image
