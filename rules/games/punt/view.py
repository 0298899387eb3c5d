"""A position as a `BoardView`."""

from rules.core import Outcome, Side, Spec
from rules.games.punt.course import Course
from rules.games.punt.notation import notate
from rules.games.punt.position import Move, Position
from rules.games.punt.rulebook import END, IDLE_PLIES
from rules.sentence import Sentence, all_of, say, say_n, some_of
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
            SideStatus(
                side.key,
                side.title.english(),
                side.colour,
                say("{count} home", count=counts[side.key]).english(),
                side.key == due,
            )
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
        status=(
            _ending(spec, title, outcome) if outcome else say("{side} to move.", side=title)
        ).english(),
        last=notate(course.board, last) if last else "",
        goals=tuple(Goal(army.side.key, army.goal, army.forward) for army in course.armies),
    )


def _marks(last: Move) -> tuple[Mark, ...]:
    origin, target = last.path
    return (Mark(origin, MarkKind.ORIGIN), Mark(target, MarkKind.TARGET))


def _ending(spec: Spec, due: Sentence, outcome: Outcome) -> Sentence:
    """Say who won, the counts of all and why it is over."""
    winners = [side.title for side in spec.sides if side.key in outcome.winners]
    result = say("Draw")
    if winners:
        result = say_n(
            "{winners} wins", "{winners} share the win", len(winners), winners=all_of(winners)
        )
    counts = some_of(
        (
            say("{side} {points}", side=spec.side(side).title, points=points)
            for side, points in outcome.scores
        ),
    )
    if outcome.rule == END:
        return say("{result}: {counts}; {due} has no move.", result=result, counts=counts, due=due)
    return say(
        "{result}: {counts}; {turns} turns passed without a forward move or a landing.",
        result=result,
        counts=counts,
        turns=IDLE_PLIES,
    )
