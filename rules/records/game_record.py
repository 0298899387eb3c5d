"""A game as it is taken along: its log, who held the seats, and what was agreed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from rules.contract.core import Seat, Side
from rules.match.record import Record
from rules.records.transcript import Transcript

__all__ = ["FORMER_PLAYER", "GameRecord", "Holder", "SeatResult"]

FORMER_PLAYER: Final = "a former player"
"""The name in files of a person who has none any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """A person's time on a seat."""

    seat: Seat
    player: int
    """The number by which entries of the log name them."""
    name: str | None
    """The name that was shown then, or None if it was taken away."""
    level: int | None = None
    """The level of a computer opponent, or None for a person."""
    since: int = 0
    """The entry that gave them the seat; 0 for the start."""
    until: int | None = None
    """The entry with which they gave it up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResult:
    """The result of a game for a person who held a seat. `rank` is None without a result."""

    seat: Seat
    player: int
    rank: int | None
    score: int | None
    worth: int
    rule: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """One game, over or not."""

    match: Record
    options: Mapping[str, str]
    holders: tuple[Holder, ...]
    """The holders of all seats, in the order in which they came."""
    terms: Mapping[str, bool]
    """The other terms that were agreed, such as `hints`."""
    series: str | None = None
    """The format of the series, or None for a single game."""
    number: int = 1
    """The number of the game in its series."""
    results: tuple[SeatResult, ...] = ()
    proof: Mapping[str, Any] | None = None
    """The proof of the dice, once the game is over."""

    @property
    def transcript(self) -> Transcript:
        """The turns that stand, and the end."""
        return Transcript.of(self.match, self.options)

    @property
    def day(self) -> str:
        """The day on which the game began, such as `2026-11-23`, in UTC."""
        began = self.match.entries[0].at if self.match.entries else 0
        return datetime.fromtimestamp(began, UTC).strftime("%Y-%m-%d")

    def name_of(self, side: Side) -> str:
        """Return the name of whoever held the seat of the side last."""
        seat = self.match.seat_of(side)
        last = [holder for holder in self.holders if holder.seat == seat][-1]
        return last.name or FORMER_PLAYER

    @property
    def points(self) -> str | None:
        """The result of a game of two sides as PDN gives it, or None while there is none."""
        outcome = self.match.outcome
        if outcome is None or outcome.is_void:
            return None
        first = self.match.game.spec.sides[0].key
        if not outcome.winners:
            return "1/2-1/2"
        return "1-0" if first in outcome.winners else "0-1"
