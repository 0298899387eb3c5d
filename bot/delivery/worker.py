"""Work beside answering: loops that look for what is to be done, and tasks that end.

A worker asks of each thing it does: what if this never succeeds? A round ends in time (`bounded`),
an error ends one round alone, and what a round did not change rests, longer every time (`Rests`),
so that it keeps nothing else waiting.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from typing import Final, Generic, TypeVar

from bot.store.sql.errors import log_failure
from rules.time.duration import HOUR

__all__ = ["ROUND", "BackgroundTasks", "Rests", "Worker"]

K = TypeVar("K", bound=Hashable)

_log = logging.getLogger(__name__)

_SHORTEST: Final = 1.0
_LONGEST: Final = 60.0
"""Seconds of the first and of the longest pause after a failure."""


ROUND: Final = 20.0
"""The most seconds that a worker gives one item before it turns to others."""


def _time() -> float:
    """Return the time of the running loop."""
    return asyncio.get_running_loop().time()


class Rests(Generic[K]):
    """The items that a worker leaves alone for a while, because a round changed nothing.

    Every rest is twice as long as the one before, so an item rests for no longer than it has
    failed.
    """

    def __init__(
        self, shortest: float, longest: float = HOUR, now: Callable[[], float] = _time
    ) -> None:
        """Start with no rests. The first and the longest rest are in seconds of the clock `now`.

        If the clock is set back so that a rest ends later than it can last, it is over.
        """
        self._shortest = shortest
        self._longest = longest
        self._now = now
        self._rests: dict[K, tuple[float, float]] = {}
        """The end of an item's last rest, and its seconds."""

    def begin(self, item: K, least: float = 0.0) -> float:
        """Let an item rest, for so many seconds at least; return the seconds."""
        now = self._now()
        # A rest that is over is kept for a while, since the next one is twice as long.
        self._rests = {k: rest for k, rest in self._rests.items() if now - rest[0] < self._longest}
        _, before = self._rests.get(item, (0.0, 0.0))
        seconds = max(min(max(2 * before, self._shortest), self._longest), least)
        self._rests[item] = now + seconds, seconds
        return seconds

    def end(self, item: K) -> None:
        """Forget the rests of an item that has been served."""
        self._rests.pop(item, None)

    def resting(self) -> dict[K, float]:
        """Return the items that rest now, with the seconds that are left."""
        now = self._now()
        left = ((item, end - now, seconds) for item, (end, seconds) in self._rests.items())
        return {item: rest for item, rest, seconds in left if 0 < rest <= seconds}


async def _ready() -> None:
    """Wait for nothing."""


class Worker:
    """A task that looks for work again and again: when it is woken, and after a while by itself.

    `look` does what is due, and returns the seconds until the next look, or None for not before the
    task is woken. `ready` is awaited before the first look. If either fails, both are begun again,
    after 1 s at first and at most 60 s. `now` is the clock by which the task is woken for a moment.
    """

    def __init__(
        self,
        name: str,
        look: Callable[[], Awaitable[float | None]],
        *,
        ready: Callable[[], Awaitable[None]] = _ready,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._name = name
        self._look = look
        self._ready = ready
        self._now = now
        self._woken = asyncio.Event()
        self._rests = asyncio.Event()
        self._rests_until = 0.0
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task, unless it has started."""
        if self._task is None:
            self._rests.clear()
            self._task = asyncio.create_task(self._run(), name=self._name)

    async def stop(self) -> None:
        """Stop the task, and wait for its end."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def wake(self, due: float | None = None) -> None:
        """Look again now, unless the next look comes before this moment by the task's clock.

        Once that clock was set ahead, no one knows when it comes.
        """
        rests = self._rests.is_set() and self._now() < self._rests_until
        if due is None or not rests or due < self._rests_until:
            self._rests.clear()
            self._woken.set()

    async def rests(self) -> None:
        """Wait until it has looked since it was woken last."""
        await self._rests.wait()

    async def _run(self) -> None:
        pause = _SHORTEST
        loop = asyncio.get_running_loop()
        while True:
            begun = loop.time()
            try:
                await self._work()
            except Exception as failure:
                log_failure(_log, failure, "The task %s failed, and is started again", self._name)
            # A failure after long work is a new one, not the same again.
            pause = _SHORTEST if loop.time() - begun > _LONGEST else pause
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST)

    async def _work(self) -> None:
        await self._ready()
        while True:
            self._rests.clear()
            # Before the look, so that what comes up meanwhile is looked for again.
            self._woken.clear()
            wait = await self._look()
            if self._woken.is_set():
                continue
            self._rests_until = float("inf") if wait is None else self._now() + wait
            self._rests.set()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(None if wait is None else max(wait, 0.0)):
                    await self._woken.wait()


class BackgroundTasks:
    """Tasks of one name that no one waits for, while the process is running."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_stopped = False

    def begin(self, work: Coroutine[None, None, None]) -> None:
        """Run this in a task of its own, unless the process is about to end."""
        if self._is_stopped:
            # Python would warn that it was never awaited.
            work.close()
            return
        task = asyncio.create_task(work, name=self._name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        failure = None if task.cancelled() else task.exception()
        if isinstance(failure, Exception):
            log_failure(_log, failure, "The background task %s failed", self._name)

    async def settled(self) -> None:
        """Wait until no task is running."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self) -> None:
        """Cancel the running tasks, and start no more."""
        self._is_stopped = True
        for task in self._tasks:
            task.cancel()
        await self.settled()
