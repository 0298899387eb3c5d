"""A position as a `BoardView`."""

from collections.abc import Sequence

from rules.core import Outcome, Side, Spec
from rules.games.rematch.captures import Capture
from rules.games.rematch.generator import is_step
from rules.games.rematch.notation import notate
from rules.games.rematch.position import BOARD, ORANGE, PARTNER, RED, WHITE, Move, Position
from rules.geometry import Cell
from rules.geometry.rays import line_between
from rules.sentence import Sentence, say, say_n
from rules.verdict import verdict
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
        status=(verdict(spec, outcome) if outcome else _to_move(spec, position)).english(),
        last=notate(last) if last else "",
    )


def _player(spec: Spec, position: Position, side: Side, due: Side | None) -> SideStatus:
    """Return the side, with the number of stacks that it owns."""
    owned = sum(stack[-1:] == (side,) for stack in position.stacks)
    named = spec.side(side)
    note = say_n("{count} stack", "{count} stacks", owned).english()
    return SideStatus(side, named.title.english(), named.colour, note, side == due)


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


def _to_move(spec: Spec, position: Position) -> Sentence:
    due = position.due
    side = spec.side(due).title
    must = any(
        Capture.of(position, cell).must_go_on
        for cell in BOARD.cells
        if position.stacks[cell][-1:] == (due,)
    )
    again = due == position.last and not position.red_to_move
    if again:
        partner = spec.side(PARTNER[due]).title
        if must:
            return say(
                "{side} to move and must capture, as {partner} has no piece on top.",
                side=side,
                partner=partner,
            )
        return say("{side} to move, as {partner} has no piece on top.", side=side, partner=partner)
    if due == RED:
        following = spec.side(_next_of_team(position)).title
        if must:
            return say(
                "{side} to move and must capture. {following} is next.",
                side=side,
                following=following,
            )
        return say("{side} to move. {following} is next.", side=side, following=following)
    if must:
        return say("{side} to move and must capture.", side=side)
    return say("{side} to move.", side=side)


def _next_of_team(position: Position) -> Side:
    """Return the colour of the team that moves after Red, if Red's move changes no top piece."""
    other = PARTNER[position.last]
    return other if other in position.tops else position.last
