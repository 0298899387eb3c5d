"""The score bar below the board: whose pieces are which, how many are left, and who is to move."""

from functools import lru_cache
from math import ceil
from typing import Final, TypeAlias

from PIL import Image

from render.canvas import Canvas, text_width
from render.cells.goals import draw_arrow
from render.cells.sprites import palettised
from render.pieces import draw_token
from render.png import Strip, compress
from render.theme import BACKGROUND, LABEL, PLATE
from rules.geometry import Point
from rules.view import Side, SideStatus

__all__ = ["score_bar"]

_ROW: Final = 60
_SEAT: Final = 52
_SIZE: Final = 28
_TOKEN: Final = 17
_GAP: Final = 11
_PAD: Final = 16
_APART: Final = 22
_RESULT_SIZE: Final = 27
_RESULT_PAD: Final = 12
_LINE: Final = 34
_ARROW: Final = 12
_ARROWS_APART: Final = 26

Ways: TypeAlias = tuple[Side, tuple[Point, ...]]
"""A side and the directions that are forward to it, one unit long."""


@lru_cache(maxsize=512)
def score_bar(
    width: int, scale: float, players: tuple[SideStatus, ...], ways: tuple[Ways, ...], result: str
) -> Strip:
    """Return the rows below the board; a `result` is written below the players.

    `ways` are those that are forward to a side, as the viewer sees them, where that matters.
    """
    across = width / scale
    lines = tuple(_wrapped(result, across - 4 * _APART))
    seats = [(player, dict(ways).get(player.side, ())) for player in players]
    lengths = [_length(player, arrows) for player, arrows in seats]
    total = sum(lengths) + _APART * (len(lengths) - 1)
    # More players than fit are drawn smaller rather than cut off.
    shrink = min(scale, (width - 2 * _APART * scale) / total) if total > 0 else scale
    below = _result(lines, scale) if lines else None
    image = Image.new("P", (width + 1, round(_ROW * scale) + (below.height if below else 0)))
    x = (across * scale - total * shrink) / 2
    for (player, arrows), length in zip(seats, lengths, strict=True):
        seat = _seat(player, arrows, shrink)
        image.paste(seat, (round(x) + 1, round((_ROW * scale - seat.height) / 2)))
        x += (length + _APART) * shrink
    if below:
        image.paste(below, ((width - below.width) // 2 + 1, round(_ROW * scale)))
    return compress(image)


@lru_cache(maxsize=512)
def _seat(player: SideStatus, arrows: tuple[Point, ...], scale: float) -> Image.Image:
    """Return one player's place on the score bar, framed when it is to move."""
    length = _length(player, arrows)
    canvas, middle = _paper(length, _ROW, scale)
    if player.to_move:
        canvas.pill(middle, length, _SEAT, LABEL, 12)
        canvas.pill(middle, length - 6, _SEAT - 6, PLATE, 9)
    token = Point(_PAD + _TOKEN, middle.y)
    canvas.disc(token, _TOKEN + 3, LABEL)
    draw_token(canvas, player.colour, token, _TOKEN)
    words = Point(token.x + _TOKEN + _GAP, middle.y)
    canvas.text(words, _words(player), _SIZE, LABEL, anchor="l")
    x = words.x + text_width(_words(player), _SIZE) + _GAP + _ARROW
    for number, way in enumerate(arrows):
        draw_arrow(canvas, Point(x + number * _ARROWS_APART, middle.y), way, _ARROW)
    return palettised(canvas.finish())


def _paper(length: float, height: float, scale: float) -> tuple[Canvas, Point]:
    """Return a canvas in the background's colour, and its middle."""
    canvas = Canvas(ceil(length * scale), ceil(height * scale), scale=scale)
    middle = Point(length / 2, height / 2)
    canvas.pill(middle, length + 4, height + 4, BACKGROUND, 0)
    return canvas, middle


def _words(player: SideStatus) -> str:
    return f"{player.title} {player.note}".strip()


def _length(player: SideStatus, arrows: tuple[Point, ...]) -> float:
    drawn = _GAP + 2 * _ARROW + (len(arrows) - 1) * _ARROWS_APART if arrows else 0
    return 2 * _PAD + 2 * _TOKEN + _GAP + text_width(_words(player), _SIZE) + drawn


def _wrapped(text: str, longest: float) -> list[str]:
    """Break the text into lines of at most `longest`; a single word may be longer."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", _RESULT_SIZE) <= longest:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


@lru_cache(maxsize=64)
def _result(lines: tuple[str, ...], scale: float) -> Image.Image:
    width = max(text_width(line, _RESULT_SIZE) for line in lines) + 2 * _APART
    height = _LINE * len(lines) + _RESULT_PAD
    canvas, middle = _paper(width, height + _RESULT_PAD, scale)
    canvas.pill(Point(middle.x, height / 2), width, height, LABEL, 12)
    for number, line in enumerate(lines):
        y = _RESULT_PAD / 2 + _LINE * (number + 0.5)
        canvas.text(Point(middle.x, y), line, _RESULT_SIZE, BACKGROUND, bold=0.01)
    return palettised(canvas.finish())
