"""A match is its log: append-only events, folded onto a position.

Everything that happened at the table stands in `Match.events`; the rest of a `Match` follows from
it. The doors (`play`, `roll`, `resign`, ...) return a new match with one event more, or raise
`RulesError` with a sentence for players and change nothing.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from rules.capabilities import CanStop, HasStakes
from rules.core import (
    AnyGame,
    AnyMove,
    AnyState,
    Dice,
    IllegalMove,
    Outcome,
    Roll,
    Rule,
    RulesError,
    RuleViolation,
    Seat,
    Seating,
    Side,
    Spec,
    Team,
    Violation,
)
from rules.events import (
    Accepted,
    Claimed,
    Declined,
    Event,
    Offered,
    OfferKind,
    Played,
    Resigned,
    Rolled,
)

__all__ = ["COMMON", "Match", "Offer", "Ply"]

_TABLE = "Rules of the table"
TURN: Final = Rule("common.turn", "Only the side whose turn it is moves.", _TABLE)
OVER: Final = Rule("common.over", "Nobody moves after the end.", _TABLE)
RESIGNED: Final = Rule(
    "common.resigned",
    "Who resigns loses, and the whole team with them; the game is over, and if several teams are"
    " left, they share the win.",
    _TABLE,
    interpretation=True,
)
AGREED: Final = Rule("common.draw.agreed", "The game is drawn when everybody agrees to it.", _TABLE)
LATE: Final = Rule(
    "common.time",
    "Who lets the time for a move run out loses as soon as another player claims it, as by"
    " resigning.",
    _TABLE,
)
ROLL: Final = Rule("common.roll", "The host alone rolls the dice.", _TABLE)

COMMON: Final = (TURN, OVER, RESIGNED, AGREED, LATE, ROLL)
"""The rules that hold for every game; a rulebook shows them after the game's own."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One turn that stands: who took it (None: the dice), the move, and the position after it."""

    side: Side | None
    move: AnyMove
    notation: str
    state: AnyState


