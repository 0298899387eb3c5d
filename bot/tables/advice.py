"""Permissions for hints and reports; all of them are checked here."""

from bot.model.caller import Caller
from bot.model.errors import TableError
from bot.model.table import Table
from bot.tables.play import player_of
from rules.contract.core import Seat
from rules.contract.sentence import say

__all__ = ["allows_hints", "require_hint", "require_report"]


def allows_hints(table: Table) -> bool:
    """Return True if players may ask for hints: all agreed, or one person plays engines."""
    return table.terms.hints or (bool(table.engines) and len(table.persons) == 1)


def require_hint(table: Table, caller: Caller) -> Seat:
    """Return the seat of somebody who may have a hint now. Raises TableError."""
    player = player_of(table, caller)
    if not allows_hints(table):
        raise TableError(
            say(
                "You can get hints against the computer, and in games where everybody agreed to "
                "them before the start: **Options** on the card."
            )
        )
    if table.started.outcome:
        raise TableError(say("This game is over. **Analysis** shows what was best."))
    if player.seat is None or table.started.seat_due != player.seat:
        raise TableError(say("Only the player to move can get a hint, and it isn't your turn."))
    return player.seat


def require_report(table: Table) -> None:
    """Raise TableError unless a report on the game is allowed: during a game it would be help."""
    if table.match is None or table.started.outcome is None:
        raise TableError(say("You can analyse a game once it is over."))
    if not table.started.plies:
        raise TableError(say("Nobody moved in this game, so there's nothing to analyse."))
