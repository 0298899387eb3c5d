"""Lets few interactions be worked on at once, so that many together do not hold up the event loop.

All that is ready runs before the loop looks at anything else. If a hundred people press at the same
moment and everybody is served a little in turn, each waits for all the others at every step, and so
do heartbeats and deferrals. Instead they come in as they arrived, and the rest wait.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Final

__all__ = ["Admission"]

_AT_ONCE: Final = 4
"""One for the event loop, one for the database's thread, and two that are drawn for."""
_LONGEST: Final = 0.5
"""Seconds after which somebody else is admitted: who waits for something does not need the loop."""


class Admission:
    """Admits interactions in the order in which they came."""

    def __init__(self, *, at_once: int = _AT_ONCE, longest: float = _LONGEST) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._longest = longest

    @asynccontextmanager
    async def admitted(self) -> AsyncGenerator[Callable[[], None]]:
        """Wait for a place and keep it for the block, or until what is yielded is called."""
        await self._places.acquire()
        is_left = False

        def leave() -> None:
            nonlocal is_left
            if not is_left:
                is_left = True
                self._places.release()

        alarm = asyncio.get_running_loop().call_later(self._longest, leave)
        try:
            yield leave
        finally:
            alarm.cancel()
            leave()
