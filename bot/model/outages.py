"""The scope and the cause of an outage."""

from enum import StrEnum

__all__ = ["OutageCause", "OutageScope"]


class OutageScope(StrEnum):
    """The tables that an outage covers."""

    ALL = "all"
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
