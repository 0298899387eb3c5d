"""Positions as text: `w:c3=wbb,d4=b:idle=5`."""

from typing import Final

from rules.contract import position_text
from rules.contract.core import NotationError
from rules.contract.sentence import Notation, Stranger, one_of, say
from rules.games.punt.course import Course
from rules.games.punt.position import Position, State

__all__ = ["POSITION_FORM", "read_state", "write_state"]

POSITION_FORM: Final = say(
    "the first letter of the side to move, the piles from the top down, and if need be"
    " the turns since a forward move or a landing: w:c3=wbb,d4=b:idle=5"
)

_EXAMPLE: Final = say("A position looks like w:c3=wbb,d4=b.")


def read_state(course: Course, text: str) -> State:
    """Return the state that the text describes.

    Raises NotationError if the text is malformed or no such position can be.
    """
    sides = [army.side for army in course.armies]
    read = position_text.read_position_text(
        course.board, sides, text, example=_EXAMPLE, counts=("idle",), most=course.pawns
    )
    due = {side.key[0]: side.key for side in sides}
    if read.due not in due:
        raise NotationError(
            say(
                "The side to move is {sides}, not “{due}”. {example}",
                sides=one_of(map(Notation, due)),
                due=Stranger(read.due),
                example=_EXAMPLE,
            )
        )
    return State(Position(read.stacks, due[read.due]), read.counts["idle"])


def write_state(course: Course, state: State) -> str:
    """Return the state as text that `read_state` understands."""
    (piles, due), idle = state
    return position_text.write_position_text(
        course.board, position_text.PositionText(due[0], piles, {"idle": idle})
    )
