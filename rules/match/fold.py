"""Applies the entries of a log to a match, or refuses those that can't follow."""

from dataclasses import replace
from typing import TypeVar

from rules.contract.core import (
    AnyMove,
    Dice,
    Outcome,
    Roll,
    RulesError,
    RuleViolation,
    Seat,
    Side,
    Violation,
)
from rules.contract.sentence import Notation, say
from rules.contract.typed import read_typed
from rules.log.entries import Actor, Entry, chained
from rules.log.events import (
    Accepted,
    Adjudicated,
    Begun,
    Claimed,
    Declined,
    Granted,
    Offered,
    OfferKind,
    Overdue,
    Paused,
    Played,
    Resigned,
    ResignWanted,
    ResignWithdrawn,
    Resumed,
    Rolled,
    SeatTaken,
    SeatWay,
    TimedOut,
    Voided,
)
from rules.match import offers
from rules.match.ends import adjudicated, agreed, resigned, time_lost, voided
from rules.match.offers import Offer
from rules.match.record import Ply, Record
from rules.match.table_rules import OVER, ROLL, TURN
from rules.time.clock_fold import clock_after

__all__ = ["folded", "played", "read_move", "require_running", "require_turn"]

R = TypeVar("R", bound=Record)
"""Characters of the longest move that is read: far more than any game needs, but quick to read."""


def folded(record: R, entry: Entry, *, trusted: bool = False) -> R:
    """Return the match after one more entry. Raises RulesError if it can't follow.

    The move of a `trusted` entry is known to be legal.
    """
    require_running(record)
    last = record.entries[-1] if record.entries else None
    if entry.number != len(record.entries) + 1 or (last and entry.at < last.at):
        raise RulesError(say("Entry {number} of the log is out of order.", number=entry.number))
    return _logged(record, _after(record, entry, trusted=trusted), entry)


def played(record: R, side: Side, move: AnyMove, entry: Entry) -> R:
    """Return the match after a move that is known to be legal; the entry holds the same move."""
    return _logged(record, _moved(record, side, move, entry.actor), entry)


def _logged(record: R, after: R, entry: Entry) -> R:
    """Return the match `after` an entry, with the clock and the log brought up to date."""
    moved = after.plies is not record.plies or after.table_outcome is not record.table_outcome
    return replace(
        after,
        clock=clock_after(record.clock, entry, after.seat_due, len(after.plies)),
        entries=(*record.entries, entry),
        digest=chained(record.digest, entry),
        agreed=after.agreed if after.agreed is not record.agreed else None,
        position_number=entry.number if moved else record.position_number,
    )


def _after(record: R, entry: Entry, *, trusted: bool) -> R:
    match entry.event:
        case Begun(game, in_event):
            return _begun(record, is_first=game == 1 and not in_event)
        case Played(notation):
            return _played(record, notation, entry, trusted=trusted)
        case Rolled(pips):
            return _rolled(record, Roll(pips))
        case Offered():
            return _offered(record, entry.number, entry.event)
        case Accepted(seat):
            offer = _require_offer(record)
            speaking = _speaking(record, offer.kind, seat)
            return _settled_offer(record, offers.accepted(offer, seat, speaking))
        case Declined():
            return _declined(record)
        case ResignWanted(seat) | ResignWithdrawn(seat) | Resigned(seat):
            return _resigning(record, entry.event, seat)
        case Claimed() | TimedOut() | Overdue() | Granted():
            return _timed(record, entry.event)
        case Paused() | Resumed():
            return _paused(record, entry.event)
        case SeatTaken():
            return _handed_over(record, entry.event)
        case Voided(cause):
            return _over(record, voided(cause))
        case Adjudicated(winners):
            teams = map(record.team_of, winners)
            return _over(record, adjudicated(record.game.spec, teams))


def _over(record: R, outcome: Outcome) -> R:
    return replace(record, table_outcome=outcome, offer=None, wanting=frozenset())


def _begun(record: R, *, is_first: bool) -> R:
    if record.entries:
        raise RulesError(say("The game has already started."))
    return replace(record, is_first=is_first)


