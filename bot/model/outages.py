"""The scope and the cause of an outage."""

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["OutageCause", "OutageScope", "Shard"]


class OutageScope(StrEnum):
    """The tables that an outage covers."""

    ALL = "all"
    SHARD = "shard"
    SERVER = "server"
    CHANNEL = "channel"
    TABLE = "table"


class OutageCause(StrEnum):
    """The reason for which tables couldn't be reached."""

    DOWN = "down"
    """The bot wasn't running, or the machine slept."""
    GATEWAY = "gateway"
    """The bot heard nothing from Discord."""
    UNAVAILABLE = "unavailable"
    """Discord had an outage of the server."""
    REMOVED = "removed"
    """The server removed the bot."""
    CLOSED = "closed"
    """The bot may not write in the channel."""
    UNREADABLE = "unreadable"
    """The table was set apart."""


@dataclass(frozen=True, slots=True)
class Shard:
    """One of the connections over which the bot hears from Discord.

    A server belongs to the one whose number is `(guild_id >> 22) % count`, and all that belongs to
    no server to the first, whose number is 0 (Discord's documentation, "Sharding").
    """

    number: int
    count: int

    def __str__(self) -> str:
        return f"shard {self.number} of {self.count}"
