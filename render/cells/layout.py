"""Where everything lies in the picture, in whole pixels, whatever stands on the board.

Whole pixels let a cell look exactly alike wherever it lies, so it is drawn once and its
repetitions compress to almost nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Final

from render.cells.goals import End, end_of
from render.cells.sprites import Shape
from rules.geometry import Cell, Coordinate, Geometry, Point
from rules.view import BoardView, Goal, Pattern

__all__ = ["Label", "Layout", "Slot", "StripRows", "layout"]

_WIDTH: Final = 800
"""The width that the lengths below are meant for; others are scaled."""
_LEFT: Final = 44
_RIGHT: Final = 20
_TOP: Final = 14
_FRAME: Final = 8
_DEPTH: Final = 7
_LABEL_GAP: Final = 20
_LABEL_SIZE: Final = 29
_LABEL_PART: Final = 0.72
"""The most of a row's height that a label takes."""
_LABEL_ROOM: Final = 50
_STRIP: Final = 150
"""The greatest height of a strip of several rows."""
_LEAST_WIDTH: Final = 200
_TILT: Final = 0.72
"""What is left of lengths up and down on a board that is seen at an angle."""
_TILTED_FRAME: Final = 10
_TILTED_DEPTH: Final = 24
_HEADROOM: Final = 0.53
"""How far stacks may rise above such a board, in cell widths."""
_NAMED: Final = 100
_RACE_FRAME: Final = 18
"""The end rows of a race are marked on the frame."""
_RACE_HEADROOM: Final = 0.12
"""The same for a race that is seen from above; in draughts there are kings at most."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A cell's place: the middle in pixels, its shape and its tint."""

    cell: Cell
    x: int
    y: int
    shape: Shape
    tint: str

    @property
    def box(self) -> tuple[int, int]:
        """Left and top of the cell."""
        width, height = self.shape.size
        return self.x - width // 2, self.y - height // 2


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate's place, and the cells that bear it."""

    text: str
    x: int
    y: int
    cells: frozenset[Cell]


@dataclass(frozen=True, slots=True)
class StripRows:
    """The rows of one strip, and which cells and labels lie in it, by index."""

    top: int
    bottom: int
    slots: tuple[int, ...]
    labels: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Layout:
    """One board at one size from one side; equal only to itself, which makes it a cheap key."""

    width: int
    scale: float
    """How many pixels a pixel of the 800 wide picture has become."""
    frame: int
    depth: int
    label_size: int
    tilted: bool
    """The board is seen at an angle, for stacks that stand on it."""
    named: bool
    """Cells are large enough for their names."""
    slots: tuple[Slot, ...]
    """The cells from the back row to the front one: what comes later stands in front."""
    ends: tuple[End, ...]
    labels: tuple[Label, ...]
    strips: tuple[StripRows, ...]


def layout(view: BoardView, width: int) -> Layout:
    """Return the places for the view's board; raises ValueError for a width below 200."""
    if width < _LEAST_WIDTH:
        raise ValueError(f"a board picture is at least {_LEAST_WIDTH} pixels wide, not {width}")
    return _layout(view.geometry, view.pattern, view.goals, view.turned, width)


@lru_cache(maxsize=32)
def _layout(
    geometry: Geometry, pattern: Pattern, goals: tuple[Goal, ...], turned: bool, width: int
) -> Layout:
    return _Plan(geometry, pattern, goals, turned, width).layout()


