"""The CPU time of a move of the strongest level, beside the 4 s that it may take at most."""

from collections.abc import Iterator
from statistics import mean
from time import process_time
from typing import Final

from bench.search import states
from bench.table import Row, scaled
from engine.choose import choose
from engine.levels import LEVELS, Level
from rules.contract.core import AnyGame
from rules.registry import all_games

__all__ = ["measure"]

_MOST: Final = 4.0
"""Seconds that it may take at most."""
_PLIES: Final = (5, 10, 15, 20, 30, 40)
"""The random plies after which a move is chosen."""


def measure(seconds: float, size: float = 1) -> list[Row]:
    """Return a row for each game with each value of an option.

    More than one move of each is chosen if that takes no longer than so many seconds in all.
    """
    chosen, level = list(_games()), LEVELS[scaled(len(LEVELS), size) - 1]
    return [_row(title, game, level, seconds / len(chosen)) for title, game in chosen]


def _games() -> Iterator[tuple[str, AnyGame]]:
    for game in all_games().values():
        if not game.spec.options:
            yield game.spec.title.english(), game
        for option in game.spec.options:
            for choice in option.choices:
                configured = game.configured({option.key: choice.value})
                yield f"{game.spec.title.english()}, {option.key}={choice.value}", configured


def _row(title: str, game: AnyGame, level: Level, seconds: float) -> Row:
    taken, positions = list[float](), 0
    for seed, plies in enumerate(_PLIES):
        state = next(states(game, plies))
        begin = process_time()
        positions += choose(game, state, level, seed).positions
        taken.append(process_time() - begin)
        if sum(taken) > seconds:
            break
    return Row(
        f"a move of {level.name} in {title}",
        f"{max(taken):.2f} s at most, {mean(taken):.2f} s on average",
        f"{_MOST:g} s",
        _MOST / max(taken),
        f"{level.positions(game):,} positions, {positions / sum(taken) / 1e3:.0f} k a second",
    )
