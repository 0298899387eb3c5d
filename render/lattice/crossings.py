"""Lines that cross: what lies around each crossing, and the stone that stands on it.

A tile is drawn in quarters, each by the crossing that it touches, so that a crossing's image is
one of few. Lengths are in units of the distance between lines; y grows downward.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from render.canvas import Canvas, shown
from render.cells.layout import Layout
from render.cells.sprites import Shape, Sprite, palettised
from render.lattice.hatching import draw_hatching
from render.marks import HIGHLIGHTING, Spot, draw_above, draw_below
from render.stones import draw_stone
from render.theme import ALARM, BADGE, CLAIMS, CREAM, INK, RGB, TINTS
from rules.geometry import Cell, Point
from rules.geometry.intersections import Intersections, Tile
from rules.view import BoardView, Colour, MarkKind, Region, RegionKind

__all__ = ["Crossing", "crossing_sprite", "crossings"]

_TINT: Final = TINTS["plain"]
_GRID: Final = 0.045
_INSET: Final = 0.085
"""How far a region keeps from the lines around it, so that two beside each other are two."""
_WIDE: Final = 55
"""From this pitch on, in pixels, a tile has room for more lines of hatching."""
_LINES: Final = 3
_FEWER_LINES: Final = 2
_AROUND: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""The quarters around a crossing in the picture: the signs of their x and y."""
_NO_MARKS: Final[frozenset[MarkKind]] = frozenset()
_HELD: Final = frozenset({RegionKind.HELD, RegionKind.LATEST, RegionKind.CHOSEN})
"""The kinds whose tiles wear their side's hatching."""


class Quarter(NamedTuple):
    """The part of a tile that touches a crossing."""

    colour: Colour | None = None
    kind: RegionKind | None = None
    upright: bool = False
    """Its region ends at the vertical line through the crossing."""
    level: bool = False
    """Its region ends at the horizontal line through the crossing."""


_OPEN: Final = Quarter()


class Crossing(NamedTuple):
    """All that decides what the surroundings of one crossing look like."""

    quarters: tuple[Quarter | None, ...]
    """In the order of `_AROUND`; None beyond the rim."""
    dotted: bool
    colour: Colour | None
    marks: frozenset[MarkKind]
    number: str
    smooth: bool


def crossings(view: BoardView, places: Layout, *, smooth: bool) -> list[Crossing]:
    """Return what each crossing looks like, in the order of the layout's slots.

    Raises TypeError for a view whose geometry has no crossings.
    """
    board = view.geometry
    if not isinstance(board, Intersections):
        raise TypeError(f"a lined board has intersections, not {type(board).__name__}")
    colours = {player.side: player.colour for player in view.players}
    standing = {stack.cell: colours[stack.pieces[-1].side] for stack in view.stacks}
    owned = tuple((colours[region.side], region) for region in view.regions)
    quarters = _quarters(board, view.turned, owned)
    kinds: dict[Cell, frozenset[MarkKind]] = {}
    numbers: dict[Cell, str] = {}
    for mark in view.marks:
        kinds[mark.cell] = kinds.get(mark.cell, _NO_MARKS) | {mark.kind}
        if mark.kind is MarkKind.CANDIDATE:
            numbers[mark.cell] = "/".join(filter(None, (numbers.get(mark.cell), mark.text)))
    dots = _dots(board)
    return [
        Crossing(
            quarters[slot.cell],
            slot.cell in dots,
            standing.get(slot.cell),
            kinds.get(slot.cell, _NO_MARKS),
            numbers.get(slot.cell, ""),
            smooth,
        )
        for slot in places.slots
    ]


