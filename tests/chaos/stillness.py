"""Notices when the machine of a campaign stood still."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import Final

from bot.delivery.requests import LONGEST_REQUEST

__all__ = ["Stillness"]

_LONG: Final = LONGEST_REQUEST / 2
"""Seconds without a look at the clock after which a bot may have given up a request."""
_LOOKS: Final = 0.5


class Stillness:
    """Looks at the clock all the time; Discord and the bot stand still for as long as it doesn't.

    The bot then gives up requests that Discord carries out afterwards.
    """

    def __init__(self) -> None:
        self.longest = 0.0
        """The most seconds between two looks."""

    @property
    def is_long(self) -> bool:
        """True if a bot may have given up a request meanwhile."""
        return self.longest > _LONG

    @asynccontextmanager
    async def watched(self) -> AsyncGenerator[None]:
        """Look from now on, and begin anew."""
        self.longest = 0.0
        watch = asyncio.create_task(self._look())
        try:
            yield
        finally:
            watch.cancel()
            with suppress(asyncio.CancelledError):
                await watch

    async def _look(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            before = loop.time()
            await asyncio.sleep(_LOOKS)
            self.longest = max(self.longest, loop.time() - before)
