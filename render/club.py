"""The club board: the games that run in a server, six at a time."""

from dataclasses import dataclass
from typing import Final

from render.board import fitted_board
from render.cards import LEFT, Card
from render.faces import text_width
from render.names import named
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
_EDGE: Final = 3


@dataclass(frozen=True, slots=True)
class Tile:
    """One game; every text is in the language of its reader."""

    view: BoardView
    game: str
    players: str
    """Such as `Ann – Bo`, or an invitation to play where nobody does."""
    due: str = ""
    """The person to move and the time, such as `Ann · Tue 24`."""
    urgent: bool = False
    """True if less than 6 hours are left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Club:
    """The games of a server."""

    title: str
    facts: str
    """Such as `9 games · 1 seat free · 40 moves today`."""
    tiles: tuple[Tile, ...]


def club_picture(club: Club) -> bytes:
    """Return the board as a PNG file of 1100 by 700 pixels. Tiles beyond six are not drawn."""
    card = Card()
    card.head(club.title, club.facts)
    (width, height), (across, down) = _TILE, _GAP
    for number, tile in enumerate(club.tiles[:_MOST]):
        row, column = divmod(number, _COLUMNS)
        _draw_tile(card, tile, LEFT + column * (width + across), _TOP + row * (height + down))
    return card.packed()


def _draw_tile(card: Card, tile: Tile, left: int, top: int) -> None:
    width, height = _TILE
    card.plate((left, top, left + width, top + height))
    _draw_board(card, tile.view, left + (_WORDS - _BOARD[0]) // 2, top + height // 2)
    start, end = left + _WORDS, left + width - 14
    card.name((tile.game, tile.game), (start, top + 38), _GAME, end)
    card.line(tile.players, (start, top + 88), _PLAYERS, BAR_UNIT, right=end)
    if tile.due:
        _draw_due(card, tile, start, top + 143, end)


def _draw_board(card: Card, view: BoardView, left: int, middle: int) -> None:
    width, height = _BOARD
    board = fitted_board(view, width, height)
    card.image.paste(board, (left + (width - board.width) // 2, middle - board.height // 2))


def _draw_due(card: Card, tile: Tile, left: int, middle: int, end: int) -> None:
    """Draw a pill with who is due, red with a light edge where time is short."""
    inner = end - left - 40
    text, style = named(tile.due, "", _GAME - 4, inner)
    right = left + round(text_width(text, _GAME - 4, style)) + 40
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
    card.write((left + 20, middle), text, _GAME - 4, ink, style=style)
