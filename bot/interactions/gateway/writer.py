"""Writes what the gateway reports about servers and channels, which Discord doesn't repeat."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.tables.commits import until_written

__all__ = ["GatewayWriter"]

T = TypeVar("T")


class GatewayWriter:
    """Stores reports in order, retrying for as long as the database refuses, until stopped."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._attempt = asyncio.Lock()
        self._is_stopped = False

    async def write(self, work: Callable[[], Awaitable[T]]) -> T | None:
        """Return the result of `work`. Later reports wait for it, so that it can't undo them.

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
