"""The card of a tournament before its first result: the game, its players, and open places."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from render.board import lay_board
from render.cards import LEFT, LINE, RIGHT, Card
from render.faces import STRONG, text_width
from render.names import Name, named
from render.theme import AMBER, BAR_UNIT, INK, PLATE, PLATE_TO_MOVE, WALNUT
from rules.contract.view import BoardView

__all__ = ["Opening", "event_picture"]

_HEIGHT: Final = 440
_EDGE: Final = 28
_BOARD: Final = (44, 54, 344, 330)
"""The left, the top, the width and the height of the board."""
_WORDS: Final = 412
"""The left end of all words."""
_END: Final = RIGHT - 28
_TITLE: Final = 54
_PILL: Final = 58
_PILLS: Final = (228, 300)
"""The tops of the rows of pills."""
_GAP: Final = 14
_INSIDE: Final = 22
"""The room at both ends of a pill."""
_WIDEST: Final = 300
"""The most that a pill is wide."""
_FOOT: Final = 384
_BAR: Final = 22


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """A tournament that has no result yet; every text is in the language of its reader."""

    view: BoardView | None
    """The game in play, if it can be shown."""
    title: str
    form: str
    """Such as `6 players · 2 games against each`."""
    pace: str
    people: tuple[Name, ...]
    free: int
    """Free places to draw."""
    free_word: str
    more: Callable[[int], str]
    """Returns the words for so many people who have no room."""
    foot: str
    """The start, or how many games are finished."""
    share: float | None = None
    """The share of finished games, for a bar, or None before the beginning."""


def event_picture(opening: Opening) -> bytes:
    """Return the card as a PNG file 1100 pixels wide and 440 high."""
    card = Card(_HEIGHT)
    card.plate((LEFT, _EDGE, RIGHT, _HEIGHT - _EDGE))
    left, top, width, height = _BOARD
    card.plate((left, top, left + width, top + height), WALNUT, 0)
    if opening.view is not None:
        lay_board(card.image, opening.view, (left + 8, top + 8, width - 16, height - 16))
    card.name(Name(opening.title), (_WORDS, 84), _TITLE, _END)
    card.line(opening.form, (_WORDS, 142), LINE, BAR_UNIT, right=_END)
    card.line(opening.pace, (_WORDS, 186), LINE, BAR_UNIT, right=_END)
    _draw_people(card, opening)
    _draw_foot(card, opening)
    return card.packed()


def _draw_people(card: Card, opening: Opening) -> None:
    """Draw a pill for everyone who is in, then outlines, in two rows; the last tells the rest."""
    names = [*opening.people, *[None] * opening.free]
    free = Name(opening.free_word)
    row, x = 0, _WORDS
    for number, who in enumerate(names):
        shown, style = named(who or free, LINE, _WIDEST - 2 * _INSIDE, STRONG)
        wide = round(text_width(shown, LINE, style)) + 2 * _INSIDE
        if x + wide > _END and not row:
            row, x = 1, _WORDS
        left = len(names) - number
        rest = opening.more(left)
        kept = round(text_width(rest, LINE, STRONG)) + _GAP if row and left > 1 else 0
        if x + wide + kept > _END:
            card.write((x, _PILLS[1] + _PILL // 2), rest, LINE, BAR_UNIT, style=STRONG)
            return
        top = _PILLS[row]
        card.plate((x, top, x + wide, top + _PILL), PLATE_TO_MOVE if who else BAR_UNIT, _PILL / 2)
        if who is None:
            box = x + 3, top + 3, x + wide - 3, top + _PILL - 3
            card.plate(box, PLATE, _PILL / 2 - 3)
        ink = INK if who else BAR_UNIT
        card.write((x + _INSIDE, top + _PILL // 2), shown, LINE, ink, style=style)
        x += wide + _GAP


def _draw_foot(card: Card, opening: Opening) -> None:
    if opening.share is None:
        card.line(opening.foot, (_WORDS, _FOOT), LINE, AMBER, right=_END, style=STRONG)
        return
    room = round(text_width(opening.foot, LINE, STRONG)) + 44
    top, end = _FOOT - _BAR // 2, _END - room
    card.plate((_WORDS, top, end, top + _BAR), WALNUT, _BAR / 2)
    done = round((end - _WORDS) * opening.share)
    if done >= _BAR:
        card.plate((_WORDS, top, _WORDS + done, top + _BAR), AMBER, _BAR / 2)
    card.write((_END, _FOOT), opening.foot, LINE, PLATE_TO_MOVE, style=STRONG, anchor="r")
