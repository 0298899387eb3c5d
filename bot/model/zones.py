"""Time zones, as people type them."""

import re
from collections.abc import Iterable, Sequence
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
_HALVES: Final = (1, 7)
"""Two months. On both halves of the Earth, clocks differ between them if they ever change."""


def zone_named(text: str) -> str:
    """Return the zone that a text means: by its name, its city, or its distance from UTC.

    `UTC+2`, `GMT+2` and `+2` are two hours ahead of UTC. Raises TableError if no zone fits, or if
    several do that don't tell the same time.
    """
    typed = _SHOWN_TIME.sub("", text).strip()
    offset = _OFFSET.fullmatch(typed)
    if offset:
        return _with_offset(typed, *offset.groups())
    wanted = _plain(typed)
    if wanted in _UNIVERSAL:
        return "UTC"
    for name in available_timezones():
        if "/" in name and _plain(name) == wanted:
            return name
    cities = [name for name in _all_zones() if _city(name) == wanted]
    fitting = _apart(cities) or zones_like(typed)
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
    fitting = [name for name in _all_zones() if wanted in _plain(name)]
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
    always = (each for each in (*_COMMON, *_all_zones()) if set(_offsets(each)) == {ahead})
    found = next(always, None)
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
def _all_zones() -> tuple[str, ...]:
    """Return the zones of the tz database that are named after a place, and UTC."""
    places = (name for name in available_timezones() if "/" in name)
    return (*sorted(name for name in places if not name.startswith("Etc/")), "UTC")


def _city(zone: str) -> str:
    return _plain(zone).rpartition("/")[2]


def _plain(text: str) -> str:
    return "_".join(folded(text).replace("_", " ").split())


def _no_zone(text: str) -> TableError:
    return TableError(
        say(
            "I don't know the time zone “{text}”. Type a city, such as {example}, and choose one.",
            text=Stranger(text),
            example=Notation("Europe/Prague"),
        )
    )
