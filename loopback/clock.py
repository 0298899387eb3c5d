"""A clock that is passed in, so that a test can move it."""

import asyncio
import time
from collections.abc import Callable


class Alarm:
    """A call that is due at a time of a `Clock`, unless it is cancelled."""

    __slots__ = ("_call", "_clock", "_timer", "when")

    def __init__(self, clock: "Clock", when: float, call: Callable[[], None]) -> None:
        self.when = when
        self._clock = clock
        self._call = call
        self._timer: asyncio.TimerHandle | None = None
        self.arm()

    def arm(self) -> None:
        """Set the event loop's timer for the rest of the wait."""
        if self._timer is not None:
            self._timer.cancel()
        wait = max(0.0, self.when - self._clock.now())
        self._timer = asyncio.get_running_loop().call_later(wait, self._ring)

    def cancel(self) -> None:
        """Cancel the call; do nothing if it was made."""
        if self._timer is not None:
            self._timer.cancel()
        self._clock.forget(self)

    def _ring(self) -> None:
        self._clock.forget(self)
        self._call()


class Clock:
    """The wall clock in Unix seconds, which `advance` sets ahead."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._alarms: set[Alarm] = set()

    def now(self) -> float:
        """Return the time in Unix seconds."""
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Move the clock ahead; alarms that are then due ring in the next turn of the loop.

        ValueError for a negative number.
        """
        if seconds < 0:
            raise ValueError(f"a clock only moves ahead, not by {seconds} s")
        self._ahead += seconds
        for alarm in self._alarms:
            alarm.arm()

    def alarm(self, when: float, call: Callable[[], None]) -> Alarm:
        """Let the running event loop call `call` at `when` (Unix seconds)."""
        alarm = Alarm(self, when, call)
        self._alarms.add(alarm)
        return alarm

    def forget(self, alarm: Alarm) -> None:
        """Drop an alarm that rang or was cancelled."""
        self._alarms.discard(alarm)

    def cancel_all(self) -> None:
        """Cancel every alarm, when the server stops."""
        for alarm in tuple(self._alarms):
            alarm.cancel()
