"""Finds every `GAME` under `rules.games`; nothing else in the project names a game.

Each version of a game's rules is a module. Only the highest version, the present one, is offered. A
match continues with the version it began with, as long as that module exists.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType, ModuleType

import rules.games
from rules.contract.core import AnyGame
from rules.contract.sentence import Notation, Sentence, say

__all__ = ["Registry", "UnknownGame", "all_games", "familiar_game", "find", "games_in"]


class UnknownGame(LookupError):
    """No such game, or no such version of it; `sentence` tells players which."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(sentence.english())


class Registry:
    """Games by key and version. Raises ValueError if two share both."""

    def __init__(self, games: Iterable[AnyGame]) -> None:
        self._versions: dict[tuple[str, int], AnyGame] = {}
        for game in games:
            name = (game.spec.key, game.spec.version)
            if name in self._versions:
                raise ValueError(f"there are two games {name[0]!r} of version {name[1]}")
            self._versions[name] = game
        latest = dict(sorted(self._versions))
        present = [self._versions[name] for name in latest.items()]
        present.sort(key=lambda game: game.spec.title)
        self.present: Mapping[str, AnyGame] = MappingProxyType(
            {game.spec.key: game for game in present}
        )
        """The present version of each game, by key, in alphabetical order of title."""

    def find(self, key: str, version: int | None = None) -> AnyGame:
        """Return the game with that key, in that version or in its present one.

        Raises UnknownGame.
        """
        if key not in self.present:
            raise UnknownGame(
                say(
                    "There's no game {game}. The games are {games}.",
                    game=Notation(key),
                    games=Notation(", ".join(self.present)),
                )
            )
        if version is None:
            return self.present[key]
        if (key, version) not in self._versions:
            game = self.present[key]
            raise UnknownGame(
                say(
                    "Version {version} of the rules of {game} is no longer available; the present"
                    " version is {present}.",
                    version=version,
                    game=Notation(game.spec.title),
                    present=game.spec.version,
                )
            )
        return self._versions[key, version]


def games_in(package: ModuleType) -> Iterable[AnyGame]:
    """Yield the `GAME` of every module in the package and below."""
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        game: AnyGame | None = getattr(importlib.import_module(module.name), "GAME", None)
        if game is not None:
            yield game


@cache
def _registry() -> Registry:
    return Registry(games_in(rules.games))


def all_games() -> Mapping[str, AnyGame]:
    """Return every game with its default options, by key, in alphabetical order of title."""
    return _registry().present


def find(key: str, version: int | None = None) -> AnyGame:
    """Return the game with that key, in that version or in its present one. Raises UnknownGame."""
    return _registry().find(key, version)


def familiar_game() -> AnyGame:
    """Return the game to offer newcomers first: one that most people know."""
    games = list(all_games().values())
    return next((game for game in games if game.spec.is_familiar), games[0])
