"""Time zones, as people type them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

from bot.model.errors import TableError
from rules.contract.folding import folded
from rules.contract.sentence import Notation, Stranger, say

__all__ = ["time_in", "zone_named", "zone_title", "zones_like"]

# Discord shows no more suggestions.
_CHOICES: Final = 25
_BEGINNING: Final = 4
"""The fewest first letters that stand for a city: fewer may be an abbreviation."""
_COMMON: Final = (
    "Europe/London", "Europe/Berlin", "Europe/Prague", "Europe/Kyiv", "Europe/Istanbul",
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
    "America/Sao_Paulo", "Africa/Lagos", "Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai",
    "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland", "UTC",
)  # fmt: skip
_OFFSET: Final = re.compile(
    r"(?:utc|gmt)?\s*([+\-−–])\s*([0-9]{1,2})(?::?([0-5][0-9]))?", re.ASCII | re.IGNORECASE
)
_UNIVERSAL: Final = ("utc", "gmt", "z", "zulu")
_FIXED: Final = "Etc/GMT"
"""Begins the names of zones without summer time, whose signs are the other way round."""
_SHOWN_TIME: Final = re.compile(r"\s*\([^()]*\)\s*$")
"""The time in a zone's choice, which some clients send as the name in place of the value."""
_WITHIN: Final = re.compile(r"[.'’]|\s*(/)\s*")
"""Signs that some people write in a name of several words: `St. John's`."""
_BLANKS: Final = re.compile(r"_|-(?=[^\W\d])")
"""Signs for a blank; one before a number is that of a distance from UTC."""
_HALVES: Final = (1, 7)
"""Two months. On both halves of the Earth, clocks differ between them if they ever change."""


def zone_named(text: str) -> str:
    """Return the zone that a text means: by its name, its city, or its distance from UTC.

    `UTC+2`, `GMT+2` and `+2` are two hours ahead of UTC; a distance that no zone always has, such
    as `UTC-3:30`, means the zone that has it at present. Raises TableError if no zone fits, or if
    several do that don't tell the same time.
    """
    typed = _SHOWN_TIME.sub("", text).strip()
    offset = _OFFSET.fullmatch(folded(typed))
    if offset:
        return _with_offset(typed, *offset.groups())
    wanted = _plain(typed)
    if wanted in _UNIVERSAL:
        return "UTC"
    named = next((name for name, plain in _names().items() if plain == wanted), None)
    if named is not None and "/" in named:
        return named
    fitting = _apart(name for name in _all_zones() if _city(name) == wanted)
    if not fitting and named is not None:
        return named
    if not fitting and len(wanted) >= _BEGINNING:
        fitting = [name for name in zones_like(typed) if _city(name).startswith(wanted)]
    if len(fitting) != 1:
        raise _no_zone(text)
    return fitting[0]


def zones_like(typed: str) -> list[str]:
    """Return at most 25 zones that fit the typed text, first those whose city begins with it.

    Two names of a city that tell the same time count once.
    """
    wanted = _plain(typed)
    if not wanted:
        return list(_COMMON)
    fitting = [name for name in _all_zones() if wanted in _names()[name]]
    fitting.sort(key=lambda name: not _city(name).startswith(wanted))
    return _apart(fitting)


def zone_title(zone: str) -> str:
    """Return a zone as people know it: `Europe/Prague`, or `UTC+2` for one at a fixed distance."""
    hours = zone.removeprefix(_FIXED)
    if hours == zone or not hours:
        return zone
    return f"UTC{hours.translate(str.maketrans('+-', '-+'))}"


def time_in(zone: str, now: float) -> str:
    """Return what the clocks of a zone show at a moment in Unix seconds, such as `07:05`."""
    return f"{datetime.fromtimestamp(now, ZoneInfo(zone)):%H:%M}"


def _with_offset(typed: str, sign: str, hours: str, minutes: str | None) -> str:
    """Return the zone at a fixed distance from UTC. Raises TableError if there is none."""
    ahead = timedelta(hours=int(hours), minutes=int(minutes or 0)) * (1 if sign == "+" else -1)
    fixed = f"{_FIXED}{'-' if sign == '+' else '+'}{int(hours)}"
    if not ahead:
        return "UTC"
    if not int(minutes or 0) and fixed in available_timezones():
        return fixed
    zones, now = (*_COMMON, *_all_zones()), datetime.now(UTC)
    always = (each for each in zones if set(_offsets(each)) == {ahead})
    at_present = (each for each in zones if now.astimezone(ZoneInfo(each)).utcoffset() == ahead)
    found = next(always, None) or next(at_present, None)
    if found is None:
        raise _no_zone(typed)
    return found


def _apart(names: Iterable[str]) -> list[str]:
    """Return at most 25 zones, without further names of a city that tell the same time."""
    found = dict[object, str]()
    for name in names:
        same = (_city(name), _offsets(name))
        if len(found) == _CHOICES and same not in found:
            break
        if name in _COMMON or same not in found:
            found[same] = name
    return list(found.values())


def _offsets(zone: str) -> Sequence[timedelta | None]:
    """Return how far ahead of UTC a zone is in winter and in summer."""
    year = datetime.now(UTC).year
    return (*(datetime(year, month, 1, tzinfo=ZoneInfo(zone)).utcoffset() for month in _HALVES),)


@cache
def _names() -> Mapping[str, str]:
    """Return the zones of the tz database that people name, each in plain letters.

    Names in title case without a slash are countries, such as Iran.
    """
    zones = sorted(available_timezones())
    return {name: _plain(name) for name in zones if "/" in name or name.istitle()} | {"UTC": "utc"}


@cache
def _all_zones() -> tuple[str, ...]:
    """Return the zones of the tz database that are named after a city, and UTC."""
    places = (name for name in _names() if "/" in name)
    return (*(name for name in places if not name.startswith("Etc/")), "UTC")


def _city(zone: str) -> str:
    return _names()[zone].rpartition("/")[2]


def _plain(text: str) -> str:
    """Return a name folded, with one sign between words and none within them."""
    return "_".join(_BLANKS.sub(" ", _WITHIN.sub(r"\1", folded(text))).split())


def _no_zone(text: str) -> TableError:
    return TableError(
        say(
            "I don't know the time zone “{text}”. Type a city, such as {example}, and choose one.",
            text=Stranger(text),
            example=Notation("Europe/Prague"),
        )
    )
