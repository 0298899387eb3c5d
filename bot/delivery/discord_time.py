"""Discord's own time, taken from its answers; the clock of the bot's machine may be wrong.

Discord's ids contain the time when they were made. So anything compared with them, such as the age
of a message, is measured by Discord's time.
"""

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

import discord

__all__ = ["DiscordTime"]

_OLD: Final = 59 * 60
"""The age of a message in seconds from which on, or soon after, Discord accepts few edits of it."""
_MARGIN: Final = 10.0
"""Seconds allowed for the rounding of Discord's answers and differences between its machines."""


class DiscordTime:
    """Discord's time, based on its last answer; `now` (Unix seconds) is used until there is one."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._own = now
        self._told: tuple[float, float] | None = None

    def now(self) -> float:
        """Return Discord's time in Unix seconds, at most a few seconds ahead of it."""
        if self._told is None:
            return self._own()
        answered, at = self._told
        return answered + time.monotonic() - at

    def number_before(self, seconds: float = 0.0) -> int:
        """Return an id smaller than any that Discord has given out since this many seconds ago."""
        moment = datetime.fromtimestamp(self.now() - seconds - _MARGIN, UTC)
        return discord.utils.time_snowflake(moment)

    def is_old(self, message_id: int) -> bool:
        """Return True if Discord accepts few edits of a message, as it is an hour old, or soon."""
        return message_id <= self.number_before(_OLD)

    def note(self, headers: Mapping[str, str]) -> None:
        """Learn the time from the `Date` of an answer (RFC 9110, section 6.6.1)."""
        try:
            moment = parsedate_to_datetime(headers["Date"]).timestamp()
        except (KeyError, ValueError):
            return
        self._told = (moment, time.monotonic())
