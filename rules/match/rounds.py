"""Numbers of moves: a round is one turn of each team, from who began.

A roll belongs to the turn in which it is played, and a pass is a turn. After a take-back the turns
that still stand are numbered.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.contract.core import Side
from rules.contract.sentence import Argument, Notation, Sentence, say
from rules.match.record import Ply

__all__ = ["Turn", "numbered", "round_of", "turns"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: the rolls before a move, and the move."""

    number: int
    """The number of the turn, from 0."""
    side: Side | None
    """None for rolls at the end with which no one has moved yet."""
    text: str
    """The rolls and the move in notation, such as `[5-2] 24/22 13/8`."""
    stop: int
    """The number of plies with which it ends."""


def round_of(turn: int, teams: int) -> int:
    """Return the number of the round in which a turn is, from 1. Turns count from 0."""
    return turn // teams + 1


def numbered(turn: int, teams: int, told: Argument) -> Sentence:
    """Return a single turn with the number of its round, such as `12. Ann c3-d4`."""
    number = Notation(f"{round_of(turn, teams)}.")
    return say("{number} {turn}", number=number, turn=told)


def turns(plies: Iterable[Ply]) -> Sequence[Turn]:
    """Return the turns that a game consists of; the last one may be rolls alone."""
    found: list[Turn] = []
    texts: list[str] = []
    stop = 0
    for stop, ply in enumerate(plies, 1):
        texts.append(ply.notation)
        if ply.side is not None:
            found.append(Turn(len(found), ply.side, " ".join(texts), stop))
            texts = []
    if texts:
        found.append(Turn(len(found), None, " ".join(texts), stop))
    return found
