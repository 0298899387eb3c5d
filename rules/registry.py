"""Finds every `GAME` under `rules.games`; nothing else in the project names a game."""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import rules.games
from rules.core import AnyGame

__all__ = ["all_games", "find"]


@cache
def all_games() -> Mapping[str, AnyGame]:
    """Return every game with its default options, by key, in alphabetical order of title."""
    modules = pkgutil.walk_packages(rules.games.__path__, "rules.games.")
    loaded = (importlib.import_module(module.name) for module in modules)
    games: list[AnyGame] = [module.GAME for module in loaded if hasattr(module, "GAME")]
    games.sort(key=lambda game: game.spec.title)
    return MappingProxyType({game.spec.key: game for game in games})


def find(key: str) -> AnyGame:
    """Return the game of that key. Raises KeyError, naming the keys there are."""
    games = all_games()
    if key not in games:
        raise KeyError(f"there is no game {key!r}; there are {', '.join(games)}")
    return games[key]
