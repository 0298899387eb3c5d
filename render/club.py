"""The club board: one game in progress of a server large, and three beside it."""

from dataclasses import dataclass
from typing import Final

from render.board import lay_board
from render.cards import LEFT, LINE, RIGHT, Card
from render.faces import PLAIN, STRONG, text_width
from render.names import Name, named, parted
from render.theme import AMBER, BAR_UNIT, CREAM, INK, URGENT
from rules.contract.view import BoardView

__all__ = ["Club", "Large", "Tile", "club_picture"]

_MOST: Final = 3
_GAME: Final = 38
_TOP: Final = 88
_LARGE: Final = 544
"""The width and height of the plate with the large game."""
_LARGE_NAMES: Final = 44
_LARGE_BOARD: Final = (508, 372)
"""The most that its board is wide and high."""
_TILE: Final = (484, 172)
_GAP: Final = (16, 14)
_BOARD: Final = (166, 156)
_MARGIN: Final = 24
"""The room between a plate's edge and its words."""
_WORDS: Final = 190
"""The left end of a tile's words."""
_FOOT: Final = 667
_FOOT_FROM: Final = 240
"""The left end of the words at the foot: Discord lays its ALT badge before them."""
_APART: Final = 36
_PILL: Final = 50
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


@dataclass(frozen=True, slots=True)
class Large:
    """The game that is shown large, or the words in its place."""

    tile: Tile
    heading: str = ""
    """Such as `Game of the day`."""
    move: str = ""
    """Such as `move 14`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Club:
    """The games of a server."""

    title: str
    facts: str
    """Such as `9 games · 1 seat free · 40 moves today`."""
    large: Large
    tiles: tuple[Tile | None, ...]
    """Three at most. None leaves its place free."""
    leaders: str = ""
    """The line of the present leaders, such as `ReMatch, this month: Ann 4 · Bo 3½`."""
    waiting: str = ""
    """Such as `5 up for a game`."""


def club_picture(club: Club) -> bytes:
    """Return the board as a PNG file 1100 pixels wide. Tiles beyond three are not drawn."""
    card = Card()
    card.head(club.title, club.facts)
    _draw_large(card, club.large)
    (_, height), (across, down) = _TILE, _GAP
    for number, tile in enumerate(club.tiles[:_MOST]):
        if tile is not None:
            _draw_tile(card, tile, LEFT + _LARGE + across, _TOP + number * (height + down))
    right = RIGHT
    if club.waiting:
        card.write((RIGHT, _FOOT), club.waiting, LINE, AMBER, style=STRONG, anchor="r")
        right -= round(text_width(club.waiting, LINE, STRONG)) + _APART
    leaders = parted(club.leaders, LINE, right - _FOOT_FROM)
    wide = min(text_width(leaders, LINE, PLAIN), right - _FOOT_FROM)
    card.line(leaders, (right - wide, _FOOT), LINE, BAR_UNIT, right=right)
    return card.packed()


def _draw_large(card: Card, large: Large) -> None:
    tile, bottom = large.tile, _TOP + _LARGE
    card.plate((LEFT, _TOP, LEFT + _LARGE, bottom))
    start, end = LEFT + _MARGIN, LEFT + _LARGE - _MARGIN
    after = card.line(large.heading, (start, _TOP + 30), LINE, AMBER, right=end, style=STRONG)
    # Beside a heading, what is played stands at the right; alone, it is the heading.
    room = start if after == start else after + _MARGIN
    wide = min(text_width(tile.game, LINE, PLAIN), end - room)
    card.line(tile.game, (end - wide, _TOP + 30), LINE, BAR_UNIT, right=end)
    width, height = _LARGE_BOARD
    lay_board(card.image, tile.view, (LEFT + (_LARGE - width) // 2, _TOP + 54, width, height))
    move = text_width(large.move, LINE, PLAIN)
    names = end - move - _MARGIN if large.move else end
    card.name(tile.players, (start, bottom - 88), _LARGE_NAMES, names)
    card.write((end, bottom - 88), large.move, LINE, BAR_UNIT, anchor="r")
    if tile.due:
        _draw_due(card, tile, tile.due, (start, bottom - 37), end)


def _draw_tile(card: Card, tile: Tile, left: int, top: int) -> None:
    width, height = _TILE
    card.plate((left, top, left + width, top + height))
    wide, high = _BOARD
    box = left + (_WORDS - wide) // 2, top + (height - high) // 2, wide, high
    lay_board(card.image, tile.view, box)
    start, end = left + _WORDS, left + width - 14
    card.name(Name(tile.game), (start, top + 34), _GAME, end)
    card.name(tile.players, (start, top + 81), LINE, end, ink=BAR_UNIT, style=PLAIN)
    if tile.due:
        _draw_due(card, tile, tile.due, (start, top + 133), end)


def _draw_due(card: Card, tile: Tile, due: Name, place: tuple[int, int], end: int) -> None:
    """Draw a pill with who is due, red with a light edge where time is short."""
    left, middle = place
    time, room = f" · {tile.until}" if tile.until else "", end - left - 2 * _INSIDE
    _, own = named(due, LINE, room - text_width(time, LINE, STRONG))
    # The time is as narrow as the name has to be, so that fewer names are cut.
    of_time = STRONG._replace(width=own.width)
    who, style = named(due, LINE, room - text_width(time, LINE, of_time))
    after = left + _INSIDE + text_width(who, LINE, style)
    right = round(after + text_width(time, LINE, of_time)) + _INSIDE
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
    card.write((left + _INSIDE, middle), who, LINE, ink, style=style)
    card.write((after, middle), time, LINE, ink, style=of_time)
