"""The club board: the games that run in a server, six at a time."""

from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.board import fitted_board
from render.canvas import write
from render.cards import LEFT, RIGHT, blank, line, packed_card, plate
from render.faces import text_width
from render.strips import named
from render.theme import AMBER, BAR_UNIT, CREAM, INK, PLATE_TO_MOVE, URGENT
from rules.contract.view import BoardView

__all__ = ["Club", "Tile", "club_picture"]

_TITLE: Final = 52
_LINE: Final = 34
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
    image = blank()
    end = RIGHT - text_width(club.facts, _LINE) - 24
    title, style = named(club.title, club.title, _TITLE, end - LEFT)
    write(image, (LEFT, 46), title, _TITLE, PLATE_TO_MOVE, style=style)
    write(image, (RIGHT, 50), club.facts, _LINE, BAR_UNIT, anchor="r")
    (width, height), (across, down) = _TILE, _GAP
    for number, tile in enumerate(club.tiles[:_MOST]):
        row, column = divmod(number, _COLUMNS)
        _draw_tile(image, tile, LEFT + column * (width + across), _TOP + row * (height + down))
    return packed_card(image)


def _draw_tile(image: Image.Image, tile: Tile, left: int, top: int) -> None:
    width, height = _TILE
    plate(image, (left, top, left + width, top + height))
    _draw_board(image, tile.view, left + (_WORDS - _BOARD[0]) // 2, top + height // 2)
    start, end = left + _WORDS, left + width - 14
    title, style = named(tile.game, tile.game, _GAME, end - start)
    write(image, (start, top + 38), title, _GAME, PLATE_TO_MOVE, style=style)
    line(image, tile.players, (start, top + 88), _PLAYERS, BAR_UNIT, right=end)
    if tile.due:
        _draw_due(image, tile, start, top + 143, end)


def _draw_board(image: Image.Image, view: BoardView, left: int, middle: int) -> None:
    width, height = _BOARD
    board = fitted_board(view, width, height)
    image.paste(board, (left + (width - board.width) // 2, middle - board.height // 2))


def _draw_due(image: Image.Image, tile: Tile, left: int, middle: int, end: int) -> None:
    """Draw a pill with who is due, red with a light edge where time is short."""
    inner = end - left - 40
    text, style = named(tile.due, "", _GAME - 4, inner)
    right = left + round(text_width(text, _GAME - 4, style)) + 40
    top, bottom = middle - _PILL // 2, middle + _PILL // 2
    ink = INK
    if tile.urgent:
        plate(image, (left, top, right, bottom), CREAM, _PILL / 2)
        left_in, right_in = left + _EDGE, right - _EDGE
        box = left_in, top + _EDGE, right_in, bottom - _EDGE
        plate(image, box, URGENT, _PILL / 2 - _EDGE)
        ink = CREAM
    else:
        plate(image, (left, top, right, bottom), AMBER, _PILL / 2)
    write(image, (left + 20, middle), text, _GAME - 4, ink, style=style)
