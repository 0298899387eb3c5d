"""An event loop whose time passes only while nothing happens: hours of waiting take no time."""

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, Final

import pytest

from bot.store.sql.sqlite.connection import Connection

__all__ = ["SimulatedLoop"]

_QUIET: Final = 0.01
"""Seconds without anything from a socket or a thread after which nothing is expected of them."""


class _Selector(selectors.DefaultSelector):
    """Lets the time pass at once for which the loop would wait."""

    loop: "SimulatedLoop"

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or timeout <= 0:
            return super().select(timeout)
        found = super().select(min(timeout, _QUIET))
        while not found and self.loop.busy:
            found = super().select(_QUIET)
        if not found:
            self.loop.skip(timeout)
        return found


class SimulatedLoop(asyncio.SelectorEventLoop):
    """The loop; `skipped` are told of the seconds that it has skipped."""

    def __init__(self) -> None:
        self.busy = 0
        """The pieces of work that threads do for it now."""
        self.skipped = list[Callable[[float], None]]()
        self._ahead = 0.0
        selector = _Selector()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return super().time() + self._ahead

    def skip(self, seconds: float) -> None:
        """Let so many seconds pass."""
        self._ahead += seconds
        for hear in self.skipped:
            hear(seconds)

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        self.busy += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(lambda _: self.done())
        return future

    def done(self) -> None:
        """Note that a thread has done a piece of work."""
        self.busy -= 1

    def watch_database(self, patch: pytest.MonkeyPatch) -> None:
        """Wait for the threads of databases as well."""
        submit = Connection.submit

        def counted(connection: Connection, work: Callable[[Any], None]) -> None:
            def whole(inner: Any) -> None:
                try:
                    work(inner)
                finally:
                    self.call_soon_threadsafe(self.done)

            self.busy += 1
            submit(connection, whole)

        patch.setattr(Connection, "submit", counted)
