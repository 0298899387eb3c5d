"""Several small boards in one picture, with their titles."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from render.board import lay_board
from render.canvas import write
from render.faces import STRONG
from render.names import worded
from render.png import packed_colours
from render.theme import CREAM, WALNUT
from rules.contract.sentence import ENGLISH, Renderer
from rules.contract.view import BoardView

__all__ = ["sheet"]

_BOARD: Final = 240
"""The most that a board is wide and high."""
_GAP: Final = 16
_TITLE: Final = 40
_LETTERS: Final = 32


def sheet(views: Sequence[BoardView], *, columns: int = 4, reader: Renderer = ENGLISH) -> bytes:
    """Return a PNG file with the boards in rows, below their titles, for this reader.

    Raises ValueError if there is no board.
    """
    if not views:
        raise ValueError("a sheet needs at least one board")
    rows = [views[start : start + columns] for start in range(0, len(views), columns)]
    across, down = _BOARD + _GAP, _BOARD + _TITLE + _GAP
    image = Image.new("RGB", (columns * across + _GAP, len(rows) * down + _GAP), WALNUT)
    for number, row in enumerate(rows):
        left = (image.width - len(row) * across + _GAP) // 2 + _BOARD // 2
        for column, view in enumerate(row):
            middle, top = left + column * across, _GAP + number * down
            shown, style = worded(view.title.rendered(reader), _LETTERS, across - 4, STRONG)
            place = middle, top + _TITLE / 2 - 4
            write(image, place, shown, _LETTERS, CREAM, style=style, anchor="m")
            lay_board(image, view, (middle - _BOARD // 2, top + _TITLE, _BOARD, _BOARD))
    return packed_colours(image)
