"""A backgammon board: 24 points, and a bar and a tray per side."""

from dataclasses import dataclass
from typing import Final

from rules.geometry import Cell, Coordinate, Point

__all__ = ["FAR_BAR", "FAR_OFF", "NEAR_BAR", "NEAR_OFF", "Points"]

NEAR_BAR: Final = Cell(24)
FAR_BAR: Final = Cell(25)
NEAR_OFF: Final = Cell(26)
FAR_OFF: Final = Cell(27)

_POINTS: Final = 24
_HEIGHT: Final = 5
"""The number of checkers that a point has room for, one unit each."""
_TOP: Final = 2 * _HEIGHT
"""The height of the first checker's centre on an upper point; on a lower one it is 0."""
_BAR_COLUMN: Final = 6
_OFF_COLUMN: Final = 13

_UPPER: Final = (
    *map(Cell, range(12, 18)), NEAR_BAR, *map(Cell, range(18, 24)), FAR_OFF,
)  # fmt: skip
_LOWER: Final = (
    *map(Cell, range(11, 5, -1)), FAR_BAR, *map(Cell, range(5, -1, -1)), NEAR_OFF,
)  # fmt: skip
_PLACES: Final = {
    cell: (column, row is _UPPER) for row in (_UPPER, _LOWER) for column, cell in enumerate(row)
}
_PARTNERS: Final = {
    NEAR_BAR: FAR_BAR, FAR_BAR: NEAR_BAR, NEAR_OFF: FAR_OFF, FAR_OFF: NEAR_OFF,
}  # fmt: skip
_NAMES: Final = {NEAR_BAR: "bar", FAR_BAR: "far bar", NEAR_OFF: "off", FAR_OFF: "far off"}


@dataclass(frozen=True, slots=True)
class Points:
    """The board as seen by the near side, whose home is at the lower right.

    Cell n is the near side's point n + 1, so that side moves from cell 23 down to cell 0, and the
    far side the other way; the bars and the trays come after. A side's bar lies in the half where
    it enters, and its tray beside its home.
    """

    counted_by_far: bool = False
    """True if labels count from the far side, whose 1 is the near side's 24; cells don't change."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The points from the near side's 1 on, then both bars and both trays."""
        return tuple(map(Cell, range(_POINTS + 4)))

    @property
    def directions(self) -> tuple[str, ...]:
        """The near side's direction (`down`, from bar to tray) and the far side's (`up`)."""
        return "down", "up"

    @property
    def opposite(self) -> "Points":
        """The same board with the other side's labels."""
        return Points(not self.counted_by_far)

    def step(self, cell: Cell, direction: str) -> Cell | None:
        """Return the next cell that way, or None from a tray and from the other side's bar."""
        bar, first, last, tray = {
            "down": (NEAR_BAR, 23, 0, NEAR_OFF),
            "up": (FAR_BAR, 0, 23, FAR_OFF),
        }[direction]
        if cell == bar:
            return Cell(first)
        if cell >= _POINTS:
            return None
        return tray if cell == last else Cell(cell + (1 if last else -1))

    def label(self, cell: Cell) -> str:
        """Return the point's number, `bar` or `off`; the other side's are `far bar`, `far off`."""
        if cell >= _POINTS:
            return _NAMES[_PARTNERS[cell] if self.counted_by_far else cell]
        return str(_POINTS - cell if self.counted_by_far else cell + 1)

    def find(self, label: str) -> Cell | None:
        """Return the cell with that name, or None if the board has none."""
        name = label.lower()
        return next((cell for cell in self.cells if self.label(cell) == name), None)

    def centre(self, cell: Cell) -> Point:
        """Return the middle of the cell."""
        return self.place(cell, _HEIGHT // 2)

    def place(self, cell: Cell, height: int) -> Point:
        """Return the centre of the checker that has `height` others between it and the rim."""
        column, upper = _PLACES[cell]
        return Point(column, _TOP - height if upper else height)

    def outline(self, cell: Cell) -> tuple[Point, ...]:
        """Return the triangle of a point, or the rectangle of a bar or tray."""
        column, upper = _PLACES[cell]
        rim, tip = (_TOP + 0.5, _TOP + 0.5 - _HEIGHT) if upper else (-0.5, _HEIGHT - 0.5)
        left, right = (column + 0.5, column - 0.5) if upper else (column - 0.5, column + 0.5)
        if cell < _POINTS:
            return Point(left, rim), Point(right, rim), Point(column, tip)
        return Point(left, rim), Point(right, rim), Point(right, tip), Point(left, tip)

    def shade(self, cell: Cell) -> int:
        """Return 0 and 1 in turn for the points, 2 for bars and trays."""
        return 2 if cell >= _POINTS else cell % 2

    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        """Return the upper row and the lower one, from the left."""
        return _UPPER, _LOWER

    def coordinates(self) -> tuple[Coordinate, ...]:
        """Return the numbers of the points, on the rim beside them."""
        return tuple(
            Coordinate(
                self.label(cell),
                (Point(column, _TOP + 1 if upper else -1),),
                frozenset({cell}),
            )
            for cell, (column, upper) in sorted(_PLACES.items())
            if cell < _POINTS
        )
