"""The poster of a game that is over: the last board, who won and how, the course, and ratings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from render.board import bare_board
from render.canvas import Canvas, write
from render.cards import BOLD, RIGHT, STRONG, blank, line, packed_card, plate, token
from render.faces import text_width
from render.strips import named
from render.theme import (
    AMBER,
    BAR_UNIT,
    CREAM,
    ESPRESSO,
    FALLEN,
    INK,
    INLAY,
    PLATE_TO_MOVE,
    RISEN,
)
from rules.contract.view import BoardView, Colour
from rules.geometry import Point

__all__ = ["Course", "Mistake", "Poster", "Row", "poster_picture"]

_BOARD: Final = (28, 28, 572, 644)
"""The left and top end, the width and the greatest height of the board."""
_LEFT: Final = 628
_TITLE: Final = 60
_LINE: Final = 34
_MOVE: Final = 42
_RATING: Final = 42
_LABEL: Final = 34
_TOKEN: Final = 34
_CURVE: Final = (184, 190)
"""The top end and the height of the plate with the curve."""
_PADDING: Final = 16
_DASH: Final = 12


@dataclass(frozen=True, slots=True)
class Row:
    """A side with a figure, such as a rating; `change` begins with + or −, or is empty."""

    colour: Colour
    name: str
    title: str
    """The side, which is written if no face has the name."""
    figure: str
    change: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """The result that the first of two teams could expect after each ply, from 0 to 1."""

    shares: tuple[float, ...]
    lower: str
    upper: str
    """The names of the first team and of its rival."""
    turning: int | None = None
    """The ply at which the game turned, from 0."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """The move that cost most, in words already read."""

    move: str
    """Such as `15. … d8-e7?`."""
    cost: str
    """Such as `cost 40 %`."""
    better: str
    """Such as `better`."""
    answer: str
    """The better move."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Poster:
    """A game that is over; every text is in the language of its reader."""

    view: BoardView
    winner: Colour | None
    """The colour of the token; None in a draw."""
    title: str
    """The winner, or both names."""
    how: str
    facts: str
    """The game, its length and its time."""
    course: Course | None = None
    mistake: Mistake | None = None
    counts: tuple[Row, ...] = ()
    """The count of each side at the end, if there is no course."""
    ratings: tuple[Row, ...] = ()


def poster_picture(poster: Poster) -> bytes:
    """Return the poster as a PNG file of 1100 by 700 pixels."""
    image = blank()
    _draw_board(image, poster.view)
    _draw_head(image, poster)
    top, height = _CURVE
    if poster.course:
        _draw_course(image, poster.course, top, height)
    elif poster.counts:
        _draw_rows(image, poster.counts, top, height)
    if poster.mistake:
        _draw_mistake(image, poster.mistake)
    if poster.ratings:
        _draw_rows(image, poster.ratings, 506, 166)
    return packed_card(image)


def _draw_board(image: Image.Image, view: BoardView) -> None:
    left, top, width, most = _BOARD
    board = bare_board(view, width)
    if board.height > most:
        board = bare_board(view, width * most // board.height)
    image.paste(board, (left + (width - board.width) // 2, top + (most - board.height) // 2))


def _draw_head(image: Image.Image, poster: Poster) -> None:
    start = _LEFT
    if poster.winner:
        token(image, poster.winner, _LEFT + _TOKEN, 66, _TOKEN)
        start += 90
    room = RIGHT - start
    title, style = named(poster.title, poster.title, _TITLE, room)
    write(image, (start, 50), title, _TITLE, PLATE_TO_MOVE, style=style)
    line(image, poster.how, (start, 100), _LINE, AMBER)
    line(image, poster.facts, (_LEFT, 150), _LINE, BAR_UNIT)


def _draw_course(image: Image.Image, course: Course, top: int, height: int) -> None:
    """Draw a curve between the first team's share below and the rival's above."""
    width, inner = RIGHT - _LEFT, Point(RIGHT - _LEFT - 2 * _PADDING, height - 2 * _PADDING)
    plate(image, (_LEFT, top, RIGHT, top + height))
    canvas = Canvas(width, height)
    low, left = height - _PADDING, float(_PADDING)
    steps = max(1, len(course.shares) - 1)
    curve = [
        Point(left + inner.x * number / steps, low - inner.y * share)
        for number, share in enumerate(course.shares)
    ]
    box = [Point(left, _PADDING), Point(left + inner.x, _PADDING)]
    canvas.polygon([*box, Point(left + inner.x, low), Point(left, low)], INK)
    canvas.polygon([*curve, Point(curve[-1].x, low), Point(left, low)], CREAM)
    canvas.line(curve, 3, INLAY)
    for dash in range(0, round(inner.x) - _DASH, 2 * _DASH):
        ends = Point(left + dash, height / 2), Point(left + dash + _DASH, height / 2)
        canvas.line(ends, 2, INLAY)
    if course.turning is not None:
        canvas.disc(curve[course.turning], 14, ESPRESSO)
        canvas.disc(curve[course.turning], 12, AMBER)
    drawn = canvas.finish()
    image.paste(drawn, (_LEFT, top), drawn)
    for name, y, ink in (
        (course.upper, top + _PADDING + 24, CREAM),
        (course.lower, top + height - _PADDING - 24, INK),
    ):
        shown, style = named(name, "", _LABEL, inner.x / 2)
        write(image, (_LEFT + _PADDING + 10, y), shown, _LABEL, ink, style=style)


def _draw_mistake(image: Image.Image, mistake: Mistake) -> None:
    write(image, (_LEFT, 414), mistake.move, _MOVE, AMBER, style=BOLD)
    after = _LEFT + text_width(mistake.move, _MOVE, BOLD) + 14
    line(image, mistake.cost, (after, 416), _LABEL, BAR_UNIT)
    write(image, (_LEFT, 462), mistake.better, _LABEL, BAR_UNIT)
    after = _LEFT + text_width(mistake.better, _LABEL) + 12
    write(image, (after, 462), mistake.answer, _LABEL + 3, RISEN, style=STRONG)


def _draw_rows(image: Image.Image, rows: Sequence[Row], top: int, height: int) -> None:
    """Draw a plate with a line for each side."""
    plate(image, (_LEFT, top, RIGHT, top + height))
    changes = any(row.change for row in rows)
    figures = RIGHT - (118 if changes else 24)
    for number, row in enumerate(rows):
        y = top + height * (number + 0.5) / len(rows)
        token(image, row.colour, _LEFT + 34, round(y), 18)
        room = figures - text_width(row.figure, _RATING, BOLD) - 20 - (_LEFT + 66)
        name, style = named(row.name, row.title, _LABEL + 3, room)
        write(image, (_LEFT + 66, y), name, _LABEL + 3, PLATE_TO_MOVE, style=style)
        write(image, (figures, y), row.figure, _RATING, PLATE_TO_MOVE, style=BOLD, anchor="r")
        ink = RISEN if row.change.startswith("+") else FALLEN
        write(image, (RIGHT - 20, y), row.change, _LABEL + 3, ink, style=STRONG, anchor="r")
