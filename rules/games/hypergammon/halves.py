"""All positions of the game as two halves, from which a table of exact values is computed.

A half is the set of points where one side's checkers stand. Plays are listed by a different method
than in `plays.py`, because this needs no notation, but all plays at once; the tests compare the
two.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Final, TypeAlias

from rules.contract.duel import Duel, Half, HalfPlay, Touched
from rules.games.hypergammon.position import BAR, HOME, OFF, Spot, seen_across

__all__ = ["duel", "half_of"]

_POINTS: Final = range(1, 25)
_ROLLS: Final = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))

_Spots: TypeAlias = tuple[Spot, ...]
"""The positions of one side's checkers, ascending."""
_Steps: TypeAlias = Sequence[Sequence[HalfPlay]]
"""By half, the results of playing one die."""


def half_of(checkers: Sequence[Spot]) -> Half:
    """Return the number of the half with these checkers, given in any order."""
    return _numbers(len(checkers))[tuple(sorted(checkers))]


def duel(*, gammons: bool, checkers: int = 3) -> Duel:
    """Return the game; with fewer checkers, it is a small game to test a solver on."""
    halves = _halves(checkers)
    steps = {die: _steps(checkers, die) for die in range(1, 7)}
    return Duel(
        size=len(halves),
        finished=half_of((OFF,) * checkers),
        chances=tuple((1 if high == low else 2) / 36 for high, low in _ROLLS),
        plays=lambda half: [_plays(steps, half, roll) for roll in _ROLLS],
        touching={point: _touching(checkers, point) for point in _POINTS},
        losses=tuple(_loss(spots) if gammons else 1.0 for spots in halves),
        guesses=tuple(float(sum(spots)) for spots in halves),
        exclusive=[_cells(spots) for spots in halves],
        excluded=[_cells([seen_across(s) for s in spots if OFF < s < BAR]) for spots in halves],
    )


@cache
def _halves(checkers: int) -> tuple[_Spots, ...]:
    """Return the halves in order of their pips, so that most plays lead to lower numbers."""
    spots = combinations_with_replacement(range(BAR + 1), checkers)
    return tuple(sorted(spots, key=lambda half: (sum(half), half)))


@cache
def _numbers(checkers: int) -> dict[_Spots, Half]:
    return {spots: number for number, spots in enumerate(_halves(checkers))}


def _steps(checkers: int, die: int) -> _Steps:
    numbers = _numbers(checkers)
    return [
        tuple(
            {
                (numbers[tuple(sorted((*spots[:i], end, *spots[i + 1 :])))], 1 << end if end else 0)
                for i, start in enumerate(spots)
                if (end := _landing(spots, start, die)) is not None
            }
        )
        for spots in _halves(checkers)
    ]


def _landing(spots: _Spots, start: Spot, die: int) -> Spot | None:
    """Return the spot to which the die takes the checker on `start`, or None if that is illegal."""
    rearmost = spots[-1]
    if start == OFF or (rearmost == BAR and start != BAR):
        return None
    if start > die:
        return start - die
    exact_or_rearmost = start in {die, rearmost}
    return OFF if rearmost <= HOME and exact_or_rearmost else None


def _plays(steps: dict[int, _Steps], half: Half, roll: tuple[int, int]) -> Sequence[list[HalfPlay]]:
    """Return the plays of a roll in tiers: those with most dice, then one die, the higher first.

    A play that bears off the last checker belongs to the first tier, however many dice it uses.
    """
    high, low = roll
    if high == low:
        return _double(steps[high], half)
    both: set[HalfPlay] = set()
    single: dict[int, Sequence[HalfPlay]] = {}
    for first, second in ((high, low), (low, high)):
        single[first] = steps[first][half]
        for between, touched in single[first]:
            if between == 0:
                both.add((between, touched))
            both.update((end, touched | more) for end, more in steps[second][between])
    return [sorted(both), sorted(single[high]), sorted(single[low])]


def _double(steps: _Steps, half: Half) -> Sequence[list[HalfPlay]]:
    tiers: list[set[HalfPlay]] = []
    finished: set[HalfPlay] = set()
    reached: set[HalfPlay] = {(half, 0)}
    for _ in range(4):
        reached = {
            (end, touched | more) for start, touched in reached for end, more in steps[start]
        }
        finished |= {play for play in reached if play[0] == 0}
        reached = {play for play in reached if play[0] != 0}
        tiers.insert(0, reached)
    tiers[0] |= finished
    return [sorted(tier) for tier in tiers]


def _touching(checkers: int, point: Spot) -> list[Half]:
    """Return, by half of the rival, the half it becomes when the point is touched."""
    numbers = _numbers(checkers)
    met = seen_across(point)
    found: list[Half] = []
    for half, spots in enumerate(_halves(checkers)):
        standing = spots.count(met)
        if standing == 0:
            found.append(half)
        elif standing == 1:
            hit = tuple(sorted((*(spot for spot in spots if spot != met), BAR)))
            found.append(numbers[hit])
        else:
            found.append(len(numbers))
    return found


def _loss(spots: _Spots) -> float:
    """Return the points that a side loses with these checkers if gammons are played."""
    if spots[0] == OFF:
        return 1.0
    return 3.0 if spots[-1] >= seen_across(HOME) else 2.0


def _cells(spots: Sequence[Spot]) -> Touched:
    return sum({1 << spot for spot in spots if OFF < spot < BAR})