@lru_cache(maxsize=16)
def _dots(board: Intersections) -> frozenset[Cell]:
    """Return the crossings that wear a dot: they help to count, and lie as mirrors of each other.

    A board of an even size has no line in its middle; the dots in the middle surround it.
    """
    size = board.size
    if size < 12:
        return frozenset()
    along = {4, size - 5}
    if size >= 18:
        along |= {size // 2 - 1, size // 2}
    return frozenset(Cell(y * size + x) for y in along for x in along)


@lru_cache(maxsize=256)
def _quarters(
    board: Intersections, turned: bool, owned: tuple[tuple[Colour, Region], ...]
) -> tuple[tuple[Quarter | None, ...], ...]:
    """Return by cell the quarters around it as the viewer sees them."""
    parts: dict[tuple[Cell, tuple[int, int]], Quarter] = {}
    for colour, region in owned:
        for cell, sign, upright, level in _parts(board, region):
            before = parts.get((cell, sign), _OPEN)
            parts[cell, sign] = Quarter(
                colour, region.kind, upright or before.upright, level or before.level
            )
    turn = -1 if turned else 1
    return tuple(
        tuple(
            # The picture's y grows downward, the board's upward.
            parts.get((cell, (turn * x, turn * -y)), _OPEN)
            if _inside(board, cell, turn * x, turn * -y)
            else None
            for x, y in _AROUND
        )
        for cell in board.cells
    )


def _parts(
    board: Intersections, region: Region
) -> Iterable[tuple[Cell, tuple[int, int], bool, bool]]:
    """Yield the quarters of the region's tiles: crossing, where from it, and the ends there."""
    size = board.size
    xs = {corner % size for corner in region.corners}
    ys = {corner // size for corner in region.corners}
    left, right, low, high = min(xs), max(xs), min(ys), max(ys)
    for tile in board.tiles_between(Cell(low * size + left), Cell(high * size + right)):
        for cell, sign in _corners(board, tile):
            y, x = divmod(cell, size)
            yield cell, sign, x in (left, right), y in (low, high)


def _corners(board: Intersections, tile: Tile) -> Iterable[tuple[Cell, tuple[int, int]]]:
    y, x = divmod(tile, board.size - 1)
    for dx, dy in ((0, 0), (1, 0), (1, 1), (0, 1)):
        yield Cell((y + dy) * board.size + x + dx), (1 - 2 * dx, 1 - 2 * dy)


def _inside(board: Intersections, cell: Cell, x: int, y: int) -> bool:
    row, column = divmod(cell, board.size)
    return 0 <= column + x < board.size and 0 <= row + y < board.size


@lru_cache(maxsize=4096)
def crossing_sprite(shape: Shape, look: Crossing) -> Sprite:
    """Return what a crossing looks like."""
    width, height = shape.size
    canvas = Canvas(width, height, scale=shape.pitch, origin=Point(width / 2, height / 2))
    middle = Point(0, 0)
    draw_below(canvas, shape.outline, look.marks - {MarkKind.TARGET})
    if look.colour is not None:
        draw_stone(canvas, look.colour, middle)
    head = middle if look.colour is not None else None
    draw_above(canvas, Spot(look.marks, look.number, shape.pitch, shape.scale, head))
    over = canvas.finish(smooth=look.smooth)
    image = _tiles(shape, look.quarters, look.marks, dotted=look.dotted).copy()
    image.paste(over.convert("RGB"), (0, 0), shown(over, 128))
    return Sprite(palettised(image), -(width // 2), -(height // 2), None, None)


@lru_cache(maxsize=2048)
def _tiles(
    shape: Shape,
    quarters: tuple[Quarter | None, ...],
    marks: frozenset[MarkKind],
    *,
    dotted: bool,
) -> Image.Image:
    """Return what lies below the stone: its edges are straight and need no smoothing."""
    width, height = shape.size
    canvas = Canvas(width, height, scale=shape.pitch, origin=Point(width / 2, height / 2))
    canvas.polygon([Point(x, y) for x, y in _AROUND], _TINT.tile)
    _lines(canvas, quarters, dotted=dotted)
    taken = [
        (quarter, Point(x, y))
        for quarter, (x, y) in zip(quarters, _AROUND, strict=True)
        if quarter and quarter.kind
    ]
    for quarter, corner in taken:
        _ground(canvas, quarter, corner, _LINES if shape.pitch >= _WIDE else _FEWER_LINES)
    for stroke in range(2):
        for quarter, corner in taken:
            _border(canvas, quarter, corner, stroke)
    if not marks.isdisjoint(HIGHLIGHTING):
        canvas.pill(Point(0, 0), 0.92, 0.92, _TINT.highlighted, 0)
    if MarkKind.TARGET in marks:
        _frame(canvas)
    return canvas.finish(smooth=False)


def _lines(canvas: Canvas, quarters: tuple[Quarter | None, ...], *, dotted: bool) -> None:
    """Draw the lines to the neighbouring crossings."""
    present = {sign for q, sign in zip(quarters, _AROUND, strict=True) if q is not None}
    for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0)):
        beside = {sign for sign in present if sign[0] == x or sign[1] == y}
        if beside:
            # The rim, with one tile beside it, is drawn bolder; it ends square at the corners.
            width = _GRID * (4 - len(beside)) / 2
            long = 1 + width / 2
            middle = Point(x * (1 - long / 2), y * (1 - long / 2))
            canvas.pill(middle, long if x else width, long if y else width, _TINT.border, 0)
    if dotted:
        canvas.disc(Point(0, 0), 0.13, _TINT.border)


def _frame(canvas: Canvas) -> None:
    """Draw the frame of the last stone, bold enough for small cells."""
    for reach, width, fill in ((0.46, 0.08, INK), (0.43, 0.08, CREAM)):
        corners = [Point(reach * x, reach * y) for x, y in _AROUND]
        canvas.line([*corners, corners[0]], width, fill)


def _start(quarter: Quarter, corner: Point) -> Point:
    """Return where the region begins on the way from the crossing to the corner."""
    return Point(corner.x * _INSET * quarter.upright, corner.y * _INSET * quarter.level)


def _ground(canvas: Canvas, quarter: Quarter, corner: Point, lines: int) -> None:
    """Fill one quarter of a region."""
    near = _start(quarter, corner)
    if quarter.colour and quarter.kind in _HELD:
        far = Point(corner.x * 0.55, corner.y * 0.55)
        draw_hatching(canvas, quarter.colour, near, far, lines=lines)
    elif quarter.kind is RegionKind.CANDIDATE:
        sides = (near, Point(corner.x, near.y), corner, Point(near.x, corner.y))
        canvas.polygon(sides, _TINT.highlighted)


def _border(canvas: Canvas, quarter: Quarter, corner: Point, stroke: int) -> None:
    """Draw one stroke of a region's border where it ends in this quarter."""
    near = _start(quarter, corner)
    for width, colour in _strokes(quarter)[stroke : stroke + 1]:
        if quarter.upright:
            canvas.line((near, Point(near.x, corner.y)), width, colour)
        if quarter.level:
            canvas.line((near, Point(corner.x, near.y)), width, colour)


def _strokes(quarter: Quarter) -> tuple[tuple[float, RGB], ...]:
    """Return the strokes of a region's border, the widest first."""
    match quarter.kind:
        case RegionKind.LATEST:
            return (0.22, INK), (0.12, CREAM)
        case RegionKind.CANDIDATE | RegionKind.CHOSEN:
            return (0.22, INK), (0.13, BADGE)
        case RegionKind.OFFENDING:
            return (0.22, CREAM), (0.13, ALARM)
        case _:
            return ((0.09, CLAIMS[quarter.colour].border),) if quarter.colour else ()
