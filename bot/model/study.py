"""A study: a position and a line outside any running game, which one person explores alone."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.model.caller import Person
from bot.model.position import PositionId
from engine.report import Report
from rules.contract.core import Seat
from rules.log.entries import short_digest
from rules.match.plans import Path
from rules.records.transcript import Transcript

__all__ = ["EXPLORE", "MOST_TRIED", "Study"]

EXPLORE: Final = "explore"
"""The aim of a study in which a person looks at a game and tries moves."""
MOST_TRIED: Final = 40
"""The most moves of a line that a person tries out."""


@dataclass(frozen=True, slots=True)
class Study:
    """A game, and a line that a person tries out from one of its positions.

    The game belongs to a table or another subject, or was read from a file. A
    position of the study is identified by the number of plies that lead to it, and by the moves
    tried among them.
    """

    id: int
    person: Person
    aim: str
    """`EXPLORE`, or an aim of an extension, which may set tasks in it."""
    table_id: int | None
    """The table of the game, or None if it has none."""
    transcript: Transcript | None
    """The game from a file, or of a practice so far, or None."""
    report: Report | None = None
    """The report on the game from a file, once it was asked for."""
    subject: int | None = None
    """The number of its subject, which its aim knows, or None if it is about a game."""
    lesson: str | None = None
    """The key of the game that it teaches, by lessons or by practice, or None."""
    step: int = 0
    """The present step of the lessons, from 0."""
    seed: int | None = None
    """The seed of a practice: of its dice and of the computer's moves."""
    level: int | None = None
    """The strength of the computer in a practice."""
    shared_at: int | None = None
    """The moment when a practice was shared with a channel, in Unix seconds, or None."""
    seat: Seat | None = None
    """The person's seat in a practice, or None."""
    is_helped: bool = False
    """True once the person had a hint in a practice, or took a move back."""
    is_over: bool = False
    """True once a practice has ended, and was counted."""
    root: int = 0
    """The number of plies of the game after which the line begins."""
    line: Path = ()
    """The moves tried after them, in canonical notation."""

    def at(self, plies: int) -> PositionId:
        """Return the position of the game after so many plies."""
        return PositionId(plies, short_digest(""))

    def tried(self, depth: int) -> PositionId:
        """Return the position after so many moves of the line."""
        return PositionId(self.root + depth, _digest_of(self.line[:depth]))

    def depth(self, position: PositionId) -> int | None:
        """Return how many moves of the line lead to a position; 0 if it is one of the game's.

        None means that other moves have been tried since.
        """
        if position == self.at(position.number):
            return 0
        depth = position.number - self.root
        known = 0 < depth <= len(self.line) and self.tried(depth) == position
        return depth if known else None


def _digest_of(moves: Sequence[str]) -> str:
    joined = "\n".join(moves)
    return short_digest(hashlib.sha256(joined.encode()).hexdigest() if moves else "")
