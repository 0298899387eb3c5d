"""The club board: the games that run in a server, six at a time."""

from dataclasses import dataclass
from typing import Final

from render.board import lay_board
from render.cards import LEFT, Card
from render.faces import PLAIN, STRONG, text_width
from render.names import Name, named
from render.theme import AMBER, BAR_UNIT, CREAM, INK, URGENT
from rules.contract.view import BoardView

__all__ = ["Club", "Tile", "club_picture"]

_GAME: Final = 38
_PLAYERS: Final = 33
_MOST: Final = 6
_COLUMNS: Final = 2
_TOP: Final = 88
_TILE: Final = (515, 188)
_GAP: Final = (14, 12)
_BOARD: Final = (188, 172)
"""The most that a board is wide and high."""
_WORDS: Final = 212
"""The left end of a tile's words."""
_PILL: Final = 50
_DUE: Final = 34
_INSIDE: Final = 18
"""The room at both ends of a pill."""
_EDGE: Final = 3


@dataclass(frozen=True, slots=True)
class Tile:
    """One game; every text is in the language of its reader."""

    view: BoardView
    game: str
    players: Name
    """Such as `Ann – Bo`, or an invitation to play where no one does."""
    due: Name | None = None
    """The person to move, or None where no one is."""
    urgent: bool = False
    """True if less than 6 hours are left."""
    until: str = ""
    """The time of the move, such as `Tue 24`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Club:
    """The games of a server."""

    title: str
    facts: str
    """Such as `9 games · 1 seat free · 40 moves today`."""
    tiles: tuple[Tile, ...]


def club_picture(club: Club) -> bytes:
    """Return the board as a PNG file 1100 pixels wide. Tiles beyond six are not drawn."""
    (width, height), (across, down) = _TILE, _GAP
    tiles = club.tiles[:_MOST]
    card = Card(_TOP + (len(tiles) + 1) // _COLUMNS * (height + down) + 12)
    card.head(club.title, club.facts)
    for number, tile in enumerate(tiles):
        row, column = divmod(number, _COLUMNS)
        _draw_tile(card, tile, LEFT + column * (width + across), _TOP + row * (height + down))
    return card.packed()


def _draw_tile(card: Card, tile: Tile, left: int, top: int) -> None:
    width, height = _TILE
    card.plate((left, top, left + width, top + height))
    wide, high = _BOARD
    box = left + (_WORDS - wide) // 2, top + (height - high) // 2, wide, high
    lay_board(card.image, tile.view, box)
    start, end = left + _WORDS, left + width - 14
    card.name(Name(tile.game), (start, top + 38), _GAME, end)
    card.name(tile.players, (start, top + 88), _PLAYERS, end, ink=BAR_UNIT, style=PLAIN)
    if tile.due:
        _draw_due(card, tile, tile.due, (start, top + 143), end)


def _draw_due(card: Card, tile: Tile, due: Name, place: tuple[int, int], end: int) -> None:
    """Draw a pill with who is due, red with a light edge where time is short."""
    left, middle = place
    time, room = f" · {tile.until}" if tile.until else "", end - left - 2 * _INSIDE
    _, own = named(due, _DUE, room - text_width(time, _DUE, STRONG))
    # The time is as narrow as the name has to be, so that fewer names are cut.
    of_time = STRONG._replace(width=own.width)
    who, style = named(due, _DUE, room - text_width(time, _DUE, of_time))
    after = left + _INSIDE + text_width(who, _DUE, style)
    right = round(after + text_width(time, _DUE, of_time)) + _INSIDE
    top, bottom = middle - _PILL // 2, middle + _PILL // 2
    ink = INK
    if tile.urgent:
        card.plate((left, top, right, bottom), CREAM, _PILL / 2)
        left_in, right_in = left + _EDGE, right - _EDGE
        box = left_in, top + _EDGE, right_in, bottom - _EDGE
        card.plate(box, URGENT, _PILL / 2 - _EDGE)
        ink = CREAM
    else:
        card.plate((left, top, right, bottom), AMBER, _PILL / 2)
    card.write((left + _INSIDE, middle), who, _DUE, ink, style=style)
    card.write((after, middle), time, _DUE, ink, style=of_time)
