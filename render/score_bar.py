"""The bar below the board: the players' pieces, their counts, and whose turn it is.

It begins some way from the left, because Discord puts its ALT badge there.
"""

from functools import lru_cache
from math import ceil, floor
from typing import Final, TypeAlias

from PIL import Image

from render.arrows import draw_arrow
from render.canvas import CAP_HEIGHT, Canvas, text_width, write
from render.palette import Palette
from render.pieces import draw_token
from render.plates import Plate
from render.theme import BAR, BAR_UNIT, INK, PLATE, PLATE_TO_MOVE, RGB, TO_MOVE_UNIT
from rules.contract.view import Colour, Side
from rules.geometry import Point

__all__ = ["BADGE_ROOM", "Ways", "result_lines", "score_bar", "wrapped"]

BADGE_ROOM: Final = 98
"""The width left free for Discord's badge in the lower left corner."""
_HEIGHT: Final = 72
_TOP: Final = 7
_PLATE: Final = 56
_APART: Final = 10
_TOKEN: Final = 19
_TOKEN_AT: Final = 34
_NAME_AT: Final = 66
_NAME: Final = 29
_COUNT: Final = 31
_UNIT: Final = 24
_END: Final = 16
_GAP: Final = 8
_ARROW: Final = 13
_ARROWS_APART: Final = 28
_RESULT: Final = 27
_LINE: Final = 38
_SPARE: Final = 3
"""The pixels beside a count that the edges of its digits may use."""

Ways: TypeAlias = tuple[Side, tuple[Point, ...]]
"""A side and the directions that lead it forward, as vectors of length 1."""


def score_bar(
    palette: Palette,
    width: int,
    players: tuple[Plate, ...],
    ways: tuple[Ways, ...] = (),
    result: str = "",
) -> list[Image.Image]:
    """Return the bar below the board, and below it the lines of the result, if there is one.

    `ways` are the directions that lead each side forward, as the viewer sees them, if they matter.
    """
    scale = width / 800
    image = palette.surface(width, round(_HEIGHT * scale), BAR)
    room = width - round((BADGE_ROOM + _APART) * scale)
    each = (room - round(_APART * scale) * (len(players) - 1)) // max(1, len(players))
    for number, player in enumerate(players):
        plate = _plate(palette, player, dict(ways).get(player.side, ()), each, scale)
        x = round(BADGE_ROOM * scale) + number * (each + round(_APART * scale))
        image.paste(plate, (x, round(_TOP * scale)))
    return [image, result_lines(palette, width, result)] if result else [image]


def result_lines(palette: Palette, width: int, result: str) -> Image.Image:
    """Return the result of the game, in as many lines as it needs."""
    scale = width / 800
    size, line = _RESULT * scale, round(_LINE * scale)
    left = round(BADGE_ROOM * scale)
    room = width - left - round(_APART * scale)
    lines = wrapped(result, size, room)
    image = Image.new("RGB", (width, line * len(lines) + round(6 * scale)), BAR)
    for number, text in enumerate(lines):
        place = left + room / 2, line * (number + 0.42)
        write(image, place, text, size, PLATE_TO_MOVE, stroke=0.5 * scale, anchor="m")
    return palette.reduced(image)


