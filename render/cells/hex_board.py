"""The strips of a hexagonal board: the bare board is drawn once, and pieces are pasted on it."""

from bisect import bisect_left, bisect_right
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import Final, NamedTuple

from PIL import Image

from render.canvas import Canvas, lay, write
from render.cells.corners import CornerPlate, corner_plates
from render.cells.hex_cell import HexLook, ShownCell, name_place, shown_cell
from render.cells.hexagons import HexLayout, HexShape, hex_layout, hex_palette
from render.cells.rails import Rail, rail_path
from render.palette import Palette
from render.pieces import add, draw_token
from render.png import Strip, compress
from render.score_bar import result_lines
from render.theme import (
    BEVELS,
    CREAM,
    FRAME,
    FRAME_EDGE,
    INK,
    NAMES,
    PAINTS,
    TONES,
    WALNUT,
)
from rules.contract.view import BoardView, Colour, Mark, MarkKind
from rules.geometry import Cell, Point

__all__ = ["hex_strips"]

_GAP: Final = 3
_BEVEL: Final = 2.5
_DROP: Final = 8
"""The height of the visible edge below the frame."""
_RAIL: Final = 10
_CASING: Final = 2.5
_RAIL_OUT: Final = 12
_TOKEN: Final = 18
_FIELDS: Final = frozenset({MarkKind.ORIGIN, MarkKind.TARGET})
_MANY_ARMIES: Final = 3


def hex_strips(view: BoardView, width: int, result: str) -> tuple[Palette, list[Strip]]:
    """Return the picture's colours, and its strips from the top.

    `result` is the result of the game, if it is over. Raises ValueError for a width below 200.
    """
    palette, places = hex_palette(), hex_layout(view, width)
    colours = {player.side: player.colour for player in view.players}
    rails = tuple(colours[rail.side] for rail in places.rails)
    standing = _standing(view, places)
    plates = _plates(places, corner_plates(view, places))
    strips = [
        _strip(places, rails, number, _Content(tuple(cells), plates[number]))
        for number, cells in enumerate(_by_strip(places, standing))
    ]
    if result:
        strips.append(compress(result_lines(palette, width, result)))
    return palette, strips


class _Content(NamedTuple):
    """The contents of one strip, on top of the bare board."""

    cells: tuple[tuple[int, ShownCell], ...]
    """The cells, by index of their slots."""
    plates: tuple[CornerPlate, ...]


def _standing(view: BoardView, places: HexLayout) -> list[tuple[int, ShownCell]]:
    """Return the looks of all cells that aren't bare, by index of their slots."""
    palette, shape = hex_palette(), places.shape
    colours = {player.side: player.colour for player in view.players}
    stacks = {stack.cell: stack.pieces for stack in view.stacks}
    marks: dict[Cell, list[Mark]] = {}
    for mark in view.marks:
        marks.setdefault(mark.cell, []).append(mark)
    goals = {goal.side: goal.cells for goal in view.goals}
    found: list[tuple[int, ShownCell]] = []
    for cell in {*stacks, *marks}:
        index = places.index[cell]
        slot, pieces, here = places.slots[index], stacks.get(cell, ()), marks.get(cell)
        standing = tuple([colours[piece.side] for piece in pieces])
        finished = bool(pieces) and cell in goals.get(pieces[-1].side, ())
        if not here:
            look = HexLook(slot.tone, standing, finished)
            found.append((index, shown_cell(palette, shape, look)))
            continue
        kinds = {mark.kind for mark in here}
        highlighted = not kinds.isdisjoint(_FIELDS)
        look = HexLook(
            slot.tone,
            standing,
            finished,
            highlighted,
            slot.name if highlighted else "",
            passed=MarkKind.PASSED in kinds,
            captured=MarkKind.CAPTURED in kinds,
            chosen=MarkKind.CHOSEN in kinds,
            number="/".join(mark.text for mark in here if mark.kind is MarkKind.CANDIDATE),
            refused=MarkKind.OFFENDING in kinds,
        )
        found.append((index, shown_cell(palette, shape, look)))
    found.sort(key=itemgetter(0))  # Equal views give equal pictures, whatever their order.
    return found


