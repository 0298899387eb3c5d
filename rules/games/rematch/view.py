"""A position as a `BoardView`."""

from functools import lru_cache
from typing import Final

from rules.contract.core import Outcome, Side, Spec
from rules.contract.sentence import Sentence, say, say_n
from rules.contract.verdict import verdict
from rules.contract.view import (
    BoardView,
    Mark,
    MarkKind,
    Pattern,
    Piece,
    PieceKind,
    SideStatus,
    Stack,
)
from rules.games.rematch.generator import must_capture, victims
from rules.games.rematch.notation import notate
from rules.games.rematch.position import BOARD, ORANGE, PARTNER, RED, SIDE, WHITE, Move, State
from rules.geometry import Cell

__all__ = ["PIECE", "board_view"]

PIECE: Final = PieceKind(
    say("piece"), lambda count: say_n("{count} piece", "{count} pieces", count)
)
_PIECE: Final = {letter: Piece(side, PIECE) for letter, side in SIDE.items()}


def board_view(
    spec: Spec,
    state: State,
    *,
    outcome: Outcome | None,
    last: Move | None,
) -> BoardView:
    """Return the position as a view, with the last move marked."""
    due = None if outcome else state.due
    return BoardView(
        title=spec.title,
        geometry=BOARD,
        pattern=Pattern.CHEQUERED,
        players=tuple(_player(spec, state, side.key, due) for side in spec.sides),
        stacks=tuple(
            Stack(cell, _pieces(letters))
            for cell, letters in zip(BOARD.cells, state.stacks, strict=True)
            if letters
        ),
        marks=_marks(last) if last else (),
        mover=SIDE[state.stacks[last[-1]][-1]] if last else None,
        trail=last if last else (),
        teams=((RED,), (WHITE, ORANGE)),
        status=verdict(spec, outcome) if outcome else _to_move(spec, state),
        last=notate(last) if last else "",
    )


@lru_cache(maxsize=1024)
def _pieces(letters: str) -> tuple[Piece, ...]:
    """Return a stack's pieces; equal stacks share the tuple, since most stay as they are."""
    return tuple(_PIECE[letter] for letter in letters)


def _player(spec: Spec, state: State, side: Side, due: Side | None) -> SideStatus:
    """Return the side's status, with the number of stacks that it owns."""
    owned = state.owns(side).bit_count()
    named = spec.side(side)
    note = say_n("{count} stack", "{count} stacks", owned)
    return SideStatus(side, named.title, named.colour, note, side == due)


def _marks(last: Move) -> tuple[Mark, ...]:
    """Mark the cells of the move; a cell passed twice gets the most important mark."""
    kinds: dict[Cell, MarkKind] = dict.fromkeys(last[1:-1], MarkKind.PASSED)
    kinds[last[0]] = MarkKind.ORIGIN
    kinds[last[-1]] = MarkKind.TARGET
    for cell in victims(last):
        kinds.setdefault(cell, MarkKind.CAPTURED)
    return tuple(Mark(cell, kind) for cell, kind in kinds.items())


def _to_move(spec: Spec, state: State) -> Sentence:
    due = state.due
    side = spec.side(due).title
    must = must_capture(state)
    again = due == state.last and not state.red_to_move
    if again:
        partner = spec.side(PARTNER[due]).title
        if must:
            return say(
                "{side} to move and must capture, because {partner} has no piece on top.",
                side=side,
                partner=partner,
            )
        return say(
            "{side} to move, because {partner} has no piece on top.", side=side, partner=partner
        )
    if due == RED:
        following = spec.side(_next_of_team(state)).title
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


def _next_of_team(state: State) -> Side:
    """Return the colour of the team that moves after Red, if Red's move changes no top piece."""
    other = PARTNER[state.last]
    return other if state.owns(other) else state.last
