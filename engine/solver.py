"""The exact value of every position of a `Duel`, by value iteration with numpy.

One pass takes the best play of every roll in every position; its values follow from the values of
the pass before. Two things make it fast. Halves come in an order in which most plays lead to lower
numbers, and a pass uses the values it has just found (Gauss and Seidel). From the third pass on,
the next guess is the mix of the last passes whose changes cancel best (Anderson, “Iterative
procedures for nonlinear integral equations”, 1965).
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from rules.contract.duel import Duel, Half, Touched

__all__ = ["Report", "solve"]

_BLOCKED: Final = np.float32(1e9)
"""Represents no value; greater than all values."""
_BLOCK: Final = 16
"""Halves whose results are written together: a cache line of 32-bit values."""
_MIXED: Final = 3
"""Passes that are mixed. A pass takes as much memory as the result."""
_MIX_FROM: Final = 3
_SAMPLED: Final = 8
"""The mix is computed from every eighth row, which makes no noticeable difference."""
# Eight times as many as usual: whatever hasn't converged by then is a fault in the game.
_MOST_PASSES: Final = 200

Values: TypeAlias = NDArray[np.float32]
"""A table in progress. Rows: halves of the rival; columns: halves of the side about to roll,
followed by one column for the halves that block a play."""

Report: TypeAlias = Callable[[int, float], None]
"""Takes the number of a pass and its largest change of a value, in points."""

_Rows: TypeAlias = NDArray[np.intp]
_Plays: TypeAlias = Sequence[Sequence[Sequence[tuple[Half, _Rows]]]]
"""By roll, tiers of plays: the roller's half after the play, and the rival's by what it was
before."""


def solve(
    duel: Duel, *, tolerance: float = 1e-5, report: Report | None = None
) -> NDArray[np.float32]:
    """Return the values of positions in points, for the side about to roll.

    Rows: halves of that side; columns: halves of its rival. Positions that can't occur have the
    value 0. It ends when a pass changes no value by more than `tolerance`. Raises ArithmeticError
    if that doesn't happen.
    """
    possible = _possible(duel)
    values = _guess(duel)
    plays = _prepared(duel)
    square = values[:, : duel.size]
    mixing = _Mixing(possible)
    for number in range(1, _MOST_PASSES + 1):
        change = square.copy()
        _pass(values, duel, plays)
        np.subtract(square, change, out=change)
        change[~possible] = 0
        largest = float(max(change.max(), -change.min()))
        if report:
            report(number, largest)
        if largest < tolerance:
            square[~possible] = 0
            return np.ascontiguousarray(square.T)
        if number >= _MIX_FROM:
            mixing.mix(square, change)
            _set_ends(values, duel)
    raise ArithmeticError(f"no solution to {tolerance} points after {_MOST_PASSES} passes")


def _possible(duel: Duel) -> NDArray[np.bool_]:
    """Return the positions that can occur before a roll: rows the rival, columns the roller."""
    own, rival = np.array(duel.exclusive, np.int32), np.array(duel.excluded, np.int32)
    possible: NDArray[np.bool_] = np.equal(rival[:, None] & own[None, :], 0)
    possible[duel.finished, duel.finished] = False
    return possible


def _prepared(duel: Duel) -> Sequence[_Plays]:
    """Return the plays by the roller's half, with their effects on the rival looked up."""
    single = {
        1 << point: np.array((*halves, duel.size), np.intp)
        for point, halves in duel.touching.items()
    }
    known: dict[Touched, _Rows] = {0: np.arange(duel.size, dtype=np.intp)}

    def touched_by(touched: Touched) -> _Rows:
        if touched not in known:
            last = 1 << touched.bit_length() - 1
            known[touched] = single[last][touched_by(touched ^ last)]
        return known[touched]

    def looked_up(tier: Sequence[tuple[Half, Touched]]) -> list[tuple[Half, _Rows]]:
        return [(half, touched_by(touched)) for half, touched in tier]

    return [
        [[looked_up(tier) for tier in roll] for roll in duel.plays(half)]
        for half in range(duel.size)
    ]


def _guess(duel: Duel) -> Values:
    """Return first values: the side with the shorter way to go is ahead."""
    ways = np.array(duel.guesses, np.float32)
    lead = ways[:, None] - ways[None, :] + ways.mean() / 10
    values = np.empty((duel.size, duel.size + 1), np.float32)
    values[:, :-1] = np.tanh(lead / ((ways[:, None] + ways[None, :]) / 2 + ways.mean() / 10))
    _set_ends(values, duel)
    return values