def _by_strip(
    places: HexLayout, standing: list[tuple[int, ShownCell]]
) -> list[list[tuple[int, ShownCell]]]:
    """Return, by strip, the cells that show in it."""
    cuts, slots = places.cuts, places.slots
    found: list[list[tuple[int, ShownCell]]] = [[] for _ in cuts[1:]]
    for each in standing:
        index, shown = each
        y = slots[index].y
        first, end = bisect_right(cuts, y + shown.top) - 1, bisect_left(cuts, y + shown.bottom)
        for strip in found[first:end]:
            strip.append(each)
    return found


@lru_cache(maxsize=1024)
def _plates(
    places: HexLayout, plates: tuple[CornerPlate, ...]
) -> tuple[tuple[CornerPlate, ...], ...]:
    """Return, by strip, the plates that show in it."""
    return tuple(
        tuple([each for each in plates if each.top < bottom and each.top + each.height > top])
        for top, bottom in pairwise(places.cuts)
    )


@lru_cache(maxsize=2048)
def _strip(places: HexLayout, rails: tuple[Colour, ...], number: int, content: _Content) -> Strip:
    """Return one strip; 3 to 5 KB each, so the cache stays below 10 MB."""
    palette, top = hex_palette(), places.cuts[number]
    image = _bare(places, rails)[number].copy()
    for index, shown in content.cells:
        slot = places.slots[index]
        for sprite in shown.sprites:
            left = slot.x + sprite.left + 1
            lay(image, sprite.image, left, slot.y + sprite.top - top, sprite.mask)
    for plate in content.plates:
        lay(image, plate.image(palette), plate.left + 1, plate.top - top)
    # Fans and many colours take many bytes, but a strip with the last move's marks is seldom needed
    # again.
    moved = any(shown.moved for _, shown in content.cells)
    thorough = len(rails) >= _MANY_ARMIES or (places.shape.fanned and not moved)
    return compress(image, thorough=thorough)


@lru_cache(maxsize=16)
def _bare(places: HexLayout, rails: tuple[Colour, ...]) -> tuple[Image.Image, ...]:
    """Return the strips of the board without pieces, with the column of filter bytes."""
    palette, shape = hex_palette(), places.shape
    image = Image.new("RGB", (places.width, places.height), WALNUT)
    drop = round(_DROP * shape.scale)
    for fill, down in ((FRAME_EDGE, drop), (FRAME, 0)):
        part = _slab(shape, places.frame, fill)
        for slot in places.slots:
            add(image, part, slot.x, slot.y + down)
    for rail, colour in zip(places.rails, rails, strict=True):
        _draw_rail(image, rail, colour, shape.scale)
    for slot in places.slots:
        add(image, _tile(shape, slot.tone), slot.x, slot.y)
    size, place = name_place(shape)
    for slot in places.slots:
        write(image, (slot.x, slot.y + place), slot.name, size, NAMES[slot.tone], anchor="m")
    whole = Image.new("L", (places.width + 1, places.height))
    whole.paste(palette.reduced(image), (1, 0))
    return tuple(whole.crop((0, top, whole.width, bottom)) for top, bottom in pairwise(places.cuts))


def _slab(shape: HexShape, frame: int, fill: tuple[int, int, int]) -> Image.Image:
    """Return a cell with the frame around it."""
    side = 2 * (shape.pitch * 2 // 3 + frame + 2)
    canvas = Canvas(side, side, origin=Point(side / 2, side / 2))
    corners = shape.corners()
    canvas.polygon(corners, fill)
    canvas.line([*corners, corners[0]], 2 * frame, fill)
    return canvas.finish()


def _tile(shape: HexShape, tone: str) -> Image.Image:
    """Return a bare cell, with light on its upper edges."""
    side = 2 * (shape.pitch * 2 // 3 + 2)
    canvas = Canvas(side, side, origin=Point(side / 2, side / 2))
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
    path = rail_path(rail.border, _RAIL_OUT * scale)
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
    drawn = canvas.finish()
    image.paste(drawn, (int(left), int(top)), drawn)
