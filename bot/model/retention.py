"""The time for which things stay that a host can have deleted earlier."""

from dataclasses import dataclass
from typing import Final

__all__ = ["COPY_DAYS", "SERVER_DAYS", "Retention"]

COPY_DAYS: Final = 30
"""The most days for which a copy of the database stays: it knows people who were forgotten since,
and the list of those goes back no further."""
SERVER_DAYS: Final = 90
"""The most days for which a server's settings and ratings stay once it has removed the bot."""


@dataclass(frozen=True, slots=True)
class Retention:
    """Days after which things are deleted."""

    copies: int = COPY_DAYS
    servers: int = SERVER_DAYS
