"""Replies to offers, and resignations, as a courteous player would make them."""

from typing import Final

from engine.outlook import Outlook, Value
from rules.contract.capabilities import CanStop, HasStakes
from rules.contract.core import AnyGame, AnyState, Side

__all__ = ["accepts_count", "accepts_draw", "resigns"]

_EVEN: Final[Value] = 0.05
"""An advantage that no one would play on for."""
_EARLY: Final = 20
"""Plies before which no game is agreed a draw."""
_HOPELESS: Final[Value] = -0.97
"""The value from which a side has next to no chance."""
_RESIGNING: Final = 4
"""The weakest level that resigns; beginners want to play to the end."""


def accepts_draw(value: Value, plies: int) -> bool:
    """Return True if a side that expects this value after this many plies agrees to a draw."""
    return plies >= _EARLY and value <= _EVEN


def accepts_count(game: AnyGame, state: AnyState, side: Side, value: Value) -> bool:
    """Return True if a side agrees to stop and count, expecting no more from playing on."""
    if not isinstance(game, CanStop):
        return False
    outlook, outcome = Outlook(game), game.stopped(state)
    counted = outlook.result(outcome.winners, outcome.worth, outlook.number(side))
    return counted >= value - _EVEN


def resigns(game: AnyGame, level: int, value: Value, plies: int) -> bool:
    """Return True if a side resigns: a strong one without hope, if that harms no one else.

    It plays on if a loss may count more than one point, or if a third team would also win.
    """
    hurts = isinstance(game, HasStakes) and game.spec.highest_worth > 1
    if hurts or len(game.spec.teams) > 2 or level < _RESIGNING:
        return False
    return plies >= _EARLY and value <= _HOPELESS
