"""Discord's ids: 42 bits of milliseconds since 2015, and 22 bits against collisions."""

import hashlib

from loopback.clock import Clock

EPOCH_MS = 1_420_070_400_000
"""The first second of 2015 in Unix milliseconds (Discord reference, "Snowflakes")."""


class Snowflakes:
    """A maker of strictly increasing ids that carry the clock's time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        """Return a new id, greater than every one before it."""
        moment = int(self._clock.now() * 1000) - EPOCH_MS
        self._last = max(moment << 22, self._last + 1)
        return self._last


def named(name: str) -> int:
    """Return the id that a person, role or channel of this name has on every start.

    Bots keep ids in their databases, so all that a server begins with keeps its id when the server
    starts again. The time in it is in 2016, before anything that happens here.
    """
    digest = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
    return ((1 << 35) + digest % (1 << 34)) << 22 | digest >> 42


def created(snowflake: int) -> float:
    """Return the time at which an id was made, in Unix seconds."""
    return ((snowflake >> 22) + EPOCH_MS) / 1000
