"""The crosstable of an event: who scored what against whom."""

from dataclasses import dataclass
from typing import Final

from render.canvas import Canvas
from render.cards import BOLD, LEADER, LEFT, LINE, RIGHT, Card
from render.theme import AMBER, BAR_UNIT, INLAY, PLATE, PLATE_TO_MOVE, RGB, WALNUT
from rules.geometry import Point

__all__ = ["Competitor", "Crosstable", "crosstable_picture"]

_POINTS: Final = 42
_TOP: Final = 128
_BOTTOM: Final = 690
_GAP: Final = 7
_MOST_ROW: Final = 84
_MOST_ROWS: Final = 6
_NAMES: Final = 310
"""The width of the names."""
_FIGURES: Final = 110
"""The width of each column of figures."""


@dataclass(frozen=True, slots=True)
class Competitor:
    """One row."""

    name: str
    fallback: str
    """Written if no face has the name."""
    results: tuple[str, ...]
    """Against each competitor in turn: `1`, `½`, `0`, up to four results such as `1 ½`, or nothing
    for a game still to be played. The one against oneself is not read."""
    figures: tuple[str, ...]
    """Points, and what breaks ties."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crosstable:
    """An event's standings, best first; every text is in the language of its reader."""

    title: str
    progress: str
    headings: tuple[str, ...]
    """Of the figures, such as `points`."""
    rows: tuple[Competitor, ...]


def crosstable_picture(table: Crosstable) -> bytes:
    """Return the crosstable as a PNG file of 1100 by 700 pixels.

    Raises ValueError unless there are 2 to 6 rows, each with a result against everybody.
    """
    count = len(table.rows)
    if not 2 <= count <= _MOST_ROWS or any(len(row.results) != count for row in table.rows):
        raise ValueError("a crosstable has 2 to 6 rows, each with a result against everybody")
    card = Card()
    card.head(table.title, table.progress)
    pitch = min(_MOST_ROW, (_BOTTOM - _TOP + _GAP) // count)
    columns = _columns(count, len(table.headings))
    for number, x in enumerate(columns, 1):
        card.write((x, 98), str(number), LINE, BAR_UNIT, anchor="m")
    for x, heading in zip(_ends(len(table.headings)), table.headings, strict=True):
        card.write((x, 98), heading, LINE, BAR_UNIT, anchor="r")
    for number, row in enumerate(table.rows):
        _draw_row(card, row, number, (_TOP + number * pitch, pitch - _GAP), columns)
    return card.packed()


def _columns(count: int, figures: int) -> list[int]:
    """Return the middles of the results' columns."""
    left = LEFT + 60 + _NAMES
    width = (RIGHT - 10 - figures * _FIGURES - left) // count
    return [left + width // 2 + number * width for number in range(count)]


def _ends(figures: int) -> list[int]:
    """Return the right ends of the figures' columns."""
    return [RIGHT - 20 - (figures - 1 - number) * _FIGURES for number in range(figures)]


def _draw_row(
    card: Card, row: Competitor, number: int, span: tuple[int, int], columns: list[int]
) -> None:
    top, height = span
    middle = top + height // 2
    card.plate((LEFT, top, RIGHT, top + height), PLATE if number else LEADER)
    place: RGB = BAR_UNIT if number else AMBER
    card.write((LEFT + 20, middle), str(number + 1), LINE, place, style=BOLD)
    left = LEFT + 60
    card.name((row.name, row.fallback), (left, middle), LINE + 2, left + _NAMES - 10)
    side = min(height - 14, columns[1] - columns[0] - 10) // 2 * 2
    for column, (x, text) in enumerate(zip(columns, row.results, strict=True)):
        if column == number:
            half = side // 2
            card.plate((x - half, middle - half, x + half, middle + half), WALNUT, 8)
        elif text:
            card.result(text, x, middle, side)
        else:
            _draw_open(card, x, middle)
    for x, figure in zip(_ends(len(row.figures)), row.figures, strict=True):
        card.write((x, middle), figure, _POINTS, PLATE_TO_MOVE, style=BOLD, anchor="r")


def _draw_open(card: Card, x: int, y: int) -> None:
    canvas = Canvas(12, 12)
    canvas.disc(Point(6, 6), 5, INLAY)
    canvas.lay(card.image, x - 6, y - 6)
