"""Positions as text: `r-o:b1=r,c3=orw:idle=3,plies=57`."""

from typing import Final

from rules.contract.position_text import PositionText
from rules.contract.sentence import say
from rules.games.rematch.position import BOARD, LETTER, ORANGE, PARTNER, RED, SIDES, WHITE, State

__all__ = ["POSITION_FORM", "read_state"]

POSITION_FORM: Final = say(
    "w, o, r-w or r-o (White, Orange, or Red to move and then White or Orange), the"
    " stacks from the top down, and if need be the turns since a capture and since the"
    " start: r-o:b1=r,c3=orw,d4=w:idle=3,plies=57"
)
# A color starts with four pieces, and none ever leaves the board.
_PIECES: Final = 4
_TURNS: Final = {
    "w": (False, ORANGE),
    "o": (False, WHITE),
    "r-w": (True, ORANGE),
    "r-o": (True, WHITE),
}
"""The meanings of the texts: True if Red is to move, and the colour that the team moved last."""


def read_state(text: str) -> State:
    """Return the state that the text describes.

    Raises NotationError if the text is malformed or the position is impossible.
    """
    read = PositionText.split(text, POSITION_FORM)
    red_to_move, last = read.due(_TURNS)
    stacks = read.stacks(BOARD, [side.key for side in SIDES], _PIECES)
    idle, plies = read.counts("idle", "plies")
    state = State.of(
        ["".join(map(LETTER.__getitem__, stack)) for stack in stacks],
        red_to_move=red_to_move,
        last=last,
        idle=idle,
        plies=max(idle, plies),
    )
    due = RED if red_to_move else PARTNER[last]
    if not any(stacks) or (state.captured is None and state.due != due):
        raise read.wrong(text)
    return state
