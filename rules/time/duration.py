"""Lengths of time in whole seconds: in words for people, and as short texts such as `1d12h`."""

import re
from fractions import Fraction
from typing import Final

from rules.contract.sentence import Sentence, say, say_n

__all__ = ["DAY", "HOUR", "MINUTE", "in_words", "length_text", "read_length"]

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR

_UNITS: Final = (
    (30 * DAY, "months?|mo"),
    (7 * DAY, "weeks?|wks?|w"),
    (DAY, "days?|d"),
    (HOUR, "hours?|hrs?|h"),
    (MINUTE, "minutes?|mins?|m"),
)
_LENGTH: Final = re.compile(
    # All lengths may be missing, so an empty text would be one of nothing.
    "(?=[0-9])"
    + "".join(rf"(?:([0-9]{{1,4}}(?:\.[0-9]{{1,2}})?)(?:{unit}))?" for _, unit in _UNITS),
    re.ASCII,
)
_NUMBERS: Final = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "twelve": 12,
    "fourteen": 14,
    "twenty": 20,
    "thirty": 30,
}
_ALONE: Final = {
    "month": "1 month", "week": "1 week", "day": "1 day", "hour": "1 hour", "monthly": "1 month",
    "weekly": "1 week", "daily": "1 day", "hourly": "1 hour",
}  # fmt: skip
"""Words that are a length by themselves."""
_NUMBER: Final = re.compile(rf"\b(?:{'|'.join(_NUMBERS)})\b")
_HALF: Final = re.compile(r"\bhalf an? ")
_HYPHEN: Final = re.compile(r"(?<=[0-9a-z])-(?=[a-z])")
_DECIMAL_COMMA: Final = re.compile(r"(?<=[0-9]),(?=[0-9])")
_BETWEEN: Final = re.compile(r"\band\b|[\s,&]+")


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
    """Return the seconds of a text such as `7d`, `1d12h`, `3 days`, `a week` or `1.5 days`.

    A month has 30 days. None for other texts.
    """
    plain = text.lower().strip()
    plain = _HYPHEN.sub(" ", _HALF.sub("0.5 ", _ALONE.get(plain, plain)))
    plain = _NUMBER.sub(lambda found: str(_NUMBERS[found[0]]), plain)
    read = _LENGTH.fullmatch(_BETWEEN.sub("", _DECIMAL_COMMA.sub(".", plain)))
    if read is None:
        return None
    numbers = zip(_UNITS, read.groups(), strict=True)
    # In floats, 1.1 hours are no whole number of seconds.
    seconds = sum(Fraction(number or 0) * unit for (unit, _), number in numbers)
    return int(seconds) if seconds == int(seconds) else None
