"""The crosstable of an event: everyone's results against everyone."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from render.cards import FOOT, LEADER, LEFT, LINE, MOST_HEIGHT, RIGHT, Card
from render.faces import BOLD, text_width
from render.names import Name
from render.theme import AMBER, BAR_UNIT, INLAY, PLATE, PLATE_TO_MOVE, RGB, WALNUT

__all__ = ["Competitor", "Crosstable", "crosstable_picture"]

_POINTS: Final = 42
_TOP: Final = 128
_BOTTOM: Final = MOST_HEIGHT - FOOT
_GAP: Final = 7
_MOST_ROW: Final = 92
_MOST_CELL: Final = 84
_MOST_ROWS: Final = 6
_NAME: Final = LEFT + 60
"""The left end of the names."""
_LEAST_NAME: Final = 230
_APART: Final = 28
"""The least room before a figure."""


@dataclass(frozen=True, slots=True)
class Competitor:
    """One row."""

    who: Name
    results: tuple[str, ...]
    """Against each competitor in turn: `1`, `½`, `0`, up to four results such as `1 ½`, or nothing
    for a game still to be played. The one against oneself is not read."""
    figures: tuple[str, ...]
    """One per heading: points, and figures that break ties."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Crosstable:
    """An event's standings, best first; every text is in the language of its reader."""

    title: str
    progress: str
    headings: tuple[str, ...]
    """Of the figures, such as `points`."""
    rows: tuple[Competitor, ...]
    has_places: bool = True
    """False before the first result: no one is first then."""


def crosstable_picture(table: Crosstable) -> bytes:
    """Return the crosstable as a PNG file 1100 pixels wide.

    Raises ValueError unless there are 2 to 6 rows, with results against everyone.
    """
    count = len(table.rows)
    if not 2 <= count <= _MOST_ROWS or any(len(row.results) != count for row in table.rows):
        raise ValueError("a crosstable has 2 to 6 rows, each with a result against everyone")
    places = _places(table)
    pitch = min(_MOST_ROW, (_BOTTOM - _TOP + _GAP) // count)
    card = Card(_TOP + count * pitch + FOOT)
    card.head(table.title, table.progress)
    if table.has_places:
        for number, x in enumerate(places.columns, 1):
            card.write((x, 98), str(number), LINE, BAR_UNIT, anchor="m")
    for end, heading in zip(places.ends, table.headings, strict=True):
        card.write((end, 98), heading, LINE, BAR_UNIT, anchor="r")
    for number, row in enumerate(table.rows):
        _draw_row(card, row, number, (_TOP + number * pitch, pitch - _GAP), places)
    return card.packed()


class _Places(NamedTuple):
    are_known: bool
    """False while no one is first."""
    columns: list[int]
    """The middles of the results' columns."""
    cell: int
    """Their width."""
    ends: list[float]
    """The right ends of the figures' columns."""


def _places(table: Crosstable) -> _Places:
    """Return the places of a table, whose names have what the columns leave."""
    count, right, ends = len(table.rows), RIGHT - 20.0, list[float]()
    for number in reversed(range(len(table.headings))):
        ends.insert(0, right)
        figures = [text_width(row.figures[number], _size(number), BOLD) for row in table.rows]
        right -= max(text_width(table.headings[number], LINE), *figures) + _APART
    cell = min(_MOST_CELL, int(right - _NAME - _LEAST_NAME) // count)
    first = int(right) - count * cell + cell // 2
    middles = [first + number * cell for number in range(count)]
    return _Places(table.has_places, middles, cell, ends)


def _size(number: int) -> int:
    """Return the size of a figure: points are larger than figures that break ties."""
    return LINE if number else _POINTS


def _draw_row(
    card: Card, row: Competitor, number: int, span: tuple[int, int], places: _Places
) -> None:
    top, height = span
    middle = top + height // 2
    fill = LEADER if places.are_known and not number else PLATE
    card.plate((LEFT, top, RIGHT, top + height), fill)
    if places.are_known:
        place: RGB = BAR_UNIT if number else AMBER
        card.write((LEFT + 20, middle), str(number + 1), LINE, place, style=BOLD)
    right = places.columns[0] - places.cell // 2 - 10
    card.name(row.who, (_NAME, middle), LINE + 2, right)
    size = places.cell - 8, height - 10
    for column, (x, text) in enumerate(zip(places.columns, row.results, strict=True)):
        if column == number:
            card.plate(_box((x, middle), size), WALNUT, 8)
        elif text:
            card.result(text, (x, middle), size)
        else:
            card.plate(_box((x, middle), size), INLAY, 8)
            card.plate(_box((x, middle), (size[0] - 4, size[1] - 4)), fill, 6)
    for column, (end, figure) in enumerate(zip(places.ends, row.figures, strict=True)):
        card.write((end, middle), figure, _size(column), PLATE_TO_MOVE, style=BOLD, anchor="r")


def _box(middle: tuple[int, int], size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of a plate of that size."""
    (x, y), (width, height) = middle, size
    return x - width // 2, y - height // 2, x + width // 2, y + height // 2
