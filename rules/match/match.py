"""A match: append-only entries, and the position and clocks that follow from them.

`Match.entries` holds everything that happened at the table; the rest of a `Match` is computed from
it. The methods `play`, `roll`, `resign` and so on return a new match with one more entry, or raise
`RulesError` with a sentence for players and change nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from rules.contract.core import AnyGame, AnyMove, Roll, Seat, Seating
from rules.log.entries import Actor, Entry, Origin
from rules.log.events import (
    Accepted,
    Claimed,
    Declined,
    Event,
    Offered,
    OfferKind,
    Played,
    Resigned,
    ResignWanted,
    ResignWithdrawn,
    Rolled,
    SeatTaken,
    SeatWay,
)
from rules.match.fold import folded, played, read_move, require_turn
from rules.match.record import Ply, Record
from rules.match.rounds import round_of
from rules.time.clock import Clock
from rules.time.time_control import TimeControl

__all__ = ["Match", "Ply"]

UNKNOWN: Final = Origin()
"""An origin for uses in which actor and time don't matter, such as tests and the terminal."""
_BY_SEATS: Final = (
    Offered, Accepted, Declined, ResignWanted, ResignWithdrawn, Resigned, Claimed,
)  # fmt: skip
"""Events that a seat causes; each names its seat."""


@dataclass(frozen=True)
class Match(Record):
    """One game between seats, made from its log."""

    @classmethod
    def of(
        cls,
        game: AnyGame,
        seating: Seating,
        control: TimeControl | None = None,
        engines: Iterable[Seat] = (),
    ) -> "Match":
        """Return the match before its first entry."""
        return cls(game, seating, Clock.of(control or TimeControl(), len(seating), engines))

    def with_entries(self, entries: Iterable[Entry], *, trusted: bool = False) -> "Match":
        """Return the match after these further entries from a log.

        `trusted` says that every move was found legal by these rules when it was entered, so that
        it isn't checked again. Raises RulesError if the entries can't follow.
        """
        match = self
        for entry in entries:
            match = folded(match, entry, trusted=trusted)
        return match

    def play(self, seat: Seat, text: str, origin: Origin = UNKNOWN) -> "Match":
        """Play the move that the text means.

        Raises NotationError, AmbiguousMove, IllegalMove, or RuleViolation when it isn't the
        seat's turn or the game is over.
        """
        side = require_turn(self, seat)
        move = self.read(text)
        entry = self._entry(Played(self.game.notate(move)), origin)
        return played(self, side, move, entry)

    def read(self, text: str) -> AnyMove:
        """Return the legal move that the text means.

        Raises the same errors as `play`, but doesn't check whose turn it is.
        """
        return read_move(self, text)

    def roll(self, roll: Roll, origin: Origin = UNKNOWN) -> "Match":
        """Enter the roll that is due; dice enter in no other way. Raises RulesError."""
        return self.add(Rolled(roll.pips), origin)

    def resign(self, seat: Seat, origin: Origin = UNKNOWN) -> "Match":
        """End the game as lost for the seat's team, or record that the seat wants to resign.

        The game ends once all allies who are persons want it. Raises RulesError after the end, or
        if the seat has already asked.
        """
        missing = self.allies_of(seat) - self.clock.engines - self.wanting
        return self.add(ResignWanted(seat) if missing else Resigned(seat), origin)

    def resign_to_engine(self, seat: Seat, old: int, new: int, origin: Origin = UNKNOWN) -> "Match":
        """Give the seat of a person who resigns to a computer opponent, and play on.

        `old` and `new` are their rows of players. Raises RulesError unless the others play on.
        """
        return self.add(SeatTaken(seat, old, new, SeatWay.RESIGNED, by_engine=True), origin)

    def withdraw_resignation(self, seat: Seat, origin: Origin = UNKNOWN) -> "Match":
        """Withdraw the seat's wish to resign. Raises RulesError if it has none."""
        return self.add(ResignWithdrawn(seat), origin)

    def claim(self, seat: Seat, origin: Origin = UNKNOWN) -> "Match":
        """End the game as lost for the team that is to move and has run out of time.

        The caller checks the clock. Raises RulesError if it is the turn of the seat itself or of
        its team.
        """
        return self.add(Claimed(seat), origin)

    def propose(
        self, seat: Seat, kind: OfferKind, origin: Origin = UNKNOWN, days: int = 0
    ) -> "Match":
        """Offer a draw, ask for a take-back, and so on.

        `days` is the length of a pause, or of the time to give. Raises RulesError if that isn't
        possible now, or never is in this game.
        """
        return self.add(Offered(seat, kind, days=days), origin)

    def accept(self, seat: Seat, origin: Origin = UNKNOWN) -> "Match":
        """Accept the open proposal; it is carried out once everyone required has accepted."""
        return self.add(Accepted(seat), origin)

    def decline(self, seat: Seat, origin: Origin = UNKNOWN) -> "Match":
        """Decline the open proposal, or withdraw it if the seat made it."""
        return self.add(Declined(seat), origin)

    @property
    def round(self) -> int:
        """The number of the present round, or, in a finished game, of its last turn's.

        It is 0 for a game that ended before anyone moved.
        """
        turns = sum(ply.side is not None for ply in self.plies)
        return round_of(turns - (self.outcome is not None), len(self.game.spec.teams))

    def add(self, event: Event, origin: Origin = UNKNOWN) -> "Match":
        """Return the match with an entry for this event. Raises RulesError if it can't follow."""
        return self.enter(self._entry(event, origin))

    def enter(self, entry: Entry) -> "Match":
        """Apply one entry to the match. Raises RulesError if it can't follow."""
        return folded(self, entry)

    def _entry(self, event: Event, origin: Origin) -> Entry:
        """Return the next entry, never earlier than the one before."""
        seat = self.seat_due if isinstance(event, Played) else None
        if isinstance(event, _BY_SEATS) or (
            isinstance(event, SeatTaken) and event.way is SeatWay.RESIGNED
        ):
            seat = event.seat
        actor = origin.actor or (Actor.HOST if seat is None else Actor.SEAT)
        at = max(origin.at, self.entries[-1].at) if self.entries else origin.at
        number = len(self.entries) + 1
        return Entry(number, at, actor, seat, origin.player, origin.request, event)
