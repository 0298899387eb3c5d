"""The poster of a game that is over: the last board, who won and how, the course, and ratings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

from PIL import Image

from render.board import lay_board
from render.canvas import Canvas
from render.cards import LINE, MOST_HEIGHT, RIGHT, Card
from render.faces import BOLD, NARROWEST, PLAIN, STRONG, text_width
from render.names import Name, largest, parted
from render.strips import noted
from render.theme import AMBER, BAR_UNIT, CREAM, ESPRESSO, FALLEN, INK, INLAY, PLATE_TO_MOVE, RISEN
from rules.contract.view import BoardView, Colour, Pattern
from rules.geometry import Point

__all__ = ["Course", "Mistake", "Poster", "Row", "poster_picture"]

_BOARD: Final = (28, 28, 572, 644)
"""The left and top end, the width and the greatest height of the board."""
_LEFT: Final = 628
"""The left end of everything else, except below a low board."""
_FOOT: Final = 672
"""The lower end of everything drawn."""
_WIDE: Final = (800, 560)
"""The width and the height of a board of points."""
_GAP: Final = 16
_TITLES: Final = (60, 52, 44, 36)
"""The sizes of the title, the largest that has room."""
_MOVE: Final = 42
_FIGURE: Final = 38
_NAMES: Final = (37, 33)
"""The sizes of a name beside its figure."""
_TOKEN: Final = 34
_LEADING: Final = 38
_MOST_LINES: Final = 3
_TIGHT: Final = PLAIN._replace(width=74)
"""The style in which words have to fit before they get another line."""
_COURSE: Final = (104, 290)
_ROW: Final = (42, 96)
"""The least and the greatest height of the curve's plate, and of a side with its figure."""
_MISTAKE: Final = 94
"""The height of two lines."""
_LINE: Final = 46
_SMALL: Final = 18
"""The radius of a token within a line."""
_PADDING: Final = 16
_DASH: Final = 12


@dataclass(frozen=True, slots=True)
class Row:
    """Sides with a figure, such as a rating; `change` begins with + or −, or is empty.

    A row without sides is a remark.
    """

    colours: tuple[Colour, ...]
    who: Name
    figure: str = ""
    """A number, and small words after it."""
    change: str = ""


