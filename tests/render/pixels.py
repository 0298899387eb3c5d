"""What a test asks of a finished picture."""

from collections import Counter
from io import BytesIO

from PIL import Image, ImageChops

from render.cells.hexagons import hex_layout
from render.cells.squares import square_layout
from render.lattice.layout import lattice_layout
from render.strips import HEIGHT
from render.theme import RGB
from rules.contract.view import BoardView, Pattern
from rules.geometry import Cell
from rules.geometry.hexagon import Hexagon

Box = tuple[int, int, int, int]
TELLING = 40
"""How far apart the lightness of two pixels is that differ."""


def opened(png: bytes) -> Image.Image:
    """Decode a PNG file as any viewer would."""
    return Image.open(BytesIO(png)).convert("RGB")


def apart(first: Image.Image, second: Image.Image) -> float:
    """Return which part of two pictures of one size differs.

    A few pixels always may: other releases of Pillow smooth letters differently.
    """
    differences = ImageChops.difference(first, second).convert("L").histogram()
    return sum(differences[TELLING:]) / (first.width * first.height)


def colours(image: Image.Image, box: Box) -> Counter[RGB]:
    """Count the colours in a part of the picture."""
    raw = image.crop(box).tobytes()
    return Counter(zip(raw[0::3], raw[1::3], raw[2::3], strict=True))


def strip(width: int = 800) -> int:
    """Return the height of the strip above a board."""
    return round(HEIGHT * width / 800)


def middle_of(view: BoardView, cell: Cell, width: int = 800) -> tuple[int, int, int]:
    """Return the middle of a cell in pixels, and the cell's width."""
    if view.pattern is Pattern.LINED:
        lattice = lattice_layout(view, width)
        crossing = lattice.slots[cell]
        return crossing.x, crossing.y + strip(width), lattice.pitch
    if isinstance(view.geometry, Hexagon):
        board = hex_layout(view, width)
        hexagon = board.slots[cell]
        return hexagon.x, hexagon.y, board.shape.pitch
    squares = square_layout(view, width)
    square = squares.slots[cell]
    return square.x, square.y + strip(width), squares.cell


def box_of(view: BoardView, cell: Cell, width: int = 800, part: float = 1) -> Box:
    """Return the square around the middle of a cell, by default all of it."""
    x, y, size = middle_of(view, cell, width)
    reach = int(size * part / 2)
    return x - reach, y - reach, x + reach, y + reach
