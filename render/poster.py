"""The poster of a game that is over: the last board, who won and how, the course, and ratings."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from PIL import Image

from render.board import fitted_board
from render.canvas import Canvas, write
from render.cards import BOLD, LINE, RIGHT, STRONG, Card
from render.faces import NARROWEST, PLAIN, text_width
from render.names import named
from render.theme import (
    AMBER,
    BAR_UNIT,
    CREAM,
    ESPRESSO,
    FALLEN,
    INK,
    INLAY,
    PLATE_TO_MOVE,
    RGB,
    RISEN,
)
from rules.contract.view import BoardView, Colour
from rules.geometry import Point

__all__ = ["Course", "Mistake", "Name", "Poster", "Row", "poster_picture"]

_BOARD: Final = (28, 28, 572, 644)
"""The left and top end, the width and the greatest height of the board."""
_LEFT: Final = 628
_TITLE: Final = 60
_MOVE: Final = 42
_RATING: Final = 42
_TOKEN: Final = 34
_END_OF_COURSE: Final = 374
"""The bottom of the plate with the curve."""
_PADDING: Final = 16
_DASH: Final = 12


class Name(NamedTuple):
    """The name of who plays a side, or of several people."""

    name: str
    side: str
    """The side, which is written if no face has the name."""


@dataclass(frozen=True, slots=True)
class Row:
    """A side with a figure, such as a rating; `change` begins with + or −, or is empty."""

    colour: Colour
    who: Name
    figure: str
    change: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """The result that the first of two teams could expect after each ply, from 0 to 1."""

    shares: tuple[float, ...]
    lower: Name
    upper: Name
    """The first team and its rival."""
    turning: int | None = None
    """The place in `shares` at which the game turned."""


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
    title: Name
    """The winner, or everybody."""
    how: str
    facts: tuple[str, ...]
    """The game, its length and its time; the last are left out if there is no room."""
    course: Course | None = None
    mistake: Mistake | None = None
    counts: tuple[Row, ...] = ()
    """The count of each side at the end: in place of the course or of the ratings."""
    ratings: tuple[Row, ...] = ()


def poster_picture(poster: Poster) -> bytes:
    """Return the poster as a PNG file of 1100 by 700 pixels."""
    card = Card()
    _draw_board(card, poster.view)
    top = _draw_head(card, poster)
    if poster.course:
        _draw_course(card, poster.course, top, _END_OF_COURSE - top)
    elif poster.counts:
        _draw_rows(card, poster.counts, top, _END_OF_COURSE - top)
    if poster.mistake:
        _draw_mistake(card, poster.mistake)
    if rows := poster.ratings or (poster.counts if poster.course else ()):
        _draw_rows(card, rows, 506, 166)
    return card.packed()


def _draw_board(card: Card, view: BoardView) -> None:
    left, top, width, most = _BOARD
    board = fitted_board(view, width, most)
    card.image.paste(board, (left + (width - board.width) // 2, top + (most - board.height) // 2))


def _draw_head(card: Card, poster: Poster) -> int:
    """Write who won, how, and the facts; return where there is room for more."""
    start = _LEFT
    if poster.winner:
        card.token(poster.winner, _LEFT + _TOKEN, 66, _TOKEN)
        start += 90
    room = RIGHT - start
    told = _in_two(poster.how, LINE, room)
    card.name(poster.title, (start, 54 - 4 * len(told)), _TITLE, RIGHT)
    y = 108 - 8 * len(told)
    for words in told:
        card.line(words, (start, y), LINE, AMBER)
        y += 37
    facts = [" · ".join(poster.facts[:count]) for count in range(len(poster.facts), 0, -1)]
    narrow = PLAIN._replace(width=NARROWEST)
    fit = (each for each in facts if text_width(each, LINE, narrow) <= RIGHT - _LEFT)
    card.line(next(fit, facts[-1]), (_LEFT, y + 11), LINE, BAR_UNIT)
    return y + 45


def _in_two(text: str, size: float, room: float) -> Sequence[str]:
    """Return a text as one line, or as two of about the same length if it is too long for that."""
    words = text.split()
    if text_width(text, size, PLAIN._replace(width=74)) <= room or len(words) < 2:
        return (text,)
    pairs = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(pairs, key=lambda pair: max(text_width(part, size) for part in pair))


def _draw_course(card: Card, course: Course, top: int, height: int) -> None:
    """Draw a curve between the first team's share below and the rival's above."""
    width, inner = RIGHT - _LEFT, Point(RIGHT - _LEFT - 2 * _PADDING, height - 2 * _PADDING)
    card.plate((_LEFT, top, RIGHT, top + height))
    low, left = height - _PADDING, _PADDING
    box = (_LEFT + left, top + _PADDING, RIGHT - left, top + low)
    steps = max(1, len(course.shares) - 1)
    curve = [
        Point(left + inner.x * number / steps, low - inner.y * share)
        for number, share in enumerate(course.shares)
    ]
    below = Canvas(width, height, flat=True)
    below.polygon([*curve, Point(curve[-1].x, low), Point(left, low)], CREAM)
    rivals, firsts = (
        Image.new("RGB", (width, height), INK),
        Image.new("RGB", (width, height), CREAM),
    )
    for ground, ink in ((rivals, CREAM), (firsts, INK)):
        _write_names(ground, course, ink)
    rivals.paste(firsts, (0, 0), below.finish())
    card.image.paste(rivals.crop((left, _PADDING, width - left, low)), box)
    canvas = Canvas(width, height)
    canvas.line(curve, 3, INLAY)
    for dash in range(0, round(inner.x) - _DASH, 2 * _DASH):
        ends = Point(left + dash, height / 2), Point(left + dash + _DASH, height / 2)
        canvas.line(ends, 2, INLAY)
    if course.turning is not None:
        canvas.disc(curve[course.turning], 14, ESPRESSO)
        canvas.disc(curve[course.turning], 12, AMBER)
    canvas.lay(card.image, _LEFT, top)


def _write_names(ground: Image.Image, course: Course, ink: RGB) -> None:
    """Write the first team's name at the foot and the rival's at the head, where each had more."""
    shares = course.shares
    rises = sum(shares[len(shares) // 2 :]) > sum(shares[: (len(shares) + 1) // 2])
    for who, y, at_end in (
        (course.upper, _PADDING + 24, not rises),
        (course.lower, ground.height - _PADDING - 24, rises),
    ):
        shown, style = named(*who, LINE, ground.width / 2 - 2 * _PADDING)
        x = ground.width - 2 * _PADDING if at_end else 2 * _PADDING
        write(ground, (x, y), shown, LINE, ink, style=style, anchor="r" if at_end else "l")


def _draw_mistake(card: Card, mistake: Mistake) -> None:
    right = RIGHT - 14 - text_width(mistake.cost, LINE)
    after = card.line(mistake.move, (_LEFT, 414), _MOVE, AMBER, right=right, weight=BOLD.weight)
    card.line(mistake.cost, (after + 14, 416), LINE, BAR_UNIT)
    after = card.line(mistake.better, (_LEFT, 462), LINE, BAR_UNIT)
    card.line(mistake.answer, (after + 12, 462), LINE + 3, RISEN, weight=STRONG.weight)


def _draw_rows(card: Card, rows: Sequence[Row], top: int, height: int) -> None:
    """Draw a plate with a line for each side."""
    card.plate((_LEFT, top, RIGHT, top + height))
    changes = any(row.change for row in rows)
    figures = RIGHT - (118 if changes else 24)
    for number, row in enumerate(rows):
        y = top + height * (number + 0.5) / len(rows)
        card.token(row.colour, _LEFT + 34, round(y), 18)
        right = figures - text_width(row.figure, _RATING, BOLD) - 20
        card.name(row.who, (_LEFT + 66, y), LINE + 3, right)
        card.write((figures, y), row.figure, _RATING, PLATE_TO_MOVE, style=BOLD, anchor="r")
        ink = RISEN if row.change.startswith("+") else FALLEN
        card.write((RIGHT - 20, y), row.change, LINE + 3, ink, style=STRONG, anchor="r")
