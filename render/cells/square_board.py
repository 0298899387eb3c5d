"""A square board: the bare board, and the cells that have something on them."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from PIL import Image

from render.canvas import Canvas
from render.cells.square_cell import CellLook, cell_image
from render.cells.squares import Slot, SquareLayout, square_layout
from render.cells.trail import Part, line_parts
from render.contents import BARE, contents, side_colours
from render.palette import Palette
from render.pieces import add, sign
from render.theme import INLAY, PAINTS, WALNUT
from rules.contract.view import BoardView, Colour
from rules.geometry import Cell, Point

__all__ = ["draw_squares"]

_RAIL: Final = 16


def draw_squares(view: BoardView, width: int) -> tuple[Palette, Image.Image]:
    """Return the board as numbers of colours, and the colours.

    Raises TypeError for a board that isn't square.
    """
    places, colours = square_layout(view, width), side_colours(view)
    ends = tuple(colours[side] if side else None for side in places.goals)
    image = _bare(places, ends).copy()
    for cell, look in _looks(view, places):
        _paste(image, places, places.slots[cell], look)
    return places.palette, image


def _paste(image: Image.Image, places: SquareLayout, slot: Slot, look: CellLook) -> None:
    half, drawn = places.cell // 2, cell_image(places.palette, look, places.cell, places.scale)
    image.paste(drawn, (slot.x - half, slot.y - half))


def _looks(view: BoardView, places: SquareLayout) -> Iterator[tuple[Cell, CellLook]]:
    """Yield the looks of all cells that aren't bare."""
    colours, found, line = side_colours(view), contents(view), _line(places, view.trail)
    piled = bool(view.goals) or any(len(stack.pieces) > 1 for stack in view.stacks)
    for cell in {*found, *line}:
        content = found.get(cell, BARE)
        yield (
            cell,
            _bare_look(places, places.slots[cell])._replace(
                colours=content.colours,
                crowned=bool(content.pieces) and content.pieces[-1].crowned,
                piled=piled,
                line=line.get(cell),
                taken=colours[content.taken] if content.taken else None,
                marks=content.marks,
            ),
        )


def _bare_look(places: SquareLayout, slot: Slot) -> CellLook:
    return CellLook(slot.tone, slot.rank, slot.file, lined=places.lined)


def _line(places: SquareLayout, trail: tuple[Cell, ...]) -> Mapping[Cell, Part]:
    """Return the line of the last move, cell by cell."""
    size, cells = places.size, [*places.slots]
    way = ((place % size, place // size) for place in map(cells.index, trail))
    return {cells[y * size + x]: part for (x, y), part in line_parts(tuple(way)).items()}


@lru_cache(maxsize=16)
def _bare(places: SquareLayout, ends: tuple[Colour | None, ...]) -> Image.Image:
    """Return the board without pieces; the sides whose end rows are at the top and bottom."""
    cells = places.size * places.cell
    image = Image.new("RGB", (places.width, places.height), WALNUT)
    right, inlay = places.left + cells, places.inlay
    box = places.left - inlay, places.head - inlay, right + inlay, places.head + cells + inlay
    image.paste(INLAY, box)
    band = round(_RAIL * places.scale)
    middles = (places.head - inlay) // 2, places.head + cells + inlay + (places.foot - inlay) // 2
    for end, middle in zip(ends, middles, strict=True):
        if end:
            drawn = _rail(end, cells - inlay, band, places)
            image.paste(drawn, (places.left, middle - band // 2), drawn)
    reduced = places.palette.reduced(image)
    for slot in places.slots.values():
        _paste(reduced, places, slot, _bare_look(places, slot))
    return reduced


def _rail(colour: Colour, width: int, height: int, places: SquareLayout) -> Image.Image:
    """Return the rail along an end row: its owner's colour, with its sign at every cell."""
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
