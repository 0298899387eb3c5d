"""The strips above and below a board, with the people who sit there.

Their plates begin some way from the left: above because of the number of the move, and below
because Discord puts its ALT badge there.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import floor
from typing import Final

from PIL import Image

from render.canvas import Canvas, Line, lettered
from render.faces import BOLD, text_width
from render.names import Name, named, parted, worded
from render.palette import Palette
from render.pieces import draw_token
from render.plates import Plate
from render.theme import BAR, BAR_UNIT, INK, PLATE, PLATE_TO_MOVE, RGB, TO_MOVE_UNIT
from rules.contract.view import Colour
from rules.geometry import Point

__all__ = ["HEIGHT", "framed", "inks", "noted"]

HEIGHT: Final = 54
_LEFT: Final = 116
_RIGHT: Final = 8
_TOP: Final = 4
_PLATE: Final = 46
_RADIUS: Final = 13
_APART: Final = 10
_TOKEN: Final = 17
_TOKEN_AT: Final = 26
_NAME_AT: Final = 50
_NAME: Final = 31
_LEAST_NAME: Final = 170
"""The width that a name keeps beside long words."""
_WORDS: Final = 24
_COUNT: Final = 31
_END: Final = 16
_GAP: Final = 8
_WORDS_GAP: Final = 14


def framed(
    palette: Palette,
    board: Image.Image,
    below: Sequence[Plate],
    above: Sequence[Plate] | None = None,
    number: str = "",
) -> Image.Image:
    """Return the board above a strip with some plates, and below another one if there is one."""
    under = _strip(palette, below, board.width, "")
    top = 0 if above is None else under.height
    image = board.crop((0, -top, board.width, board.height + under.height))
    image.paste(under, (0, top + board.height))
    if above is not None:
        image.paste(_strip(palette, above, board.width, number), (0, 0))
    return image


def noted(note: str) -> tuple[str, str]:
    """Return the number with which a note begins, and the remainder."""
    count, _, unit = note.partition(" ")
    return (count, unit) if any(sign.isdigit() for sign in count) else ("", note)


def inks(*, lit: bool) -> tuple[RGB, RGB]:
    """Return the inks of names and of words on a plate."""
    return (INK, TO_MOVE_UNIT) if lit else (PLATE_TO_MOVE, BAR_UNIT)


def _strip(palette: Palette, sides: Sequence[Plate], width: int, number: str) -> Image.Image:
    """Return a strip with the plates of these sides."""
    scale = width / 800
    image = palette.surface(width, round(HEIGHT * scale), BAR)
    left, apart = round(_LEFT * scale), round(_APART * scale)
    if number:
        image.paste(_number(palette, number, left, image.height, scale), (0, 0))
    room = width - left - round(_RIGHT * scale)
    each = (room - apart * (len(sides) - 1)) // max(1, len(sides))
    for place, side in enumerate(sides):
        plate = _plate(palette, side, each, scale)
        image.paste(plate, (left + place * (each + apart), round(_TOP * scale)))
    return image


@lru_cache(maxsize=256)
def _number(palette: Palette, text: str, width: int, height: int, scale: float) -> Image.Image:
    image = palette.surface(width, height, BAR)
    size = _WORDS * scale
    shown, style = worded(text, size, width - 8 * scale)
    line = lettered((width / 2, height / 2), shown, size, style=style, anchor="m")
    _write(image, line, palette.inks(BAR, BAR_UNIT))
    return image


def _write(image: Image.Image, lettered: tuple[Line, tuple[int, int]], inks: bytes) -> None:
    """Write a line on numbers of colours."""
    line, corner = lettered
    image.paste(line.numbered(inks), corner, line.covered)


def _plate(palette: Palette, side: Plate, width: int, scale: float) -> Image.Image:
    """Return a side's plate; its count is written last, because it changes most often."""
    count, unit = noted(side.note)
    end = width - _END * scale
    if unit:
        end -= text_width(unit, _WORDS * scale) + _GAP * scale
    length = text_width(count, _COUNT * scale, BOLD)
    room = end - length - (_WORDS_GAP + _NAME_AT) * scale
    # A count of one more digit leaves the name where it is.
    words = side._replace(note=unit)
    image = _worded(palette, words, width, scale, max(0, floor(room / 20) * 20)).copy()
    ink, _ = _inks(palette, lit=side.lit)
    figure = lettered((end, image.height / 2), count, _COUNT * scale, style=BOLD, anchor="r")
    _write(image, figure, ink)
    return image


@lru_cache(maxsize=512)
def _worded(palette: Palette, side: Plate, width: int, scale: float, room: float) -> Image.Image:
    """Return a plate without its count, whose unit is the note of the side.

    `room` is the width for the name and the words after it. The caller must not change it.
    """
    image = _bare(palette, side.colour, width, scale, lit=side.lit).copy()
    ink, faint = _inks(palette, lit=side.lit)
    middle, size, small, gap = image.height / 2, _NAME * scale, _WORDS * scale, _WORDS_GAP * scale
    occupant, state = side.occupant, side.occupant.state
    who = Name(occupant.name, side.title)
    full, style = named(who, size, 10 * room)
    both = " · ".join(filter(None, (occupant.demand, state)))
    if text_width(full, size, style) + gap + text_width(both, small) <= room:
        state = both
    least = min(text_width(full, size, style), _LEAST_NAME * scale)
    state = parted(state, small, room - gap - least)
    left = room - (gap + text_width(state, small) if state else 0)
    name, style = named(who, size, max(min(_LEAST_NAME * scale, room), left))
    _write(image, lettered((_NAME_AT * scale, middle), name, size, style=style), ink)
    after = text_width(name, size, style) + gap
    if state and room - after > small:
        told, style = worded(state, small, room - after)
        _write(image, lettered((_NAME_AT * scale + after, middle), told, small, style=style), faint)
    _write(image, lettered((width - _END * scale, middle), side.note, small, anchor="r"), faint)
    return image


def _inks(palette: Palette, *, lit: bool) -> Sequence[bytes]:
    """Return the numbers of the inks of names and of words on a plate, by opacity."""
    paper = PLATE_TO_MOVE if lit else PLATE
    return [palette.inks(paper, ink) for ink in inks(lit=lit)]


@lru_cache(maxsize=64)
def _bare(palette: Palette, colour: Colour, width: int, scale: float, *, lit: bool) -> Image.Image:
    """Return a plate with only its side's token. The caller must not change it."""
    height = round(_PLATE * scale)
    canvas = Canvas(width, height)
    middle = Point(width / 2, height / 2)
    canvas.pill(middle, width, height, PLATE_TO_MOVE if lit else PLATE, _RADIUS * scale)
    draw_token(canvas, colour, Point(_TOKEN_AT * scale, height / 2), _TOKEN * scale)
    return palette.reduced(canvas.on(BAR))
