"""Every game with every combination of its options, to find the one that a file is of."""

from collections.abc import Iterator, Mapping
from itertools import product

from rules.contract.core import AnyGame
from rules.registry import all_games

__all__ = ["configured_games"]


def configured_games() -> Iterator[tuple[str, Mapping[str, str], AnyGame]]:
    """Yield each game's key, its options, and the game configured by them, usual options first."""
    for key, game in all_games().items():
        options = game.spec.options
        for values in product(*([choice.value for choice in each.choices] for each in options)):
            chosen = {each.key: value for each, value in zip(options, values, strict=True)}
            yield key, chosen, game.configured(chosen)
