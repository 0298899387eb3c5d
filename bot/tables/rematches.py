"""A rematch: the same terms, with the seats moved on by one."""

from typing import Final

from bot.model.caller import Caller
from bot.model.errors import TableError
from bot.model.table import Player, Status, Table
from bot.tables.commands import Open
from rules.contract.sentence import say

__all__ = ["ONE_REMATCH", "can_be_repeated", "rematch_after"]

ONE_REMATCH: Final = say("This game already has a rematch. `/games` leads to it.")


def can_be_repeated(table: Table) -> bool:
    """Return True if the game is over, with any series that it belongs to, and is of no event."""
    if table.event is not None:
        return False
    return table.status is Status.OVER and (table.series is None or table.series.is_decided)


def rematch_after(table: Table, caller: Caller) -> Open:
    """Return the command that opens a rematch, with everybody else invited.

    Raises TableError unless the caller played to the end of a game that can be repeated.
    """
    me = table.player(caller.user.id)
    if me is None or me.seat is None:
        raise TableError(say("Only people who played this game can ask for a rematch."))
    if not can_be_repeated(table):
        if table.event is not None:
            raise TableError(say("This game belongs to an event, which opens its games by itself."))
        raise TableError(say("The game isn't over yet."))
    others = [player for player in table.persons if player is not me]
    return Open(
        table.terms,
        invited=tuple(player.user for player in others),
        preferred_side=_next_side(table, me),
        engines=tuple(int(player.level or 0) for player in table.engines),
        sides={player.user.id: _next_side(table, player) for player in others},
        rematch_of=table.id,
        rated=table.terms.rated and not table.engines,
    )


def _next_side(table: Table, player: Player) -> str:
    """Return a side of the seat after a player's own."""
    assert player.seat is not None, "who played has a seat"
    sides = table.seating[(player.seat + 1) % len(table.seating)]
    return next(side.key for side in table.started.game.spec.sides if side.key in sides)
