"""The picture of a position, joined from strips that are drawn and compressed once."""

from typing import Final

from render.backgammon.board import point_strips
from render.cells.hex_board import hex_strips
from render.cells.square_board import square_strips
from render.lattice.board import lattice_strips
from render.png import fitted, join, repacked
from rules.contract.view import BoardView, Pattern
from rules.geometry.hexagon import Hexagon

__all__ = ["picture", "usual_width"]

_LEAST_WIDTH: Final = 200
_USUAL: Final = 800
_USUAL_OF_DETAILED: Final = 720
_FITTED: Final = 36_000
_FITTED_HEXAGONS: Final = 30_700
"""The size up to which a picture of many hexagons needs no thorough compression.

Pictures of many hexagons vary little in size. Those of other boards take many bytes early in a game
and few later. The mean is below 30 KB for both.
"""
_MOST_BYTES: Final = 40_000
"""The largest size that a picture should have; a larger one is compressed again as a whole."""
_MANY_CELLS: Final = 50
"""The number of hexagons from which names, edges and pieces take many bytes."""


def usual_width(view: BoardView) -> int:
    """Return the width in pixels of a picture for a message.

    Boards with much detail, or with piles, are drawn a little smaller, so that a file has at most
    30 KB on average. Discord shows pictures at most 550 pixels wide, so nobody sees the difference.
    """
    detailed = _has_many_hexagons(view) or view.pattern is Pattern.LINED or bool(view.goals)
    return _USUAL_OF_DETAILED if detailed else _USUAL


def _has_many_hexagons(view: BoardView) -> bool:
    return isinstance(view.geometry, Hexagon) and len(view.geometry.cells) > _MANY_CELLS


def picture(view: BoardView, *, width: int = 800) -> bytes:
    """Return the view as a PNG file `width` pixels wide.

    Equal views give equal bytes. Safe to call from several threads at once. Raises ValueError for a
    width below 200, TypeError for a pattern that doesn't fit the board.
    """
    if width < _LEAST_WIDTH:
        raise ValueError(f"a board picture is at least {_LEAST_WIDTH} pixels wide, not {width}")
    over = not view.rolling and not any(player.to_move for player in view.players)
    result = view.status if over else ""
    if view.pattern is Pattern.POINTS:
        palette, strips = point_strips(view, width, result)
    elif view.pattern is Pattern.LINED:
        palette, strips = lattice_strips(view, width, result)
    elif isinstance(view.geometry, Hexagon):
        palette, strips = hex_strips(view, width, result)
    else:
        palette, strips = square_strips(view, width, result)
    most = _FITTED_HEXAGONS if _has_many_hexagons(view) else _FITTED
    packed = join(width, palette.bytes, fitted(strips, most))
    return packed if len(packed) <= _MOST_BYTES else repacked(packed)
