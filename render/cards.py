"""The parts that all cards share: size and ground, plates, lines of text and results."""

from typing import Final

from PIL import Image

from render.canvas import Canvas, write
from render.faces import NARROWEST, PLAIN, Style, text_width
from render.names import cut
from render.pieces import draw_token
from render.png import packed
from render.theme import FALLEN, INK, PLATE, PLATE_TO_MOVE, RGB, RISEN, WALNUT
from rules.contract.view import Colour
from rules.geometry import Point

__all__ = [
    "BOLD", "LEADER", "LEFT", "RIGHT", "STRONG", "blank", "line", "packed_card", "plate", "result",
    "token",
]  # fmt: skip

_SIZE: Final = (1100, 700)
LEFT: Final = 28
RIGHT: Final = 1072
LEADER: Final = (88, 66, 49)
"""The plate of whoever is first in a list."""
STRONG: Final = Style(600)
BOLD: Final = Style(700)
_WIN: Final = "1"
_LOSS: Final = "0"
_RESULT: Final = 34
_RADIUS: Final = 13
_COLOURS: Final = 128


def blank() -> Image.Image:
    """Return an empty card."""
    return Image.new("RGB", _SIZE, WALNUT)


def packed_card(image: Image.Image) -> bytes:
    """Return a card as a PNG file."""
    reduced = image.quantize(_COLOURS, dither=Image.Dither.NONE)
    numbers = Image.frombytes("L", reduced.size, reduced.tobytes())
    return packed(numbers, bytes(reduced.getpalette() or ()))


def plate(
    image: Image.Image, box: tuple[int, int, int, int], fill: RGB = PLATE, radius: float = _RADIUS
) -> None:
    """Lay a plate with round corners on a card; the box is left, top, right and bottom."""
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    canvas = Canvas(width, height)
    canvas.pill(Point(width / 2, height / 2), width, height, fill, radius)
    drawn = canvas.finish()
    image.paste(drawn, (left, top), drawn)


def line(
    image: Image.Image,
    text: str,
    place: tuple[float, float],
    size: float,
    ink: RGB,
    *,
    right: float = RIGHT,
    weight: int = PLAIN.weight,
) -> float:
    """Write a line before `right`, as narrow as it has to be, and return where it ends."""
    room = right - place[0]
    styles = [Style(weight, width) for width in (86, 74, NARROWEST)]
    style = next((each for each in styles if text_width(text, size, each) <= room), styles[-1])
    shown = cut(text, size, room, style)
    write(image, place, shown, size, ink, style=style)
    return place[0] + text_width(shown, size, style)


def token(image: Image.Image, colour: Colour, x: int, y: int, radius: int) -> None:
    """Lay a side's token on a card, its middle on that pixel."""
    side = 2 * radius + 4
    canvas = Canvas(side, side)
    draw_token(canvas, colour, Point(side / 2, side / 2), radius)
    drawn = canvas.finish()
    image.paste(drawn, (x - side // 2, y - side // 2), drawn)


def result(image: Image.Image, text: str, x: int, y: int, side: int) -> None:
    """Write a result in the middle of a square: a win on green, a loss bare, all else on cream.

    Three or four results, such as `1 0 1 ½`, have two lines.
    """
    half = side // 2
    if text != _LOSS:
        fill = RISEN if text == _WIN else PLATE_TO_MOVE
        plate(image, (x - half, y - half, x + half, y + half), fill, 8)
    ink = FALLEN if text == _LOSS else INK
    parts = text.split()
    rows = [parts[:2], parts[2:]] if len(parts) > 2 else [parts]
    for number, row in enumerate(rows):
        middle = y + (number - (len(rows) - 1) / 2) * 0.46 * side
        write(image, (x, middle), " ".join(row), _RESULT, ink, style=STRONG, anchor="m")
