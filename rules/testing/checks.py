"""All laws of a game, as checks for a test or at once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rules.contract.core import AnyGame
from rules.testing.laws import LAWS, Law
from rules.testing.spec_laws import GAME_LAWS, SPEC_LAWS, SpecLaw
from rules.testing.walk import Broken, Walk, configurations

__all__ = ["Check", "checks", "try_game"]

_GAMES: Final = 100


@dataclass(frozen=True, slots=True)
class Check:
    """A law, and the games of one configuration to try it on. Calling it raises Broken."""

    name: str
    run: Callable[[], None]

    def __call__(self) -> None:
        """Try the law."""
        self.run()

    def __str__(self) -> str:
        """Return the configuration and the law."""
        return self.name


def checks(game: AnyGame, games: int = _GAMES, seed: int = 1) -> list[Check]:
    """Return the checks of a game: all laws, on so many random games of all configurations."""
    found = [Check(f"{game.spec.key}-{law.__name__}", _bound(law, game)) for law in GAME_LAWS]
    configured = list(configurations(game))
    for number, (name, each) in enumerate(configured):
        numbers = range(number, max(games, len(configured)), len(configured))
        walks = [Walk(each, seed * games + one) for one in numbers]
        found += [Check(f"{name}-{law.__name__}", _bound(law, each)) for law in SPEC_LAWS]
        found += [Check(f"{name}-{law.__name__}", _on_all(law, walks)) for law in LAWS]
    return found


def try_game(game: AnyGame, games: int = _GAMES) -> str | None:
    """Return None if a game keeps all laws on random games, or a line on the first it breaks.

    Whatever the game raises is caught.
    """
    name = game.spec.key
    try:
        for check in checks(game, games):
            name = str(check)
            check()
    except Broken as broken:
        return f"{name}: {broken}"
    except Exception as reason:
        return " ".join(f"{name}: {type(reason).__name__}: {reason}".split())
    return None


def _bound(law: SpecLaw, game: AnyGame) -> Callable[[], None]:
    return lambda: law(game)


def _on_all(law: Law, walks: list[Walk]) -> Callable[[], None]:
    def run() -> None:
        for walk in walks:
            law(walk)

    return run
