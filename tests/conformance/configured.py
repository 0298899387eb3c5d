"""Every registered game in every combination of its options, and ways to walk through it."""

import os
import random
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import cache
from typing import Any, Final, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from rules import testing
from rules.contract.core import AnyGame, AnyMove, AnyState
from rules.registry import all_games
from rules.testing import Walk

T = TypeVar("T")

SOAK: Final = "SOAK" in os.environ
"""Whether `make soak` runs the tests: it tries far more games, and everything in each position."""
THIRD: Final = os.environ.setdefault("THIRD", str(date.today().toordinal() % 3))  # noqa: DTZ011
"""The third of the long walks that is tried: 0, 1, 2 or "all", by the day if nobody says it. All
processes of a run have the same, even if a new day begins."""
SEEDS: Final = st.integers(0, 2**32)


def more_in_soak(number: int) -> int:
    """Return a number of random samples: this many, and 15 times as many in a soak."""
    return number * 15 if SOAK else number


# Examples, and making them, may take as long as a busy machine needs. This stands before the first
# `settings`, which would keep a limit of 200 ms.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("repeats", settings.get_profile("unhurried"), derandomize=True)
settings.load_profile("unhurried" if {"CHANCE", "SOAK"} & set(os.environ) else "repeats")

FEW: Final = settings(max_examples=more_in_soak(2))


def configurations(most: int | None = None) -> Iterator[Any]:
    """Yield every game with every combination of its options, or of so many values of each."""
    for game in all_games().values():
        for name, configured in testing.configurations(game, most):
            yield pytest.param(configured, id=name)


every_game: Final = pytest.mark.parametrize(
    "game", list(all_games().values()), ids=list(all_games())
)
every_configuration: Final = pytest.mark.parametrize("game", list(configurations()))
most_configurations: Final = pytest.mark.parametrize(
    "game", list(configurations(None if SOAK else 3))
)
"""Every configuration in a soak; else no size between those of the board that are tried, for tests
that take long. The first value of an option is the usual one."""


def playout(game: AnyGame, seed: int, plies: int) -> Iterator[tuple[AnyState, AnyMove | None]]:
    """Yield each state of a random game with the move that led there, up to `plies` moves."""
    return Walk(game, seed).playout(plies)


def states_of_players(game: AnyGame, seed: int, plies: int) -> list[AnyState]:
    """Return the states of a random game in which a side, not chance, is to move."""
    return Walk(game, seed).states_of_players(plies)


def whole_game(game: AnyGame, seed: int) -> Sequence[AnyState]:
    """Return all states of a random game, from its start to its end, which many tests share."""
    hashable: Any = game
    return _whole_game(hashable, seed)


@cache
def _whole_game(game: AnyGame, seed: int) -> Sequence[AnyState]:
    states = [state for state, _ in playout(game, seed, 5_000)]
    assert game.outcome(states[-1]) is not None
    return states


def sampled(chance: random.Random, items: Sequence[T], most: int) -> Sequence[T]:
    """Return this many of the items at most, drawn at random and in their order; all in a soak."""
    if SOAK or len(items) <= most:
        return items
    return [items[number] for number in sorted(chance.sample(range(len(items)), most))]


def third(items: Iterable[T]) -> list[T]:
    """Return a third of the items, one at least: all in three days, and all in a soak."""
    every = list(items)
    if SOAK or THIRD == "all":
        return every
    numbers = {(int(THIRD) + step) % len(every) for step in range(0, len(every), 3)}
    return [every[number] for number in sorted(numbers)]
