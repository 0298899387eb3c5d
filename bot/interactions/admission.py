"""Works on few interactions at once, so that a crowd does not hold up the event loop.

The loop runs everything that is ready before it looks at anything else. If a hundred people press
at the same moment and each is served a little in turn, everybody waits for all the others at every
step, and so do heartbeats and deferrals. Instead they are admitted in order of arrival.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Final

__all__ = ["Admission"]

_AT_ONCE: Final = 4
"""One for the event loop, one for the database's thread, and two whose pictures are drawn.

Moves that wait for the disk together share a commit, however few are admitted. Measured with 2, 4,
8 and 16, ten people at once: a move costs the same, and the loop's longest turn grows from 5 to 7,
8 and 10 ms.
"""
_LONGEST: Final = 0.5
"""Seconds after which the next is admitted: an interaction that waits doesn't need the loop."""


class Admission:
    """Admits interactions in order of arrival."""

    def __init__(self, *, at_once: int = _AT_ONCE, longest: float = _LONGEST) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._longest = longest

    @asynccontextmanager
    async def admitted(self) -> AsyncGenerator[Callable[[], None]]:
        """Wait for a place and keep it for the block, or until the yielded function is called."""
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
