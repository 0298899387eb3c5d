"""A position as a `BoardView`."""

from functools import lru_cache
from typing import Final

from rules.contract.core import Outcome, Side, Spec
from rules.contract.sentence import say, say_n
from rules.contract.verdict import verdict
from rules.contract.view import (
    BoardView,
    Goal,
    Mark,
    MarkKind,
    Pattern,
    Piece,
    PieceKind,
    SideStatus,
    Stack,
)
from rules.games.punt.course import Course
from rules.games.punt.notation import notate
from rules.games.punt.position import Move, Position

__all__ = ["PAWN", "board_view"]

PAWN: Final = PieceKind(say("pawn"), lambda count: say_n("{count} pawn", "{count} pawns", count))


def board_view(
    spec: Spec,
    course: Course,
    position: Position,
    *,
    counts: dict[Side, int],
    outcome: Outcome | None,
    last: Move | None,
) -> BoardView:
    """Return the position as a view; `counts` are the pawns on the end rows."""
    due = None if outcome else position.due
    title = spec.side(position.due).title
    return BoardView(
        title=spec.title,
        geometry=course.board,
        pattern=Pattern.CHEQUERED,
        players=tuple(
            SideStatus(
                side.key,
                side.title,
                side.colour,
                say("{count} on end row", count=counts[side.key]),
                side.key == due,
            )
            for side in spec.sides
        ),
        stacks=tuple(
            Stack(cell, _pawns(pile))
            for cell, pile in zip(course.board.cells, position.piles, strict=True)
            if pile
        ),
        marks=_marks(last) if last else (),
        mover=position.piles[last.path[-1]][-1] if last else None,
        trail=last.path if last else (),
        status=verdict(spec, outcome) if outcome else say("{side} to move.", side=title),
        last=notate(course.board, last) if last else "",
        goals=tuple(Goal(army.side.key, army.goal, army.forward) for army in course.armies),
    )


@lru_cache(maxsize=1024)
def _pawns(pile: tuple[Side, ...]) -> tuple[Piece, ...]:
    """Return a pile's pawns; equal piles share the tuple, since most stay as they are."""
    return tuple(Piece(side, PAWN) for side in pile)


def _marks(last: Move) -> tuple[Mark, ...]:
    origin, target = last.path
    return (Mark(origin, MarkKind.ORIGIN), Mark(target, MarkKind.TARGET))
