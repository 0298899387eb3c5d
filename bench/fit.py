"""Fits the weights with which Hypergammon is judged to its exact values: `python -m bench.fit`.

It prints weights for `rules/games/hypergammon/judgement.py`, and how far the judgement is from the
values with those that are there and with those that were found. The positions come from games of
levels that play by the table; a third of them is kept to measure on. It needs numpy and the table.
"""

import argparse
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bench.equity import decisions, table_of
from engine.exact import UNITS, Table, units_after
from rules.games.hypergammon.game import GAME
from rules.games.hypergammon.judgement import WEIGHTS, Terms, expected, terms

_ROUNDS: Final = 12
_STEP: Final = 1e-5
"""By how much a weight is moved to see what that changes."""

_Numbers: TypeAlias = NDArray[np.float64]


class _Sample(NamedTuple):
    terms: Terms
    value: float
    """Exact, for the side that waits."""


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(prog="python -m bench.fit", description=__doc__)
    parser.add_argument("--decisions", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--tables", type=Path, default=Path("var/exact"), metavar="FOLDER")
    asked = parser.parse_args()
    samples = _samples(table_of(GAME, asked.tables), asked.decisions, asked.seed)
    kept, used = samples[: len(samples) // 3], samples[len(samples) // 3 :]
    weights = _fitted(used)
    print(f"{len(used):,} positions to fit to, {len(kept):,} others to measure on")
    for name, tried in (("present", WEIGHTS), ("fitted", weights)):
        judged, exact = _judged(tried, kept), np.array([sample.value for sample in kept])
        error = float(np.sqrt(np.mean((judged - exact) ** 2)))
        alike = float(np.corrcoef(judged, exact)[0, 1])
        print(f"{name}: root mean square error {error:.4f} points, correlation {alike:.4f}")
    print(", ".join(f"{weight:.4g}" for weight in weights))


def _samples(table: Table, number: int, seed: int) -> list[_Sample]:
    """Return all positions to which the moves in so many decisions lead, the ends left out."""
    found: list[_Sample] = []
    for state in islice(decisions(GAME, table, seed), number):
        team = 0 if state.side == GAME.spec.sides[0].key else 1
        for move in GAME.legal(state):
            after = GAME.apply(state, move)
            if GAME.outcome(after) is None:
                value = units_after(GAME, after, table, team) / UNITS
                found.append(_Sample(terms(after.rivals, after.own), value))
    return found


def _judged(weights: Sequence[float], samples: Sequence[_Sample]) -> _Numbers:
    return np.array([expected(weights, sample.terms) for sample in samples])


def _fitted(samples: Sequence[_Sample]) -> Sequence[float]:
    """Return weights with a small squared error, by Levenberg and Marquardt from the present."""
    exact = np.array([sample.value for sample in samples])
    weights, damping = np.array(WEIGHTS), 0.01
    missed = _judged(weights.tolist(), samples) - exact
    for _ in range(_ROUNDS):
        slopes = np.array([
            (_judged((weights + _STEP * unit).tolist(), samples) - exact - missed) / _STEP
            for unit in np.eye(len(weights))
        ])  # fmt: skip
        square = slopes @ slopes.T
        damped = square + damping * np.diag(np.diag(square))
        trial = weights - np.linalg.solve(damped, slopes @ missed)
        left = _judged(trial.tolist(), samples) - exact
        if left @ left < missed @ missed:
            weights, missed, damping = trial, left, damping / 4
        else:
            damping *= 8
    return [float(weight) for weight in weights]


if __name__ == "__main__":
    main()
