"""A judgement of positions before a roll: the race, the shots, and the blocks of both sides.

The weights were fitted to the exact values of 65,000 positions (docs/engine.md).
"""

from collections.abc import Sequence
from functools import cache
from itertools import accumulate, pairwise, product
from math import atanh, tanh
from operator import mul, sub
from typing import Final, NamedTuple

from rules.contract.capabilities import Judgement
from rules.games.hypergammon.position import BAR, BLACK, OFF, Checkers, Spot, State, seen_across

__all__ = ["JUDGEMENT", "WEIGHTS", "Terms", "expected", "terms"]

WEIGHTS: Final[Sequence[float]] = (
    -4.755, 10.38, -1.86, 2.18, 0.278, 0.72, -1.46, 2.58, 0.029, -0.038, -1.949,
)  # fmt: skip
"""The weights, in the order in which `expected` uses them."""
_EARLY: Final = 5
"""Pips added to the way of both sides, so that the last few don't count for too much."""
_LOW: Final = 4
"""From this point down, bearing off a checker wastes no pips."""
_ROLLS: Final = tuple(product(range(1, 7), repeat=2))
# The inverse of the logistic curve is infinite at 1.
_SURE: Final = 0.999


class Terms(NamedTuple):
    """The features of a position in which one side waits and the other is about to roll."""

    waiting: int
    """Pips left to go."""
    rolling: int
    hit: float
    """The chance that the roll hits a checker of the waiting side."""
    lost: float
    """The pips that the waiting side loses if it is hit."""
    others: tuple[float, ...]
    """Pips wasted in bearing off, by the waiting and the rolling side; pips by which checkers
    have yet to pass each other; pips that a roll of the waiting side would cost the other; blocks
    of both, in the same order."""


def terms(waiting: Checkers, rolling: Checkers) -> Terms:
    """Return the features of a position with these checkers waiting and those about to roll."""
    hit, cost = _shots(waiting, rolling)
    _, threat = _shots(rolling, waiting)
    passing = sum(max(0, spot - seen_across(rival)) for spot in waiting for rival in rolling)
    others = (
        _wasted(waiting),
        _wasted(rolling),
        passing,
        threat,
        _blocks(waiting, rolling),
        _blocks(rolling, waiting),
    )
    return Terms(sum(waiting), sum(rolling), hit, cost / hit if hit else 0.0, others)


def expected(weights: Sequence[float], found: Terms) -> float:
    """Return the waiting side's expectation, from -1 to 1: the mean over being hit or not."""
    lead, race, *by_term, own, rival, hurt = weights
    rolling = found.rolling
    weighed = race * rolling + sum(map(mul, by_term, found.others))

    def ahead(way: float) -> float:
        return tanh(lead + weighed / (way + rolling + _EARLY) + own * way + rival * rolling)

    hit = found.hit * ahead(found.waiting + found.lost + hurt) if found.hit else 0.0
    return hit + (1 - found.hit) * ahead(found.waiting)


def _wasted(checkers: Checkers) -> int:
    return sum(_LOW - spot for spot in checkers if OFF < spot < _LOW)


def _blocks(own: Checkers, rivals: Checkers) -> int:
    """Return the number of checkers that share a point which a rival has yet to pass."""
    farthest = rivals[0]
    return sum(one == two and seen_across(farthest) < one < BAR for one, two in pairwise(own))


def _shots(own: Checkers, rivals: Checkers) -> tuple[float, float]:
    """Return the chance that the rivals' next roll hits, and the pips it costs on average.

    If a roll can hit several checkers, the one that has come farthest counts.
    """
    points = [spot for spot in reversed(own) if OFF < spot < BAR]
    closed = next((seen_across(spot) for spot in points if points.count(spot) > 1), OFF)
    entering = rivals.count(BAR)
    hitting, pips = 0, 0
    for spot in points:
        if points.count(spot) > 1:
            continue
        target, found = seen_across(spot), 0
        for start in rivals:
            if start > target:
                found |= _hitting(start, target, closed, entering - (start == BAR))
        pips += (found & ~hitting).bit_count() * target
        hitting |= found
    return hitting.bit_count() / len(_ROLLS), pips / len(_ROLLS)


@cache
def _hitting(start: Spot, target: Spot, closed: Spot, entering: int) -> int:
    """Return the rolls, as bits, with which a checker gets from one point to another.

    One point may be closed, and `entering` other checkers have to enter from the bar first.
    """
    found = 0
    for number, dice in enumerate(_ROLLS):
        left = _steps(dice, closed, entering)
        if any(_reaches(start, target, closed, steps) for steps in left):
            found |= 1 << number
    return found


def _steps(dice: tuple[int, ...], closed: Spot, entering: int) -> list[tuple[int, ...]]:
    """Return the orders of dice that are left for one checker after others have entered."""
    one, two = dice
    if one == two:
        shut = entering and seen_across(one) == closed
        return [] if shut else [(one,) * (4 - entering)]
    if entering == 0:
        return [(one, two), (two, one)]
    left = ((one, two), (two, one)) if entering == 1 else ()
    return [(step,) for die, step in left if seen_across(die) != closed]


def _reaches(start: Spot, target: Spot, closed: Spot, steps: tuple[int, ...]) -> bool:
    spots = list(accumulate(steps, sub, initial=start))
    if target not in spots:
        return False
    return closed not in spots[: spots.index(target)]


def _value(state: State) -> tuple[float, float]:
    value = expected(WEIGHTS, terms(state.rivals, state.own))
    lead = atanh(max(-_SURE, min(_SURE, value)))
    return (lead, 0.0) if state.side == BLACK else (0.0, lead)


def _never(_: Sequence[object]) -> bool:
    """Return False: any position can be judged, once its moves show that the game isn't over."""
    return False


JUDGEMENT: Final = Judgement(
    value=_value,
    scale=0.5,
    positions=3_000,
    unquiet=_never,
    errs_by_size=True,
    unordered_dice=True,
)
