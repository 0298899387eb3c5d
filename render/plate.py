"""The plate below the board: whose pieces are which, how many are left, and who is to move."""

from functools import lru_cache
from typing import Final

from render.canvas import Canvas, text_width
from render.pieces import draw_token
from render.png import Strip, compress
from render.sprites import palettised, with_filter_column
from render.theme import BACKGROUND, LABEL, PLATE
from rules.geometry import Point
from rules.view import Player

__all__ = ["plate"]

_ROW: Final = 60
_SIZE: Final = 28
_TOKEN: Final = 17
_GAP: Final = 11
_PAD: Final = 16
_APART: Final = 22
_RESULT_SIZE: Final = 27
_RESULT_PAD: Final = 12
_LINE: Final = 34


@lru_cache(maxsize=512)
def plate(width: int, scale: float, players: tuple[Player, ...], result: str) -> Strip:
    """Return the rows below the board; a `result` is written below the players."""
    across = width / scale
    lines = _wrapped(result, across - 4 * _APART)
    tall = _ROW + (_LINE * len(lines) + 2 * _RESULT_PAD if lines else 0)
    canvas = Canvas(width, round(tall * scale), scale=scale)
    canvas.pill(Point(across / 2, tall / 2), across + 4, tall + 4, BACKGROUND, 0)
    _players(canvas, players, across)
    _result(canvas, lines, across)
    return compress(with_filter_column(palettised(canvas.finish())))


def _players(canvas: Canvas, players: tuple[Player, ...], across: float) -> None:
    lengths = [_length(player) for player in players]
    total = sum(lengths) + _APART * (len(lengths) - 1)
    # More players than fit are drawn smaller rather than cut off.
    shrink = min(1.0, (across - 2 * _APART) / total) if total else 1.0
    x = (across - total * shrink) / 2
    for player, length in zip(players, lengths, strict=True):
        _player(canvas, player, x, length, shrink)
        x += (length + _APART) * shrink


def _player(canvas: Canvas, player: Player, left: float, length: float, shrink: float) -> None:
    y = _ROW / 2 - 2
    if player.to_move:
        middle, tall = Point(left + length * shrink / 2, y), (_ROW - 8) * shrink
        canvas.pill(middle, length * shrink, tall, LABEL, 12 * shrink)
        canvas.pill(middle, length * shrink - 6, tall - 6, PLATE, 9 * shrink)
    x = left + (_PAD + _TOKEN) * shrink
    canvas.disc(Point(x, y), (_TOKEN + 3) * shrink, LABEL)
    draw_token(canvas, player.colour, Point(x, y), _TOKEN * shrink)
    x += (_TOKEN + _GAP) * shrink
    canvas.text(Point(x, y), _words(player), _SIZE * shrink, LABEL, anchor="l")


def _words(player: Player) -> str:
    return f"{player.title} {player.note}".strip()


def _length(player: Player) -> float:
    return 2 * _PAD + 2 * _TOKEN + _GAP + text_width(_words(player), _SIZE)


def _wrapped(text: str, longest: float) -> list[str]:
    """Break the text into lines of at most `longest`; a single word may be longer."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", _RESULT_SIZE) <= longest:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _result(canvas: Canvas, lines: list[str], across: float) -> None:
    if not lines:
        return
    width = max(text_width(line, _RESULT_SIZE) for line in lines) + 2 * _APART
    height = _LINE * len(lines) + _RESULT_PAD
    canvas.pill(Point(across / 2, _ROW + height / 2), width, height, LABEL, 12)
    for number, line in enumerate(lines):
        y = _ROW + _RESULT_PAD / 2 + _LINE * (number + 0.5)
        canvas.text(Point(across / 2, y), line, _RESULT_SIZE, BACKGROUND, bold=0.01)
