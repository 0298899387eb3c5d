"""A moderator's commands in a game in which they have no part; permissions are checked here."""

from collections.abc import Sequence
from typing import Final

from bot.model.caller import Caller
from bot.model.errors import NoGame, TableError
from bot.model.table import Reason, Request, Status, Table
from bot.tables.checks import require_reason
from bot.tables.commands import Adjudicate, EndVoid, Extend, GoOn, ModeratorCommand, Pause
from bot.tables.lobby import may_moderate
from bot.tables.seats import has_sat
from rules.contract.core import Seat
from rules.contract.sentence import say
from rules.log.entries import Actor, Origin
from rules.log.events import Adjudicated, Event, Grant, Granted, Paused, Resumed, VoidCause, Voided
from rules.match.match import Match
from rules.match.offers import LONGEST_PAUSE
from rules.time.duration import DAY

__all__ = ["MOST_EXTENSION", "NO_GAME", "after", "is_moderator", "require_moderator"]

MOST_EXTENSION: Final = 14
"""The most days that a moderator can give at a time."""
NO_GAME: Final = say("There's no game in progress here to settle.")


def after(
    table: Table, caller: Caller, command: ModeratorCommand, request: Request, now: int
) -> tuple[Match, Reason]:
    """Return the match after the command, and the reason for it.

    Raises TableError if the caller may not decide that, RulesError if it isn't possible now.
    """
    if table.status is not Status.PLAYING:
        raise NoGame(NO_GAME)
    require_moderator(table, caller)
    reason = Reason(caller.user.id, require_reason(command.reason))
    origin = Origin(now, Actor.MODERATOR, None, request.id)
    return table.started.add(_event(table, command, now), origin), reason


def require_moderator(table: Table, caller: Caller) -> None:
    """Raise TableError unless the caller moderates a game, or one that is over, with no part in it.

    A server's moderators have a say about finished games, too.
    """
    is_over = table.status is Status.OVER and table.guild_id is not None
    if table.match is None or not (is_over or table.status is Status.PLAYING):
        raise NoGame(NO_GAME)
    if not may_moderate(table, caller):
        raise TableError(say("Only moderators can do that."))
    if has_sat(table, caller.user.id):
        raise TableError(say("You're in this game, so someone else has to decide."))


def is_moderator(table: Table, caller: Caller) -> bool:
    """Return True if `require_moderator` lets the caller pass."""
    try:
        require_moderator(table, caller)
    except TableError:
        return False
    return True


def _event(table: Table, command: ModeratorCommand, now: int) -> Event:
    match command:
        case Pause(days):
            if not 1 <= days <= LONGEST_PAUSE:
                raise TableError(say("A pause lasts 1 to {most} days.", most=LONGEST_PAUSE))
            return Paused(now + days * DAY)
        case GoOn():
            return Resumed()
        case Extend(days):
            return _granted(table, days, now)
        case Adjudicate(winners):
            _require_winners(table, winners)
            return Adjudicated(winners)
        case EndVoid():
            return Voided(VoidCause.MODERATOR)


def _require_winners(table: Table, winners: Sequence[Seat]) -> None:
    """Raise TableError unless these are different seats of one team, or no seats."""
    match = table.started
    if any(seat not in match.seats for seat in winners):
        raise TableError(say("This game has no such seat."))
    if len(set(winners)) < len(winners):
        raise TableError(say("Name each winning seat once."))
    if len({match.team_of(seat) for seat in winners}) > 1:
        raise TableError(say("Only one side can win. With no winner, the game is a draw."))


def _granted(table: Table, days: int, now: int) -> Granted:
    turn = table.clock.turn
    if turn is None or turn.allowed is None:
        raise TableError(say("No clock is running, so there's nothing to extend."))
    if not 1 <= days <= MOST_EXTENSION:
        raise TableError(say("You can give 1 to {most} days.", most=MOST_EXTENSION))
    seconds = table.clock.present(days * DAY, now)
    return Granted(turn.seat, seconds, Grant.MODERATOR)
