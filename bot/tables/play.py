"""What players can do to a running game; every permission is checked here or by the match."""

from bot.model.caller import Caller
from bot.model.errors import NoGame, TableError
from bot.model.table import Table
from bot.tables.commands import (
    Answer,
    ClaimTime,
    GameCommand,
    Play,
    PlayNotation,
    Propose,
    Resign,
)
from rules.core import Seat
from rules.events import OfferKind
from rules.match import Match

__all__ = ["after", "overdue", "seat_of"]


def after(table: Table, caller: Caller, command: GameCommand, now: float) -> Match:
    """Return the match once the command is carried out; `now` in Unix seconds.

    Raises TableError for who has no seat or no right to this, RulesError where a rule forbids it.
    """
    match, seat = table.started, seat_of(table, caller)
    match command:
        case Play(text):
            return match.play(seat, text)
        case PlayNotation(notation):
            _require_legal(match, seat, notation)
            return match.play(seat, notation)
        case Propose(kind):
            return _proposed(match, seat, kind)
        case Answer(offer, agree):
            _require_offer(match, offer)
            return match.accept(seat) if agree else match.decline(seat)
        case Resign():
            return match.resign(seat)
        case ClaimTime():
            _require_overdue(table, now)
            return match.claim(seat)


def seat_of(table: Table, caller: Caller) -> Seat:
    """Return the caller's seat in a game that has begun. Raises TableError if there is none."""
    if table.match is None:
        raise NoGame("This game has not started yet.")
    player = table.player(caller.user.id)
    if player is None or player.seat is None:
        names = " and ".join(player.user.shown for player in table.seated)
        raise TableError(f"This game is between {names}. You can look on, but not move.")
    return player.seat


def overdue(table: Table, now: float) -> bool:
    """Whether the player who is due has let their time run out."""
    return table.deadline is not None and now >= table.deadline


def _proposed(match: Match, seat: Seat, kind: OfferKind) -> Match:
    offer = match.offer
    if offer and offer.kind is kind and seat not in offer.accepted:
        return match.accept(seat)
    return match.propose(seat, kind)


def _require_legal(match: Match, seat: Seat, notation: str) -> None:
    """Raise TableError if the seat is due and no legal move has exactly this notation."""
    game = match.game
    legal = (game.notate(move) for move in game.legal(match.state))
    if match.seat_due == seat and notation not in legal:
        raise TableError("This button's move is not possible now. **Move** shows those that are.")


def _require_offer(match: Match, number: int) -> None:
    if match.offer is None or match.offer.number != number:
        raise TableError("That offer no longer stands: it was answered, or play went on.")


def _require_overdue(table: Table, now: float) -> None:
    if table.deadline is None:
        raise TableError("This game has no time limit, so there is no time to claim.")
    if not overdue(table, now):
        raise TableError(f"The time runs until <t:{table.deadline}:F> (<t:{table.deadline}:R>).")