def _plate(
    palette: Palette, player: Plate, arrows: tuple[Point, ...], width: int, scale: float
) -> Image.Image:
    """Return one side's plate, which is light when it is that side's turn."""
    count, _, unit = player.note.partition(" ")
    if not count.isdecimal():
        count, unit = "", player.note
    drawn = _ARROW + _GAP + len(arrows) * _ARROWS_APART if arrows else 0
    needed = (
        _NAME_AT
        + text_width(player.title, _NAME)
        + drawn
        + 2 * _GAP
        + text_width(count, _COUNT)
        + (_GAP + text_width(unit, _UNIT) if unit else 0)
        + _END
    )
    # The type is made smaller before the plate is.
    type_scale = scale * min(1, (width / scale - _NAME_AT - _END) / (needed - _NAME_AT - _END))
    image = _named(
        palette, player._replace(note=unit), arrows,
        width=width, scale=scale, type_scale=type_scale,
    )  # fmt: skip
    if not count:
        return image
    image = image.copy()
    end, middle = width - _END * scale, image.height / 2
    if unit:
        end -= text_width(unit, _UNIT * type_scale) + _GAP * type_scale
    right = ceil(end) + _SPARE
    figure = _figure(
        palette, count, _COUNT * type_scale,
        light=player.to_move, stroke=0.8 * scale, room=right - end, part=middle % 1,
    )  # fmt: skip
    image.paste(figure, (right - figure.width, floor(middle) - figure.height // 2))
    return image


@lru_cache(maxsize=128)
def _named(
    palette: Palette,
    player: Plate,
    arrows: tuple[Point, ...],
    *,
    width: int,
    scale: float,
    type_scale: float,
) -> Image.Image:
    """Return a plate with its name and, from its note, the unit of its count, but no count.

    The caller must not change it.
    """
    image = _base(player.colour, player.to_move, width, scale).copy()
    ink, faint = (INK, TO_MOVE_UNIT) if player.to_move else (PLATE_TO_MOVE, BAR_UNIT)
    place = _NAME_AT * scale, image.height / 2
    write(image, place, player.title, _NAME * type_scale, ink, stroke=0.45 * scale)
    if player.note:
        end = width - _END * scale, image.height / 2
        write(image, end, player.note, _UNIT * type_scale, faint, anchor="r")
    if arrows:
        left = _NAME_AT * scale + text_width(player.title, _NAME) * type_scale
        _point(image, arrows, left, ink, type_scale)
    return palette.reduced(image)


@lru_cache(maxsize=512)
def _figure(
    palette: Palette,
    count: str,
    size: float,
    *,
    light: bool,
    stroke: float,
    room: float,
    part: float,
) -> Image.Image:
    """Return a count on a plate's colour, with this much room to its right.

    Its middle lies `part` of a pixel below that of the image. The caller must not change it.
    """
    width = ceil(text_width(count, size) + room + 2 * stroke) + _SPARE
    half = ceil(size * CAP_HEIGHT / 2 + stroke) + _SPARE
    image = Image.new("RGB", (width, 2 * half), PLATE_TO_MOVE if light else PLATE)
    ink = INK if light else PLATE_TO_MOVE
    write(image, (width - room, half + part), count, size, ink, stroke=stroke, anchor="r")
    return palette.reduced(image)


def _point(
    image: Image.Image, arrows: tuple[Point, ...], left: float, ink: RGB, scale: float
) -> None:
    """Draw the forward directions after the name."""
    side = round(2 * (_ARROW + 1) * scale)
    for number, way in enumerate(arrows):
        canvas = Canvas(side, side, scale=scale, origin=Point(side / 2, side / 2))
        draw_arrow(canvas, Point(0, 0), way, _ARROW, ink)
        drawn = canvas.finish()
        x = left + (_GAP + _ARROW + number * _ARROWS_APART) * scale
        image.paste(drawn, (round(x - side / 2), (image.height - side) // 2), drawn)


def _base(colour: Colour, to_move: bool, width: int, scale: float) -> Image.Image:
    """Return a plate with only its side's token."""
    height = round(_PLATE * scale)
    canvas = Canvas(width, height)
    middle = Point(width / 2, height / 2)
    canvas.pill(middle, width, height, PLATE_TO_MOVE if to_move else PLATE, 14 * scale)
    token = Point(_TOKEN_AT * scale, height / 2)
    draw_token(canvas, colour, token, _TOKEN * scale)
    image = Image.new("RGB", (width, height), BAR)
    drawn = canvas.finish()
    image.paste(drawn, (0, 0), drawn)
    return image


def wrapped(text: str, size: float, longest: float) -> list[str]:
    """Break the text into lines of at most `longest` pixels; a single word may be longer."""
    lines: list[str] = []
    for word in text.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= longest:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
