"""The poster of a game that is over: the last board, who won and how, the course, and ratings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from PIL import Image

from render.board import fitted_board
from render.canvas import Canvas, write
from render.cards import LINE, RIGHT, Card
from render.faces import BOLD, NARROWEST, PLAIN, STRONG, text_width
from render.names import Name, largest, named
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

__all__ = ["Course", "Mistake", "Poster", "Row", "poster_picture"]

_BOARD: Final = (28, 28, 572, 644)
"""The left and top end, the width and the greatest height of the board."""
_LEFT: Final = 628
"""The left end of all else."""
_GAP: Final = 16
_TITLES: Final = (60, 52, 44)
"""The sizes of the title, the largest that has room."""
_FIGURE: Final = 42
_TOKEN: Final = 34
_LEADING: Final = 38
_MOST_LINES: Final = 3
_TIGHT: Final = PLAIN._replace(width=74)
"""The style in which words have to fit before they get another line."""
_COURSE: Final = (190, 290)
_ROW: Final = (50, 96)
"""The least and the greatest height of the curve's plate, and of a side with its figure."""
_MISTAKE: Final = 94
_PADDING: Final = 16
_DASH: Final = 12


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


class _Part(NamedTuple):
    """A part of the column beside the board, and how high it is."""

    draw: Callable[[int, int], None]
    """Draw it below a pixel, as high as it has become."""
    height: int
    most: int
    """The height up to which it grows where there is room."""


def poster_picture(poster: Poster) -> bytes:
    """Return the poster as a PNG file of 1100 by 700 pixels."""
    card = Card()
    _draw_board(card, poster.view)
    parts = [_head(card, poster)]
    if poster.course:
        parts.append(_Part(partial(_draw_course, card, poster.course), *_COURSE))
    elif poster.counts:
        parts.append(_rows(card, poster.counts))
    if poster.mistake:
        parts.append(_Part(partial(_draw_mistake, card, poster.mistake), _MISTAKE, _MISTAKE))
    if rows := poster.ratings or (poster.counts if poster.course else ()):
        parts.append(_rows(card, rows))
    _stack(parts)
    return card.packed()


def _stack(parts: Sequence[_Part]) -> None:
    """Draw the parts one below the other, level with the middle of the board."""
    _, top, _, room = _BOARD
    room -= _GAP * (len(parts) - 1)
    spare = max(0, room - sum(part.height for part in parts))
    growing = sum(part.most > part.height for part in parts)
    heights = [min(part.most, part.height + spare // max(1, growing)) for part in parts]
    top += (room - sum(heights)) // 2
    for part, height in zip(parts, heights, strict=True):
        part.draw(top, height)
        top += height + _GAP


def _draw_board(card: Card, view: BoardView) -> None:
    left, top, width, most = _BOARD
    board = fitted_board(view, width, most)
    card.image.paste(board, (left + (width - board.width) // 2, top + (most - board.height) // 2))


def _head(card: Card, poster: Poster) -> _Part:
    """Return who won, how, and the facts; words too long for the token's side go below it."""
    start = _LEFT + (90 if poster.winner else 0)
    beside = _wrapped(poster.how, RIGHT - start)
    told = beside if len(beside) == 1 else _wrapped(poster.how, RIGHT - _LEFT)
    title, first = (22, 72) if told == beside else (38, 104)
    facts = first + _LEADING * len(told) + 10

    def draw(top: int, _height: int) -> None:
        if poster.winner:
            card.token(poster.winner, _LEFT + _TOKEN, top + 38, _TOKEN)
        size = largest(poster.title, _TITLES, RIGHT - start)
        card.name(poster.title, (start, top + title), size, RIGHT)
        for number, words in enumerate(told):
            place = (start if told == beside else _LEFT), top + first + number * _LEADING
            card.line(words, place, LINE, AMBER)
        card.line(_short(poster.facts), (_LEFT, top + facts), LINE, BAR_UNIT)

    return _Part(draw, facts + 26, facts + 26)


def _short(facts: Sequence[str]) -> str:
    """Return as many of the facts as have room on a line, at least the first."""
    narrow = PLAIN._replace(width=NARROWEST)
    lines = [" · ".join(facts[:count]) for count in range(len(facts), 0, -1)]
    fit = (line for line in lines if text_width(line, LINE, narrow) <= RIGHT - _LEFT)
    return next(fit, facts[0])


def _wrapped(text: str, room: float) -> Sequence[str]:
    """Return a text in lines of that width, at most three, of which the last may be longer."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(lines) == _MOST_LINES or text_width(longer, LINE, _TIGHT) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


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
        shown, style = named(who, LINE, ground.width / 2 - 2 * _PADDING)
        x = ground.width - 2 * _PADDING if at_end else 2 * _PADDING
        write(ground, (x, y), shown, LINE, ink, style=style, anchor="r" if at_end else "l")


def _draw_mistake(card: Card, mistake: Mistake, top: int, _height: int) -> None:
    right = RIGHT - 14 - text_width(mistake.cost, LINE)
    after = card.line(mistake.move, (_LEFT, top + 24), _FIGURE, AMBER, right=right, style=BOLD)
    card.line(mistake.cost, (after + 14, top + 26), LINE, BAR_UNIT)
    after = card.line(mistake.better, (_LEFT, top + 72), LINE, BAR_UNIT)
    card.line(mistake.answer, (after + 12, top + 72), LINE + 3, RISEN, style=STRONG)


def _rows(card: Card, rows: Sequence[Row]) -> _Part:
    least, most = _ROW
    return _Part(partial(_draw_rows, card, rows), least * len(rows) + 20, most * len(rows))


def _draw_rows(card: Card, rows: Sequence[Row], top: int, height: int) -> None:
    """Draw a plate with a line for each side."""
    card.plate((_LEFT, top, RIGHT, top + height))
    changes = any(row.change for row in rows)
    figures = RIGHT - (118 if changes else 24)
    for number, row in enumerate(rows):
        y = top + height * (number + 0.5) / len(rows)
        card.token(row.colour, _LEFT + 34, round(y), 18)
        right = figures - text_width(row.figure, _FIGURE, BOLD) - 20
        card.name(row.who, (_LEFT + 66, y), LINE + 3, right)
        card.write((figures, y), row.figure, _FIGURE, PLATE_TO_MOVE, style=BOLD, anchor="r")
        ink = RISEN if row.change.startswith("+") else FALLEN
        card.write((RIGHT - 20, y), row.change, LINE + 3, ink, style=STRONG, anchor="r")
