"""How an opponent answers offers, and when it gives a game up: as a courteous player would."""

from typing import Final

from engine.outlook import Outlook, Value
from rules.contract.capabilities import CanStop, HasStakes
from rules.contract.core import AnyGame, AnyState, Side

__all__ = ["accepts_count", "accepts_draw", "resigns"]

_EVEN: Final[Value] = 0.05
"""An advantage that nobody would play on for."""
_EARLY: Final = 20
"""Plies before which no game is agreed a draw."""
_HOPELESS: Final[Value] = -0.97
"""What a side expects that has next to no chance."""
_RESIGNING: Final = 4
"""The gentlest level that resigns; beginners want to play to the end."""


def accepts_draw(value: Value, plies: int) -> bool:
    """Whether a side that expects this value after this many plies agrees to a draw."""
    return plies >= _EARLY and value <= _EVEN


def accepts_count(game: AnyGame, state: AnyState, side: Side, value: Value) -> bool:
    """Whether a side agrees to stop and count: it expects no more from playing on."""
    if not isinstance(game, CanStop):
        return False
    outlook, outcome = Outlook(game), game.stopped(state)
    counted = outlook.result(outcome.winners, outcome.worth, outlook.number(side))
    return counted >= value - _EVEN


def resigns(game: AnyGame, level: int, value: Value, plies: int) -> bool:
    """Whether a side gives up: a strong one without hope, where nobody else is hurt by it.

    It plays on where a loss may count more than one point, and where a third team would win too.
    """
    hurts = isinstance(game, HasStakes) and game.spec.highest_worth > 1
    if hurts or len(game.spec.teams) > 2 or level < _RESIGNING:
        return False
    return plies >= _EARLY and value <= _HOPELESS
