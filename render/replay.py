"""A game as a moving picture."""

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from render.board import captioned_board
from render.plates import Caption
from rules.contract.sentence import ENGLISH, Renderer
from rules.contract.view import BoardView

__all__ = ["replay_picture"]

_EACH: Final = 900
"""Milliseconds for which a position stands."""
_LAST: Final = 4000
"""Milliseconds for which the last one stands."""


def replay_picture(
    positions: Sequence[tuple[BoardView, Caption]], *, width: int = 800, reader: Renderer = ENGLISH
) -> bytes:
    """Return at least one position of a game as a GIF file that begins again at its end.

    Each frame is exactly its picture, and all have the size and the colours of the first; the size
    in pixels, `width` and `reader` are as in `picture`. Positions are drawn one by one.
    """
    drawn = (captioned_board(view, width, reader, caption) for view, caption in positions)
    frames = (palette.coloured(image) for palette, image in drawn)
    first, file = next(frames), BytesIO()
    first.save(
        file, "GIF", save_all=True, append_images=frames, loop=0, optimize=True,
        palette=bytes(first.getpalette() or ()),  # once for all frames
        duration=[*[_EACH] * (len(positions) - 1), _LAST],
    )  # fmt: skip
    return file.getvalue()
