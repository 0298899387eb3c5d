"""What an outage is about: whom it cut off, and why."""

from enum import StrEnum

__all__ = ["OutageCause", "OutageScope"]


class OutageScope(StrEnum):
    """Which tables an outage covers."""

    ALL = "all"
    SERVER = "server"
    CHANNEL = "channel"


class OutageCause(StrEnum):
    """Why tables could not be reached."""

    DOWN = "down"
    """The bot did not run, or the machine slept."""
    GATEWAY = "gateway"
    """The bot heard nothing of Discord."""
    UNAVAILABLE = "unavailable"
    """Discord had an outage of the server."""
    REMOVED = "removed"
    """The server removed the bot."""
    CLOSED = "closed"
    """The bot may not write in the channel."""
