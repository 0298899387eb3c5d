"""Ends calls of games of packages that don't return: such a game harms its own tables alone.

A call is interrupted where it runs, since workers would have to be asked for every rule. That ends
any loop in Python; one within a library in C goes on until the service manager ends the process.
From then on each call of the game is refused: its tables can't be read, and are set apart.
"""

import ctypes
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, cast

from rules.contract.core import AnyGame

__all__ = ["GameHangs", "limited"]

_LOOK: Final = 1.0
"""Seconds between two looks at the calls that run."""
_MOST: Final = 10
"""The looks that find the same call before it is ended; a machine that sleeps doesn't look."""


class GameHangs(ValueError):
    """A call of this game, now or before, didn't return."""


class _InterruptedError(Exception):
    """Raised within a call that takes too long."""


class _Calls:
    """The calls that run, each with the looks that have found it, by thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running = dict[int, int]()
        self._watching = threading.Thread(target=self._watch, name="calls of games", daemon=True)

    def call(self, function: Callable[..., Any], *given: Any) -> Any:  # noqa: ANN401
        """Return what a function does. Raises _InterruptedError if it takes too long."""
        thread = threading.get_ident()
        with self._lock:
            if not self._watching.is_alive():
                self._watching.start()
            # A game's function may call others of the game; the outermost call ends the count.
            is_whole = thread not in self._running
            self._running.setdefault(thread, 0)
        try:
            return function(*given)
        finally:
            if is_whole:
                self.end(thread)

    def end(self, thread: int) -> None:
        """Note that a thread's call has ended, so that it isn't interrupted any more."""
        with self._lock:
            self._running.pop(thread, None)

    def _watch(self) -> None:
        while True:
            time.sleep(_LOOK)
            with self._lock:
                for thread, looks in tuple(self._running.items()):
                    self._running[thread] = looks + 1
                    # Equal, so that it is raised once, however long the call takes to end.
                    if looks == _MOST:
                        interrupted = ctypes.py_object(_InterruptedError)
                        ctypes.pythonapi.PyThreadState_SetAsyncExc(
                            ctypes.c_ulong(thread), interrupted
                        )


_calls: Final = _Calls()


class _Limited:
    """A game whose calls are ended if they hang. `hung` gets its key once one had to be."""

    def __init__(self, game: AnyGame, hung: set[str]) -> None:
        self._game: Final = game
        self._hung: Final = hung
        for name in dir(game):
            if not name.startswith("_") and name != "configured":
                found = getattr(game, name)
                setattr(self, name, partial(self._called, found) if callable(found) else found)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Limited) and self._game == other._game

    def __hash__(self) -> int:
        return hash(self._game)

    def configured(self, options: Mapping[str, str]) -> "_Limited":
        """Return the configured game, limited in the same way."""
        return _Limited(self._called(self._game.configured, options), self._hung)

    def _called(self, function: Callable[..., Any], *given: Any) -> Any:  # noqa: ANN401
        key = self._game.spec.key
        if key not in self._hung:
            try:
                return _calls.call(function, *given)
            except _InterruptedError:
                _calls.end(threading.get_ident())  # It may have come as the call ended.
                self._hung.add(key)
        raise GameHangs(f"a call of {key} did not return within {_LOOK * _MOST:g} seconds")


def limited(game: AnyGame) -> AnyGame:
    """Return a game whose calls raise GameHangs after ten seconds, and from then on at once."""
    return cast("AnyGame", _Limited(game, set()))
