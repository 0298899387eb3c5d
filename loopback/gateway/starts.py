"""The sessions that a bot may start, and how many shards it needs (reference, "Sharding")."""

from dataclasses import dataclass
from typing import Final

from loopback.clock import Clock

DAY: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """The limits on the sessions of a bot; all but the last are Discord's own for a small one.

    `shards` is the number that /gateway/bot recommends. A session with more than `most_guilds` is
    closed with 4011. A bot may identify `starts` times a day; one more resets its token. Shards
    whose numbers leave the same remainder by `max_concurrency` identify one after another: the next
    one within `seconds` gets op 9 (invalid session). Discord has 5 seconds; with none, a test may
    restart its bot at once.
    """

    shards: int = 1
    most_guilds: int = 2500
    starts: int = 1000
    max_concurrency: int = 1
    seconds: float = 0.0


class SessionStarts:
    """A count of the sessions that were started, in days that begin with their first start."""

    def __init__(self, clock: Clock) -> None:
        self.limits = SessionLimits()
        self._clock = clock
        self._ends = 0.0
        self._used = 0
        self._last: dict[int, float] = {}

    @property
    def remaining(self) -> int:
        """The number of sessions that may still be started."""
        self._turn_over()
        return max(0, self.limits.starts - self._used)

    @property
    def reset_after(self) -> float:
        """The seconds until the count begins anew, or 0 if it has not begun."""
        self._turn_over()
        return max(0.0, self._ends - self._clock.now()) if self._used else 0.0

    def take(self, shard: int) -> bool:
        """Count the start of a shard; return False if it comes too soon after another one."""
        now = self._clock.now()
        self._turn_over()
        if not self._used:
            self._ends = now + DAY
        self._used += 1
        bucket = shard % self.limits.max_concurrency
        earlier, self._last[bucket] = self._last.get(bucket), now
        return earlier is None or now - earlier >= self.limits.seconds

    def _turn_over(self) -> None:
        if self._ends <= self._clock.now():
            self._used = 0
