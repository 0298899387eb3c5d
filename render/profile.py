"""A person's card: their games, ratings and last results."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from render.canvas import Canvas
from render.cards import LEFT, LINE, RIGHT, Card
from render.faces import BOLD, STRONG, style_of, text_width
from render.names import Name, cleaned, graphemes, worded
from render.theme import AMBER, BAR_UNIT, CHOICE, CREAM, PLATE_TO_MOVE
from rules.geometry import Point

__all__ = ["GamePlayed", "Profile", "profile_picture"]

_CIRCLE: Final = 58
_NAME: Final = 60
_GAME: Final = 38
_RATING: Final = 54
_ROWS: Final = (172, 98, 10)
"""The top end of the first game's plate, the plates' height, and the gap between them."""
_MOST: Final = 4
_CURVE: Final = (520, 210, 56)
"""The left end of a rating's curve, its width and its height."""
_LAST: Final = 66
_RESULT: Final = 46


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """One game on a profile; every text is in the language of its reader."""

    title: str
    record: str
    """Such as `31 won · 8 drawn · 22 lost`."""
    rating: str
    """In whole points, or `?`."""
    ratings: tuple[float, ...] = ()
    """The last ratings, oldest first."""
    note: str = ""
    """Written where there are no two ratings for a curve."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A person and their four games with most plays."""

    who: Name
    facts: str
    """Such as `214 games since March 2026 · 99 % on time`."""
    games: tuple[GamePlayed, ...]
    last: str = ""
    """Such as `Last ten`."""
    results: tuple[str, ...] = ()
    """`1`, `½` or `0`, oldest first."""
    best: str = ""


def profile_picture(profile: Profile) -> bytes:
    """Return the profile as a PNG file 1100 pixels wide. Games beyond four are not drawn."""
    top, height, gap = _ROWS
    games = profile.games[:_MOST]
    bottom = top + len(games) * (height + gap)
    card = Card(bottom + (_LAST + 26 if profile.results else 18))
    _draw_head(card, profile)
    for number, game in enumerate(games):
        _draw_game(card, game, top + number * (height + gap), height)
    if profile.results:
        _draw_results(card, profile, bottom + 4)
    return card.packed()


def _draw_head(card: Card, profile: Profile) -> None:
    middle = LEFT + _CIRCLE, 26 + _CIRCLE
    card.disc(*middle, _CIRCLE, CREAM)
    card.disc(*middle, _CIRCLE - 4, CHOICE)
    signs = graphemes(cleaned(profile.who.name))
    letter = next((sign for sign in signs if sign.isalnum()), "").upper()
    style = style_of(letter, BOLD) if letter else None
    if style:
        card.write(middle, letter, _NAME, CREAM, style=style, anchor="m")
    start = LEFT + 2 * _CIRCLE + 20
    card.name(profile.who, (start, 62), _NAME, RIGHT)
    card.line(profile.facts, (start, 122), LINE, BAR_UNIT)


def _draw_game(card: Card, game: GamePlayed, top: int, height: int) -> None:
    card.plate((LEFT, top, RIGHT, top + height))
    left, width, _ = _CURVE
    start = LEFT + 24
    card.name(Name(game.title), (start, top + 32), _GAME, left - 20)
    card.line(game.record, (start, top + 74), LINE, BAR_UNIT, right=left - 12)
    if len(game.ratings) > 1:
        _draw_ratings(card, game.ratings, top + height // 2)
    else:
        card.line(game.note, (left, top + height / 2), LINE, BAR_UNIT, right=left + width + 80)
    end = RIGHT - 24, top + height / 2
    card.write(end, game.rating, _RATING, PLATE_TO_MOVE, style=BOLD, anchor="r")


def _draw_ratings(card: Card, ratings: Sequence[float], middle: int) -> None:
    left, width, height = _CURVE
    low, high = min(ratings), max(ratings)
    margin = 16
    canvas = Canvas(width + 2 * margin, height + 2 * margin)
    points = [
        Point(
            margin + width * number / (len(ratings) - 1),
            margin + height * (0.5 if high == low else (high - rating) / (high - low)),
        )
        for number, rating in enumerate(ratings)
    ]
    canvas.line(points, 5, AMBER)
    canvas.disc(points[-1], 9, AMBER)
    canvas.lay(card.image, left - margin, middle - height // 2 - margin)


def _draw_results(card: Card, profile: Profile, top: int) -> None:
    bottom = top + _LAST
    middle = (top + bottom) // 2
    card.plate((LEFT, top, RIGHT, bottom))
    card.write((LEFT + 24, middle), profile.last, LINE, BAR_UNIT)
    left = LEFT + 24 + round(text_width(profile.last, LINE)) + 56
    for number, text in enumerate(profile.results):
        card.result(text, (left + number * (_RESULT + 8), middle), (_RESULT, _RESULT))
    end = left + len(profile.results) * (_RESULT + 8)
    best, style = worded(profile.best, LINE, RIGHT - 24 - end, STRONG)
    card.write((RIGHT - 24, middle), best, LINE, PLATE_TO_MOVE, style=style, anchor="r")
