"""The facts of a move, counted on the board: pieces taken, captives freed, tiles claimed."""

from dataclasses import dataclass
from enum import Enum

from rules.contract.sentence import Sentence, say, say_n
from rules.contract.view import Side
from rules.geometry import Cell

__all__ = ["Fact", "FactKind", "counted", "does"]


class FactKind(Enum):
    """The kinds of facts. Reports keep the values, so these never change."""

    TAKES = "takes"
    """Rivals' pieces that leave their place, an ally's not among them."""
    KING = "king"
    """Kings among the pieces taken."""
    CROWNS = "crowns"
    """Men that become kings."""
    FREES = "frees"
    """Captives that come to the top of a stack that another team owned."""
    HITS = "hits"
    """Checkers sent to the bar."""
    OFF = "off"
    """Checkers borne off."""
    LANDS = "lands"
    """The pawns of a rival's pile that is landed on."""
    HOME = "home"
    """The pawns by which the count of the side's end row grows."""
    CLAIMS = "claims"
    """Tiles."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a move does."""

    kind: FactKind
    side: Side
    """The side that benefits."""
    count: int
    """From 1 on."""
    cells: tuple[Cell, ...]
    """The cells on which it happens."""


def counted(*facts: Fact) -> tuple[Fact, ...]:
    """Return the facts in which anything was counted."""
    return tuple(fact for fact in facts if fact.count)


def does(kind: FactKind, count: int) -> Sentence:
    """Return what a move does, in words that follow the move, such as `takes 2 pieces`."""
    match kind:
        case FactKind.TAKES:
            return say_n("takes {count} piece", "takes {count} pieces", count)
        case FactKind.KING:
            return say_n("takes a king", "takes {count} kings", count)
        case FactKind.CROWNS:
            return say_n("gets a king", "gets {count} kings", count)
        case FactKind.FREES:
            return say_n("frees {count} captive", "frees {count} captives", count)
        case FactKind.HITS:
            return say_n("hits {count} checker", "hits {count} checkers", count)
        case FactKind.OFF:
            return say("takes {count} off", count=count)
        case FactKind.LANDS:
            return say_n("lands on a pawn", "lands on a pile of {count}", count)
        case FactKind.HOME:
            return say_n("brings {count} pawn home", "brings {count} pawns home", count)
        case FactKind.CLAIMS:
            return say_n("claims {count} tile", "claims {count} tiles", count)
