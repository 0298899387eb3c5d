"""Messages to followers: one a second at most, behind everything else that is to be sent."""

from collections.abc import Callable
from functools import partial
from typing import Final

from bot.delivery.scheduler import Done
from bot.extensions.news.rows import tell_follower
from bot.model.queues import Timer
from bot.store.queues import Queues

__all__ = ["Followers"]

_APART: Final = 1
"""Seconds between two messages to followers."""
_LANES: Final = 10
"""The channels among whose rows one is looked for that is to be sent first."""


class Followers:
    """Carries out the timers of followers. `now` returns Unix seconds."""

    def __init__(self, queues: Queues, now: Callable[[], float]) -> None:
        self._queues = queues
        self._now = now
        self._told_at = 0
        self._last_turn = 0
        """The moment given to the follower who was put off last."""

    async def tell(self, timer: Timer, done: Done) -> int | None:
        """Write what a follower is to hear; while others are to be served, they wait in a row."""
        now = int(self._now())
        if 0 <= now - self._told_at < _APART or await self._is_busy(now):
            self._last_turn = max(self._last_turn, now) + _APART
            return self._last_turn
        work = partial(tell_follower, person=timer.person, now=now, done=done)
        later = await self._queues.transact(work)
        if later is None:
            self._told_at = now
        return later

    async def _is_busy(self, now: int) -> bool:
        """Return True if any other message is to be sent first."""
        lanes, _ = await self._queues.due(now, (), _LANES)
        return any(lanes.values())
