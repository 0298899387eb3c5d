"""Several small boards in one picture, with their titles."""

import io
from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from render.board import picture
from render.faces import font
from render.theme import BAR, CREAM
from rules.contract.sentence import ENGLISH, Renderer
from rules.contract.view import BoardView

__all__ = ["sheet"]

_BOARD: Final = 240
_GAP: Final = 16
_TITLE: Final = 40
_COLOURS: Final = 128


def sheet(views: Sequence[BoardView], *, columns: int = 4, reader: Renderer = ENGLISH) -> bytes:
    """Return a PNG file with the boards in rows, each below its title, for this reader.

    Raises ValueError if there is no board.
    """
    if not views:
        raise ValueError("a sheet needs at least one board")
    drawn = (picture(view, width=_BOARD, reader=reader) for view in views)
    boards = [Image.open(io.BytesIO(png)).convert("RGB") for png in drawn]
    rows = [boards[start : start + columns] for start in range(0, len(boards), columns)]
    heights = [max(board.height for board in row) + _TITLE + _GAP for row in rows]
    size = (columns * (_BOARD + _GAP) + _GAP, sum(heights) + _GAP)
    whole = Image.new("RGB", size, BAR)
    drawing = ImageDraw.Draw(whole)
    titles = iter(view.title.rendered(reader) for view in views)
    top = _GAP
    for row, height in zip(rows, heights, strict=True):
        left = (size[0] - len(row) * (_BOARD + _GAP) + _GAP) // 2
        for board in row:
            drawing.text(
                (left + _BOARD // 2, top + _TITLE // 2),
                next(titles),
                CREAM,
                font(24),
                anchor="mm",
            )
            whole.paste(board, (left, top + _TITLE))
            left += _BOARD + _GAP
        top += height
    written = io.BytesIO()
    whole.quantize(_COLOURS, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
    return written.getvalue()
