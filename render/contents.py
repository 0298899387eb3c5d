"""The pieces and marks on the cells of a view."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.contract.view import BoardView, Colour, Mark, MarkKind, Piece, Side
from rules.geometry import Cell, Geometry

__all__ = ["BARE", "Content", "Marks", "contents", "seen_rows", "side_colours"]


class Marks(NamedTuple):
    """The marks on one cell."""

    highlighted: bool = False
    """True if the last move left or reached the cell."""
    passed: bool = False
    captured: bool = False
    """True if something was taken here."""
    chosen: bool = False
    refused: bool = False
    number: str = ""
    """The numbers of the choices here."""


class Content(NamedTuple):
    """One cell that isn't bare."""

    pieces: tuple[Piece, ...] = ()
    """The pieces from bottom to top."""
    colours: tuple[Colour, ...] = ()
    """Their colours."""
    marks: Marks = Marks()
    taken: Side | None = None
    """The side of a piece that the last move took here."""


BARE: Final = Content()


def contents(view: BoardView) -> dict[Cell, Content]:
    """Return the cells that have pieces or marks."""
    colours = side_colours(view)
    found = {
        stack.cell: Content(stack.pieces, tuple([colours[each.side] for each in stack.pieces]))
        for stack in view.stacks
    }
    marks: dict[Cell, list[Mark]] = {}
    for mark in view.marks:
        marks.setdefault(mark.cell, []).append(mark)
    for cell, here in marks.items():
        kinds = {mark.kind for mark in here}
        told = Marks(
            MarkKind.ORIGIN in kinds or MarkKind.TARGET in kinds,
            MarkKind.PASSED in kinds,
            MarkKind.CAPTURED in kinds,
            MarkKind.CHOSEN in kinds,
            MarkKind.OFFENDING in kinds,
            "/".join([mark.text for mark in here if mark.kind is MarkKind.CANDIDATE]),
        )
        taken = next((mark.side for mark in here if mark.side), None)
        found[cell] = found.get(cell, BARE)._replace(marks=told, taken=taken)
    return found


def seen_rows(geometry: Geometry, *, turned: bool) -> Sequence[Sequence[Cell]]:
    """Return the rows of a board from top to bottom as its viewer sees them."""
    rows = geometry.rows()
    return [row[::-1] for row in rows[::-1]] if turned else rows


def side_colours(view: BoardView) -> dict[Side, Colour]:
    """Return the sides' colours."""
    return {player.side: player.colour for player in view.players}
