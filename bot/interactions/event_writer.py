"""Writes the gateway's events about servers and channels, which Discord doesn't repeat."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.tables.commits import until_written

__all__ = ["EventWriter"]

T = TypeVar("T")


class EventWriter:
    """Stores one event after another, however long the database refuses it."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def write(self, work: Callable[[], Awaitable[T]]) -> T:
        """Return the result of `work`; later events wait, so that this one doesn't undo them.

        Raises sqlite3.Error where waiting does not help.
        """
        async with self._turn:
            return await until_written(work, lambda: True)
