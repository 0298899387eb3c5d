"""Positions as text: `w:c3=wbb,d4=b:idle=5`."""

from typing import Final

from rules.contract.position_text import PositionText
from rules.contract.sentence import say
from rules.games.punt.course import Course
from rules.games.punt.position import Position, State

__all__ = ["POSITION_FORM", "read_state"]

POSITION_FORM: Final = say(
    "the first letter of the side to move, the piles from the top down, and if need be"
    " the turns since a forward move or a landing: w:c3=wbb,d4=b:idle=5"
)


def read_state(course: Course, text: str) -> State:
    """Return the state that the text describes.

    Raises NotationError if the text is malformed or the position is impossible.
    """
    read = PositionText.split(text, POSITION_FORM)
    sides = [army.side.key for army in course.armies]
    due = read.due({side[0]: side for side in sides})
    piles = read.stacks(course.board, sides, course.pawns)
    return State(Position(piles, due), *read.counts("idle"))
