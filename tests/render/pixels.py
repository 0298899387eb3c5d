"""What a test asks of a finished picture."""

from collections import Counter
from io import BytesIO

from PIL import Image

from render.cells.layout import layout
from render.theme import RGB
from rules.geometry import Cell
from rules.view import BoardView

Box = tuple[int, int, int, int]


def opened(png: bytes) -> Image.Image:
    """Decode a PNG file as any viewer would."""
    return Image.open(BytesIO(png)).convert("RGB")


def colours(image: Image.Image, box: Box) -> Counter[RGB]:
    """Count the colours in a part of the picture."""
    raw = image.crop(box).tobytes()
    return Counter(zip(raw[0::3], raw[1::3], raw[2::3], strict=True))


def box_of(view: BoardView, cell: Cell, width: int = 800, part: float = 1) -> Box:
    """Return the square around the middle of a cell, by default all of it."""
    slot = next(slot for slot in layout(view, width).slots if slot.cell == cell)
    reach = int(slot.shape.pitch * part / 2)
    return slot.x - reach, slot.y - reach, slot.x + reach, slot.y + reach
