"""What a log amounts to: the position, who is due, what is proposed, what the clocks say."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rules.contract.core import AnyGame, AnyMove, AnyState, Dice, Outcome, Seat, Seating, Side, Team
from rules.log.entries import Entry, digest_of, short_digest
from rules.log.events import Event, OfferKind
from rules.match.offers import Offer
from rules.time.clock import Clock
from rules.time.time_control import TimeControl

__all__ = ["Ply", "Record"]


@dataclass(frozen=True, slots=True)
class Ply:
    """One turn that stands: who took it (None: the dice), the move, and the position after it."""

    side: Side | None
    move: AnyMove
    notation: str
    state: AnyState
    turn: Side | Dice | None
    """Who is due after it."""


@dataclass(frozen=True)
class Record:
    """One game between seats, as its log tells it; `rules.match.fold` adds entries.

    What follows from the position is worked out when it is first asked for, once. It has no slots,
    which leaves room for that.
    """

    game: AnyGame
    seating: Seating
    clock: Clock = field(default=Clock.of(TimeControl(), 0))
    """It holds which seats are engines too."""
    entries: tuple[Entry, ...] = ()
    digest: str = ""
    """That of the whole log, as `rules.log.entries` defines it."""
    plies: tuple[Ply, ...] = ()
    offer: Offer | None = None
    declined: frozenset[tuple[Seat, OfferKind]] = frozenset()
    """Offers that a seat may not repeat before it has moved again."""
    agreed: Offer | None = None
    """What the last entry made everybody agree to, where the host has to carry it out: a pause,
    its end, more time, or a change of hands."""
    wanting: frozenset[Seat] = frozenset()
    """Seats that would resign, and whose allies have not all agreed."""
    position_number: int = 0
    """Which position this is: the number of the entry that led to it. A button made for another
    position number is stale."""
    table_outcome: Outcome | None = None
    """How a table event, rather than a move, ended the game."""
    is_first: bool = True
    """Whether it is the first game of its series, or the only one."""

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order."""
        return tuple(entry.event for entry in self.entries)

    @cached_property
    def state(self) -> AnyState:
        """The present position."""
        return self.plies[-1].state if self.plies else self.game.start()

    @cached_property
    def legal(self) -> Sequence[AnyMove]:
        """The moves that the position allows; none if they have ended the game."""
        return self.game.legal(self.state)

    @cached_property
    def last(self) -> Ply | None:
        """The last turn in which a side moved something; rolls and passes are none."""
        turns = (ply for ply in reversed(self.plies) if ply.side and self.game.path(ply.move))
        return next(turns, None)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self.table_outcome or self.turn is not None:
            return self.table_outcome
        return self.game.outcome(self.state)

    @cached_property
    def turn(self) -> Side | Dice | None:
        """Who is due: a side, chance, or nobody once the game is over."""
        if self.table_outcome:
            return None
        return self.plies[-1].turn if self.plies else self.game.turn(self.state)

    @cached_property
    def seat_due(self) -> Seat | None:
        """The seat whose turn it is; None when chance is due or the game is over."""
        turn = self.turn
        return None if turn is None or isinstance(turn, Dice) else self.seat_of(turn)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won; empty in a draw, in a void game and while the game goes on."""
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
        """Return the team that the seat's sides belong to."""
        return self.game.spec.team_of(next(iter(self.seating[seat])))

    def allies_of(self, seat: Seat) -> frozenset[Seat]:
        """Return the other seats of the seat's team; an engine's is one of them."""
        team = self.team_of(seat)
        return frozenset(n for n in self.seats if n != seat and self.team_of(n) == team)

    def digest_at(self, number: int) -> str:
        """Return the 6 characters that stand for the log up to the entry of that number."""
        return short_digest(digest_of(self.entries[:number]))
