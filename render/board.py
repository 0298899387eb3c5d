"""The picture of a position, and of the people at it."""

from dataclasses import replace
from typing import Final

from PIL import Image

from render.backgammon.board import draw_points
from render.cells.hex_board import draw_hexagons
from render.cells.hexagons import hex_layout
from render.cells.square_board import draw_squares
from render.cells.squares import square_layout
from render.contents import side_colours
from render.lattice.board import draw_lattice
from render.lattice.layout import lattice_layout
from render.palette import Palette
from render.plates import UNCAPTIONED, Caption, Plate, plates
from render.png import packed
from render.strips import HEIGHT, framed
from render.theme import BAR
from rules.contract.sentence import ENGLISH, Renderer
from rules.contract.view import BoardView, Pattern, Side
from rules.geometry.hexagon import Hexagon
from rules.geometry.square import Square

__all__ = ["asking_picture", "captioned_board", "lay_board", "numbered_board", "picture"]

_LEAST_WIDTH: Final = 200
_WIDTH: Final = 800
_ASKING: Final = 824
"""The greatest height of a picture that asks something, in pixels: a phone shows it half as large,
above four lines of buttons."""
_ROUNDED: Final = 4
"""The pixels by which rims, rounded, can be too high on a narrower board."""


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
    screen. A board that is too high for that is drawn smaller, with bars at its sides.
    """
    height, room = _height(view), _ASKING - HEIGHT
    width = _WIDTH if height <= room else _WIDTH * room // height - _ROUNDED
    palette, drawn = numbered_board(view, width)
    board = drawn
    if drawn.width < _WIDTH:
        board = palette.surface(_WIDTH, drawn.height, BAR)
        board.paste(drawn, ((_WIDTH - drawn.width) // 2, 0))
    asking = Plate(side, words, side_colours(view)[side], to_move=True)
    return packed(framed(palette, board, (asking,)), palette.bytes)


def _height(view: BoardView) -> int:
    """Return the height of the board alone, as wide as a picture."""
    if view.pattern is Pattern.LINED:
        return lattice_layout(view, _WIDTH).height
    if isinstance(view.geometry, Square):
        return square_layout(view, _WIDTH).height
    if isinstance(view.geometry, Hexagon):
        return hex_layout(view, _WIDTH).height
    return 0  # Points are lower.


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