class _Plan:
    """Turns lengths in cells into pixels for one layout."""

    def __init__(
        self,
        geometry: Geometry,
        pattern: Pattern,
        goals: tuple[Goal, ...],
        turned: bool,
        width: int,
    ) -> None:
        self._geometry, self._pattern, self._width = geometry, pattern, width
        self._goals = goals
        self._turn = -1 if turned else 1
        self._scale = width / _WIDTH
        self._tilted = len(geometry.outline(geometry.cells[0])) == 6
        frame = _TILTED_FRAME if self._tilted else _FRAME
        self._frame = self._length(_RACE_FRAME if goals else frame)
        self._depth = self._length(_TILTED_DEPTH if self._tilted else _DEPTH)
        corners = [
            self._seen(corner) for cell in geometry.cells for corner in geometry.outline(cell)
        ]
        self._west = min(corner.x for corner in corners)
        self._north = min(corner.y for corner in corners)
        self._south = max(corner.y for corner in corners)
        self._pitch, self._left = self._across(max(corner.x for corner in corners))
        self._row, self._tilt = self._down() if self._tilted else (self._pitch, 1.0)
        self._top = self._length(_TOP) + self._frame + round(self._headroom() * self._pitch)

    def _across(self, east: float) -> tuple[int, int]:
        """Return a cell's width, and where the board begins."""
        left, right = self._length(_LEFT), self._length(_RIGHT)
        names = [self._seen(self._place(name)).x for name in self._geometry.coordinates()]
        if min(names) > self._west - 0.25 and max(names) > east + 0.25:
            left, right = right, left  # Turned hexagons have their letters on the right.
        room = self._width - left - right - 2 * self._frame
        pitch = int(room / (east - self._west)) // 2 * 2
        spare = room - round(pitch * (east - self._west))
        return pitch, left + self._frame + spare // 2

    def _down(self) -> tuple[int, float]:
        """Return a row's height in whole pixels on a tilted board, and the tilt that makes it."""
        rows = sorted({round(self._geometry.centre(cell).y, 6) for cell in self._geometry.cells})
        step = min((up - low for low, up in pairwise(rows)), default=1.0) * self._pitch
        row = round(_TILT * step)
        return row, row / step

    def _headroom(self) -> float:
        if self._tilted:
            return _HEADROOM
        return _RACE_HEADROOM if self._goals else 0

    def layout(self) -> Layout:
        slots = sorted(map(self._slot, self._geometry.cells), key=lambda slot: (slot.y, slot.x))
        labels = tuple(self._label(one) for one in self._geometry.coordinates())
        return Layout(
            self._width,
            self._scale,
            self._frame,
            self._depth,
            min(self._length(_LABEL_SIZE), round(self._pitch * _LABEL_PART)),
            self._tilted,
            self._tilted and self._pitch >= _NAMED * self._scale,
            tuple(slots),
            tuple(end_of(goal, self._geometry, self._exactly) for goal in self._goals),
            labels,
            self._strips(slots, labels),
        )

    def _length(self, pixels: int) -> int:
        return max(1, round(pixels * self._scale))

    def _seen(self, point: Point) -> Point:
        """Return the point as the viewer sees it, y downward."""
        return Point(point.x * self._turn, -point.y * self._turn)

    def _exactly(self, point: Point) -> Point:
        seen = self._seen(point)
        return Point(
            self._left + (seen.x - self._west) * self._pitch,
            self._top + (seen.y - self._north) * self._pitch * self._tilt,
        )

    def _pixel(self, point: Point) -> tuple[int, int]:
        place = self._exactly(point)
        return round(place.x), round(place.y)

    def _slot(self, cell: Cell) -> Slot:
        centre = self._geometry.centre(cell)
        middle = self._seen(centre)
        corners = (self._seen(corner) for corner in self._geometry.outline(cell))
        # Rounding makes the shapes of all cells that look alike equal, so they share their images.
        outline = tuple(
            Point(round(corner.x - middle.x, 6), round(corner.y - middle.y, 6))
            for corner in corners
        )
        tint = "plain"
        if self._pattern is Pattern.CHEQUERED:
            tints = ("pale", "mild", "deep") if len(outline) == 6 else ("light", "dark")
            tint = tints[min(self._geometry.shade(cell), len(tints) - 1)]
        x, y = self._pixel(centre)
        return Slot(cell, x, y, Shape(outline, self._pitch, self._tilt, self._scale), tint)

    def _label(self, coordinate: Coordinate) -> Label:
        """Set the label at a fixed distance from the rim, where its place points."""
        place = self._place(coordinate)
        centres = [self._geometry.centre(cell) for cell in coordinate.cells]
        rim = min(centres, key=lambda centre: hypot(centre.x - place.x, centre.y - place.y))
        towards, start = self._seen(place), self._seen(rim)
        far = hypot(towards.x - start.x, towards.y - start.y)
        along, down = (towards.x - start.x) / far, (towards.y - start.y) / far
        reach = self._pitch / 2 + self._frame + self._length(_LABEL_GAP)
        x, y = self._pixel(rim)
        lift = self._depth if down > 0 else 0
        if self._tilted and down == 0:
            # Beside the lower rows the slab shows its side, beside the upper ones stacks stand.
            lift = self._depth * ((towards.y > 0) - (towards.y < 0))
        return Label(
            coordinate.text,
            round(x + along * reach),
            round(y + down * reach * self._tilt + lift),
            coordinate.cells,
        )

    def _place(self, coordinate: Coordinate) -> Point:
        return min(coordinate.places, key=self._off_lower_left)

    def _off_lower_left(self, place: Point) -> tuple[float, float]:
        seen = self._seen(place)
        return seen.x - seen.y, seen.x

    def _strips(self, slots: Sequence[Slot], labels: Sequence[Label]) -> tuple[StripRows, ...]:
        """Cut the picture along the rows: above the board, every row or few, and below it.

        Rows of stones go together, for each strip has to spell out anew what a stone looks like.
        """
        lined = self._pattern is Pattern.LINED
        rows = max(1, self._length(_STRIP) // self._row) if lined else 1
        bottom = self._top + round((self._south - self._north) * self._pitch * self._tilt)
        end = bottom + self._frame + self._depth + self._length(_LABEL_ROOM)
        cuts = [0, *range(self._top, bottom, self._row * rows), bottom, end]
        reach = self._length(_LABEL_SIZE)
        return tuple(
            StripRows(
                first,
                last,
                tuple(
                    index
                    for index, slot in enumerate(slots)
                    if slot.box[1] < last and slot.box[1] + slot.shape.size[1] > first
                ),
                tuple(
                    index
                    for index, label in enumerate(labels)
                    if label.y - reach < last and label.y + reach > first
                ),
            )
            for first, last in pairwise(cuts)
        )
