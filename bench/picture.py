"""One board picture, beside the usual ways to get one.

The positions are those of random games of Czech draughts, each drawn once and in order, as a
channel sees them: what earlier positions left in the caches counts, a second look does not.
The three ways take turns, so that other load on the machine affects all of them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from itertools import chain
from random import Random
from statistics import mean, median
from time import perf_counter
from typing import Final

import cairosvg
import chess
import chess.svg
from PIL import Image, ImageDraw, ImageFont, ImageOps

from bench.table import Row
from render import picture
from rules.contract.view import BoardView, MarkKind
from rules.registry import find

__all__ = ["chess_boards", "draw_with_cairo", "measure"]

_WIDTH: Final = 800
_FINE: Final = 4
_CELL: Final = 90
_LEFT: Final = 52
_TOP: Final = 22
_HEIGHT: Final = 867
_WHITE, _BLACK, _INK, _GOLD = "#F9F4E6", "#303239", "#17181C", "#F2B91D"
_CROWN: Final = ((-20, -12), (-10, 4), (0, -18), (10, 4), (20, -12), (16, 14), (-16, 14))


@dataclass(slots=True)
class _Tally:
    """What one way has needed so far."""

    draw: Callable[[], bytes]
    times: list[float] = field(default_factory=list[float])
    sizes: list[int] = field(default_factory=list[int])

    def run(self) -> None:
        begin = perf_counter()
        png = self.draw()
        self.times.append(perf_counter() - begin)
        self.sizes.append(len(png))

    @property
    def milliseconds(self) -> float:
        return 1000 * median(self.times)

    def __str__(self) -> str:
        return f"{self.milliseconds:.2f} ms, {mean(self.sizes) / 1000:.1f} KB"


def measure(seconds: float) -> list[Row]:
    """Draw for about so many seconds and return a row for each yardstick; times are medians."""
    random = Random(2)
    for view in _game(random):  # What a running bot has long done: pieces and labels are drawn.
        picture(view)
    views = chain.from_iterable(_game(random) for _ in iter(int, 1))
    boards = chain.from_iterable(chess_boards(random) for _ in iter(int, 1))
    shown = next(views)
    tallies = (
        _Tally(lambda: picture(shown)),
        _Tally(lambda: _naive(shown)),
        _Tally(lambda: draw_with_cairo(next(boards))),
    )
    end = perf_counter() + seconds
    while perf_counter() < end or not tallies[0].times:
        for tally in random.sample(tallies, len(tallies)):
            tally.run()
        shown = next(views)
    ours, naive, cairo = tallies
    note = f"{len(ours.times)} positions, {_WIDTH} px wide"
    return [
        Row(
            "board picture",
            str(ours),
            f"Pillow at 4x, LANCZOS, save(): {naive}",
            naive.milliseconds / ours.milliseconds,
            note,
        ),
        Row(
            "board picture",
            str(ours),
            f"CairoSVG, a chess board: {cairo}",
            cairo.milliseconds / ours.milliseconds,
            note,
        ),
    ]


def _game(random: Random) -> Iterator[BoardView]:
    game = find("czech")
    state, last = game.start(), None
    while game.turn(state) is not None:
        yield game.view(state, last)
        last = random.choice(game.legal(state))
        state = game.apply(state, last)
    yield game.view(state, last)


def chess_boards(random: Random) -> Iterator[chess.Board]:
    """Yield the positions of one random game of chess."""
    board = chess.Board()
    while not board.is_game_over():
        yield board
        board.push(random.choice(list(board.legal_moves)))


def draw_with_cairo(board: chess.Board) -> bytes:
    """Return a chess position as a PNG of the same width, by CairoSVG."""
    svg = chess.svg.board(board, size=_WIDTH, lastmove=board.peek() if board.move_stack else None)
    file = BytesIO()
    cairosvg.svg2png(bytestring=svg.encode(), write_to=file)  # pyright: ignore[reportUnknownMemberType]
    return file.getvalue()


def _naive(view: BoardView) -> bytes:
    """Draw the same scene as tutorials do: four times as large, made smaller, saved."""
    image = Image.new("RGB", (_WIDTH * _FINE, _HEIGHT * _FINE), "#26323B")
    draw = ImageDraw.Draw(image)
    _box(draw, _LEFT - 8, _TOP - 8, (736, 743), "#5B3F2B")
    lit = {mark.cell for mark in view.marks if mark.kind is not MarkKind.CAPTURED}
    for cell in view.geometry.cells:
        centre = view.geometry.centre(cell)
        x, y = _at(centre.x, centre.y)
        tile = ("#EBD9B8", "#A17250")[view.geometry.shade(cell)]
        _box(draw, x - 45, y - 45, (_CELL, _CELL), "#DDBA6B" if cell in lit else tile)
    for stack in view.stacks:
        centre, piece = view.geometry.centre(stack.cell), stack.pieces[-1]
        white = piece.side == view.players[0].side
        _piece(draw, *_at(centre.x, centre.y), white=white, king=piece.crowned)
    for label in view.geometry.coordinates():
        x, y = min((_at(place.x, place.y) for place in label.places), key=lambda at: at[0] - at[1])
        _text(draw, max(x, 24), min(y, 776), label.text, "mm")
    for number, player in enumerate(view.players):
        _text(draw, 260 + 200 * number, 830, f"{player.title} {player.note}", "lm")
        _disc(draw, 235 + 200 * number, 830, 17, (_WHITE, _BLACK)[number])
    file = BytesIO()
    ImageOps.scale(image, 1 / _FINE, Image.Resampling.LANCZOS).save(file, "PNG")
    return file.getvalue()


def _at(x: float, y: float) -> tuple[float, float]:
    return _LEFT + 45 + x * _CELL, _TOP + 45 + (7 - y) * _CELL


def _piece(draw: ImageDraw.ImageDraw, x: float, y: float, *, white: bool, king: bool) -> None:
    height = 15 if king else 8
    face, side, groove = (_WHITE, "#C9BC98", "#CFC4A6") if white else (_BLACK, "#121317", "#555963")
    _disc(draw, x + 3, y + height / 2 + 3, 34, "#734C33")
    _disc(draw, x, y + height / 2, 34, _INK)
    _disc(draw, x, y + height / 2, 31, side)
    _disc(draw, x, y - height / 2, 34, _INK)
    _disc(draw, x, y - height / 2, 31, face)
    _disc(draw, x, y - height / 2, 25, groove)
    _disc(draw, x, y - height / 2, 22, face)
    if king:
        crown = [((x + dx) * _FINE, (y - height / 2 + dy) * _FINE) for dx, dy in _CROWN]
        draw.polygon(crown, _GOLD, _INK, 3 * _FINE)
    else:
        _disc(draw, x, y - height / 2, 12, groove)


def _disc(draw: ImageDraw.ImageDraw, x: float, y: float, reach: float, fill: str) -> None:
    box = ((x - reach) * _FINE, (y - reach) * _FINE, (x + reach) * _FINE, (y + reach) * _FINE)
    draw.ellipse(box, fill)


def _box(draw: ImageDraw.ImageDraw, x: float, y: float, size: tuple[int, int], fill: str) -> None:
    box = (x * _FINE, y * _FINE, (x + size[0]) * _FINE - 1, (y + size[1]) * _FINE - 1)
    draw.rectangle(box, fill)


def _text(draw: ImageDraw.ImageDraw, x: float, y: float, text: str, anchor: str) -> None:
    draw.text((x * _FINE, y * _FINE), text, "#F3EFE6", _font(), anchor=anchor)


@lru_cache(maxsize=1)
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(29 * _FINE)
