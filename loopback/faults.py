"""Faults between a bot and Discord, switched on for tests and load."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Faults:
    """The faults of a server. Shares are from 0 to 1, and each request or event is drawn alone.

    Requests: `latency` and `jitter` are milliseconds before each answer, latency plus up to jitter.
    `server_errors` and `too_many_requests` are answered in place of the request, with `retry_after`
    seconds; `server_errors_after` once the request is carried out. `dropped_before` breaks the
    connection before a request has any effect, `dropped_after` after it, so that only the answer is
    lost. `hangs` holds a request until other faults are set, and carries it out then, whether or
    not the bot still waits. With `channels`, all of this holds only for requests to them and for
    interactions in them; with `routes` only for requests of such paths, as in
    `/channels/{channel}/threads`.

    Events: `event_latency` and `event_jitter` are milliseconds by which each comes later, in order.
    `duplicated_events` come twice. `cut_events` is the share of events in whose midst the socket
    breaks, which leaves half of it in a compressed stream; `disconnects` that of those after which
    it breaks; `reconnects` that after which the server asks to reconnect (op 7); `invalidations`
    that after which the session becomes invalid (op 9, not resumable).

    The same seed makes the same faults for the same order of requests and events.
    """

    latency: float = 0.0
    jitter: float = 0.0
    server_errors: float = 0.0
    too_many_requests: float = 0.0
    retry_after: float = 0.05
    dropped_before: float = 0.0
    dropped_after: float = 0.0
    server_errors_after: float = 0.0
    hangs: float = 0.0
    channels: frozenset[int] = frozenset()
    routes: frozenset[str] = frozenset()
    event_latency: float = 0.0
    event_jitter: float = 0.0
    duplicated_events: float = 0.0
    cut_events: float = 0.0
    disconnects: float = 0.0
    reconnects: float = 0.0
    invalidations: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        for name in (
            "server_errors",
            "too_many_requests",
            "dropped_before",
            "dropped_after",
            "server_errors_after",
            "hangs",
            "duplicated_events",
            "cut_events",
            "disconnects",
            "reconnects",
            "invalidations",
        ):
            share: float = getattr(self, name)
            if not 0 <= share <= 1:
                raise ValueError(f"{name} is a share between 0 and 1, not {share}")

    @property
    def any(self) -> bool:
        """True if a fault is switched on."""
        return self != Faults(seed=self.seed, retry_after=self.retry_after)


class FaultInjector:
    """A draw of faults: one random stream for requests and one for events.

    `happened` counts the faults that were drawn, by their names in `Faults`.
    """

    def __init__(self, faults: Faults, happened: Counter[str] | None = None) -> None:
        self.faults = faults
        self.happened = Counter[str]() if happened is None else happened
        self.is_idle = not faults.any
        self.replaced = asyncio.Event()
        """Set once other faults are in force."""
        self._requests = random.Random(faults.seed)  # noqa: S311 - faults, not secrets
        self._events = random.Random(faults.seed + 1)  # noqa: S311

    def delay(self) -> float:
        """Return the delay of the next answer in seconds."""
        return (self.faults.latency + self._requests.random() * self.faults.jitter) / 1000

    def concerns(self, channel_id: int | None, path: str) -> bool:
        """Return whether faults of requests hold for a channel (None: for requests to none)."""
        faults = self.faults
        is_there = not faults.channels or channel_id in faults.channels
        return is_there and (not faults.routes or path in faults.routes)

    def event_delay(self) -> float:
        """Return the delay of the next event in seconds."""
        faults = self.faults
        if not faults.event_latency and not faults.event_jitter:
            return 0.0
        return (faults.event_latency + self._events.random() * faults.event_jitter) / 1000

    def should_fail_request(self, fault: str) -> bool:
        """Draw whether this fault happens to the current request."""
        return self._draw(self._requests, fault)

    def should_fail_event(self, fault: str) -> bool:
        """Draw whether this fault happens to the current event."""
        return self._draw(self._events, fault)

    def _draw(self, stream: random.Random, fault: str) -> bool:
        share: float = getattr(self.faults, fault)
        happens = share > 0 and stream.random() < share
        self.happened[fault] += happens
        return happens
