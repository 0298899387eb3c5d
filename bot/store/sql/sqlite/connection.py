"""A connection to the database, in a thread of its own."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from bot.store.sql.errors import StoreError
from bot.store.sql.pieces_of_work import result_of
from bot.store.sql.sqlite.files import connect
from bot.store.sql.sqlite.statements import store_errors

__all__ = ["Connection"]

T = TypeVar("T")


class Connection(aiosqlite.Connection):
    """Runs whole functions in its thread, in turn: a switch costs more than most statements."""

    _stopping: asyncio.Future[object] | None = None

    def __init__(self, path: Path) -> None:
        super().__init__(partial(connect, path), iter_chunk_size=64)

    async def __aenter__(self) -> "Connection":
        """Open the database. Raises StoreError."""
        opening = asyncio.ensure_future(self._open())
        try:
            await asyncio.shield(opening)
        except asyncio.CancelledError:
            # Its thread opens the database all the same, and nobody else would close it.
            with suppress(StoreError):
                await opening
                await self.close()
            raise
        return self

    async def _open(self) -> None:
        try:
            with store_errors:
                await self
        except StoreError:
            # aiosqlite stops its thread then without waiting, and the event loop could end first.
            if self._stopping is not None:
                await self._stopping
            raise
        self.row_factory = sqlite3.Row

    def stop(self) -> asyncio.Future[object] | None:
        """Stop the thread; the result is set once it has ended its work."""
        self._stopping = super().stop()  # pyright: ignore[reportUnknownMemberType]
        return self._stopping

    async def run(
        self,
        work: Callable[[sqlite3.Connection], T],
        turn: AbstractContextManager[Any] | None = None,
    ) -> T:
        """Return the result of `work`; it runs, and reports its result, inside `turn`.

        SQLite's errors are raised as the store's.
        """

        def translated(connection: sqlite3.Connection) -> T:
            with store_errors:
                return work(connection)

        return await result_of(self.submit, translated, turn)

    def submit(self, work: Callable[[sqlite3.Connection], None]) -> None:
        """Run `work`, which reports its result itself and raises nothing.

        aiosqlite would report it later, when another connection may have reported a newer one.
        """
        request = (None, lambda: work(self._conn))
        self._tx.put_nowait(request)  # pyright: ignore[reportUnknownMemberType]
