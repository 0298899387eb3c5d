"""Where everything lies on a backgammon board, in whole pixels, from one side of it."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from render.backgammon.columns import REACH
from rules.geometry.backgammon import Points

__all__ = ["BoardLayout", "Place", "board_layout"]

_WIDTH: Final = 800
"""The width that the lengths below are meant for; others are scaled."""
_MARGIN: Final = 14
_SIDE: Final = 16
"""The frame left and right, and between home and tray."""
_RIM: Final = 38
"""The frame above and below, which bears the numbers."""
_DEPTH: Final = 7
_BAR: Final = 60
_TRAY: Final = 62
_BAND: Final = 72
"""The free ground between the upper and the lower points, where dice lie."""
_DIE: Final = 54
_EDGE: Final = 4
_FOOT: Final = 6
_CHECKER: Final = 0.93
"""The width of a checker, in parts of a point's."""
_LEAST_WIDTH: Final = 200

_BAR_COLUMN: Final = 6
_OFF_COLUMN: Final = 13


class Place(NamedTuple):
    """Where a column is in the picture, and what the rim says beside it."""

    left: int
    top: int
    width: int
    upper: bool
    label: str

    @property
    def middle(self) -> float:
        """Its middle from the left."""
        return self.left + self.width / 2


@dataclass(frozen=True, eq=False, slots=True)
class BoardLayout:
    """A board at one size from one side; equal only to itself, which makes it a cheap key."""

    width: int
    scale: float
    """How many pixels a pixel of the 800 wide picture has become."""
    checker: int
    places: tuple[Place, ...]
    """By cell."""
    halves: tuple[tuple[int, int], ...]
    """Left and right end of the outer board and of the home board."""
    ends: tuple[int, int]
    """Left and right end of all columns."""
    upper: int
    """The top of the points."""
    lower: int
    """Their bottom."""
    cuts: tuple[int, ...]
    """Where the picture is cut in strips."""
    rim: int
    side: int
    depth: int
    edge: int
    die: int


def board_layout(width: int, *, turned: bool) -> BoardLayout:
    """Return the places on a board `width` pixels wide; raises ValueError for one below 200."""
    if width < _LEAST_WIDTH:
        raise ValueError(f"a board picture is at least {_LEAST_WIDTH} pixels wide, not {width}")
    return _board_layout(width, turned)


@lru_cache(maxsize=16)
def _board_layout(width: int, turned: bool) -> BoardLayout:
    scale = width / _WIDTH
    margin, side, rim, depth, bar, tray, band, die, edge, foot = (
        max(1, round(pixels * scale))
        for pixels in (
            _MARGIN, _SIDE, _RIM, _DEPTH, _BAR, _TRAY, _BAND, _DIE, _EDGE, _FOOT,
        )
    )  # fmt: skip
    room = width - 2 * margin - 3 * side - bar - tray
    pitch = room // 12
    widths = [pitch] * 6 + [bar] + [pitch] * 6 + [tray]
    left = margin + room % 12 // 2 + side
    lefts = [left + sum(widths[:column]) for column in range(len(widths))]
    lefts[_OFF_COLUMN] += side
    checker = round(pitch * _CHECKER)
    reach = round(REACH * checker)
    upper = margin + rim
    lower = upper + 2 * reach + band
    board = Points(counted_by_far=turned)
    places: list[Place] = []
    for cell in board.cells:
        first, second = board.place(cell, 0), board.place(cell, 1)
        column, above = round(first.x), (second.y < first.y) != turned
        # The bar leaves the edges of the two halves to be seen.
        inset = edge if column == _BAR_COLUMN else 0
        places.append(
            Place(
                lefts[column] + inset,
                upper if above else lower - reach,
                widths[column] - 2 * inset,
                above,
                board.label(cell).removeprefix("far "),
            )
        )
    return BoardLayout(
        width=width,
        scale=scale,
        checker=checker,
        places=tuple(places),
        halves=tuple((lefts[first], lefts[first] + 6 * pitch) for first in (0, _BAR_COLUMN + 1)),
        ends=(lefts[0], lefts[_OFF_COLUMN] + tray),
        upper=upper,
        lower=lower,
        cuts=(
            0, upper, upper + reach // 2, upper + reach, lower - reach, lower - reach // 2, lower,
            lower + rim + depth + foot,
        ),
        rim=rim,
        side=side,
        depth=depth,
        edge=edge,
        die=die,
    )  # fmt: skip
