"""Calls after a delay, most of which are called off before.

Each timer of the event loop lies in a heap until its time, called off or not, and is compared with
others that come and go. Two timers for each interaction were a large part of that heap. What is set
here shares one timer, which is not touched when something is called off.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from itertools import count

__all__ = ["Alarms"]


class Alarms:
    """Functions of one event loop that are to be called later."""

    def __init__(self) -> None:
        self._set: dict[int, tuple[float, Callable[[], None]]] = {}
        self._numbers = count()
        self._timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float, act: Callable[[], None]) -> Callable[[], object]:
        """Call `act` after so many seconds, unless what is returned is called before."""
        loop, number = asyncio.get_running_loop(), next(self._numbers)
        due = loop.time() + seconds
        self._set[number] = due, act
        if self._timer is None or due < self._timer.when():
            self._look_at(due)
        return partial(self._set.pop, number, None)

    def _look_at(self, moment: float) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_at(moment, self._look)

    def _look(self) -> None:
        """Let the loop call what is due, and look again when the next is; often nothing is."""
        loop, self._timer = asyncio.get_running_loop(), None
        now = loop.time()
        for number in [number for number, (due, _) in self._set.items() if due <= now]:
            loop.call_soon(self._set.pop(number)[1])
        if self._set:
            self._look_at(min(due for due, _ in self._set.values()))
