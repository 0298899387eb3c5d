"""The leaderboard of a server: the ten best of a pool."""

from dataclasses import dataclass
from typing import Final

from render.cards import BOLD, LEADER, LEFT, LINE, RIGHT, Card
from render.faces import text_width
from render.theme import AMBER, BAR_UNIT, PLATE, PLATE_TO_MOVE

__all__ = ["MOST_ROWS", "Leaderboard", "Ranked", "leaderboard_picture"]

MOST_ROWS: Final = 10
_POINTS: Final = 40
_TOP: Final = 96
_PITCH: Final = 60
_GAP: Final = 6
_NAME: Final = LEFT + 96
"""The left end of the names."""
_FACTS: Final = 900
"""The right end of what stands before the points."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """One row."""

    place: str
    name: str
    fallback: str
    """Written if no face has the name."""
    facts: str
    """Such as `41 games`."""
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard:
    """The best of a pool, best first; every text is in the language of its reader."""

    title: str
    facts: str
    rows: tuple[Ranked, ...]


def leaderboard_picture(board: Leaderboard) -> bytes:
    """Return the leaderboard as a PNG file 1100 pixels wide. Rows beyond ten are not drawn."""
    rows = board.rows[:MOST_ROWS]
    card = Card(_TOP + len(rows) * _PITCH + 4)
    card.head(board.title, board.facts)
    for number, row in enumerate(rows):
        _draw_row(card, row, _TOP + number * _PITCH, is_first=not number)
    return card.packed()


def _draw_row(card: Card, row: Ranked, top: int, *, is_first: bool) -> None:
    bottom = top + _PITCH - _GAP
    middle = (top + bottom) // 2
    card.plate((LEFT, top, RIGHT, bottom), LEADER if is_first else PLATE)
    ink = AMBER if is_first else BAR_UNIT
    card.write((LEFT + 76, middle), row.place, LINE, ink, style=BOLD, anchor="r")
    right = _FACTS - text_width(row.facts, LINE) - 24
    card.name((row.name, row.fallback), (_NAME, middle), LINE + 2, right)
    card.write((_FACTS, middle), row.facts, LINE, BAR_UNIT, anchor="r")
    card.write((RIGHT - 24, middle), row.points, _POINTS, PLATE_TO_MOVE, style=BOLD, anchor="r")
