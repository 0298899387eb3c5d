"""A connection to the database, in a thread of its own."""

import asyncio
import sqlite3
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

__all__ = ["Connection", "settle"]

T = TypeVar("T")


class Connection:
    """Whole functions run in its thread, in turn: a switch costs more than most statements."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._sqlite: sqlite3.Connection | None = None
        self._requests = SimpleQueue[Callable[[], None] | None]()
        self._thread = Thread(target=self._serve, name="database")

    @classmethod
    @asynccontextmanager
    async def open(cls, path: Path) -> AsyncGenerator["Connection"]:
        """Open the database, and close it once all requests are done. Raises sqlite3.Error."""
        connection = cls(path)
        connection._thread.start()
        try:
            await connection._ask(connection._connect)
            yield connection
        finally:
            await connection._ask(connection._close)
            connection._requests.put(None)
            connection._thread.join()

    async def run(
        self,
        work: Callable[[sqlite3.Connection], T],
        turn: AbstractContextManager[Any] | None = None,
    ) -> T:
        """Return the result of `work`; it runs, and reports its result, inside `turn`."""
        return await self._ask(lambda: work(self._opened), turn)

    def submit(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Run `work`, which reports its result itself and raises nothing."""
        self._requests.put(lambda: work(self._opened))

    @property
    def _opened(self) -> sqlite3.Connection:
        assert self._sqlite is not None, "it is open"
        return self._sqlite

    def _connect(self) -> None:
        self._sqlite = sqlite3.connect(self._path, isolation_level=None)
        self._sqlite.row_factory = sqlite3.Row

    def _close(self) -> None:
        if self._sqlite is not None:
            self._sqlite.close()

    def _serve(self) -> None:
        while (request := self._requests.get()) is not None:
            request()

    async def _ask(
        self, work: Callable[[], T], turn: AbstractContextManager[Any] | None = None
    ) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def request() -> None:
            with turn or nullcontext():
                try:
                    outcome = partial(settle, future, result=work())
                except BaseException as error:
                    outcome = partial(settle, future, error=error)
                loop.call_soon_threadsafe(outcome)

        self._requests.put(request)
        return await future


def settle(
    future: asyncio.Future[Any], *, result: object = None, error: BaseException | None = None
) -> None:
    """Set the result or the error of a future, unless somebody has cancelled it."""
    if future.done():
        return
    if error is not None:
        future.set_exception(error)
    else:
        future.set_result(result)
