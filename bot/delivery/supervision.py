"""Background work beside the workers: tasks that nothing depends on, and their pace."""

import asyncio
import logging
from collections.abc import Coroutine

from bot.store.sql.errors import log_failure

__all__ = ["BackgroundTasks", "Pace"]

_log = logging.getLogger(__name__)


class BackgroundTasks:
    """Tasks of one name that nobody waits for, while the process is running."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_stopped = False

    def begin(self, work: Coroutine[None, None, None]) -> None:
        """Run this in a task of its own, unless the process is about to end."""
        if self._is_stopped:
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


class Pace:
    """Lets a limited number of callers pass per second, in order of arrival."""

    def __init__(self, per_second: float) -> None:
        self._gap = 1 / per_second
        self._next = 0.0

    async def __call__(self) -> None:
        """Wait for one's turn."""
        now = asyncio.get_running_loop().time()
        turn = max(now, self._next)
        self._next = turn + self._gap
        if turn > now:
            await asyncio.sleep(turn - now)
