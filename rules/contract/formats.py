"""Formats of the field in which games can be written: PDN for draughts, SGF for backgammon."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from rules.contract.core import Side

__all__ = ["HasPdn", "HasSgf", "PdnForm", "SgfForm"]


@dataclass(frozen=True, slots=True)
class PdnForm:
    """The tags by which PDN 3.0 tells a game with its options."""

    game_type: str
    """The value of the tag GameType, such as `29,W,8,8,A0,0`."""
    fen: str | None = None
    """The position at the start, if it isn't the usual one of the type."""
    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    """Tags that PDN does not define."""


@runtime_checkable
class HasPdn(Protocol):
    """A game of two sides with the notation of PDN."""

    @property
    def pdn(self) -> PdnForm:
        """The tags for the configured options."""
        ...


@dataclass(frozen=True, slots=True)
class SgfForm:
    """The properties by which GNU Backgammon tells a game with its options."""

    variation: str
    """The variation among those that the property RU lists, such as `Hypergammon3`."""
    length: int
    """The points to play for in the property MI: 1 where every win counts 1, 0 where gammons
    count."""


@runtime_checkable
class HasSgf(Protocol):
    """A game of dice that GNU Backgammon plays, between `W` and `B`."""

    @property
    def sgf(self) -> SgfForm:
        """The properties for the configured options."""
        ...

    def sgf_turn(self, state: Any, move: Any) -> str:  # noqa: ANN401 - the game's own
        """Return a side's roll and move as the value of its property, such as `62wqpn`."""
        ...

    def read_sgf_turn(self, state: Any, side: Side, text: str) -> Sequence[str]:  # noqa: ANN401
        """Return the roll and the move that a value means, as turns of a transcript.

        `state` is the one in which the roll is due. Raises ValueError for a value that means none.
        """
        ...
