"""Players' commands in a running game, and agreements that the host carries out.

Every permission is checked here or by the match.
"""

from itertools import takewhile
from typing import Final

from bot.model.caller import Caller
from bot.model.engines import engines_fail
from bot.model.errors import NoGame, OfferWaits, TableError
from bot.model.moments import moment
from bot.model.table import Player, Request, Table
from bot.tables.commands import (
    Answer,
    ClaimTime,
    GameCommand,
    LetGo,
    Play,
    PlayNotation,
    PlayOn,
    Propose,
    Resign,
    Withdraw,
)
from bot.tables.seats import require_agreeable
from rules.contract.core import Dice, Seat
from rules.contract.sentence import Stranger, all_of, say
from rules.log.entries import Actor, Origin
from rules.log.events import (
    Grant,
    Granted,
    OfferKind,
    Paused,
    Played,
    ResignWanted,
    Resumed,
    SeatTaken,
    SeatWay,
    VoidCause,
    Voided,
)
from rules.match.match import Match
from rules.match.offers import Offer
from rules.time.duration import DAY

__all__ = ["TOO_LATE", "after", "can_let_go", "carried_out", "is_abortable", "overdue", "player_of"]

TOO_LATE: Final = say("It's too late to let this game go. You can resign.")
# Each wish pings the others, and could be made and withdrawn without end.
_MOST_WISHES: Final = 2
"""The wishes to resign of one person between two moves, before their team has agreed."""


def after(
    table: Table, caller: Caller, command: GameCommand, request: Request, now: float
) -> Match:
    """Return the match after the command; `now` is in Unix seconds.

    Raises TableError if the caller has no seat or no right to it, RulesError if a rule forbids it.
    """
    player, match = player_of(table, caller), table.started
    seat = player.seat
    assert seat is not None, "who plays has a seat"
    origin = Origin(int(now), Actor.SEAT, player.id, request.id)
    match command:
        case Play(text):
            _require_turn(table, seat)
            return match.play(seat, text, origin)
        case PlayNotation(notation):
            _require_turn(table, seat)
            _require_legal(match, seat, notation)
            return match.play(seat, notation, origin)
        case Propose(kind, days):
            require_outside_events(table, kind)
            return _proposed(table, seat, kind, days, origin)
        case Answer(offer, agree):
            _require_others_offer(match, offer, seat)
            if agree and match.offer:
                require_agreeable(table, match.offer.made, int(now))
            return match.accept(seat, origin) if agree else match.decline(seat, origin)
        case Withdraw(offer):
            _require_own_offer(match, offer, seat)
            return match.decline(seat, origin)
        case Resign(too):
            if too:
                _require_wish(match, seat)
            else:
                _require_few_wishes(match, seat)
            return match.resign(seat, origin)
        case PlayOn():
            return match.withdraw_resignation(seat, origin)
        case LetGo():
            return _let_go(table, seat, origin)
        case ClaimTime():
            claimed = match.claim(seat, origin)
            _require_claimable(table, now)
            return claimed


def can_let_go(table: Table, seat: Seat) -> bool:
    """Return True if a person can end a paired game without a result: before they have moved."""
    match = table.started
    if table.pairing is None or table.dice is not None or match.outcome is not None:
        return False
    return all(ply.side not in match.seating[seat] for ply in match.plies)


def _let_go(table: Table, seat: Seat, origin: Origin) -> Match:
    if not can_let_go(table, seat):
        raise TableError(TOO_LATE)
    return table.started.add(Voided(VoidCause.DECLINED), origin)


def carried_out(match: Match, request: Request, now: int) -> Match:
    """Return the match with the host's entry for what its last entry settled.

    A pause lasts so many days from now. Time given by opponents counts from now or from the
    deadline, whichever is later.
    """
    offer = match.agreed
    if offer is None:
        return match
    at = max(now, match.entries[-1].at)
    origin = Origin(at, Actor.HOST, None, request.id)
    match offer.kind:
        case OfferKind.PAUSE:
            return match.add(Paused(at + offer.made.days * DAY), origin)
        case OfferKind.RESUME:
            return match.add(Resumed(), origin)
        case OfferKind.TIME if match.seat_due is not None:
            seconds = match.clock.present(offer.made.days * DAY, at)
            return match.add(Granted(match.seat_due, seconds, Grant.RIVALS), origin)
        case _:
            return match


def require_outside_events(table: Table, kind: OfferKind) -> None:
    """Raise TableError for a proposal that players of an event can't make."""
    if table.event is not None and kind in {OfferKind.ABORT, OfferKind.PAUSE}:
        raise TableError(
            say("Tournament games can't be called off or paused. Vacation (`/notify`) still works.")
        )


