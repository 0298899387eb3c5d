"""A position as a `BoardView`."""

from collections.abc import Sequence

from rules.core import Outcome, Side, Spec
from rules.games.rematch.captures import Capture
from rules.games.rematch.generator import is_step
from rules.games.rematch.notation import notate
from rules.games.rematch.position import BOARD, ORANGE, PARTNER, RED, WHITE, Move, Position
from rules.games.rematch.rulebook import (
    BLOCKED,
    CAPTURED,
    DRAW,
    IDLE_PLIES,
    LENGTH,
    LONGEST,
)
from rules.geometry import Cell
from rules.geometry.rays import line_between
from rules.phrases import all_of
from rules.view import BoardView, Mark, MarkKind, Pattern, Piece, SideStatus, Stack

__all__ = ["board_view"]


def board_view(
    spec: Spec,
    position: Position,
    *,
    outcome: Outcome | None,
    last: Move | None,
) -> BoardView:
    """Return the position to look at, with the last move marked."""
    due = None if outcome else position.due
    return BoardView(
        title=spec.title,
        geometry=BOARD,
        pattern=Pattern.CHEQUERED,
        players=tuple(_player(spec, position, side.key, due) for side in spec.sides),
        stacks=tuple(
            Stack(cell, tuple(Piece(side, "piece") for side in position.stacks[cell]))
            for cell in BOARD.cells
            if position.stacks[cell]
        ),
        marks=_marks(last) if last else (),
        mover=position.stacks[last.path[-1]][-1] if last else None,
        trail=last.path if last else (),
        teams=((RED,), (WHITE, ORANGE)),
        status=_ending(spec, position, outcome) if outcome else _to_move(spec, position),
        last=notate(last) if last else "",
    )


def _player(spec: Spec, position: Position, side: Side, due: Side | None) -> SideStatus:
    """Return the side, with the number of stacks that it owns."""
    owned = sum(stack[-1:] == (side,) for stack in position.stacks)
    named = spec.side(side)
    note = f"{owned} stack" if owned == 1 else f"{owned} stacks"
    return SideStatus(side, named.title, named.colour, note, side == due)


def _marks(last: Move) -> tuple[Mark, ...]:
    """Mark each cell of the move once; where it passed twice, by what matters most."""
    kinds: dict[Cell, MarkKind] = dict.fromkeys(last.path[1:-1], MarkKind.PASSED)
    kinds[last.path[0]] = MarkKind.ORIGIN
    kinds[last.path[-1]] = MarkKind.TARGET
    for cell in _victims(last):
        kinds.setdefault(cell, MarkKind.CAPTURED)
    return tuple(Mark(cell, kind) for cell, kind in kinds.items())


def _victims(move: Move) -> Sequence[Cell]:
    if is_step(move.path):
        return ()
    lines = map(line_between, (BOARD,) * len(move.path), move.path, move.path[1:])
    return [line[1][-2] for line in lines if line]


def _to_move(spec: Spec, position: Position) -> str:
    due = position.due
    title = spec.side(due).title
    must = any(
        Capture.of(position, cell).must_go_on
        for cell in BOARD.cells
        if position.stacks[cell][-1:] == (due,)
    )
    again = due == position.last and not position.red_to_move
    partner = f", as {spec.side(PARTNER[due]).title} has no piece on top" if again else ""
    return f"{title} to move{' and must capture' if must else ''}{partner}."


def _ending(spec: Spec, position: Position, outcome: Outcome) -> str:
    if outcome.rule == DRAW:
        return f"Draw: {IDLE_PLIES} turns in a row without a capture."
    if outcome.rule == LENGTH:
        return f"Draw: {LONGEST} turns have been played."
    winners = [side.title for side in spec.sides if side.key in outcome.winners]
    losers = [side.title for side in spec.sides if side.key not in outcome.winners]
    won = f"{all_of(winners)} {'wins' if len(winners) == 1 else 'win'}"
    if outcome.rule == CAPTURED:
        have = "has" if len(losers) == 1 else "have"
        return f"{won}: {all_of(losers)} {have} no piece on top."
    assert outcome.rule == BLOCKED
    return f"{won}: {spec.side(position.due).title} has no move."
