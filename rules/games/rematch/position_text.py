"""Positions as text: `r-o:b1=r,c3=orw:idle=3,plies=57`."""

from typing import Final

from rules.contract import position_text
from rules.contract.core import NotationError
from rules.contract.sentence import Notation, Stranger, say
from rules.games.rematch.position import (
    BOARD,
    LETTER,
    ORANGE,
    PARTNER,
    RED,
    SIDE,
    SIDES,
    WHITE,
    State,
)

__all__ = ["POSITION_FORM", "read_state", "write_state"]

POSITION_FORM: Final = say(
    "w, o, r-w or r-o (White, Orange, or Red to move and then White or Orange), the"
    " stacks from the top down, and if need be the turns since a capture and since the"
    " start: r-o:b1=r,c3=orw,d4=w:idle=3,plies=57"
)

_EXAMPLE: Final = say("A position looks like w:b1=r,c3=orw,d4=w.")
_PIECES: Final = 4
_TURNS: Final = {
    "w": (False, ORANGE),
    "o": (False, WHITE),
    "r-w": (True, ORANGE),
    "r-o": (True, WHITE),
}
"""By text, whether red is to move and which colour the team moved last."""


def read_state(text: str) -> State:
    """Return the state that the text describes.

    Raises NotationError if the text is malformed or no such position can be.
    """
    read = position_text.read_position_text(
        BOARD, SIDES, text, example=_EXAMPLE, counts=("idle", "plies"), most=_PIECES
    )
    if read.due not in _TURNS:
        raise NotationError(
            say(
                "The side to move is w or o, or r-w or r-o for Red with the colour that moves after"
                " it, not “{due}”. {example}",
                due=Stranger(read.due),
                example=_EXAMPLE,
            )
        )
    red_to_move, last = _TURNS[read.due]
    stacks = ["".join(map(LETTER.__getitem__, stack)) for stack in read.stacks]
    idle, plies = read.counts["idle"], read.counts["plies"]
    state = State.of(stacks, red_to_move=red_to_move, last=last, idle=idle, plies=max(idle, plies))
    if not any(stacks):
        raise NotationError(say("There are no pieces on the board. {example}", example=_EXAMPLE))
    due = RED if red_to_move else PARTNER[last]
    if state.captured is None and state.due != due:
        raise NotationError(
            say("The side to move, {due}, has no piece on top of any stack.", due=Notation(due))
        )
    return state


def write_state(state: State) -> str:
    """Return the state as text, such that `read_state` gives one with the same future."""
    last = state.last if state.red_to_move else PARTNER[state.due]
    turn = next(text for text, due in _TURNS.items() if due == (state.red_to_move, last))
    stacks = tuple(tuple(map(SIDE.__getitem__, stack)) for stack in state.stacks)
    counts = {"idle": state.idle, "plies": state.plies}
    return position_text.write_position_text(
        BOARD, position_text.PositionText(turn, stacks, counts)
    )