@dataclass(frozen=True, slots=True)
class Course:
    """The results that the first of two teams could expect, from 0 to 1, by ply."""

    shares: tuple[float, ...]
    lower: tuple[Colour, ...]
    upper: tuple[Colour, ...]
    """The colours of the first team, and of its rival."""
    turning: int | None = None
    """The place in `shares` at which the game turned."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """The costliest move, in words already read."""

    colour: Colour
    """The colour of the side that made it."""
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
    winners: tuple[Colour, ...]
    """The colours of the tokens, or none in a draw."""
    title: Name
    """The winners, or words such as `Draw`."""
    how: tuple[str, ...]
    """The reason, in wordings of which the first that has room is taken, or else the last."""
    facts: tuple[str, ...]
    """The game, its length and its time; the last are left out if there is no room."""
    course: Course | None = None
    mistake: Mistake | None = None
    counts: tuple[Row, ...] = ()
    """The counts of the sides at the end: in place of the course or of the ratings."""
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
    if poster.course and poster.view.pattern is Pattern.POINTS:
        return _laid_across(card, poster, poster.course)
    lay_board(card.image, poster.view, _BOARD)
    parts = [_head(card, poster)]
    if poster.course:
        course = partial(_draw_course, card, poster.course, _LEFT)
        parts.append(_Part(course, *_COURSE))
    elif poster.counts:
        parts.append(_rows(card, poster.counts))
    if poster.mistake:
        parts.append(_mistake(card, poster.mistake))
    if rows := poster.ratings or (poster.counts if poster.course else ()):
        parts.append(_rows(card, rows))
    _stack(parts, _BOARD[3])
    return card.packed()


def _laid_across(card: Card, poster: Poster, course: Course) -> bytes:
    """Return the poster of a board that is wide: below it, the course is as wide as the poster."""
    left, top, width, _ = _BOARD
    height = width * _WIDE[1] // _WIDE[0]
    lay_board(card.image, poster.view, (left, top, width, height))
    parts = [_head(card, poster)]
    if rows := poster.ratings or poster.counts:
        parts.append(_rows(card, rows))
    _stack(parts, height)
    below = top + height + _GAP
    if poster.mistake:
        mistake = _mistake(card, poster.mistake, left)
        mistake.draw(below, mistake.height)
        below += mistake.height + _GAP
    _draw_course(card, course, left, below, _FOOT - below)
    return card.packed()


def _stack(parts: Sequence[_Part], room: int) -> None:
    """Draw the parts one below the other, level with the middle of a board of that height.

    Where they have no room even so, the one before the last goes: the mistake.
    """
    top = _BOARD[1]
    if sum(part.height + _GAP for part in parts) > MOST_HEIGHT:
        parts = [*parts[:-2], parts[-1]]
    room -= _GAP * (len(parts) - 1)
    spare = max(0, room - sum(part.height for part in parts))
    growing = sum(part.most > part.height for part in parts)
    heights = [min(part.most, part.height + spare // max(1, growing)) for part in parts]
    top += (room - sum(heights)) // 2
    for part, height in zip(parts, heights, strict=True):
        part.draw(top, height)
        top += height + _GAP


def _head(card: Card, poster: Poster) -> _Part:
    """Return who won, how, and the facts; words too long for the token's side go below it."""
    start, room = _LEFT + (22 if poster.winners else 0), RIGHT - _LEFT
    start += 2 * _TOKEN * len(poster.winners)
    wordings = [_wrapped(how, room) for how in poster.how] or [()]
    told = next((lines for lines in wordings if len(lines) < _MOST_LINES), wordings[-1])
    beside = _wrapped(" ".join(told), RIGHT - start)
    told = beside if len(beside) == 1 else told
    title, first = (22, 72) if told == beside else (38, 104)
    facts = first + _LEADING * len(told) + 10

    def draw(top: int, _height: int) -> None:
        _draw_tokens(card, poster.winners, _LEFT, top + 38, _TOKEN)
        size = largest(poster.title, _TITLES, RIGHT - start)
        card.name(poster.title, (start, top + title), size, RIGHT)
        for number, words in enumerate(told):
            place = (start if told == beside else _LEFT), top + first + number * _LEADING
            card.line(words, place, LINE, AMBER)
        line = parted(" · ".join(poster.facts), LINE, room)
        card.line(line, (_LEFT, top + facts), LINE, BAR_UNIT)

    return _Part(draw, facts + 26, facts + 26)


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


def _draw_course(card: Card, course: Course, start: int, top: int, height: int) -> None:
    """Draw a curve between the first team's share below and the rival's above, from `start` on."""
    width, inner = RIGHT - start, Point(RIGHT - start - 2 * _PADDING, height - 2 * _PADDING)
    card.plate((start, top, RIGHT, top + height))
    low, left = height - _PADDING, _PADDING
    box = (start + left, top + _PADDING, RIGHT - left, top + low)
    steps = max(1, len(course.shares) - 1)
    curve = [
        Point(left + inner.x * number / steps, low - inner.y * share)
        for number, share in enumerate(course.shares)
    ]
    below = Canvas(width, height, flat=True)
    below.polygon([*curve, Point(curve[-1].x, low), Point(left, low)], CREAM)
    ground = Image.new("RGB", (width, height), INK)
    ground.paste(Image.new("RGB", (width, height), CREAM), (0, 0), below.finish())
    card.image.paste(ground.crop((left, _PADDING, width - left, low)), box)
    canvas = Canvas(width, height)
    canvas.line(curve, 3, INLAY)
    for dash in range(0, round(inner.x) - _DASH, 2 * _DASH):
        ends = Point(left + dash, height / 2), Point(left + dash + _DASH, height / 2)
        canvas.line(ends, 2, INLAY)
    if course.turning is not None:
        canvas.disc(curve[course.turning], 14, ESPRESSO)
        canvas.disc(curve[course.turning], 12, AMBER)
    canvas.lay(card.image, start, top)
    _draw_teams(card, course, box)


