"""Where everything lies in the picture, in whole pixels, worked out from the geometry alone.

Whole pixels let a cell look exactly alike wherever it lies, so it is drawn once and its
repetitions compress to almost nothing.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import hypot
from typing import Final

from render.sprites import Shape
from rules.geometry import Cell, Coordinate, Geometry, Point
from rules.view import BoardView, Pattern

__all__ = ["Label", "Layout", "Slot", "Span", "layout"]

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
_LEAST_WIDTH: Final = 200
_STRIP: Final = 150
"""The greatest height of a strip of several rows."""


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
        """Left and top of the cell's image."""
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
class Span:
    """The rows of one strip, and which slots and labels show in it, by index."""

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
    slots: tuple[Slot, ...]
    labels: tuple[Label, ...]
    spans: tuple[Span, ...]


def layout(view: BoardView, width: int) -> Layout:
    """Return the places for the view's board; raises ValueError for a width below 200."""
    if width < _LEAST_WIDTH:
        raise ValueError(f"a board picture is at least {_LEAST_WIDTH} pixels wide, not {width}")
    return _layout(view.geometry, view.pattern, view.turned, width)


@lru_cache(maxsize=32)
def _layout(geometry: Geometry, pattern: Pattern, turned: bool, width: int) -> Layout:
    return _Plan(geometry, pattern, turned, width).layout()


class _Plan:
    """Turns lengths in cells into pixels for one layout."""

    def __init__(self, geometry: Geometry, pattern: Pattern, turned: bool, width: int) -> None:
        self._geometry, self._pattern, self._width = geometry, pattern, width
        self._turn = -1 if turned else 1
        self._scale = width / _WIDTH
        self._frame, self._depth = self._length(_FRAME), self._length(_DEPTH)
        corners = [
            self._seen(corner) for cell in geometry.cells for corner in geometry.outline(cell)
        ]
        self._west = min(corner.x for corner in corners)
        self._north = min(corner.y for corner in corners)
        self._south = max(corner.y for corner in corners)
        across = max(corner.x for corner in corners) - self._west
        left, right = self._length(_LEFT), self._length(_RIGHT)
        room = width - left - right - 2 * self._frame
        self._pitch = int(room / across) // 2 * 2
        spare = room - round(self._pitch * across)
        self._left = left + self._frame + spare // 2
        self._top = self._length(_TOP) + self._frame

    def layout(self) -> Layout:
        slots = tuple(self._slot(cell) for cell in self._geometry.cells)
        labels = tuple(self._label(one) for one in self._geometry.coordinates())
        return Layout(
            self._width,
            self._scale,
            self._frame,
            self._depth,
            self._label_size(),
            slots,
            labels,
            self._spans(slots, labels),
        )

    def _label_size(self) -> int:
        """Return the usual size, or less where the rows are low."""
        return min(self._length(_LABEL_SIZE), round(self._pitch * _LABEL_PART))

    def _length(self, pixels: int) -> int:
        return max(1, round(pixels * self._scale))

    def _seen(self, point: Point) -> Point:
        """Return the point as the viewer sees it, y downward."""
        return Point(point.x * self._turn, -point.y * self._turn)

    def _pixel(self, point: Point) -> tuple[int, int]:
        seen = self._seen(point)
        x = self._left + (seen.x - self._west) * self._pitch
        y = self._top + (seen.y - self._north) * self._pitch
        return round(x), round(y)

    def _slot(self, cell: Cell) -> Slot:
        centre = self._geometry.centre(cell)
        middle = self._seen(centre)
        corners = (self._seen(corner) for corner in self._geometry.outline(cell))
        # Rounding makes the shapes of all cells that look alike equal, so they share their images.
        outline = tuple(
            Point(round(corner.x - middle.x, 6), round(corner.y - middle.y, 6))
            for corner in corners
        )
        shade = min(self._geometry.shade(cell), 1)
        tint = ("light", "dark")[shade] if self._pattern is Pattern.CHEQUERED else "plain"
        x, y = self._pixel(centre)
        return Slot(cell, x, y, Shape(outline, self._pitch), tint)

    def _label(self, coordinate: Coordinate) -> Label:
        """Set the label at a fixed distance from the rim, where its place points."""
        place = min(coordinate.places, key=self._off_lower_left)
        centres = [self._geometry.centre(cell) for cell in coordinate.cells]
        rim = min(centres, key=lambda centre: hypot(centre.x - place.x, centre.y - place.y))
        towards, start = self._seen(place), self._seen(rim)
        far = hypot(towards.x - start.x, towards.y - start.y)
        along, down = (towards.x - start.x) / far, (towards.y - start.y) / far
        reach = self._pitch / 2 + self._frame + self._length(_LABEL_GAP)
        x, y = self._pixel(rim)
        lift = self._depth if down > 0 else 0
        return Label(
            coordinate.text,
            round(x + along * reach),
            round(y + down * reach + lift),
            coordinate.cells,
        )

    def _off_lower_left(self, place: Point) -> tuple[float, float]:
        seen = self._seen(place)
        return seen.x - seen.y, seen.x

    def _spans(self, slots: tuple[Slot, ...], labels: tuple[Label, ...]) -> tuple[Span, ...]:
        """Cut the picture along the rows: above the board, every row or few, and below it.

        Low rows go together, for each strip has to spell out anew what a piece looks like.
        """
        rows = max(1, self._length(_STRIP) // self._pitch)
        bottom = self._top + round((self._south - self._north) * self._pitch)
        end = bottom + self._frame + self._depth + self._length(_LABEL_ROOM)
        cuts = [0, *range(self._top, bottom, self._pitch * rows), bottom, end]
        reach = self._length(_LABEL_SIZE)
        return tuple(
            Span(
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
