"""A position in letters, for a code block or a terminal."""

from collections.abc import Iterable

from render.claimwords import claim_legend, woven
from render.pointwords import point_text
from rules.geometry import Cell, Point
from rules.view import BoardView, Pattern, Piece

__all__ = ["text_board"]

_EMPTY = "."
_UNUSED = " "


def text_board(view: BoardView) -> str:
    """Return the board in a fixed-width grid, with coordinates and a legend.

    A piece is its colour's first letter, a capital when crowned; a dot is an empty cell that the
    game uses. Claimed tiles are filled in between the crossings. Turned views are written from the
    far side.
    """
    if view.pattern is Pattern.POINTS:
        return point_text(view)
    rows = list(view.geometry.rows())
    if view.turned:
        rows = [tuple(reversed(row)) for row in reversed(rows)]
    west = min(_seen(view, view.geometry.centre(cell)).x for row in rows for cell in row)
    tops = {stack.cell: stack.pieces[-1] for stack in view.stacks}
    heads = [_head(view, row) for row in rows]
    margin = max(len(head) for head in heads)
    if view.pattern is Pattern.LINED:
        drawn = woven(view, rows, lambda cell: _sign(view, tops, cell))
        heads = [head for each in heads for head in (each, "")][:-1]
    else:
        drawn = [
            _spread((_column(view, cell, west), _sign(view, tops, cell)) for cell in row)
            for row in rows
        ]
    lines = [f"{head:>{margin}}  {line}" for head, line in zip(heads, drawn, strict=True)]
    lines += [" " * (margin + 2) + _feet(view, rows, west), "", _legend(view)]
    return "\n".join(line.rstrip() for line in lines)


def _seen(view: BoardView, point: Point) -> Point:
    return Point(-point.x, -point.y) if view.turned else point


def _column(view: BoardView, cell: Cell, west: float) -> int:
    """Return the cell's place in its line: two characters a cell."""
    return round(2 * (_seen(view, view.geometry.centre(cell)).x - west))


def _spread(signs: Iterable[tuple[int, str]]) -> str:
    line = ""
    for column, sign in sorted(signs):
        line = line.ljust(column) + sign
    return line


def _head(view: BoardView, row: tuple[Cell, ...]) -> str:
    """Return the coordinate that all cells of the row bear, and no others."""
    names = view.geometry.coordinates()
    return next((name.text for name in names if name.cells == frozenset(row)), "")


def _feet(view: BoardView, rows: list[tuple[Cell, ...]], west: float) -> str:
    """Return the other coordinates, each below its column."""
    across = {frozenset(row) for row in rows}
    return _spread(
        (round(2 * (_seen(view, name.places[0]).x - west)), name.text)
        for name in view.geometry.coordinates()
        if name.cells not in across
    )


def _sign(view: BoardView, tops: dict[Cell, Piece], cell: Cell) -> str:
    if cell in tops:
        return _letter(view, tops[cell])
    return _EMPTY if view.playable is None or cell in view.playable else _UNUSED


def _letter(view: BoardView, piece: Piece) -> str:
    colour = next(player.colour for player in view.players if player.side == piece.side)
    return colour.value[0].upper() if piece.crowned else colour.value[0]


def _legend(view: BoardView) -> str:
    """Say what each letter on the board means, and the dot."""
    titles = {player.side: player.title for player in view.players}
    order = list(titles)
    tops = {stack.pieces[-1] for stack in view.stacks}
    pieces = sorted(tops, key=lambda piece: (order.index(piece.side), piece.crowned, piece.name))
    words = [f"{_letter(view, piece)} {titles[piece.side]} {piece.name}" for piece in pieces]
    return ", ".join([*words, *claim_legend(view), f"{_EMPTY} empty"])
