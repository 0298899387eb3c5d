"""A hexagonal board: the bare board is drawn once, and pieces are pasted on it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from PIL import Image

from render.canvas import Canvas, write
from render.cells.corners import corner_plates
from render.cells.hex_cell import HexLook, name_place, sprites
from render.cells.hexagons import HexLayout, HexShape, Slot, hex_layout
from render.cells.rails import Rail
from render.contents import contents, side_colours
from render.palette import Palette
from render.pieces import add, draw_token
from render.plates import Plate
from render.theme import BEVELS, CREAM, FRAME_EDGE, FRAMES, INK, NAMES, PAINTS, TONES, WALNUT
from rules.contract.view import BoardView, Colour
from rules.geometry import Point

__all__ = ["draw_hexagons"]

_GAP: Final = 3
_BEVEL: Final = 2.5
_DROP: Final = 8
"""The height of the visible edge below the frame."""
_RAIL: Final = 10
_CASING: Final = 2.5
_RAIL_OUT: Final = 12
_TOKEN: Final = 18


def draw_hexagons(
    view: BoardView, sides: tuple[Plate, ...], width: int
) -> tuple[Palette, Image.Image]:
    """Return the picture as numbers of colours, and the colours."""
    places = hex_layout(view, width)
    palette = places.palette
    colours = side_colours(view)
    image = _bare(places, tuple(colours[rail.side] for rail in places.rails)).copy()
    for slot, look in _looks(view, places):
        for sprite in sprites(palette, places.shape, look):
            image.paste(sprite.image, (slot.x + sprite.left, slot.y + sprite.top), sprite.mask)
    for plate in corner_plates(view, sides, places) if sides else ():
        image.paste(plate.image(palette), (plate.left, plate.top))
    return palette, image


def _looks(view: BoardView, places: HexLayout) -> Iterator[tuple[Slot, HexLook]]:
    """Yield the looks of all cells that aren't bare, with their places, in order.

    Sprites of neighbours may overlap, and equal views give equal pictures.
    """
    goals = {goal.side: goal.cells for goal in view.goals}
    found = contents(view)
    asked = bool(goals) and any(each.marks.number or each.marks.chosen for each in found.values())
    for cell, slot in places.slots.items():
        if content := found.get(cell):
            pieces, colours, marks, _ = content
            finished = bool(pieces) and cell in goals.get(pieces[-1].side, ())
            name = slot.name if marks.highlighted else ""
            yield slot, HexLook(slot.tone, colours, finished, name, marks, asked)


@lru_cache(maxsize=16)
def _bare(places: HexLayout, rails: tuple[Colour, ...]) -> Image.Image:
    """Return the board without pieces."""
    palette, shape = places.palette, places.shape
    image = Image.new("RGB", (places.width, places.height), WALNUT)
    drop = round(_DROP * shape.scale)
    for fill, down in ((FRAME_EDGE, drop), (FRAMES[places.ground], 0)):
        part = _slab(shape, places.frame, fill)
        for slot in places.slots.values():
            add(image, part, slot.x, slot.y + down)
    for rail, colour in zip(places.rails, rails, strict=True):
        _draw_rail(image, rail, colour, shape.scale)
    tiles = {tone: _tile(shape, tone) for tone in places.ground}
    size, place = name_place(shape)
    for slot in places.slots.values():
        add(image, tiles[slot.tone], slot.x, slot.y)
    for slot in places.slots.values():
        write(image, (slot.x, slot.y + place), slot.name, size, NAMES[slot.tone], anchor="m")
    return palette.reduced(image)


def _slab(shape: HexShape, frame: int, fill: tuple[int, int, int]) -> Image.Image:
    """Return a cell with the frame around it."""
    canvas, corners = shape.canvas(frame), shape.corners()
    canvas.polygon(corners, fill)
    canvas.line([*corners, corners[0]], 2 * frame, fill)
    return canvas.finish()


def _tile(shape: HexShape, tone: str) -> Image.Image:
    """Return a bare cell, with light on its upper edges."""
    canvas = shape.canvas()
    light, dark = BEVELS[tone]
    gap, bevel = _GAP / 2 * shape.scale, (_BEVEL if shape.fanned else 0) * shape.scale
    outer = shape.corners(gap)
    canvas.polygon(outer, dark)
    lifted = [Point(corner.x, corner.y - (bevel * 1.2 if corner.y > 0 else 0)) for corner in outer]
    canvas.polygon(lifted, light)
    inner = [
        Point(corner.x * (1 - bevel * 0.8 / shape.pitch * 2), corner.y + bevel * (corner.y < 0))
        for corner in lifted
    ]
    canvas.polygon(inner, TONES[tone])
    return canvas.finish()


def _draw_rail(image: Image.Image, rail: Rail, colour: Colour, scale: float) -> None:
    """Draw the rail of one side along its end row, with its tokens in the middle."""
    if len(rail.border) < 2:
        return
    path = rail.path(_RAIL_OUT * scale)
    margin = (_TOKEN + 4) * scale
    left, top = min(each.x for each in path) - margin, min(each.y for each in path) - margin
    right, bottom = max(each.x for each in path) + margin, max(each.y for each in path) + margin
    corner = Point(-int(left), -int(top))
    canvas = Canvas(int(right - left) + 2, int(bottom - top) + 2, origin=corner)
    paint = PAINTS[colour]
    casing = INK if colour in (Colour.WHITE, Colour.ORANGE) else CREAM
    canvas.line(path, (_RAIL + 2 * _CASING) * scale, casing)
    canvas.line(path, _RAIL * scale, paint.face)
    middle = len(path) // 2
    for number in (middle - 1, middle + 1) if len(path) > 4 else ():
        canvas.disc(path[number], _TOKEN * scale, CREAM if casing == CREAM else INK)
        draw_token(canvas, colour, path[number], (_TOKEN - 2) * scale)
    canvas.lay(image, int(left), int(top))
