"""The pieces and marks on each cell of a view."""

from typing import Final, NamedTuple

from rules.contract.view import BoardView, Colour, Mark, MarkKind, Piece, Side
from rules.geometry import Cell

__all__ = ["EMPTY", "Content", "contents", "side_colours"]


class Content(NamedTuple):
    """One cell that isn't bare."""

    pieces: tuple[Piece, ...] = ()
    """The pieces from bottom to top."""
    colours: tuple[Colour, ...] = ()
    """Their colours."""
    kinds: frozenset[MarkKind] = frozenset()
    """The kinds of its marks."""
    number: str = ""
    """The numbers of the choices on it."""
    taken: Side | None = None
    """The side of a piece that the last move took here."""

    @property
    def highlighted(self) -> bool:
        """True if the last move left or reached the cell."""
        return MarkKind.ORIGIN in self.kinds or MarkKind.TARGET in self.kinds


EMPTY: Final = Content()


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
        found[cell] = found.get(cell, EMPTY)._replace(
            kinds=frozenset([mark.kind for mark in here]),
            number="/".join([mark.text for mark in here if mark.kind is MarkKind.CANDIDATE]),
            taken=next((mark.side for mark in here if mark.side), None),
        )
    return found


def side_colours(view: BoardView) -> dict[Side, Colour]:
    """Return the colour of each side."""
    return {player.side: player.colour for player in view.players}
