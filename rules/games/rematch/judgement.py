"""A quick judgement of a position: stacks controlled, and captives held in them."""

from collections.abc import Sequence
from typing import Final

from rules.contract.capabilities import Judgement
from rules.games.rematch.generator import is_step
from rules.games.rematch.position import LETTER, RED, Move, State

__all__ = ["JUDGEMENT"]

_RED: Final = LETTER[RED]
_CAPTIVE: Final = 0.25
"""The value, in stacks, of a rival piece below the top: it no longer moves, but may be set free."""
_BELOW: Final = 0.02
"""The value, in stacks, of a team's own piece below its top."""


def _value(state: State) -> tuple[float, float]:
    red = team = 0.0
    for stack in state.stacks:
        if not stack:
            continue
        reds = stack.count(_RED)
        others = len(stack) - reds
        if stack[-1] == _RED:
            red += 1.0 + _BELOW * (reds - 1) + _CAPTIVE * others
        else:
            team += 1.0 + _BELOW * (others - 1) + _CAPTIVE * reds
    return red, team


def _unquiet(moves: Sequence[Move]) -> bool:
    """Return True if all moves are captures: any steps come first in the list."""
    return not is_step(moves[0])


JUDGEMENT: Final = Judgement(value=_value, scale=1.5, positions=10_000, unquiet=_unquiet)