def _set_ends(values: Values, duel: Duel) -> None:
    """Enter the known values, of finished games and of blocked plays."""
    losses = np.array(duel.losses, np.float32)
    values[:, duel.size] = _BLOCKED
    values[:, duel.finished] = losses
    values[duel.finished, : duel.size] = -losses


def _pass(values: Values, duel: Duel, plays: Sequence[_Plays]) -> None:
    """Replace all values by those that follow from the best plays."""
    chances = np.array(duel.chances, np.float32)
    scratch = _Scratch(duel.size)
    results = np.empty((_BLOCK, duel.size), np.float32)
    halves = [half for half in range(duel.size) if half != duel.finished]
    for begin in range(0, len(halves), _BLOCK):
        block = halves[begin : begin + _BLOCK]
        for result, half in zip(results, block, strict=False):
            result.fill(0)
            for chance, tiers in zip(chances, plays[half], strict=True):
                least = scratch.least_for_rival(values, half, tiers)
                np.multiply(least, chance, out=scratch.weighed)
                np.subtract(result, scratch.weighed, out=result)
        values[: duel.size, block] = results[: len(block)].T
        values[duel.finished, block] = -np.array([duel.losses[half] for half in block], np.float32)


class _Scratch:
    """Arrays that are reused within a pass."""

    def __init__(self, size: int) -> None:
        self._least: Final[Values] = np.empty(size, np.float32)
        self._other: Final[Values] = np.empty(size, np.float32)
        self.weighed: Final[Values] = np.empty(size, np.float32)

    def least_for_rival(
        self, values: Values, half: Half, tiers: Sequence[Sequence[tuple[Half, _Rows]]]
    ) -> Values:
        """Return, by half of the rival, the rival's value after the best play of a roll."""
        least, other = self._least, self._other
        least.fill(_BLOCKED)
        for after, rows in tiers[0]:
            # The indices are valid; with numpy, clipping them is the fastest way to take.
            values[after].take(rows, out=other, mode="clip")
            np.minimum(least, other, out=least)
        for tier in tiers[1:]:
            if not tier:
                continue
            blocked = np.flatnonzero(least >= _BLOCKED)
            if not blocked.size:
                return least
            found = [values[after].take(rows[blocked]) for after, rows in tier]
            least[blocked] = np.minimum.reduce(found)
        blocked = np.flatnonzero(least >= _BLOCKED)
        least[blocked] = values[half].take(blocked)  # the turn passes
        return least


class _Mixing:
    """The last passes and their changes, from which the next guess is mixed."""

    def __init__(self, possible: NDArray[np.bool_]) -> None:
        self._rows: Final = slice(1, None, _SAMPLED)
        self._possible: Final = possible[self._rows]
        self._results: list[Values] = []
        self._changes: list[Values] = []

    def mix(self, square: Values, change: Values) -> None:
        """Record a pass's result and change, and put a better guess into `square`.

        `change` is overwritten.
        """
        self._results.append(square.copy())
        self._changes.append(change[self._rows][self._possible])
        if len(self._results) > _MIXED:
            del self._results[0], self._changes[0]
        if len(self._results) < 2:
            return
        weights = self._weights()
        square *= weights[-1]
        for weight, result in zip(weights, self._results[:-1], strict=False):
            np.multiply(result, weight, out=change)
            square += change

    def _weights(self) -> NDArray[np.float32]:
        """Return weights with the sum 1 for which the mixed changes are smallest."""
        latest = self._changes[-1]
        steps = [b - a for a, b in zip(self._changes, self._changes[1:], strict=False)]
        gram = np.array([[float(np.vdot(p, q)) for q in steps] for p in steps])
        right = np.array([float(np.vdot(step, latest)) for step in steps])
        # Steps that hardly differ would otherwise get weights of any size.
        steadied = gram + 1e-10 * np.trace(gram) * np.eye(len(steps))
        parts = cast("NDArray[np.float64]", np.linalg.lstsq(steadied, right, rcond=None)[0])
        weights = np.zeros(len(self._results))
        weights[-1] = 1
        weights[1:] -= parts
        weights[:-1] += parts
        return weights.astype(np.float32)
