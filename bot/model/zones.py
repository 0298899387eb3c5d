"""Time zones, as people type them."""

from functools import cache
from typing import Final
from zoneinfo import available_timezones

from bot.model.errors import TableError
from rules.contract.sentence import Notation, Stranger, say

__all__ = ["zone_named", "zones_like"]

_CHOICES: Final = 25
_COMMON: Final = (
    "Europe/London", "Europe/Berlin", "Europe/Prague", "Europe/Kyiv", "Europe/Istanbul",
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
    "America/Sao_Paulo", "Africa/Lagos", "Asia/Dubai", "Asia/Kolkata", "Asia/Shanghai",
    "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland", "UTC",
)  # fmt: skip


def zone_named(text: str) -> str:
    """Return the zone with this name. Raises TableError if there is none, or if several fit."""
    wanted = _plain(text)
    for name in _all_zones():
        if _plain(name) == wanted:
            return name
    fitting = zones_like(text)
    if len(fitting) != 1:
        raise TableError(
            say(
                "“{text}” isn't a time zone. Type a city, such as {example}, and choose one.",
                text=Stranger(text),
                example=Notation("Europe/Prague"),
            )
        )
    return fitting[0]


def zones_like(typed: str) -> list[str]:
    """Return at most 25 zones that fit the typed text, first those whose city begins with it."""
    wanted = _plain(typed)
    if not wanted:
        return list(_COMMON)
    fitting = [name for name in _all_zones() if wanted in _plain(name)]
    fitting.sort(key=lambda name: not _plain(name).rpartition("/")[2].startswith(wanted))
    return fitting[:_CHOICES]


@cache
def _all_zones() -> tuple[str, ...]:
    """Return the zones of the tz database that are named after a place, and UTC."""
    return (*sorted(name for name in available_timezones() if "/" in name), "UTC")


def _plain(text: str) -> str:
    return text.strip().lower().replace(" ", "_")
