"""Loads games of installed packages, and tries them before they are offered.

The host names the packages in POSTBOARD_GAMES. Their games run in this process with all its rights:
the trial finds mistakes, not malice.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from time import process_time
from typing import Any, Final, cast

from bot.call_limit import limited
from bot.messages import pictures
from bot.store.sql.metadata import Metadata
from rules.contract.core import AnyGame
from rules.contract.sentence import ENGLISH
from rules.packages import Named, Package, PackageError, load, register
from rules.registry import all_games
from rules.testing import configurations, try_game

__all__ = ["MOST_GAMES", "load_games"]

_log = logging.getLogger(__name__)

MOST_GAMES: Final = 25
"""Discord's most choices of an option."""
_GAMES: Final = 100
"""Random games of a trial."""
_SLOW: Final = 2.0
"""Seconds of CPU time after which the log names a call: Discord waits 3 s for an answer."""
_TIMED: Final = (
    "apply", "legal", "moves", "notate", "outcome", "parse", "path", "position", "start", "turn",
    "view", "violation",
)  # fmt: skip


async def load_games(named: Sequence[Named], metadata: Metadata) -> tuple[str, ...]:
    """Add the games of these packages to the registry, and return the packages' names.

    A package that has passed the trial isn't tried again in the same version. What can't be used is
    left out, and the log says why.
    """
    loaded: list[str] = []
    for each in named:
        try:
            package = _limited(await asyncio.to_thread(load, each.name))
        except PackageError as reason:
            _log.error("Games left out: %s", reason)
            continue
        passed = await _passed(package, metadata)
        for line in register(passed, is_stable=each.is_stable):
            _log.error("A game left out: %s", line)
        loaded.append(package.name)
        _log.info("Package %s %s, games: %s", package.name, package.version, _keys(passed))
    return tuple(loaded)


async def _passed(package: Package, metadata: Metadata) -> Package:
    """Return the package with its games that pass the trial and that Discord has room for."""
    key = f"tried {package.name}"
    now = f"{package.version}, Postboard {version('postboard')}"
    good = list(package.games)
    if await metadata.get(key) != now:
        _log.info("Trying the games of package %s. This can take minutes", package.name)
        good = [game for game in package.games if await asyncio.to_thread(_passes, package, game)]
        if len(good) == len(package.games):
            await metadata.set(key, now)
    room = MOST_GAMES - len(all_games())
    new = {game.spec.key for game in good} - all_games().keys()
    for spare in sorted(new)[max(0, room) :]:
        _log.error("Game %s left out: Discord lists at most %s games", spare, MOST_GAMES)
        good = [game for game in good if game.spec.key != spare]
    return Package(package.name, package.version, tuple(good))


def _limited(package: Package) -> Package:
    """Return the package with games that can't let the bot stand still."""
    return replace(package, games=tuple(map(limited, package.games)))


def _passes(package: Package, game: AnyGame) -> bool:
    """Tell whether a game passes the trial. If not, the log says why."""
    slow: dict[str, float] = {}
    fault = try_game(cast("AnyGame", _Timed(game, slow)), _GAMES) or _undrawn(game)
    for name, seconds in slow.items():
        _log.warning("%s: a call of %s took %.1f s of CPU time", game.spec.key, name, seconds)
    if fault:
        _log.error("A game of package %s left out: %s", package.name, fault)
    return fault is None


def _undrawn(game: AnyGame) -> str | None:
    """Return why a start has no picture or no alt text, or None if all have both."""
    name = game.spec.key
    try:
        for name, configured in configurations(game):
            drawn = pictures.draw(configured.view(configured.start()))
            if not drawn.alt.english() or not drawn.draw(ENGLISH):
                return f"{name}: the start has no picture or no alt text"
    except Exception as reason:
        return " ".join(f"{name}: {type(reason).__name__}: {reason}".split())
    return None


class _Timed:
    """Measures the calls of a game. `slow` gets the longest calls of slow functions."""

    def __init__(self, game: AnyGame, slow: dict[str, float]) -> None:
        self._game: Final = game
        self._slow: Final = slow
        self.spec: Final = game.spec
        self.geometry: Final = game.geometry
        for name in _TIMED:
            setattr(self, name, partial(self._called, name, getattr(game, name)))

    def configured(self, options: dict[str, str]) -> "_Timed":
        """Return the configured game, also measured."""
        return _Timed(self._game.configured(options), self._slow)

    def _called(self, name: str, function: Callable[..., Any], *given: Any) -> Any:  # noqa: ANN401
        begin = process_time()
        try:
            return function(*given)
        finally:
            seconds = process_time() - begin
            if seconds > _SLOW:
                self._slow[name] = max(seconds, self._slow.get(name, 0.0))


def _keys(package: Package) -> str:
    return ", ".join(dict.fromkeys(game.spec.key for game in package.games)) or "none"