def _played(record: R, notation: str, entry: Entry, *, trusted: bool) -> R:
    turn = record.turn
    if turn is None or isinstance(turn, Dice):
        raise RuleViolation(Violation(ROLL, say("The dice have to be rolled first.")))
    if entry.seat is not None:
        require_turn(record, entry.seat)
    read = record.game.parse(record.state, notation) if trusted else read_move(record, notation)
    return _moved(record, turn, read, entry.actor)


def _moved(record: R, side: Side, move: AnyMove, actor: Actor) -> R:
    """Return the match after a legal move of the side to move.

    A ply by another seat declines an open offer; a pass that the host plays doesn't.
    """
    seat, state = record.seat_of(side), record.game.apply(record.state, move)
    ply = Ply(side, move, record.game.notate(move), state, record.game.turn(state))
    offer = record.offer
    if offer and actor is not Actor.HOST:
        stands = offer.by == seat and offer.kind is not OfferKind.TAKE_BACK
        offer = offer if stands else None
    offered = frozenset(one for one in record.offered if one[0] != seat)
    wanting = record.wanting and record.wanting - record.allies_of(seat) - {seat}
    plies = (*record.plies, ply)
    return replace(record, plies=plies, offer=offer, offered=offered, wanting=wanting)


def _rolled(record: R, roll: Roll) -> R:
    turn = record.turn
    if not isinstance(turn, Dice):
        raise RuleViolation(Violation(ROLL, say("No roll is due now.")))
    if len(roll.pips) != turn.count or not all(1 <= n <= turn.faces for n in roll.pips):
        raise RulesError(
            say(
                "{roll} isn't a roll of {count} dice with {faces} faces.",
                roll=Notation("-".join(map(str, roll.pips))),
                count=turn.count,
                faces=turn.faces,
            )
        )
    state = record.game.apply(record.state, roll)
    ply = Ply(None, roll, roll.notation, state, record.game.turn(state))
    return replace(record, plies=(*record.plies, ply))


def _resigning(record: R, event: ResignWanted | ResignWithdrawn | Resigned, seat: Seat) -> R:
    wants = seat in record.wanting
    match event:
        case ResignWithdrawn() if not wants:
            raise RulesError(say("You haven't asked to resign."))
        case ResignWithdrawn():
            return replace(record, wanting=record.wanting - {seat})
        case ResignWanted() if wants:
            raise RulesError(say("You've already asked to resign. Waiting for your teammates."))
        case ResignWanted():
            return replace(record, wanting=record.wanting | {seat})
        case Resigned():
            if record.allies_of(seat) - record.clock.engines - record.wanting:
                raise RulesError(say("Your teammates have to agree before your team resigns."))
            rivals = frozenset(record.seats) - record.clock.engines
            persons = frozenset(map(record.team_of, rivals))
            return _over(record, resigned(record.game, record.state, record.team_of(seat), persons))


def _timed(record: R, event: Claimed | TimedOut | Overdue | Granted) -> R:
    due = record.seat_due
    if due is None:
        raise RulesError(say("It's no one's turn, so no clock is running."))
    if isinstance(event, Claimed):
        if record.team_of(due) == record.team_of(event.seat):
            raise RulesError(say("It's your turn, so only your opponent can claim the win."))
    elif event.seat != due:
        raise RulesError(say("Only the player to move has time running."))
    if isinstance(event, Overdue | Granted):
        return record
    movers = [ply.side for ply in record.plies]
    team = record.team_of(due)
    outcome = time_lost(record.game, record.state, team, movers=movers, first=record.is_first)
    return _over(record, outcome)


def _paused(record: R, event: Paused | Resumed) -> R:
    if isinstance(event, Paused) and record.clock.paused:
        raise RulesError(say("The game is already paused."))
    if isinstance(event, Resumed) and not record.clock.paused:
        raise RulesError(say("The game isn't paused."))
    return record


def _handed_over(record: R, event: SeatTaken) -> R:
    """Give a seat to someone else: open offers end, and the position stays as it is."""
    persons = frozenset(record.seats) - record.clock.engines
    if event.seat not in persons:
        raise RulesError(say("Only a person's seat can change hands."))
    if event.old == event.new:
        raise RulesError(say("A seat can only go to someone else."))
    if event.by_engine and len(persons) == 1:
        raise RulesError(say("At least one person has to stay in the game."))
    if event.way is SeatWay.RESIGNED and not (
        event.by_engine and record.goes_on_without(event.seat)
    ):
        raise RulesError(say("The game ends when this player resigns."))
    offered = frozenset(one for one in record.offered if one[0] != event.seat)
    wanting = record.wanting - {event.seat}
    return replace(record, offer=None, offered=offered, wanting=wanting)


