"""Rate limits: buckets, their headers, and 429 (reference, "Rate Limits")."""

from dataclasses import dataclass

from loopback.clock import Clock


@dataclass(frozen=True, slots=True)
class Window:
    """A number of requests in a number of seconds."""

    requests: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of one server; Discord does not publish its own and asks bots to read headers.

    `each` holds for a route of one channel or guild, `messages` for sending and editing in one
    channel, `webhook` for each route of one interaction's webhook, `overall` for a bot's requests
    together except interactions', `old_edits` for edits of messages older than an hour in
    one channel (error 30046). `follow_ups`, if there is one, holds for the follow-ups of all
    interactions in one channel together, and no header tells of it before it is reached.
    """

    each: Window = Window(50, 2.0)
    messages: Window = Window(25, 5.0)
    webhook: Window = Window(30, 10.0)
    overall: Window = Window(50, 1.0)
    old_edits: Window = Window(30, 60.0)
    follow_ups: Window | None = None


@dataclass(slots=True)
class _Count:
    ends: float
    used: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a bucket after a request: `allowed` or not, and the numbers of its headers."""

    allowed: bool
    limit: int
    remaining: int
    resets_at: float
    resets_after: float

    def headers(self, bucket: str) -> dict[str, str]:
        """Write the headers of an answer."""
        return {
            "X-RateLimit-Limit": str(self.limit),
            "X-RateLimit-Remaining": str(self.remaining),
            "X-RateLimit-Reset": f"{self.resets_at:.3f}",
            "X-RateLimit-Reset-After": f"{self.resets_after:.3f}",
            "X-RateLimit-Bucket": bucket,
        }


class RateLimiter:
    """A count of requests in fixed windows. A window begins with its first request."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._counts: dict[str, _Count] = {}
        self._sweep_above = 4096

    def take(self, key: str, window: Window) -> Standing:
        """Count one request; one that is over the limit is refused and not counted."""
        now = self._clock.now()
        count = self._counts.get(key)
        if count is None or count.ends <= now:
            if len(self._counts) > self._sweep_above:
                self._sweep(now)
            count = self._counts[key] = _Count(now + window.seconds)
        allowed = count.used < window.requests
        count.used += allowed
        return Standing(
            allowed,
            window.requests,
            window.requests - count.used,
            count.ends,
            count.ends - now,
        )

    def _sweep(self, now: float) -> None:
        self._counts = {key: count for key, count in self._counts.items() if count.ends > now}
        self._sweep_above = max(4096, 2 * len(self._counts))
