"""A position as a `BoardView`."""

from rules.core import Outcome, Side, Spec
from rules.games.punt.course import Course
from rules.games.punt.notation import notate
from rules.games.punt.position import Move, Position
from rules.games.punt.rulebook import END, IDLE_PLIES
from rules.phrases import all_of
from rules.view import BoardView, Goal, Mark, MarkKind, Pattern, Piece, SideStatus, Stack

__all__ = ["board_view"]


def board_view(
    spec: Spec,
    course: Course,
    position: Position,
    *,
    counts: dict[Side, int],
    outcome: Outcome | None,
    last: Move | None,
) -> BoardView:
    """Return the position to look at; `counts` are the pawns on each end row."""
    due = None if outcome else position.due
    title = spec.side(position.due).title
    return BoardView(
        title=spec.title,
        geometry=course.board,
        pattern=Pattern.CHEQUERED,
        players=tuple(
            SideStatus(side.key, side.title, side.colour, _home(counts[side.key]), side.key == due)
            for side in spec.sides
        ),
        stacks=tuple(
            Stack(cell, tuple(Piece(side, "pawn") for side in pile))
            for cell, pile in zip(course.board.cells, position.piles, strict=True)
            if pile
        ),
        marks=_marks(last) if last else (),
        mover=position.piles[last.path[-1]][-1] if last else None,
        trail=last.path if last else (),
        status=_ending(spec, title, outcome) if outcome else f"{title} to move.",
        last=notate(course.board, last) if last else "",
        goals=tuple(Goal(army.side.key, army.goal, army.forward) for army in course.armies),
    )


def _home(count: int) -> str:
    """Return how many pawns count for a side, as its plate tells."""
    return f"{count} home"


def _marks(last: Move) -> tuple[Mark, ...]:
    origin, target = last.path
    return (Mark(origin, MarkKind.ORIGIN), Mark(target, MarkKind.TARGET))


def _ending(spec: Spec, due: str, outcome: Outcome) -> str:
    """Say who won, the counts of all and why it is over."""
    winners = [side.title for side in spec.sides if side.key in outcome.winners]
    if not winners:
        result = "Draw"
    elif len(winners) == 1:
        result = f"{winners[0]} wins"
    else:
        result = f"{all_of(winners)} share the win"
    counts = ", ".join(f"{spec.side(side).title} {count}" for side, count in outcome.scores)
    if outcome.rule == END:
        return f"{result}: {counts}; {due} has no move."
    return f"{result}: {counts}; {IDLE_PLIES} turns passed without a forward move or a landing."
