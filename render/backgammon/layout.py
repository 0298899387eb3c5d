"""The places of everything on a backgammon board, in whole pixels, as seen from one side."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from render.palette import board_palette
from render.pieces import shade
from render.theme import (
    AMBER,
    CREAM,
    ESPRESSO,
    FELT,
    INK,
    PAINTS,
    POINT,
    POINT_INLAY,
    WELL,
    WELL_FIGURE,
    mixed,
)  # fmt: skip
from rules.contract.view import Colour
from rules.geometry.backgammon import Points

__all__ = ["FADED", "PALETTE", "BoardLayout", "Place", "board_layout"]

_SIDE: Final = 10
"""The rim on the left and right, including its inlay, and between home and tray."""
_RIM: Final = 32
"""The rim above and below, where the numbers are."""
_BAR: Final = 54
_TRAY: Final = 44
_POINT: Final = 158
"""The height of a point: room for three checkers."""
_DIE: Final = 72
_CHECKER: Final = 26
_BAR_COLUMN: Final = 6
_OFF_COLUMN: Final = 13
FADED: Final = 0.62
"""The share of the board that shows through a die that has been played."""


class Place(NamedTuple):
    """The place of a column in the picture."""

    left: int
    width: int
    upper: bool
    filled: bool
    """True if the point is filled; every second one is, and the others are hollow."""


@dataclass(frozen=True, eq=False, slots=True)
class BoardLayout:
    """A board of one size seen from one side; equal only to itself, so that it is a cheap key."""

    width: int
    scale: float
    """The width of the picture divided by 800."""
    side: int
    rim: int
    point: int
    """The height of a column."""
    die: int
    radius: float
    """The radius of a checker."""
    places: tuple[Place, ...]
    """By cell."""
    halves: tuple[tuple[int, int], ...]
    """The left and right ends of the outer board and of the home board."""

    @property
    def height(self) -> int:
        """The height of the board with both rims."""
        return 2 * self.rim + 2 * self.point + self.die


@lru_cache(maxsize=16)
def board_layout(width: int, *, turned: bool) -> BoardLayout:
    """Return the places on a board `width` pixels wide."""
    scale = width / 800
    side, bar, tray = (round(pixels * scale) for pixels in (_SIDE, _BAR, _TRAY))
    pitch = (width - 3 * side - bar - tray) // 12
    bar = width - 3 * side - tray - 12 * pitch
    widths = [pitch] * 6 + [bar] + [pitch] * 6 + [tray]
    lefts = [side + sum(widths[:column]) for column in range(len(widths))]
    lefts[_OFF_COLUMN] += side
    board = Points()
    places: list[Place] = []
    for cell in board.cells:
        first, second = board.place(cell, 0), board.place(cell, 1)
        column, upper = round(first.x), (second.y < first.y) != turned
        filled = (column + upper + (column > _BAR_COLUMN)) % 2 == 1
        places.append(Place(lefts[column], widths[column], upper, filled))
    return BoardLayout(
        width,
        scale,
        side,
        round(_RIM * scale),
        round(_POINT * scale),
        round(_DIE * scale),
        round(_CHECKER * scale, 2),
        tuple(places),
        tuple((lefts[first], lefts[first] + 6 * pitch) for first in (0, _BAR_COLUMN + 1)),
    )


_PLAIN: Final = [PAINTS[colour] for colour in (Colour.WHITE, Colour.BLACK)]
PALETTE: Final = board_palette(
    [
        FELT, POINT, POINT_INLAY, WELL, WELL_FIGURE,
        *(colour for paint in PAINTS.values() for colour in paint.turned),
        *map(shade, (FELT, POINT, WELL, AMBER)),
    ],
    [mixed(colour, FELT, FADED) for paint in _PLAIN for colour in (paint.face, paint.figure)],
    ([INK], [FELT, POINT, WELL, AMBER, CREAM]),
    ([POINT_INLAY], [FELT, POINT]),
    ([CREAM], [FELT]),
    ([ESPRESSO], [FELT, POINT]),
    *(([paint.figure], [paint.face]) for paint in _PLAIN),
)  # fmt: skip
"""The colours of backgammon boards."""
