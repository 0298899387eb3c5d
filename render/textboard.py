"""A position in letters, for a code block or a terminal."""

from collections.abc import Iterable, Sequence
from textwrap import fill
from typing import Final

from render.backgammon.words import point_text
from render.contents import seen_rows, side_colours
from render.lattice.words import claim_legend, woven
from rules.contract.sentence import ENGLISH, Notation, Renderer, each_of, say
from rules.contract.view import BoardView, Pattern, Piece, Stack
from rules.geometry import Cell, Point

__all__ = ["text_board"]

_EMPTY: Final = "."
_UNUSED: Final = " "
_LINE: Final = 48
"""The maximum length of the lines below the board."""


def text_board(view: BoardView, reader: Renderer = ENGLISH) -> str:
    """Return the board in a fixed-width grid, with coordinates and a legend.

    A piece is its colour's first letter, a capital when crowned; a dot is an empty cell that the
    game uses. A stack is its top piece and its height, and the legend lists all its pieces. If
    cells with one number don't form a column, the cells at both ends of a row are named. Claimed
    tiles are filled in between the crossings. Turned views are written from the far side.
    """
    if view.pattern is Pattern.POINTS:
        return point_text(view, reader)
    rows = seen_rows(view.geometry, turned=view.turned)
    west = min(_seen(view, view.geometry.centre(cell)).x for row in rows for cell in row)
    stacks = {stack.cell: stack for stack in view.stacks}
    columns = len({len(row) for row in rows}) == 1
    heads = [_head(view, row) if columns else view.geometry.label(row[0]) for row in rows]
    margin = max(len(head) for head in heads)
    spread = 4 if any(len(stack.pieces) > 1 for stack in view.stacks) else 2
    lines: list[str] = []
    if view.pattern is Pattern.LINED:
        drawn = woven(view, rows, lambda cell: _sign(view, stacks, cell))
        between = [head for each in heads for head in (each, "")][:-1]
        lines = [f"{head:>{margin}}  {line}" for head, line in zip(between, drawn, strict=True)]
    for head, row in () if lines else zip(heads, rows, strict=True):
        centres = (_seen(view, view.geometry.centre(cell)) for cell in row)
        places = [round(spread * (centre.x - west)) for centre in centres]
        signs = [_sign(view, stacks, cell) for cell in row]
        if not columns:
            places.append(places[-1] + spread)
            signs.append(view.geometry.label(row[-1]))
        lines.append(f"{head:>{margin}}  {_spread(zip(places, signs, strict=True))}")
    if columns:
        lines.append(" " * (margin + 2) + _feet(view, rows, west, spread))
    lines += ["", *_legend(view, reader)]
    return "\n".join(line.rstrip() for line in lines)


def _seen(view: BoardView, point: Point) -> Point:
    return Point(-point.x, -point.y) if view.turned else point


def _spread(signs: Iterable[tuple[int, str]]) -> str:
    line = ""
    for column, sign in sorted(signs):
        line = line.ljust(column) + sign
    return line


def _head(view: BoardView, row: Sequence[Cell]) -> str:
    """Return the coordinate that all cells of the row have, and no others."""
    names = view.geometry.coordinates()
    return next((name.text for name in names if name.cells == frozenset(row)), "")


def _feet(view: BoardView, rows: Sequence[Sequence[Cell]], west: float, spread: int) -> str:
    """Return the other coordinates, below their columns."""
    across = {frozenset(row) for row in rows}
    return _spread(
        (round(spread * (_seen(view, name.places[0]).x - west)), name.text)
        for name in view.geometry.coordinates()
        if name.cells not in across
    )


def _sign(view: BoardView, stacks: dict[Cell, Stack], cell: Cell) -> str:
    if cell in stacks:
        pieces = stacks[cell].pieces
        return _letter(view, pieces[-1]) + (str(len(pieces)) if len(pieces) > 1 else "")
    return _EMPTY if view.playable is None or cell in view.playable else _UNUSED


def _letter(view: BoardView, piece: Piece) -> str:
    letter = side_colours(view)[piece.side].value[0]
    return letter.upper() if piece.crowned else letter


def _legend(view: BoardView, reader: Renderer) -> Iterable[str]:
    """Yield the meanings of the letters on the board and of the dot, then the stacks' pieces."""
    titles = {player.side: player.title for player in view.players}
    order = list(titles)
    tops = {piece for stack in view.stacks for piece in stack.pieces}
    pieces = sorted(tops, key=lambda piece: (order.index(piece.side), piece.crowned))
    words = [
        say(
            "{sign} {side} {piece}",
            sign=Notation(_letter(view, piece)), side=titles[piece.side], piece=piece.kind.name,
        )
        for piece in pieces
    ]  # fmt: skip
    empty = say("{sign} empty", sign=Notation(_EMPTY))
    legend = say("{legend}", legend=each_of([*words, *claim_legend(view), empty]))
    yield legend.rendered(reader)
    stacks = {stack.cell: stack.pieces for stack in view.stacks if len(stack.pieces) > 1}
    cells = [cell for row in seen_rows(view.geometry, turned=view.turned) for cell in row]
    if stacks:
        listed = each_of(
            Notation(f"{view.geometry.label(cell)}={_letters(view, stacks[cell])}")
            for cell in cells
            if cell in stacks
        )
        yield fill(say("Stacks from the top down: {stacks}", stacks=listed).rendered(reader), _LINE)
    if view.goals:
        ends = each_of(
            say("{side} {ends}", side=titles[goal.side], ends=_ends(view, goal.cells, cells))
            for goal in view.goals
        )
        yield fill(say("End rows: {rows}", rows=ends).rendered(reader), _LINE)


def _letters(view: BoardView, pieces: tuple[Piece, ...]) -> str:
    return "".join(_letter(view, piece) for piece in reversed(pieces))


def _ends(view: BoardView, cells: frozenset[Cell], order: list[Cell]) -> Notation:
    row = [view.geometry.label(cell) for cell in order if cell in cells]
    return Notation("-".join(dict.fromkeys((row[0], row[-1]))) if row else "")
