"""How good a position is at a glance: pips to go, and checkers that stand alone within a shot."""

from typing import Final

from rules.capabilities import Judgement
from rules.games.hypergammon.position import BAR, OFF, Checkers, State, seen_across

__all__ = ["JUDGEMENT"]

_EXPOSED: Final = 0.2
"""The share of the way lost by a hit that an exposed checker counts, in pips."""


def _value(state: State) -> tuple[float, float]:
    return _side(state.white, state.black), _side(state.black, state.white)


def _side(own: Checkers, rivals: Checkers) -> float:
    total = -float(sum(own))
    for spot in own:
        if OFF < spot < BAR and own.count(spot) == 1 and max(rivals) > seen_across(spot):
            total -= _EXPOSED * (BAR - spot)
    return total


JUDGEMENT: Final = Judgement(value=_value, scale=12.0, positions=4_000)