def _draw_teams(card: Card, course: Course, box: tuple[int, int, int, int]) -> None:
    """Draw the first team's tokens at the foot, its rival's at the head, where they had more."""
    shares, (left, top, right, bottom) = course.shares, box
    rises = sum(shares[len(shares) // 2 :]) > sum(shares[: (len(shares) + 1) // 2])
    for colours, y, at_end in (
        (course.upper, top + _SMALL, not rises),
        (course.lower, bottom - _SMALL, rises),
    ):
        start = right - 2 * _SMALL * len(colours) if at_end else left
        _draw_tokens(card, colours, start, y, _SMALL)


def _draw_tokens(
    card: Card, colours: Sequence[Colour], left: int, middle: int, radius: int
) -> None:
    """Draw tokens side by side, from a pixel on."""
    for number, colour in enumerate(colours):
        card.token(colour, left + radius + 2 * radius * number, middle, radius)


def _mistake(card: Card, mistake: Mistake, left: int = _LEFT) -> _Part:
    """Return the move, its cost and the better move. A long move has a line of its own."""
    start = left + 2 * _SMALL + 12
    beside = RIGHT - 14 - text_width(mistake.cost, LINE)
    narrow = BOLD._replace(width=NARROWEST)
    is_long = text_width(mistake.move, _MOVE, narrow) > beside - start
    height = _MISTAKE + (_LINE if is_long else 0)

    def draw(top: int, _height: int) -> None:
        card.token(mistake.colour, left + _SMALL, top + 24, _SMALL)
        right = RIGHT if is_long else beside
        after = card.line(mistake.move, (start, top + 24), _MOVE, AMBER, right=right, style=BOLD)
        place = (left, top + 26 + _LINE) if is_long else (after + 14, top + 26)
        card.line(mistake.cost, place, LINE, BAR_UNIT)
        y = top + height - 22
        after = card.line(mistake.better, (left, y), LINE, BAR_UNIT)
        card.line(mistake.answer, (after + 12, y), LINE + 3, RISEN, style=STRONG)

    return _Part(draw, height, height)


def _rows(card: Card, rows: Sequence[Row]) -> _Part:
    least, most = _ROW
    return _Part(partial(_draw_rows, card, rows), least * len(rows) + 20, most * len(rows))


def _draw_rows(card: Card, rows: Sequence[Row], top: int, height: int) -> None:
    """Draw a plate with a line a side."""
    card.plate((_LEFT, top, RIGHT, top + height))
    changes = any(row.change for row in rows)
    for number, row in enumerate(rows):
        y = top + height * (number + 0.5) / len(rows)
        _draw_tokens(card, row.colours, _LEFT + 16, round(y), _SMALL)
        end = RIGHT - (118 if changes else 24)
        figure, unit = noted(row.figure)
        if unit:
            card.write((end, y), unit, LINE, BAR_UNIT, anchor="r")
            end -= round(text_width(unit, LINE)) + 10
        start = _LEFT + 30 + 2 * _SMALL * len(row.colours)
        right = end - text_width(figure, _FIGURE, BOLD) - 20
        if row.colours:
            card.name(row.who, (start, y), largest(row.who, _NAMES, right - start), right)
        else:
            card.line(row.who.name, (_LEFT + 16, y), LINE, BAR_UNIT, right=right)
        card.write((end, y), figure, _FIGURE, PLATE_TO_MOVE, style=BOLD, anchor="r")
        ink = RISEN if row.change.startswith("+") else FALLEN
        card.write((RIGHT - 20, y), row.change, LINE + 3, ink, style=STRONG, anchor="r")