@dataclass(frozen=True, slots=True)
class Offer:
    """A proposal that waits for the other seats; `keep` is the plies left after a take-back."""

    number: int
    """The number of the event that made it."""
    kind: OfferKind
    by: Seat
    keep: int
    accepted: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class Match:
    """One game between seats, from its log."""

    game: AnyGame
    seating: Seating
    events: tuple[Event, ...] = ()
    plies: tuple[Ply, ...] = ()
    offer: Offer | None = None
    declined: frozenset[tuple[Seat, OfferKind]] = frozenset()
    """Offers that a seat may not repeat before it has moved again."""
    position_number: int = 0
    """Which position this is: the number of the event that led to it. A button made for another
    position_number is stale."""
    table_outcome: Outcome | None = None
    """How a table event, rather than a move, ended the game."""

    @classmethod
    def replay(cls, game: AnyGame, seating: Seating, events: Iterable[Event]) -> "Match":
        """Return the match whose log this is. Raises RulesError if the log breaks a rule."""
        match = cls(game, seating)
        for event in events:
            match = match.add(event)
        return match

    @property
    def state(self) -> AnyState:
        """The present position."""
        return self.plies[-1].state if self.plies else self.game.start()

    @property
    def last(self) -> Ply | None:
        """The last turn in which a side moved something; rolls and passes are none."""
        turns = (ply for ply in reversed(self.plies) if ply.side and self.game.path(ply.move))
        return next(turns, None)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.table_outcome or self.game.outcome(self.state)

    @property
    def turn(self) -> Side | Dice | None:
        """Who is due: a side, chance, or nobody once the game is over."""
        return None if self.table_outcome else self.game.turn(self.state)

    @property
    def seat_due(self) -> Seat | None:
        """The seat whose turn it is; None when chance is due or the game is over."""
        turn = self.turn
        return None if turn is None or isinstance(turn, Dice) else self.seat_of(turn)

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that have won; empty in a draw and while the game goes on."""
        outcome = self.outcome
        won: frozenset[Side] = outcome.winners if outcome else frozenset()
        return tuple(Seat(n) for n, sides in enumerate(self.seating) if sides & won)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Every seat of the table."""
        return tuple(Seat(number) for number in range(len(self.seating)))

    def seat_of(self, side: Side) -> Seat:
        """Return the seat that moves the side."""
        return next(Seat(n) for n, sides in enumerate(self.seating) if side in sides)

    def play(self, seat: Seat, text: str) -> "Match":
        """Play the move that the text means.

        Raises NotationError, AmbiguousMove, IllegalMove, or RuleViolation when it isn't the
        seat's turn or the game is over.
        """
        side = self._require_turn(seat)
        move = self.read(text)
        return self._logged(self._moved(side, move), Played(self.game.notate(move)))

    def read(self, text: str) -> AnyMove:
        """Return the legal move that the text means. Raises as `play` does, turn aside."""
        move = self.game.parse(self.state, text)
        if move not in self.game.legal(self.state):
            violation = self.game.violation(self.state, move)
            assert violation is not None, f"{text!r} is refused without a reason"
            raise IllegalMove(violation)
        return move

    def roll(self, roll: Roll) -> "Match":
        """Enter the roll that chance owes: the only door for dice. Raises RulesError."""
        return self.add(Rolled(roll.pips))

    def resign(self, seat: Seat) -> "Match":
        """End the game as lost for the seat's team. Raises RuleViolation after the end."""
        return self.add(Resigned(seat))

    def claim(self, seat: Seat) -> "Match":
        """End the game as lost for the team that is due and has let its time run out.

        The caller holds the clock. Raises RulesError where the seat itself, or its team, is due.
        """
        return self.add(Claimed(seat))

    def propose(self, seat: Seat, kind: OfferKind) -> "Match":
        """Offer a draw, or to stop and count, or ask for a take-back.

        Raises RulesError if that can't be done now, or never in this game.
        """
        return self.add(Offered(seat, kind))

    def accept(self, seat: Seat) -> "Match":
        """Accept what was proposed; it happens once every other seat has accepted."""
        return self.add(Accepted(seat))

    def decline(self, seat: Seat) -> "Match":
        """Decline what was proposed; who proposed it withdraws it so."""
        return self.add(Declined(seat))

    def add(self, event: Event) -> "Match":
        """Fold one event onto the match. Raises RulesError if it can't follow."""
        self._require_running()
        match event:
            case Played(notation):
                after = self._played(notation)
            case Rolled(pips):
                after = self._rolled(Roll(pips))
            case Resigned(seat):
                after = self._lost_by(self.team_of(seat), RESIGNED)
            case Claimed(seat):
                after = self._claimed(seat)
            case Offered(seat, kind):
                after = replace(self, offer=self._offer(seat, kind))
            case Accepted(seat):
                after = self._accepted(seat)
            case Declined():
                after = self._declined()
        return self._logged(after, event)

    def _logged(self, after: "Match", event: Event) -> "Match":
        """Return what an event has made of this match, with the event in its log."""
        events = (*self.events, event)
        moved = after.plies is not self.plies or after.table_outcome is not self.table_outcome
        return replace(
            after, events=events, position_number=len(events) if moved else self.position_number
        )

    def _played(self, notation: str) -> "Match":
        turn = self.turn
        if turn is None or isinstance(turn, Dice):
            raise RuleViolation(Violation(ROLL, "The dice have to be rolled first."))
        return self._moved(turn, self.read(notation))

    def _moved(self, side: Side, move: AnyMove) -> "Match":
        """Return the match after a legal move of the side that is due."""
        seat = self.seat_of(side)
        ply = Ply(side, move, self.game.notate(move), self.game.apply(self.state, move))
        offer = self.offer
        if offer and (offer.kind is OfferKind.TAKE_BACK or offer.by != seat):
            offer = None
        kept = frozenset(entry for entry in self.declined if entry[0] != seat)
        return replace(self, plies=(*self.plies, ply), offer=offer, declined=kept)

    def _rolled(self, roll: Roll) -> "Match":
        turn = self.turn
        if not isinstance(turn, Dice):
            raise RuleViolation(Violation(ROLL, "No roll is due now."))
        if len(roll.pips) != turn.count or not all(1 <= n <= turn.faces for n in roll.pips):
            raise RulesError(f"{roll.pips} is no roll of {turn.count} dice of {turn.faces} faces.")
        text = "[" + "-".join(map(str, roll.pips)) + "]"
        ply = Ply(None, roll, text, self.game.apply(self.state, roll))
        return replace(self, plies=(*self.plies, ply))

    def _claimed(self, seat: Seat) -> "Match":
        due = self.seat_due
        if due is None:
            raise RulesError("No player is due now, so there is no time to claim.")
        if self.team_of(due) == self.team_of(seat):
            raise RulesError("It is your own side's turn: only the others can claim the time.")
        return self._lost_by(self.team_of(due), LATE)

    def _lost_by(self, team: Team, rule: Rule) -> "Match":
        """Return the match as won by everybody else, be they one team or several."""
        rest = frozenset(side.key for side in self.game.spec.sides) - team
        worth = self.game.worth(self.state, team) if isinstance(self.game, HasStakes) else 1
        return replace(self, table_outcome=Outcome(rest, rule, worth=worth), offer=None)

    def _offer(self, seat: Seat, kind: OfferKind) -> Offer:
        if self.offer:
            raise RulesError(f"A {self.offer.kind.title} is already waiting for an answer.")
        if (seat, kind) in self.declined:
            raise RulesError(
                f"Your {kind.title} was declined or withdrawn; you can repeat it after your move."
            )
        if kind is OfferKind.COUNT and not isinstance(self.game, CanStop):
            raise RulesError(
                f"{self.game.spec.title} can't be stopped and counted; you can offer a draw."
            )
        keep = self._before_last_of(seat) if kind is OfferKind.TAKE_BACK else len(self.plies)
        return Offer(len(self.events) + 1, kind, seat, keep, frozenset({seat}))

    def _before_last_of(self, seat: Seat) -> int:
        """Return the plies that stay when the seat takes its last move back."""
        for kept in reversed(range(len(self.plies))):
            side = self.plies[kept].side
            if side is None:
                raise RulesError("A roll of the dice can't be taken back, nor what led to it.")
            if side in self.seating[seat]:
                return kept
        raise RulesError("You have not moved yet, so there is nothing to take back.")

    def _accepted(self, seat: Seat) -> "Match":
        offer = self._require_offer()
        if seat in offer.accepted:
            raise RulesError("You have accepted already; the others have yet to answer.")
        accepted = offer.accepted | {seat}
        if len(accepted) < len(self.seating):
            return replace(self, offer=replace(offer, accepted=accepted))
        if offer.kind is OfferKind.TAKE_BACK:
            return replace(self, plies=self.plies[: offer.keep], offer=None)
        return replace(self, table_outcome=self._agreed(offer.kind), offer=None)

    def _agreed(self, kind: OfferKind) -> Outcome:
        if kind is OfferKind.COUNT and isinstance(self.game, CanStop):
            return self.game.stopped(self.state)
        return Outcome(frozenset(), _agreed_rule(self.game.spec))

    def _declined(self) -> "Match":
        offer = self._require_offer()
        return replace(self, offer=None, declined=self.declined | {(offer.by, offer.kind)})

    def team_of(self, seat: Seat) -> Team:
        """Return the team that the seat's sides belong to."""
        return self.game.spec.team_of(next(iter(self.seating[seat])))

    def _require_offer(self) -> Offer:
        if self.offer is None:
            raise RulesError("There is no offer to answer: it was withdrawn, or play went on.")
        return self.offer

    def _require_running(self) -> None:
        if self.outcome is not None:
            raise RuleViolation(Violation(OVER, "This game is over."))

    def _require_turn(self, seat: Seat) -> Side:
        """Return the side that is due, which has to be one of the seat's."""
        self._require_running()
        turn = self.turn
        if turn is None or isinstance(turn, Dice):
            raise RuleViolation(Violation(ROLL, "The dice have to be rolled first."))
        if turn not in self.seating[seat]:
            title = self.game.spec.side(turn).title
            raise RuleViolation(Violation(TURN, f"It is {title}'s turn, not yours."))
        return turn


def _agreed_rule(spec: Spec) -> Rule:
    """Return the game's own rule on agreed draws, or the common one where it has none."""
    own = (rule for rule in spec.rulebook if rule.key.endswith(".draw.agreed"))
    return next(own, AGREED)
