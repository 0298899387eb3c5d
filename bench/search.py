"""The engine's search, compared with the bare rules: positions per second, and the depth.

The yardstick is a random walk with only `legal` and `apply` in the same game: a search can't
examine positions faster than the rules make them.
"""

from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Final

from bench.table import Row
from engine.search import search
from rules.contract.capabilities import Judged
from rules.contract.core import AnyGame, AnyState, Dice
from rules.registry import all_games

__all__ = ["measure", "states"]

_THINKING: Final = 0.5
"""Seconds of CPU time for which the depth is reported."""


def measure(seconds: float, size: float = 1) -> list[Row]:
    """Return a row for each game that judges itself, after at least this many seconds in all."""
    judged = [game for game in all_games().values() if isinstance(game, Judged)]
    return [_row(game, seconds / len(judged), _THINKING * size) for game in judged]


def _row(game: AnyGame, seconds: float, thinking: float) -> Row:
    looked, depths, begin = 0, list[int](), process_time()
    spent = 0.0
    for number, state in enumerate(states(game)):
        positions, depth = _within(game, state, number, thinking)
        looked += positions
        depths.append(depth)
        spent = process_time() - begin
        if spent >= seconds / 2:
            break
    ours = looked / spent
    bare = _walk(game, seconds / 2)
    return Row(
        f"search of {game.spec.title.english()}",
        f"{ours / 1e3:.1f} k positions/s",
        f"rules alone {bare / 1e3:.1f} k positions/s",
        ours / bare,
        f"depth {sum(depths) / len(depths):.1f} in {thinking:g} s",
    )


def _within(game: AnyGame, state: AnyState, seed: int, thinking: float) -> tuple[int, int]:
    """Return the positions examined, doubling them until the time is up, and the depth."""
    looked, depth, positions = 0, 0, 250
    while True:
        begin = process_time()
        finding = search(game, state, positions=positions, seed=seed)
        looked += finding.positions
        spent = process_time() - begin
        if spent <= thinking:
            depth = finding.depth
        if spent > thinking / 2 or finding.positions < positions:
            return looked, depth
        positions *= 2


def _walk(game: AnyGame, seconds: float) -> float:
    """Return the number of positions per second that the rules alone make."""
    chance, walked, begin = Random(1), 0, process_time()
    state = game.start()
    while process_time() - begin < seconds:
        for _ in range(100):
            legal = game.legal(state)
            state = game.apply(state, chance.choice(legal)) if legal else game.start()
            walked += 1
    return walked / (process_time() - begin)


def states(game: AnyGame, plies: int = 12) -> Iterator[AnyState]:
    """Yield positions with something to decide after so many plies of random games."""
    for seed in range(1_000):
        chance, state = Random(seed), game.start()
        for _ in range(plies):
            legal = game.legal(state)
            if not legal:
                break
            state = game.apply(state, chance.choice(legal))
        if not isinstance(game.turn(state), Dice | None) and len(game.legal(state)) > 3:
            yield state
