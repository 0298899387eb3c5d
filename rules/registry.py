"""Finds every `GAME` under `rules.games`; nothing else in the project names a game.

Each version of a game's rules is a module. Only the highest version, the present one, is offered. A
match continues with the version it began with, as long as that module exists. `rules.packages` adds
the games of installed packages.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType, ModuleType

import rules.games
from rules.contract.core import AnyGame
from rules.contract.sentence import Notation, Sentence, say

__all__ = [
    "Origin",
    "Registry",
    "UnknownGame",
    "add_game",
    "all_games",
    "familiar_game",
    "find",
    "games_in",
    "is_experimental",
    "origin_of",
]


class UnknownGame(LookupError):
    """No such game, or no such version of it; `sentence` tells players which."""

    def __init__(self, sentence: Sentence) -> None:
        self.sentence = sentence
        super().__init__(sentence.english())


@dataclass(frozen=True, slots=True)
class Origin:
    """The package that a game comes from, if it isn't one of ours."""

    package: str
    version: str
    is_stable: bool = False
    """False for an experimental game, until the host says otherwise."""


class Registry:
    """Games by key and version. Raises ValueError if two share both."""

    def __init__(self, games: Iterable[AnyGame]) -> None:
        self._versions: dict[tuple[str, int], AnyGame] = {}
        self._origins: dict[str, Origin | None] = {}
        for game in games:
            self._put(game, None)
        self.present: Mapping[str, AnyGame] = self._present()
        """The games' present versions, by key, in alphabetical order of title."""

    def add(self, game: AnyGame, origin: Origin) -> None:
        """Add a game of a package. Raises ValueError if its key belongs to another origin."""
        self._put(game, origin)
        self.present = self._present()

    def origin(self, key: str) -> Origin | None:
        """Return the package that a game comes from, or None for ours, and for unknown games."""
        return self._origins.get(key)

    def _put(self, game: AnyGame, origin: Origin | None) -> None:
        key, version = game.spec.key, game.spec.version
        if self._origins.get(key, origin) != origin:
            raise ValueError(f"there is another game {key!r} already")
        if (key, version) in self._versions:
            raise ValueError(f"there are two games {key!r} of version {version}")
        self._versions[key, version] = game
        self._origins[key] = origin

    def _present(self) -> Mapping[str, AnyGame]:
        latest = {key: self._versions[key, version] for key, version in sorted(self._versions)}
        return MappingProxyType(
            dict(sorted(latest.items(), key=lambda present: present[1].spec.title.english()))
        )

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
                    "Version {version} of the rules of {game} is no longer available. The present"
                    " version is {present}.",
                    version=version,
                    game=game.spec.title,
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


def add_game(game: AnyGame, origin: Origin) -> None:
    """Add a game of a package. Raises ValueError if its key belongs to another origin."""
    _registry().add(game, origin)


def origin_of(key: str) -> Origin | None:
    """Return the package that a game comes from, or None for ours, and for unknown games."""
    return _registry().origin(key)


def is_experimental(key: str) -> bool:
    """Return True if a game comes from a package that the host doesn't call stable."""
    origin = origin_of(key)
    return origin is not None and not origin.is_stable


def familiar_game() -> AnyGame:
    """Return the game to offer newcomers first: one that most people know."""
    games = list(all_games().values())
    return next((game for game in games if game.spec.is_familiar), games[0])
