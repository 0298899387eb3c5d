"""The places of crossing lines in the picture, in whole pixels."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from render.faces import letter_scale
from render.palette import board_palette
from render.pieces import shade
from render.theme import AMBER, CLAIMS, CREAM, INK, KAYA, LINES, PAINTS, RGB, mixed
from rules.contract.view import BoardView
from rules.geometry import Cell, Geometry, Point
from rules.geometry.intersections import Intersections

__all__ = [
    "LIGHTER", "PALETTE", "Box", "LatticeLayout", "Slot", "label_size", "lattice_layout",
    "rank_place",
]  # fmt: skip

LIGHTER: Final = 0.21
"""The amount by which the ground is lightened where something can be chosen."""
_RIM: Final = 8
_LABELS: Final = 32
_FOOT: Final = 30
_LABEL: Final = 24
_LARGE_LABEL: Final = 25
_LARGE: Final = 55
"""The distance between lines, at 800 pixels, from which stones have shadows and lines are
bolder."""


class Slot(NamedTuple):
    """The place of a crossing."""

    x: int
    y: int


class Box(NamedTuple):
    """A rectangle of pixels."""

    left: int
    top: int
    right: int
    bottom: int

    def meets(self, other: "Box") -> bool:
        """Return True if the two overlap, their right and bottom ends left out."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def spots(self, step: float) -> Sequence[Point]:
        """Return the points so far apart in it and on its ends, those nearest to its middle first.

        Its width and its height are multiples of the step.
        """
        x, y = (self.left + self.right) / 2, (self.top + self.bottom) / 2
        across, down = (self.right - self.left) / step, (self.bottom - self.top) / step
        spots = (
            Point(self.left + column * step, self.top + row * step)
            for column, row in product(range(round(across) + 1), range(round(down) + 1))
        )
        return sorted(spots, key=lambda spot: (spot.x - x) ** 2 + (spot.y - y) ** 2)

    def grown(self, by: int) -> "Box":
        """Return the rectangle with all its ends so far further out."""
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


@dataclass(frozen=True, eq=False, slots=True)
class LatticeLayout:
    """A board of one size seen from one side; equal only to itself, so that it is a cheap key."""

    width: int
    scale: float
    """The width of the picture divided by 800."""
    lines: int
    """The number of the board's lines, in both directions."""
    size: int
    """The number of lines that are shown, in both directions."""
    first: tuple[int, int]
    """The first lines shown, from the left and from the top, counted from 0."""
    pitch: int
    """The distance between lines."""
    large: bool
    left: int
    """The left end of the ground."""
    top: int
    foot: int
    """The height of the rim below, which holds the names of the files."""
    slots: tuple[Slot, ...]
    """By cell; those that aren't shown are off the ground."""
    ranks: tuple[str, ...]
    """From the top."""
    files: tuple[str, ...]
    """From the left."""

    @property
    def bottom(self) -> int:
        """The lower end of the ground."""
        return self.top + self.size * self.pitch

    @property
    def height(self) -> int:
        """The height of the board with the rims above and below it."""
        return self.bottom + self.foot

    @property
    def radius(self) -> float:
        """The radius of a stone."""
        return (0.43 if self.large else 0.46) * self.pitch

    def is_shown(self, cell: Cell) -> bool:
        """Tell whether a crossing is on the ground."""
        x, y = self.slots[cell]
        return 0 < x - self.left < self.size * self.pitch and self.top < y < self.bottom

    def box(self, cells: Iterable[Cell]) -> Box:
        """Return the rectangle between crossings, the lines at its ends included."""
        xs, ys = zip(*(self.slots[cell] for cell in cells), strict=True)
        return Box(min(xs), min(ys), max(xs), max(ys))


def lattice_layout(view: BoardView, width: int) -> LatticeLayout:
    """Return the layout for the view's board. Raises TypeError if it has no crossings."""
    return _layout(view.geometry, view.turned, view.part, width)


def _window(part: frozenset[Cell], size: int, *, turned: bool) -> tuple[int, int, int]:
    """Return the first column and row to show, from the upper left, and the number of both.

    Around a part, the nearest lines are shown too.
    """
    if not part:
        return 0, 0, size
    columns, rows = {cell % size for cell in part}, {size - 1 - cell // size for cell in part}
    if turned:
        columns, rows = ({size - 1 - each for each in lines} for lines in (columns, rows))
    shown = min(size, max(len(columns), len(rows)) + 2)
    left, top = (min(max(0, min(lines) - 1), size - shown) for lines in (columns, rows))
    return left, top, shown


@lru_cache(maxsize=64)
def _layout(geometry: Geometry, turned: bool, part: frozenset[Cell], width: int) -> LatticeLayout:
    if not isinstance(geometry, Intersections):
        raise TypeError(f"a lined board has intersections, not {type(geometry).__name__}")
    scale, lines = width / 800, geometry.size
    first, head, size = _window(part, lines, turned=turned)
    rim = max(1, round(_RIM * scale))
    pitch = (width - rim - round(_LABELS * scale)) // size
    left = width - rim - pitch * size
    places: list[Slot] = []
    for cell in geometry.cells:
        row, column = divmod(cell, lines)
        x, y = (lines - 1 - column, row) if turned else (column, lines - 1 - row)
        x, y = x - first, y - head
        places.append(Slot(left + x * pitch + pitch // 2, rim + y * pitch + pitch // 2))
    names = [geometry.label(Cell(number * (lines + 1))) for number in range(lines)]
    ranks = [name.lstrip("abcdefghijklmnopqrstuvwxyz") for name in names]
    files = [name[: len(name) - len(rank)] for name, rank in zip(names, ranks, strict=True)]
    return LatticeLayout(
        width,
        scale,
        lines,
        size,
        (first, head),
        pitch,
        pitch >= _LARGE * scale,
        left,
        rim,
        round(_FOOT * scale),
        tuple(places),
        tuple(ranks if turned else ranks[::-1])[head : head + size],
        tuple(files[::-1] if turned else files)[first : first + size],
    )


def label_size(places: LatticeLayout) -> float:
    """Return the size of the names of ranks and files, in pixels."""
    return (_LARGE_LABEL if places.large else _LABEL) * letter_scale(places.scale)


def rank_place(places: LatticeLayout) -> int:
    """Return the position of the middle of the ranks' names."""
    return (places.left - round(3 * places.scale)) // 2


def _flats() -> list[RGB]:
    """Return the colours of surfaces."""
    flats = [KAYA, LINES, *(mixed(colour, CREAM, LIGHTER) for colour in (KAYA, LINES)), shade(KAYA)]
    for claim in CLAIMS.values():
        flats += [claim.fill, claim.line, claim.border, claim.inner, claim.ink]
    for paint in PAINTS.values():
        flats += [paint.face, paint.band, paint.edge, paint.figure, paint.outline]
    return flats


PALETTE: Final = board_palette(
    _flats(),
    [mixed(claim.fill, CREAM, LIGHTER) for claim in CLAIMS.values()],
    ([INK], [KAYA, CREAM, AMBER]),
    ([CREAM], [KAYA]),
    *(([paint.figure], [paint.face]) for paint in PAINTS.values()),
    *(([claim.ink], [claim.fill]) for claim in CLAIMS.values()),
)
"""The colours of lined boards."""
