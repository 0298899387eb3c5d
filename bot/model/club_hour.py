"""The hour of a server's club, at which everything daily comes there."""

from datetime import date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from bot.model.quiet_hours import clock_moment
from rules.time.duration import HOUR

__all__ = ["LATE", "day_at", "hour_of", "next_hour", "next_weekday"]

LATE: Final = 12 * HOUR
"""Seconds after its hour when something daily that couldn't come is skipped."""


def hour_of(day: date, hour: int, zone: str) -> int:
    """Return the moment of the hour on this date, in Unix seconds.

    An hour that the clocks skip is the end of the gap; one that comes twice is the second.
    """
    return clock_moment(zone, day, hour * 60)


def next_hour(after: int, hour: int, zone: str) -> int:
    """Return the first moment after another one at which it is this hour, in Unix seconds."""
    return hour_of(day_at(after, hour, zone) + timedelta(1), hour, zone)


def next_weekday(after: int, weekday: int, hour: int, zone: str) -> date:
    """Return the first date with this weekday, 0 for Monday, whose hour is after a moment."""
    day = day_at(after, hour, zone) + timedelta(1)
    return day + timedelta((weekday - day.weekday()) % 7)


def day_at(now: int, hour: int, zone: str) -> date:
    """Return the date on which it was this hour last."""
    day = datetime.fromtimestamp(now, ZoneInfo(zone)).date() + timedelta(1)
    while hour_of(day, hour, zone) > now:
        day -= timedelta(1)
    return day
