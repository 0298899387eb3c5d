"""The parts that all cards share: size and ground, plates, lines of text and results."""

from functools import partial
from typing import Final

from PIL import Image

from render.canvas import Canvas, write
from render.faces import PLAIN, STRONG, Style, text_width
from render.names import Name, named, worded
from render.pieces import add, draw_token
from render.png import packed_colours
from render.theme import BAR_UNIT, FALLEN, INK, PLATE, PLATE_TO_MOVE, RGB, RISEN, WALNUT
from rules.contract.view import Colour
from rules.geometry import Point

__all__ = ["FOOT", "LEADER", "LEFT", "LINE", "MOST_HEIGHT", "RIGHT", "Card"]

_WIDTH: Final = 1100
MOST_HEIGHT: Final = 700
"""The height of a full card; cards with little on them are lower."""
_TITLE: Final = 52
LINE: Final = 34
"""The size of most words."""
LEFT: Final = 28
RIGHT: Final = 1072
FOOT: Final = 72
"""The room below the rows of a list, where Discord lays its ALT badge over the lower left."""
LEADER: Final = (88, 66, 49)
"""The plate of the first in a list."""
_WON: Final = frozenset({"1", "+"})
_LOST: Final = frozenset({"0", "−"})
_RADIUS: Final = 13


class Card:
    """A card that is being drawn."""

    def __init__(self, height: int = MOST_HEIGHT) -> None:
        """Begin with an empty card."""
        self.image = Image.new("RGB", (_WIDTH, min(height, MOST_HEIGHT)), WALNUT)
        self.write: Final = partial(write, self.image)
        """Write a line for which there is room; see `render.canvas.write`."""

    def packed(self) -> bytes:
        """Return the card as a PNG file."""
        return packed_colours(self.image)

    def plate(
        self, box: tuple[int, int, int, int], fill: RGB = PLATE, radius: float = _RADIUS
    ) -> None:
        """Lay a plate with round corners; the box is left, top, right and bottom."""
        left, top, right, bottom = box
        width, height = right - left, bottom - top
        canvas = Canvas(width, height)
        canvas.pill(Point(width / 2, height / 2), width, height, fill, radius)
        canvas.lay(self.image, left, top)

    def head(self, title: str, facts: str) -> None:
        """Write the title, and the facts at its right."""
        right = RIGHT - text_width(facts, LINE) - 24
        self.name(Name(title), (LEFT, 48), _TITLE, right)
        self.write((RIGHT, 50), facts, LINE, BAR_UNIT, anchor="r")

    def name(
        self,
        who: Name,
        place: tuple[float, float],
        size: float,
        right: float,
        *,
        ink: RGB = PLATE_TO_MOVE,
        style: Style = STRONG,
    ) -> None:
        """Write a name before `right`."""
        shown, style = named(who, size, right - place[0], style)
        self.write(place, shown, size, ink, style=style)

    def line(
        self,
        text: str,
        place: tuple[float, float],
        size: float,
        ink: RGB,
        *,
        right: float = RIGHT,
        style: Style = PLAIN,
    ) -> float:
        """Write a line before `right`, as narrow as it has to be, and return where it ends."""
        shown, style = worded(text, size, right - place[0], style)
        self.write(place, shown, size, ink, style=style)
        return place[0] + text_width(shown, size, style)

    def token(self, colour: Colour, x: int, y: int, radius: int) -> None:
        """Lay a side's token, its middle on that pixel."""
        canvas = Canvas.around(radius)
        draw_token(canvas, colour, Point(0, 0), radius)
        add(self.image, canvas.finish(), x, y)

    def disc(self, x: int, y: int, radius: int, fill: RGB) -> None:
        """Lay a disc, its middle on that pixel."""
        canvas = Canvas.around(radius)
        canvas.disc(Point(0, 0), radius, fill)
        add(self.image, canvas.finish(), x, y)

    def result(self, text: str, middle: tuple[int, int], size: tuple[int, int]) -> None:
        """Write a result on a plate of that size: a win on green, a loss bare, others on cream.

        Three or four results, such as `1 0 1 ½`, have two lines.
        """
        (x, y), (width, height) = middle, size
        lost = text in _LOST
        if not lost:
            box = x - width // 2, y - height // 2, x + width // 2, y + height // 2
            self.plate(box, RISEN if text in _WON else PLATE_TO_MOVE, 8)
        signs = text.split()
        rows = [signs[:2], signs[2:]] if len(signs) > 2 else [signs]
        for number, row in enumerate(rows):
            line = y + round((number - (len(rows) - 1) / 2) * 0.45 * height)
            for place, sign in enumerate(row):
                at = x + (place - (len(row) - 1) / 2) * width / 2.2, line
                self.write(at, sign, LINE, FALLEN if lost else INK, style=STRONG, anchor="m")
