"""Lengths of time in whole seconds: in words for people, and as short texts such as `1d12h`."""

import re
from typing import Final

from rules.contract.sentence import Sentence, say, say_n

__all__ = ["DAY", "HOUR", "MINUTE", "in_words", "length_text", "read_length"]

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

_LENGTH: Final = re.compile(r"(?=[0-9])(?:([0-9]{1,4})d)?(?:([0-9]{1,4})h)?", re.ASCII)


def in_words(seconds: int) -> Sentence:
    """Return a length of at least 0 seconds in its two largest units, rounded down."""
    days, rest = divmod(max(seconds, 0), DAY)
    hours, rest = divmod(rest, HOUR)
    minutes = rest // MINUTE
    parts = [
        sentence
        for number, sentence in (
            (days, say_n("{count} day", "{count} days", days)),
            (hours, say_n("{count} hour", "{count} hours", hours)),
            (minutes, say_n("{count} minute", "{count} minutes", minutes)),
        )
        if number
    ]
    if not parts:
        return say("less than a minute")
    if len(parts) == 1 or (days and not hours):
        # Minutes don't matter in times longer than a week.
        return parts[0]
    return say("{large} and {small}", large=parts[0], small=parts[1])


def length_text(seconds: int) -> str:
    """Return a length in whole hours as `7d`, `12h` or `1d12h`; nothing is `0h`.

    Raises ValueError for a length that isn't a whole number of hours.
    """
    hours, rest = divmod(seconds, HOUR)
    if rest or hours < 0:
        raise ValueError(f"{seconds} seconds are not a whole number of hours")
    days, hours = divmod(hours, 24)
    return (f"{days}d" if days else "") + (f"{hours}h" if hours or not days else "")


def read_length(text: str) -> int | None:
    """Return the seconds of a text such as `7d`, `12h` or `1d12h`, or None for other texts."""
    read = _LENGTH.fullmatch(text)
    return int(read[1] or 0) * DAY + int(read[2] or 0) * HOUR if read else None
