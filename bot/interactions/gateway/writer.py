"""Writes what the gateway tells of servers and channels, which Discord doesn't repeat."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.tables.commits import until_written

__all__ = ["GatewayWriter"]

T = TypeVar("T")


class GatewayWriter:
    """Stores what is told, in its order, however long the database refuses it, until a stop."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._attempt = asyncio.Lock()
        self._is_stopped = False

    async def write(self, work: Callable[[], Awaitable[T]]) -> T | None:
        """Return the result of `work`; what is told later waits, so that this doesn't undo it.

        Once stopped, do nothing and return None. Raises StoreError where waiting does not help.
        """

        async def unless_stopped() -> T | None:
            async with self._attempt:
                return None if self._is_stopped else await work()

        async with self._turn:
            return await until_written(unless_stopped, lambda: True)

    async def stop(self) -> None:
        """Let what is being written end, then write nothing more: the database may close."""
        self._is_stopped = True
        async with self._attempt:
            pass
