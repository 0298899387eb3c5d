"""The places of the cells of a hexagonal board in the picture, in whole pixels."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from render.canvas import Canvas
from render.cells.rails import Rail, rail_of
from render.palette import Palette, board_palette
from render.pieces import shade
from render.theme import (
    BEVELS,
    CREAM,
    FRAME_EDGE,
    FRAMES,
    INK,
    LICHEN,
    NAMES,
    PAINTS,
    SLATE,
    TONES,
    WALNUT,
)  # fmt: skip
from rules.contract.view import BoardView, Goal
from rules.geometry import Cell, Geometry, Point

__all__ = ["PALETTES", "HexLayout", "HexShape", "Slot", "hex_layout"]

_MOST: Final = 146
"""The greatest width of a cell at 800 pixels."""
_FRAME: Final = 14
_MARGIN: Final = 8
_TOP: Final = 34
_RAILED: Final = 35
"""The margins above and below, and those that hold rails."""
_FANNED: Final = 100
"""The width of cells, at 800 pixels, from which stacks are fanned out."""


@dataclass(frozen=True, slots=True)
class HexShape:
    """The size of all cells of a board."""

    pitch: int
    """A cell's width in pixels."""
    row: int
    """The distance between rows."""
    scale: float
    """The width of the picture divided by 800."""
    fanned: bool
    """True if cells are wide enough to fan out their stacks."""

    def corners(self, inset: float = 0) -> tuple[Point, ...]:
        """Return the corners, clockwise from the top and `inset` pixels inside, from the middle."""
        part = 1 - inset / (self.pitch / 2)
        half, low, high = self.pitch / 2 * part, self.row / 3 * part, self.row * 2 / 3 * part
        return (
            Point(0, -high), Point(half, -low), Point(half, low),
            Point(0, high), Point(-half, low), Point(-half, -low),
        )  # fmt: skip

    def canvas(self, margin: int = 0) -> Canvas:
        """Return a canvas for a cell and the margin around it, the cell's middle in its own."""
        return Canvas.around(self.pitch * 2 // 3 + 1 + margin)


@dataclass(frozen=True, slots=True)
class Slot:
    """A cell's place: its middle in pixels, its tone and its name."""

    x: int
    y: int
    tone: str
    name: str


@dataclass(frozen=True, eq=False, slots=True)
class HexLayout:
    """A board of one size seen from one side; equal only to itself, so that it is a cheap key."""

    width: int
    height: int
    shape: HexShape
    ground: tuple[str, str]
    palette: Palette
    frame: int
    slots: Mapping[Cell, Slot]
    """The places of the cells, row by row from the upper left."""
    rails: tuple[Rail, ...]


def hex_layout(view: BoardView, width: int) -> HexLayout:
    """Return the layout for the view's board."""
    return _layout(view.geometry, view.goals, view.turned, width)


@lru_cache(maxsize=32)
def _layout(geometry: Geometry, goals: tuple[Goal, ...], turned: bool, width: int) -> HexLayout:
    scale, turn = width / 800, -1 if turned else 1
    ground = LICHEN if goals else SLATE
    rows = geometry.rows()[::turn]
    longest = max(map(len, rows))
    frame = max(1, round(_FRAME * scale))
    room = width - 2 * frame - 2 * round(_MARGIN * scale)
    # Even, because every other row is shifted by half of it.
    pitch = min(round(_MOST * scale), room // longest) // 2 * 2
    row = round(pitch * 3**0.5 / 2)
    margin = round((_RAILED if goals else _TOP) * scale)
    half = round(row * 2 / 3)
    first = margin + frame + half
    height = first + (len(rows) - 1) * row + half + frame + margin
    middle = width // 2
    slots: dict[Cell, Slot] = {}
    for number, cells in enumerate(rows):
        for column, cell in enumerate(cells[::turn]):
            x = middle + (2 * column - len(cells) + 1) * pitch // 2
            letter = len(rows) - 1 - number if turn == 1 else number
            y, tone = first + number * row, ground[letter % 2]
            slots[cell] = Slot(x, y, tone, geometry.label(cell))
    places = {cell: Point(slot.x, slot.y) for cell, slot in slots.items()}
    shape = HexShape(pitch, row, scale, pitch >= _FANNED * scale)
    return HexLayout(
        width,
        height,
        shape,
        ground,
        PALETTES[ground],
        frame,
        slots,
        tuple(rail_of(goal, geometry, places, shape.corners()) for goal in goals),
    )


def _palette(ground: tuple[str, str]) -> Palette:
    """Return the colours of hexagonal boards on that ground."""
    tones = [TONES[name] for name in (*ground, "amber")]
    paints = [*PAINTS.values()]
    faces = [paint.face for paint in paints]
    flats = [
        *tones, FRAMES[ground], FRAME_EDGE, *(NAMES[tone] for tone in ground),
        *(edge for tone in ground for edge in BEVELS[tone]),
    ]  # fmt: skip
    for paint in paints:
        flats += [paint.face, paint.rim, paint.edge, paint.figure, paint.outline]
    return board_palette(
        flats,
        map(shade, tones),
        ([INK], [*tones, *faces]),
        ([CREAM], tones[:2]),
        ([WALNUT], [FRAMES[ground]]),
        *(([paint.figure], [paint.face]) for paint in paints),
    )


PALETTES: Final = {ground: _palette(ground) for ground in (SLATE, LICHEN)}
"""The colours of hexagonal boards by their ground."""