def _offered(record: R, number: int, made: Offered) -> R:
    seat, kind = made.seat, made.kind
    if record.offer:
        raise RulesError(
            say(
                "There's already a {offer} to answer.",
                offer=record.offer.kind.title,
            )
        )
    if (seat, kind) in record.offered:
        raise RulesError(
            say(
                "You've already made a {offer}. You can make another after your next move.",
                offer=kind.title,
            )
        )
    engines = record.clock.engines
    offers.require_possible(made, record.game, record.seats, engines, paused=record.clock.paused)
    keep = _before_last_of(record, seat) if kind is OfferKind.TAKE_BACK else len(record.plies)
    asked, agreeing = offers.voters(made, record.seats, engines), frozenset({seat})
    if kind is OfferKind.TIME:
        asked, agreeing = _rivals_of_due(record, seat) - engines, _speaking(record, kind, seat)
    record = replace(record, offered=record.offered | {(seat, kind)})
    return _settled_offer(record, Offer(number, made, keep, agreeing, asked))


def _rivals_of_due(record: Record, seat: Seat) -> frozenset[Seat]:
    """Return the seats that may give the seat to move time. Raises RulesError if this may not."""
    due = record.seat_due
    if due is None or record.clock.until is None:
        raise RulesError(say("No clock is running, so there's no time to give."))
    own = record.allies_of(due) | {due}
    if seat in own:
        raise RulesError(say("It's your turn, so only your opponent can give time."))
    return frozenset(record.seats) - own


def _speaking(record: Record, kind: OfferKind, seat: Seat) -> frozenset[Seat]:
    """Return the seats a player may answer for (a whole team when giving time)."""
    return record.allies_of(seat) | {seat} if kind is OfferKind.TIME else frozenset({seat})


def _before_last_of(record: Record, seat: Seat) -> int:
    """Return the number of plies that remain when the seat takes its last move back."""
    for kept in reversed(range(len(record.plies))):
        side = record.plies[kept].side
        if side is None:
            raise RulesError(say("A roll can't be taken back, nor anything before it."))
        if side in record.seating[seat]:
            return kept
    raise RulesError(say("You haven't moved yet."))


def _settled_offer(record: R, offer: Offer) -> R:
    """Carry out the proposal if everyone agrees; otherwise keep it open."""
    if not offer.is_agreed:
        return replace(record, offer=offer)
    match offer.kind:
        case OfferKind.TAKE_BACK:
            return replace(record, plies=record.plies[: offer.keep], offer=None)
        case OfferKind.PAUSE | OfferKind.RESUME | OfferKind.TIME | OfferKind.SUBSTITUTE:
            return replace(record, offer=None, agreed=offer)
        case kind:
            return _over(record, agreed(record.game, record.state, kind))


def _declined(record: R) -> R:
    _require_offer(record)
    return replace(record, offer=None)


def _require_offer(record: Record) -> Offer:
    if record.offer is None:
        raise RulesError(say("That offer is gone."))
    return record.offer


def require_running(record: Record) -> None:
    """Raise RuleViolation if the game is over."""
    if record.outcome is not None:
        raise RuleViolation(Violation(OVER, say("This game is finished.")))


def require_turn(record: Record, seat: Seat) -> Side:
    """Return the side to move. Raises RuleViolation if it doesn't belong to the seat."""
    require_running(record)
    turn = record.turn
    if turn is None or isinstance(turn, Dice):
        raise RuleViolation(Violation(ROLL, say("The dice have to be rolled first.")))
    if turn not in record.seating[seat]:
        title = record.game.spec.side(turn).title
        raise RuleViolation(Violation(TURN, say("It's {side}'s turn.", side=title)))
    return turn


def read_move(record: Record, text: str) -> AnyMove:
    """Return the legal move that the text means.

    Raises NotationError, AmbiguousMove or IllegalMove.
    """
    return read_typed(record.game, record.state, record.legal, text)
