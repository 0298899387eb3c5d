"""A person's card: their games, ratings and last results."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.canvas import Canvas, write
from render.cards import BOLD, LEFT, RIGHT, STRONG, blank, line, packed_card, plate, result
from render.faces import style_of, text_width
from render.names import cleaned, graphemes
from render.strips import named
from render.theme import AMBER, BAR_UNIT, CHOICE, CREAM, PLATE_TO_MOVE
from rules.geometry import Point

__all__ = ["GamePlayed", "Profile", "profile_picture"]

_CIRCLE: Final = 58
_NAME: Final = 60
_LINE: Final = 34
_GAME: Final = 38
_RATING: Final = 54
_ROWS: Final = (172, 98, 10)
"""The top end of the first game's plate, the height of each, and the gap between them."""
_MOST: Final = 4
_CURVE: Final = (520, 210, 56)
"""The left end of a rating's curve, its width and its height."""
_LAST: Final = (608, 674)
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

    name: str
    fallback: str
    """Written if no face has the name."""
    facts: str
    """Such as `214 games since March 2026 · 99 % on time`."""
    games: tuple[GamePlayed, ...]
    last: str = ""
    """Such as `Last ten`."""
    results: tuple[str, ...] = ()
    """`1`, `½` or `0`, oldest first."""
    best: str = ""


def profile_picture(profile: Profile) -> bytes:
    """Return the profile as a PNG file of 1100 by 700 pixels. Games beyond four are not drawn."""
    image = blank()
    _draw_head(image, profile)
    top, height, gap = _ROWS
    for number, game in enumerate(profile.games[:_MOST]):
        _draw_game(image, game, top + number * (height + gap), height)
    if profile.results:
        _draw_results(image, profile)
    return packed_card(image)


def _draw_head(image: Image.Image, profile: Profile) -> None:
    side = 2 * _CIRCLE
    canvas, middle = Canvas(side, side), Point(_CIRCLE, _CIRCLE)
    canvas.disc(middle, _CIRCLE, CREAM)
    canvas.disc(middle, _CIRCLE - 4, CHOICE)
    drawn = canvas.finish()
    image.paste(drawn, (LEFT, 26), drawn)
    name = cleaned(profile.name)
    letter = next((sign for sign in graphemes(name) if sign.isalnum()), "").upper()
    style = style_of(letter, 700) if letter else None
    if style:
        place = LEFT + _CIRCLE, 26 + _CIRCLE
        write(image, place, letter, _NAME, CREAM, style=style, anchor="m")
    start = LEFT + side + 20
    shown, style = named(name, profile.fallback, _NAME, RIGHT - start)
    write(image, (start, 62), shown, _NAME, PLATE_TO_MOVE, style=style)
    line(image, profile.facts, (start, 122), _LINE, BAR_UNIT)


def _draw_game(image: Image.Image, game: GamePlayed, top: int, height: int) -> None:
    plate(image, (LEFT, top, RIGHT, top + height))
    left, width, _ = _CURVE
    start = LEFT + 24
    title, style = named(game.title, game.title, _GAME, left - 20 - start)
    write(image, (start, top + 32), title, _GAME, PLATE_TO_MOVE, style=style)
    line(image, game.record, (start, top + 74), _LINE, BAR_UNIT, right=left - 12)
    if len(game.ratings) > 1:
        _draw_ratings(image, game.ratings, top + height // 2)
    else:
        line(image, game.note, (left, top + height / 2), _LINE, BAR_UNIT, right=left + width + 80)
    end = RIGHT - 24, top + height / 2
    write(image, end, game.rating, _RATING, PLATE_TO_MOVE, style=BOLD, anchor="r")


def _draw_ratings(image: Image.Image, ratings: Sequence[float], middle: int) -> None:
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
    drawn = canvas.finish()
    image.paste(drawn, (left - margin, middle - height // 2 - margin), drawn)


def _draw_results(image: Image.Image, profile: Profile) -> None:
    top, bottom = _LAST
    middle = (top + bottom) // 2
    plate(image, (LEFT, top, RIGHT, bottom))
    write(image, (LEFT + 24, middle), profile.last, _LINE, BAR_UNIT)
    left = LEFT + 24 + round(text_width(profile.last, _LINE)) + 56
    for number, text in enumerate(profile.results):
        result(image, text, left + number * (_RESULT + 8), middle, _RESULT)
    end = left + len(profile.results) * (_RESULT + 8)
    best, style = (
        named(profile.best, profile.best, _LINE, RIGHT - 24 - end) if profile.best else ("", STRONG)
    )
    write(image, (RIGHT - 24, middle), best, _LINE, PLATE_TO_MOVE, style=style, anchor="r")
