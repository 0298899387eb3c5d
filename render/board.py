"""The picture of a position."""

from typing import Final

from PIL import Image

from render.backgammon.board import draw_points
from render.cells.hex_board import draw_hexagons
from render.cells.square_board import draw_squares
from render.lattice.board import draw_lattice
from render.plates import plates
from render.png import packed
from rules.contract.sentence import ENGLISH, Renderer
from rules.contract.view import BoardView, Pattern
from rules.geometry.hexagon import Hexagon

__all__ = ["picture"]

_LEAST_WIDTH: Final = 200


def picture(view: BoardView, *, width: int = 800, reader: Renderer = ENGLISH) -> bytes:
    """Return the view as a PNG file `width` pixels wide, with words for this reader.

    Equal views give equal bytes. Safe to call from several threads at once. Raises ValueError for a
    width below 200, TypeError for a pattern that doesn't fit the board.
    """
    if width < _LEAST_WIDTH:
        raise ValueError(f"a board picture is at least {_LEAST_WIDTH} pixels wide, not {width}")
    over = not view.rolling and not any(player.to_move for player in view.players)
    result = view.status.rendered(reader) if over and view.status else ""
    if view.pattern is Pattern.POINTS:
        draw = draw_points
    elif view.pattern is Pattern.LINED:
        draw = draw_lattice
    elif isinstance(view.geometry, Hexagon):
        draw = draw_hexagons
    else:
        draw = draw_squares
    palette, parts = draw(view, plates(view, reader), width, result)
    image = Image.new("L", (width, sum(part.height for part in parts)))
    top = 0
    for part in parts:
        image.paste(part, (0, top))
        top += part.height
    return packed(image, palette.bytes)
