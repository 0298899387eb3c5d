"""The strips of a square board: one for each row, drawn and compressed once."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Final

from PIL import Image

from render.canvas import Canvas, text_width, write
from render.cells.square_cell import CellLook, SharedLook, cell_lines, shared
from render.cells.squares import SquareLayout, square_layout, square_palette
from render.cells.trail import Part, line_parts
from render.palette import Palette
from render.pieces import add, sign
from render.png import Strip, compress, compress_rows
from render.score_bar import Ways, score_bar
from render.theme import INLAY, PAINTS, WALNUT
from rules.contract.view import BoardView, Colour, Goal, Mark, MarkKind, Piece, Side
from rules.geometry import Cell, Geometry, Point

__all__ = ["square_strips"]

_FIELDS: Final = frozenset({MarkKind.ORIGIN, MarkKind.TARGET})
_FEW: Final = 4
"""The largest number of pieces in a row that takes few bytes."""


def square_strips(view: BoardView, width: int, result: str) -> tuple[Palette, list[Strip]]:
    """Return the picture's colours, and its strips from the top.

    `result` is the result of the game, if it is over. Raises ValueError for a width below 200,
    TypeError for a board that isn't square.
    """
    palette, places = square_palette(), square_layout(view, width)
    looks = _looks(view, places)
    colours = {player.side: player.colour for player in view.players}
    titles = {player.side: player.title for player in view.players}
    top, bottom = (
        _edge(places, colours[side] if side else None, titles[side] if side else "", above)
        for side, above in zip(places.goals, (True, False), strict=True)
    )
    size = places.size
    rows = [_row(places, looks[start : start + size]) for start in range(0, len(looks), size)]
    ways = tuple(_ways(view.geometry, goal, turned=view.turned) for goal in view.goals)
    bar = score_bar(palette, width, view.players, ways, result, thorough=bool(ways))
    return palette, [top, *rows, bottom, bar]


def _looks(view: BoardView, places: SquareLayout) -> tuple[SharedLook, ...]:
    """Return the look of each cell, row by row as the viewer sees them."""
    colours = {player.side: player.colour for player in view.players}
    stacks = {stack.cell: stack.pieces for stack in view.stacks}
    tall = [cell for cell, pieces in stacks.items() if len(pieces) > 1]
    marks: dict[Cell, list[Mark]] = {}
    for mark in view.marks:
        marks.setdefault(mark.cell, []).append(mark)
    line = _line(places, view.trail)
    bare, standing = _plain_looks(places, piled=bool(view.goals or tall))
    looks, index = [*bare], places.index
    plain: dict[int, Sequence[SharedLook]] = {}
    for cell, pieces in stacks.items():
        # Views share the tuples of equal pieces, so most are examined only once.
        shown = plain.get(id(pieces))
        if shown is None:
            code = colours[pieces[-1].side], pieces[-1].crowned
            shown = plain[id(pieces)] = standing[code]
        place = index[cell]
        looks[place] = shown[place]
    for cell in {*marks, *line, *tall}:
        slot, pieces = bare[index[cell]].look, stacks.get(cell, ())
        look = _look(slot, pieces, marks.get(cell, ()), line.get(cell), colours)
        looks[index[cell]] = shared(look)
    return tuple(looks)


@lru_cache(maxsize=64)
def _plain_looks(
    places: SquareLayout, *, piled: bool
) -> tuple[tuple[SharedLook, ...], Mapping[tuple[Colour, bool], tuple[SharedLook, ...]]]:
    """Return the looks of each cell when empty, and with each kind of piece, man or king."""
    bare = tuple(
        CellLook(slot.tone, slot.rank, slot.file, piled=piled, lined=places.lined)
        for slot in places.slots
    )
    standing = {
        (colour, crowned): tuple(
            shared(look._replace(colours=(colour,), crowned=crowned)) for look in bare
        )
        for colour, crowned in product(Colour, (False, True))
    }
    return tuple(shared(look) for look in bare), standing


def _look(
    bare: CellLook,
    pieces: Sequence[Piece],
    marks: Sequence[Mark],
    line: Part | None,
    colours: Mapping[Side, Colour],
) -> CellLook:
    armies = tuple([colours[piece.side] for piece in pieces]) if pieces else ()
    crowned = bool(pieces) and pieces[-1].crowned
    tone, rank, file, piled, lined = bare.tone, bare.rank, bare.file, bare.piled, bare.lined
    if not marks:
        return CellLook(tone, rank, file, armies, crowned, piled, lined, line=line)
    kinds = {mark.kind for mark in marks}
    taken = next((mark.side for mark in marks if mark.side), None)
    return CellLook(
        tone, rank, file, armies, crowned, piled, lined,
        highlighted=not _FIELDS.isdisjoint(kinds),
        line=line,
        taken=colours[taken] if taken else None,
        crossed=MarkKind.CAPTURED in kinds,
        chosen=MarkKind.CHOSEN in kinds,
        number="/".join([mark.text for mark in marks if mark.kind is MarkKind.CANDIDATE]),
        refused=MarkKind.OFFENDING in kinds,
    )  # fmt: skip


@lru_cache(maxsize=4096)
def _line(places: SquareLayout, trail: tuple[Cell, ...]) -> Mapping[Cell, Part]:
    """Return each cell's part of the line of the last move."""
    size, slots = places.size, places.slots
    way = ((number % size, number // size) for number in map(places.index.__getitem__, trail))
    parts = line_parts(tuple(way))
    return {slots[y * size + x].cell: part for (x, y), part in parts.items()}


@lru_cache(maxsize=4096)
def _row(places: SquareLayout, looks: tuple[SharedLook, ...]) -> Strip:
    """Return one row of cells; about 4 KB each, so the cache stays below 16 MB.

    Rows of piles take many bytes, so those likely to be needed again are compressed thoroughly.
    """
    palette = square_palette()
    size, step = places.cell, len(looks) + 2
    left, right = _rims(places)
    parts = [left] * (size * step)
    for column, shown in enumerate(looks, 1):
        parts[column::step] = cell_lines(palette, shown, size, places.scale)
    parts[step - 1 :: step] = [right] * size
    thorough = looks[0].look.piled and not _is_light(looks)
    return compress_rows(b"".join(parts), size, thorough=thorough)


def _is_light(looks: Sequence[SharedLook]) -> bool:
    """Return True if a row has few pieces or, marked by the last move, is seldom needed again."""
    marked = any(each.look.highlighted or each.look.line for each in looks)
    return marked or sum(len(each.look.colours) for each in looks) <= _FEW


@lru_cache(maxsize=32)
def _rims(places: SquareLayout) -> tuple[bytes, bytes]:
    """Return the pixels to the left and right of the cells in each line, after its filter byte."""
    palette = square_palette()
    rim, inlay = palette.index(WALNUT), palette.index(INLAY)
    right = places.width - places.left - places.size * places.cell - places.inlay
    line = bytes([inlay] * places.inlay)
    return bytes([0] + [rim] * (places.left - places.inlay)) + line, line + bytes([rim] * right)


@lru_cache(maxsize=64)
def _edge(places: SquareLayout, goal: Colour | None, title: str, above: bool) -> Strip:
    """Return the rim above or below the cells, with the strip of the side whose end row it is."""
    palette = square_palette()
    height = places.head if above else places.foot
    image = Image.new("RGB", (places.width, height), WALNUT)
    left, right = places.left - places.inlay, places.left + places.size * places.cell
    line = height - places.inlay if above else 0
    image.paste(INLAY, (left, line, right + places.inlay, line + places.inlay))
    if goal:
        band = round(26 * places.scale)
        top = (height - places.inlay - band) // 2 if above else (
            places.inlay + (height - places.inlay - band) // 2
        )  # fmt: skip
        drawn = _goal(goal, title, right - left - places.inlay, band, places)
        image.paste(drawn, (places.left, top), drawn)
    whole = Image.new("L", (places.width + 1, height))
    whole.paste(palette.reduced(image), (1, 0))
    return compress(whole, thorough=True)


def _goal(colour: Colour, title: str, width: int, height: int, places: SquareLayout) -> Image.Image:
    """Return the strip along an end row: its owner's colour, sign and name."""
    paint, scale = PAINTS[colour], places.scale
    canvas = Canvas(width, height)
    middle = Point(width / 2, height / 2)
    canvas.pill(middle, width, height, INLAY, 5 * scale)
    canvas.pill(middle, width - 4 * scale, height - 4 * scale, paint.face, 4 * scale)
    image = canvas.finish()
    words = f"{title}'s goal"
    size = 21 * scale
    free = text_width(words, size) / 2 + 10 * scale
    for column in range(places.size):
        x = (column + 0.5) * places.cell
        if abs(x - width / 2) > free + 8 * scale:
            add(image, sign(colour, 18 * scale, paint.figure), x, height / 2)
    write(image, (width / 2, height / 2), words, size, paint.number, stroke=0.3 * scale, anchor="m")
    return image


@lru_cache(maxsize=64)
def _ways(geometry: Geometry, goal: Goal, *, turned: bool) -> Ways:
    """Return the directions that lead a side forward, as the viewer sees them."""
    turn = -1 if turned else 1
    found: list[Point] = []
    for direction in goal.forward:
        start, end = next(
            (geometry.centre(cell), geometry.centre(beyond))
            for cell in geometry.cells
            if (beyond := geometry.step(cell, direction)) is not None
        )
        length = ((end.x - start.x) ** 2 + (end.y - start.y) ** 2) ** 0.5
        found.append(Point(turn * (end.x - start.x) / length, -turn * (end.y - start.y) / length))
    return goal.side, tuple(sorted(found, key=lambda way: way.x))