def player_of(table: Table, caller: Caller) -> Player:
    """Return the caller's place in a game that has begun. Raises TableError if there is none."""
    if table.match is None:
        raise NoGame(say("This game hasn't started yet."))
    player = table.player(caller.user.id)
    if player is None or player.seat is None:
        names = all_of(Stranger(player.user.name) for player in table.seated)
        raise TableError(say("Only {names} can move here. You can watch.", names=names))
    return player


def is_abortable(match: Match) -> bool:
    """Return True if persons may agree to end the game without a result.

    They may until every team has moved, if engines fail, or if a computer opponent plays on for
    a person who resigned.
    """
    moved = {ply.side for ply in match.plies}
    unplayed = any(not moved & team for team in match.game.spec.teams)
    return unplayed or engines_fail(match.entries) or _has_resigned(match)


def _has_resigned(match: Match) -> bool:
    taken = (event for event in match.events if isinstance(event, SeatTaken))
    return any(event.way is SeatWay.RESIGNED for event in taken)


def overdue(table: Table, now: float) -> bool:
    """Return True if the player to move has run out of time, including the time for delivery."""
    return table.due_at is not None and not table.clock.is_in_time(int(now))


def _proposed(table: Table, seat: Seat, kind: OfferKind, days: int, origin: Origin) -> Match:
    match, offer = table.started, table.started.offer
    if offer and offer.by == seat and match.outcome is None:
        raise OfferWaits(table)
    if kind is OfferKind.ABORT:
        _require_abortable(match)
    same = offer is not None and (offer.kind, offer.made.days) == (kind, days)
    if offer and same and seat not in offer.accepted:
        require_agreeable(table, offer.made, origin.at)
        return match.accept(seat, origin)
    return match.propose(seat, kind, origin, days)


def _require_wish(match: Match, seat: Seat) -> None:
    """Raise TableError unless an ally wants to resign: an opponent who agreed would lose."""
    if match.outcome is None and not match.allies_of(seat) & match.wanting:
        raise TableError(
            say(
                "No one on your team is asking you to resign. "
                "To resign yourself, use `/game resign`."
            )
        )


def _require_few_wishes(match: Match, seat: Seat) -> None:
    """Raise TableError if a person asks their team too often to resign: every request pings it."""
    if match.outcome is not None or not match.allies_of(seat) - match.clock.engines - match.wanting:
        return
    since = takewhile(lambda each: not isinstance(each.event, Played), reversed(match.entries))
    if sum(each.event == ResignWanted(seat) for each in since) >= _MOST_WISHES:
        raise TableError(
            say(
                "You've asked your team to resign {most} times since the last move. You can ask "
                "again after the next one.",
                most=_MOST_WISHES,
            )
        )


def _require_turn(table: Table, seat: Seat) -> None:
    """Raise TableError while it is someone else's turn."""
    match = table.started
    due, side = match.seat_due, match.turn
    if due is None or due == seat or side is None or isinstance(side, Dice):
        return
    raise TableError(say("It's {who}'s turn.", who=Stranger(table.at(due).user.name)))


def _require_legal(match: Match, seat: Seat, notation: str) -> None:
    """Raise TableError if it is the seat's turn and no legal move has exactly this notation."""
    game = match.game
    legal = (game.notate(move) for move in match.legal)
    if match.seat_due == seat and notation not in legal:
        raise TableError(say("That move isn't possible now. **Move** shows what is."))


def _require_offer(match: Match, number: int) -> Offer:
    if match.offer is None or match.offer.number != number:
        raise TableError(say("That offer is gone."))
    return match.offer


def _require_others_offer(match: Match, number: int, seat: Seat) -> None:
    if _require_offer(match, number).by == seat:
        raise TableError(say("That's your own offer. **Withdraw** takes it back."))


def _require_own_offer(match: Match, number: int, seat: Seat) -> None:
    if _require_offer(match, number).by != seat:
        raise TableError(
            say("Only the player who made the offer can withdraw it. **Decline** turns it down.")
        )


def _require_abortable(match: Match) -> None:
    """Raise TableError if the game counts, so that it can't be ended without a result."""
    if not is_abortable(match):
        raise TableError(
            say("Everyone has moved, so the game counts. You can offer a draw or resign.")
        )


def _require_claimable(table: Table, now: float) -> None:
    """Raise TableError unless the deadline step has found that the time can be claimed."""
    clock = table.clock
    if clock.paused:
        raise TableError(say("The game is paused, so no clock is running."))
    if clock.until is None:
        raise TableError(say("This game has no time limit."))
    if clock.is_in_time(int(now)):
        assert clock.turn is not None, "time runs for someone"
        raise TableError(
            say(
                "{who} has until {moment}. After that you can claim the win.",
                who=Stranger(table.at(clock.turn.seat).user.name),
                moment=moment(clock.until),
            )
        )
