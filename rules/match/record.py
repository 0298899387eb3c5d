"""The state that a log leads to: the position, the turn, the open offer, the clocks."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rules.contract.core import AnyGame, AnyMove, AnyState, Dice, Outcome, Seat, Seating, Side, Team
from rules.contract.view import BoardView
from rules.log.entries import Entry, digest_of, short_digest
from rules.log.events import Event, OfferKind
from rules.match.offers import Offer
from rules.time.clock import Clock
from rules.time.time_control import TimeControl

__all__ = ["Ply", "Record"]


@dataclass(frozen=True, slots=True)
class Ply:
    """A turn: the side that took it (None: the dice), the move, and the position after it."""

    side: Side | None
    move: AnyMove
    notation: str
    state: AnyState
    turn: Side | Dice | None
    """The side or dice to follow, or None if the game is over."""


@dataclass(frozen=True)
class Record:
    """One game between seats, as recorded by its log; `rules.match.fold` adds entries.

    Everything that follows from the position is computed once, when first asked for. The class has
    no slots, because these cached values need a `__dict__`.
    """

    game: AnyGame
    seating: Seating
    clock: Clock = field(default=Clock.of(TimeControl(), 0))
    """The clocks. They also hold the seats of engines."""
    entries: tuple[Entry, ...] = ()
    digest: str = ""
    """The digest of the whole log, as defined by `rules.log.entries`."""
    plies: tuple[Ply, ...] = ()
    offer: Offer | None = None
    offered: frozenset[tuple[Seat, OfferKind]] = frozenset()
    """Offers that a seat has made and may not repeat before it has moved again."""
    agreed: Offer | None = None
    """The proposal to which everyone agreed with the last entry, if the host has to carry it
    out: a pause, its end, more time, or a change of hands."""
    wanting: frozenset[Seat] = frozenset()
    """Seats that want to resign, but whose allies haven't all agreed."""
    position_number: int = 0
    """The number of the entry that led to the present position. A button made for another number
    is stale."""
    table_outcome: Outcome | None = None
    """The outcome if a table event, rather than a move, ended the game."""
    is_first: bool = True
    """True if it is the only game, or the first of its series, and belongs to no event."""

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events so far, in order."""
        return tuple(entry.event for entry in self.entries)

    @cached_property
    def state(self) -> AnyState:
        """The present position."""
        return self.plies[-1].state if self.plies else self.game.start()

    @cached_property
    def legal(self) -> Sequence[AnyMove]:
        """The moves that the position allows: no moves once they have ended the game."""
        return self.game.legal(self.state)

    @cached_property
    def last(self) -> Ply | None:
        """The last turn in which a side moved; rolls and passes don't count."""
        turns = (ply for ply in reversed(self.plies) if ply.side and self.game.path(ply.move))
        return next(turns, None)

    def view(self) -> BoardView:
        """Return the present position, with the last turn marked."""
        last = self.last or (self.plies[-1] if self.plies else None)
        return self.game.view(self.state, last.move if last else None)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The outcome, or None while the game goes on."""
        if self.table_outcome or self.turn is not None:
            return self.table_outcome
        return self.game.outcome(self.state)

    @cached_property
    def turn(self) -> Side | Dice | None:
        """The side to move, the dice if a roll is due, or None once the game is over."""
        if self.table_outcome:
            return None
        return self.plies[-1].turn if self.plies else self.game.turn(self.state)

    @cached_property
    def seat_due(self) -> Seat | None:
        """The seat to move, or None if a roll is due or the game is over."""
        turn = self.turn
        return None if turn is None or isinstance(turn, Dice) else self.seat_of(turn)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won: no seats in a draw, a void game or a game in progress."""
        outcome = self.outcome
        won: frozenset[Side] = outcome.winners if outcome else frozenset()
        return tuple(Seat(n) for n, sides in enumerate(self.seating) if sides & won)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every seat of the table."""
        return tuple(Seat(number) for number in range(len(self.seating)))

    def seat_of(self, side: Side) -> Seat:
        """Return the seat that moves the side. Raises KeyError if none does."""
        for number, sides in enumerate(self.seating):
            if side in sides:
                return Seat(number)
        raise KeyError(side)

    def team_of(self, seat: Seat) -> Team:
        """Return the team to which the seat's sides belong."""
        return self.game.spec.team_of(next(iter(self.seating[seat])))

    def allies_of(self, seat: Seat) -> frozenset[Seat]:
        """Return the other seats of the seat's team, engines too."""
        team = self.team_of(seat)
        return frozenset(n for n in self.seats if n != seat and self.team_of(n) == team)

    def goes_on_without(self, seat: Seat) -> bool:
        """Return True if the others play on when this seat resigns.

        They do where it has no allies, and several rivals who are persons remain.
        """
        persons = frozenset(self.seats) - self.clock.engines
        if self.outcome or seat not in persons or self.allies_of(seat):
            return False
        return len({self.team_of(rival) for rival in persons - {seat}}) > 1

    def digest_at(self, number: int) -> str:
        """Return the 6 characters that identify the log up to the entry with that number."""
        return short_digest(digest_of(self.entries[:number]))
