"""The places of the cells of a square board in the picture, in whole pixels."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from render.contents import seen_rows
from render.palette import Palette, board_palette
from render.pieces import shade
from render.theme import CREAM, CROWN, ESPRESSO, INK, IZNIK, NAMES, PAINTS, RACE, TONES, WOOD, mixed
from rules.contract.view import BoardView, Pattern, Side
from rules.geometry import Cell, Geometry
from rules.geometry.square import Square

__all__ = ["PALETTES", "Slot", "SquareLayout", "square_layout"]

_RIM: Final = 8
_INLAY: Final = 3
_FOOT: Final = 6
_GOAL: Final = 24


@dataclass(frozen=True, slots=True)
class Slot:
    """A cell's place: its middle in pixels, its tone, and the labels in its corners."""

    x: int
    y: int
    tone: str
    rank: str = ""
    """The label in the upper left corner."""
    file: str = ""
    """The label in the lower right corner."""


@dataclass(frozen=True, eq=False, slots=True)
class SquareLayout:
    """A board of one size seen from one side; equal only to itself, so that it is a cheap key."""

    width: int
    scale: float
    """The width of the picture divided by 800."""
    size: int
    """The number of cells in a row."""
    cell: int
    """The width of a cell in pixels."""
    left: int
    head: int
    """The rows of pixels above the board, including the end row's strip."""
    foot: int
    inlay: int
    lined: bool
    """True if thin lines separate the cells."""
    palette: Palette
    slots: Mapping[Cell, Slot]
    """The places of the cells as the viewer sees them, row by row from the upper left."""
    goals: tuple[Side | None, Side | None]
    """The sides whose end rows are the top and the bottom row."""

    @property
    def height(self) -> int:
        """The height of the board with all that is above and below it."""
        return self.head + self.size * self.cell + self.foot


def square_layout(view: BoardView, width: int) -> SquareLayout:
    """Return the layout for the view's board. Raises TypeError if it isn't square."""
    goals = tuple((goal.side, goal.cells) for goal in view.goals)
    return _layout(view.geometry, view.pattern, goals, view.turned, width)


@lru_cache(maxsize=32)
def _layout(
    geometry: Geometry,
    pattern: Pattern,
    goals: tuple[tuple[Side, frozenset[Cell]], ...],
    turned: bool,
    width: int,
) -> SquareLayout:
    if not isinstance(geometry, Square):
        raise TypeError(f"square cells need a Square, not {type(geometry).__name__}")
    scale = width / 800
    rim, inlay = max(1, round(_RIM * scale)), max(1, round(_INLAY * scale))
    cell = (width - 2 * rim) // geometry.size
    left = (width - cell * geometry.size) // 2
    rows = seen_rows(geometry, turned=turned)
    ends = tuple(
        next((side for side, cells in goals if cells == frozenset(row)), None)
        for row in (rows[0], rows[-1])
    )
    head = round(_GOAL * scale) if ends[0] else rim
    foot = round(_GOAL * scale) if ends[1] else round(_FOOT * scale)
    chequered = pattern is Pattern.CHEQUERED
    tones = (RACE if goals else WOOD) if chequered else IZNIK
    slots = {
        each: Slot(
            left + column * cell + cell // 2,
            head + row * cell + cell // 2,
            tones[geometry.shade(each)],
            geometry.label(each)[1:] if column == 0 else "",
            geometry.label(each)[:1] if row == geometry.size - 1 else "",
        )
        for row, cells in enumerate(rows)
        for column, each in enumerate(cells)
    }
    return SquareLayout(
        width=width,
        scale=scale,
        size=geometry.size,
        cell=cell,
        left=left,
        head=head,
        foot=foot,
        inlay=inlay,
        lined=not chequered,
        palette=PALETTES[tones],
        slots=slots,
        goals=(ends[0], ends[1]),
    )


def _palette(ground: tuple[str, str]) -> Palette:
    """Return the colours of square boards on that ground."""
    tones = [TONES[name] for name in (*ground, "amber")]
    paints = [*PAINTS.values()]
    flats = [colour for paint in paints for colour in paint.turned]
    ghosts = [
        mixed(tone, colour, 0.42)
        for tone in tones[:2]
        for paint in paints[:2]
        for colour in (paint.face, paint.band, paint.figure, paint.outline)
    ]
    return board_palette(
        [*tones, CROWN, *(NAMES[name] for name in ground), *flats],
        [*map(shade, tones), *ghosts],
        ([INK], [*tones, CREAM]),
        ([paint.figure for paint in paints[:2]], [paint.face for paint in paints[:2]]),
        ([CROWN], [ESPRESSO]),
        ([CREAM], tones[:2]),
    )


PALETTES: Final = {ground: _palette(ground) for ground in (WOOD, RACE, IZNIK)}
"""The colours of square boards by their ground."""
