"""A leaderboard: the ten best of a pool, or of a ladder."""

from dataclasses import dataclass
from typing import Final

from render.canvas import Canvas
from render.cards import FOOT, LEADER, LEFT, LINE, RIGHT, Card
from render.faces import BOLD, STRONG, text_width
from render.names import Name
from render.theme import AMBER, BAR_UNIT, FALLEN, PLATE, PLATE_TO_MOVE, RISEN
from rules.geometry import Point

__all__ = ["MOST_ROWS", "Leaderboard", "Ranked", "leaderboard_picture"]

MOST_ROWS: Final = 10
_POINTS: Final = 40
_TOP: Final = 96
_PITCH: Final = 60
_GAP: Final = 6
_NAME: Final = LEFT + 96
"""The left end of the names."""
_FACTS: Final = 900
"""The right end of the facts before the points, unless the points are long."""
_CLIMB: Final = 92
"""The room for an arrow and its number, before the names."""
_ARROW: Final = 22


@dataclass(frozen=True, slots=True)
class Ranked:
    """One row."""

    place: str
    who: Name
    facts: str
    """Such as `41 games`."""
    points: str
    climb: int = 0
    """The places risen lately; negative for a fall."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard:
    """The best of a pool or a ladder, best first; every text is in the language of its reader."""

    title: str
    facts: str
    rows: tuple[Ranked, ...]


def leaderboard_picture(board: Leaderboard) -> bytes:
    """Return the leaderboard as a PNG file 1100 pixels wide. Rows beyond ten are not drawn."""
    rows = board.rows[:MOST_ROWS]
    card = Card(_TOP + len(rows) * _PITCH + FOOT)
    card.head(board.title, board.facts)
    start = _NAME + (_CLIMB if any(row.climb for row in rows) else 0)
    widest = max((text_width(row.points, _POINTS, BOLD) for row in rows), default=0)
    columns = start, min(_FACTS, RIGHT - 48 - widest)
    for number, row in enumerate(rows):
        _draw_row(card, row, _TOP + number * _PITCH, columns, is_first=not number)
    return card.packed()


def _draw_row(
    card: Card, row: Ranked, top: int, columns: tuple[float, float], *, is_first: bool
) -> None:
    """Draw a row; its columns are where the name begins and where the facts end."""
    names, facts = columns
    bottom = top + _PITCH - _GAP
    middle = (top + bottom) // 2
    card.plate((LEFT, top, RIGHT, bottom), LEADER if is_first else PLATE)
    ink = AMBER if is_first else BAR_UNIT
    card.write((LEFT + 76, middle), row.place, LINE, ink, style=BOLD, anchor="r")
    right = facts - text_width(row.facts, LINE) - 24
    card.name(row.who, (names, middle), LINE + 2, right)
    if row.climb:
        _draw_climb(card, row.climb, middle)
    card.write((facts, middle), row.facts, LINE, BAR_UNIT, anchor="r")
    card.write((RIGHT - 24, middle), row.points, _POINTS, PLATE_TO_MOVE, style=BOLD, anchor="r")


def _draw_climb(card: Card, climb: int, middle: int) -> None:
    """Draw an arrow upwards or downwards, and the places."""
    up, ink = (1, RISEN) if climb > 0 else (-1, FALLEN)
    half, canvas = _ARROW // 2, Canvas(_ARROW, _ARROW)
    ends = (-half, half), (half, half), (0, -half)
    canvas.polygon([Point(half + x, half + up * y) for x, y in ends], ink)
    canvas.lay(card.image, _NAME, middle - half)
    card.write((_NAME + _ARROW + 8, middle), str(abs(climb)), LINE, ink, style=STRONG)
