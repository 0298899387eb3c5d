"""The reason why a move is a mistake, as data: its consequences, counted on the board."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from engine.members import as_text, as_texts, as_whole

__all__ = ["Reason", "ReasonKind", "read_reason"]


class ReasonKind(Enum):
    """The kinds of reasons, with their figures. Reports keep the values."""

    LOSES = "loses"
    """The rival wins by force: the moves that it takes."""
    WINS = "wins"
    """The best move wins by force, and this one doesn't: the moves that it takes."""
    MORE = "more"
    """The best move does more of something at once: how much, and how much this one does."""
    ROLLS = "rolls"
    """More rolls hit after this move: how many, how many after the best, and of how many."""
    EXCHANGE = "exchange"
    """The exchange after it is worse: what the reply takes, what the rival takes in all, and what
    is won back; then what the best move gives and takes, 0 and 0 if it leads to no exchange."""
    GIVES = "gives"
    """The best move gives something to take more: how much of both."""
    REPLY = "reply"
    """The reply does more of something than any after the best move: how much."""
    DROPS = "drops"
    """The rival wins something by force: how much."""
    GAINS = "gains"
    """The best move wins something by force, and this one doesn't: how much."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason why a move is worse than the best."""

    kind: str
    figures: tuple[int, ...]
    line: tuple[str, ...]
    """The moves that it happens in: from the reply on, or else from the best move on."""
    fact: str = ""
    """The kind of fact that is counted, if there are several."""


def read_reason(members: Mapping[str, Any] | None) -> Reason | None:
    """Return the reason from the output of `dataclasses.asdict`.

    Raises LookupError, TypeError or ValueError if it's something else.
    """
    if members is None:
        return None
    figures = tuple(map(as_whole, members["figures"]))
    kind = ReasonKind(members["kind"]).value
    return Reason(kind, figures, as_texts(members["line"]), as_text(members["fact"]))
