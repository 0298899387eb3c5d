"""The engine's search, beside the bare rules: positions a second, depth, CPU time for a move.

The yardstick of speed is a walk by `legal` and `apply` alone, at random, in the same game: a search
cannot look at positions faster than the rules make them. The yardstick of a move is the 4 s of CPU
time that the strongest level may take.
"""

from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Final

from bench.table import Row
from engine.choose import choose
from engine.levels import LEVELS
from engine.search import search
from rules.contract.capabilities import Judged
from rules.contract.core import AnyGame, AnyState, Dice
from rules.registry import all_games

__all__ = ["measure"]

_MOST: Final = 4.0
"""Seconds of CPU time that a move may take."""
_THINKING: Final = 0.5
"""Seconds of CPU time for which the depth is given."""


def measure(seconds: float) -> list[Row]:
    """Return rows for each game that judges itself, after at least so many seconds in all."""
    judged = [game for game in all_games().values() if isinstance(game, Judged)]
    each = seconds / len(judged)
    return [row for game in judged for row in (_speed(game, each), *_moves(game))]


def _speed(game: AnyGame, seconds: float) -> Row:
    looked, depths, begin = 0, list[int](), process_time()
    spent = 0.0
    for number, state in enumerate(_states(game)):
        positions, depth = _within(game, state, number)
        looked += positions
        depths.append(depth)
        spent = process_time() - begin
        if spent >= seconds / 2:
            break
    ours = looked / spent
    bare = _walk(game, seconds / 2)
    return Row(
        f"search of {game.spec.title}",
        f"{ours / 1e3:.1f} k positions/s",
        f"rules alone {bare / 1e3:.1f} k positions/s",
        ours / bare,
        f"depth {sum(depths) / len(depths):.1f} in {_THINKING:g} s",
    )


def _within(game: AnyGame, state: AnyState, seed: int) -> tuple[int, int]:
    """Return the positions looked at while doubling them until the time is up, and the depth."""
    looked, depth, positions = 0, 0, 250
    while True:
        begin = process_time()
        finding = search(game, state, positions=positions, seed=seed)
        looked += finding.positions
        spent = process_time() - begin
        if spent <= _THINKING:
            depth = finding.depth
        if spent > _THINKING / 2 or finding.positions < positions:
            return looked, depth
        positions *= 2


def _walk(game: AnyGame, seconds: float) -> float:
    """Return how many positions a second the rules alone make."""
    chance, walked, begin = Random(1), 0, process_time()
    state = game.start()
    while process_time() - begin < seconds:
        for _ in range(100):
            legal = game.legal(state)
            state = game.apply(state, chance.choice(legal)) if legal else game.start()
            walked += 1
    return walked / (process_time() - begin)


def _moves(game: AnyGame) -> list[Row]:
    """Return a row for each level's CPU time for a move, on a few positions."""
    states = [state for state, _ in zip(_states(game), range(2), strict=False)]
    rows: list[Row] = []
    for level in LEVELS:
        begin = process_time()
        for number, state in enumerate(states):
            choose(game, state, level, number)
        spent = (process_time() - begin) / len(states)
        rows.append(
            Row(
                f"a move of {level.name}, {game.spec.title}",
                f"{spent:.3f} s CPU",
                f"at most {_MOST:g} s",
                _MOST / spent,
                f"{level.positions(game):,} positions",
            )
        )
    return rows


def _states(game: AnyGame) -> Iterator[AnyState]:
    """Yield positions in which there is something to decide, each from another random game."""
    for seed in range(1_000):
        chance, state = Random(seed), game.start()
        for _ in range(12):
            legal = game.legal(state)
            if not legal:
                break
            state = game.apply(state, chance.choice(legal))
        if not isinstance(game.turn(state), Dice | None) and len(game.legal(state)) > 3:
            yield state
