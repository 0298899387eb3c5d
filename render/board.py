"""The picture of a position, and of the people at it."""

from dataclasses import replace
from typing import Final

from PIL import Image

from render.backgammon.board import draw_points
from render.cells.hex_board import draw_hexagons
from render.cells.square_board import draw_squares
from render.contents import side_colours
from render.lattice.board import draw_lattice
from render.palette import Palette
from render.plates import UNCAPTIONED, Caption, Plate, plates
from render.png import packed
from render.strips import framed
from rules.contract.sentence import ENGLISH, Renderer
from rules.contract.view import BoardView, Pattern, Side
from rules.geometry.hexagon import Hexagon

__all__ = ["asking_picture", "captioned_board", "lay_board", "numbered_board", "picture"]

_LEAST_WIDTH: Final = 200
_WIDTH: Final = 800


def picture(
    view: BoardView,
    *,
    width: int = _WIDTH,
    reader: Renderer = ENGLISH,
    caption: Caption = UNCAPTIONED,
) -> bytes:
    """Return the view as a PNG file `width` pixels wide, with words for this reader.

    Equal views give equal bytes. Safe to call from several threads at once. Raises ValueError for a
    width below 200, TypeError for a pattern that doesn't fit the board.
    """
    palette, image = captioned_board(view, width, reader, caption)
    return packed(image, palette.bytes)


def asking_picture(view: BoardView, side: Side, words: str) -> bytes:
    """Return the view as a PNG file with one plate below it, which asks a side's player something.

    It is lower than a picture with the people, so that the buttons below it stay on a phone's
    screen.
    """
    palette, board = numbered_board(view, _WIDTH)
    asking = Plate(side, words, side_colours(view)[side], to_move=True)
    return packed(framed(palette, board, (asking,)), palette.bytes)


def captioned_board(
    view: BoardView, width: int, reader: Renderer, caption: Caption
) -> tuple[Palette, Image.Image]:
    """Return the board with its people as numbers of colours, and the colours; see `picture`."""
    if width < _LEAST_WIDTH:
        raise ValueError(f"a board picture is at least {_LEAST_WIDTH} pixels wide, not {width}")
    sides = plates(view, reader, caption)
    if isinstance(view.geometry, Hexagon):
        return draw_hexagons(view, sides, width)
    palette, board = numbered_board(view, width)
    over = not view.rolling and not any(player.to_move for player in view.players)
    if over and view.status and not caption.people:
        result = replace(sides[0].occupant, state=view.status.rendered(reader))
        sides = (sides[0]._replace(occupant=result), *sides[1:])
    below, above = (sides[:1], sides[1:]) if not view.turned else (sides[-1:], sides[-2::-1])
    return palette, framed(palette, board, below, above, caption.number)


def lay_board(image: Image.Image, view: BoardView, box: tuple[int, int, int, int]) -> None:
    """Lay the board without people on a picture, as large as has room in the middle of a box.

    The box is left, top, width and height.
    """
    left, top, width, height = box
    board = _fitted(view, width, height)
    image.paste(board, (left + (width - board.width) // 2, top + (height - board.height) // 2))


def _fitted(view: BoardView, width: int, height: int) -> Image.Image:
    palette, image = numbered_board(view, width)
    if image.height > height:
        palette, image = numbered_board(view, width * height // image.height)
    return palette.coloured(image).convert("RGB")


def numbered_board(view: BoardView, width: int) -> tuple[Palette, Image.Image]:
    """Return the board without people as numbers of colours, and the colours."""
    if isinstance(view.geometry, Hexagon):
        return draw_hexagons(view, (), width)
    if view.pattern is Pattern.POINTS:
        return draw_points(view, width)
    if view.pattern is Pattern.LINED:
        return draw_lattice(view, width)
    return draw_squares(view, width)
