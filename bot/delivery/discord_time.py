"""Discord's own time, taken from its answers; the clock of the bot's machine may be wrong.

Discord's ids contain the time when they were made. So anything compared with them, such as the age
of a message, is measured by Discord's time.

Everything else goes by the machine's clock, unless that is over an hour off: then by Discord's
time, since a start with such a clock would end games, ladders and follows before their time. It is
known from the login on, before the first timer is carried out.
"""

import logging
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

import discord

from rules.time.duration import HOUR, in_words

__all__ = ["DiscordTime"]

_log = logging.getLogger(__name__)

_OLD: Final = 59 * 60
"""The age of a message in seconds from which on, or soon after, Discord accepts few edits of it."""
_APART: Final = HOUR
"""Seconds by which the machine's clock may differ from Discord's."""
_MARGIN: Final = 10.0
"""Seconds allowed for the rounding of Discord's answers and differences between its machines."""


class DiscordTime:
    """Discord's time, based on its last answer; `now` (Unix seconds) is used until there is one."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._own = now
        self._told: tuple[float, float] | None = None
        self._ahead = 0.0
        """Seconds by which the machine's clock was ahead at Discord's last answer."""

    def now(self) -> float:
        """Return Discord's time in Unix seconds, at most a few seconds ahead of it."""
        if self._told is None:
            return self._own()
        answered, at = self._told
        return answered + time.monotonic() - at

    @property
    def is_doubtful(self) -> bool:
        """True if the machine's clock was set since Discord's last answer, or the machine slept."""
        return abs(self._own() - self._ahead - self.now()) > _APART and self._told is not None

    @property
    def clock_ahead(self) -> int | None:
        """The seconds by which the machine's clock is ahead (negative: behind), or None if right.

        It counts as right if that is at most an hour.
        """
        return int(self._ahead) if abs(self._ahead) > _APART else None

    def checked(self) -> float:
        """Return the Unix seconds to go by: the machine's, unless its clock is wrong.

        A wrong clock may have been set right since Discord's last answer.
        """
        own = self._own()
        is_right = self.clock_ahead is None or abs(own - self.now()) <= _APART
        return own if is_right else own - self._ahead

    def number_before(self, seconds: float = 0.0) -> int:
        """Return an id smaller than any that Discord has given out since this many seconds ago."""
        moment = datetime.fromtimestamp(self.now() - seconds - _MARGIN, UTC)
        return discord.utils.time_snowflake(moment)

    def is_old(self, message_id: int) -> bool:
        """Return True if Discord accepts few edits of a message, as it is an hour old, or soon."""
        return message_id <= self.number_before(_OLD)

    def reading(self) -> float:
        """Return what changes only when the machine's clock is set, or the machine sleeps."""
        return self._own() - time.monotonic()

    def note(self, headers: Mapping[str, str], asked: float | None = None) -> None:
        """Learn the time from the `Date` of an answer (RFC 9110, section 6.6.1).

        `asked` is the `reading` as the request began. If that has changed, the date may be of
        before or after the change, so it says nothing.
        """
        if asked is not None and abs(self.reading() - asked) > _APART:
            return
        try:
            moment = parsedate_to_datetime(headers["Date"]).timestamp()
        except (KeyError, ValueError):
            return
        self._learn(moment)

    def note_press(self, number: int) -> None:
        """Learn the time from the number of an interaction, if nothing else has told it lately.

        So no entry of a log gets a moment of a clock that was just set.
        """
        if self.is_doubtful:
            self._learn(discord.utils.snowflake_time(number).timestamp())

    def _learn(self, moment: float) -> None:
        before, self._ahead = self.clock_ahead, self._own() - moment
        self._told = (moment, time.monotonic())
        _log_change(before, self.clock_ahead)


def _log_change(before: int | None, ahead: int | None) -> None:
    if ahead is not None and (before is None or abs(ahead - before) > _APART):
        _log.warning(
            "This machine's clock is %s %s Discord's; Discord's time is used until it is right",
            in_words(abs(ahead)).english(),
            "ahead of" if ahead > 0 else "behind",
        )
    elif before is not None and ahead is None:
        _log.info("This machine's clock is right again")
