"""People's zone, quiet hours and digest, as they type them."""

from dataclasses import replace
from typing import Final

from bot.extensions.news.digest import covers, read_hour
from bot.model.errors import TableError
from bot.model.preferences import Preferences
from bot.model.quiet_hours import LONGEST, QuietHours, clock, read_interval
from bot.model.zones import zone_named
from rules.contract.sentence import Notation, Stranger, say

__all__ = ["changed", "hour_and_zone"]

_OFF: Final = frozenset({"off", "none", "no", "never"})
"""The words that end a digest."""


def hour_and_zone(text: str) -> tuple[str, str | None]:
    """Return the hour and the zone of a text such as `7 pm prague`; the zone may be missing.

    As many words as can be are those of the hour. A text without an hour is one altogether.
    """
    words = text.split()
    for count in range(len(words), 0, -1):
        hour = " ".join(words[:count])
        if read_hour(hour) is not None or hour.lower() in _OFF:
            return hour, " ".join(words[count:]) or None
    return text, None


def changed(
    before: Preferences, *, zone: str | None, quiet: str | None, digest: str | None
) -> Preferences:
    """Return a person's preferences with a new zone, quiet hours or digest, each if it is given.

    Raises TableError for what can't be read, and for a digest in quiet hours.
    """
    is_off = digest is not None and digest.strip().lower() in _OFF
    name = before.zone if zone is None else zone_named(zone)
    if name is None and quiet is not None:
        raise TableError(say("Quiet hours need your time zone: give `zone` too."))
    if name is None:
        if is_off:
            return replace(before, digest=None)
        raise TableError(
            say("The digest needs your time zone: give `zone` too, or write it after the hour.")
        )
    hours = before.quiet and (before.quiet.starts, before.quiet.ends)
    if quiet is not None:
        hours = None if quiet.strip().lower() == "none" else _interval(quiet)
    after = replace(before, zone=name, quiet=QuietHours(name, *hours) if hours else None)
    if digest is None:
        return after
    return replace(after, digest=None if is_off else _hour(digest, after.quiet))


def _hour(text: str, quiet: QuietHours | None) -> int:
    """Return the minutes after midnight of a typed hour. Raises TableError in quiet hours."""
    minutes = read_hour(text)
    if minutes is None:
        raise TableError(
            say(
                "“{text}” isn't an hour from 0 to 23. Write {example}, for instance, or {off}.",
                text=Stranger(text),
                example=Notation("7"),
                off=Notation("off"),
            )
        )
    if quiet is not None and covers(quiet, minutes):
        raise TableError(
            say(
                "{hour} is in your quiet hours, {hours}. Choose another hour, such as {end}.",
                hour=Notation(clock(minutes)),
                hours=Notation(quiet.text),
                end=Notation(clock(quiet.ends)),
            )
        )
    return minutes


def _interval(text: str) -> tuple[int, int]:
    found = read_interval(text)
    if found is None:
        raise TableError(
            say(
                "“{text}” aren't quiet hours. Write {example}, at most {hours} hours, or {none}.",
                text=Stranger(text),
                example=Notation("22:30-7"),
                hours=LONGEST // 60,
                none=Notation("none"),
            )
        )
    return found
