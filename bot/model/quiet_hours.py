"""The hours of a day in which a person is not pinged, in their own time zone."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from rules.contract.folding import folded
from rules.time.clock import Stretch

__all__ = ["LONGEST", "QuietHours", "clock", "clock_moment", "read_interval", "read_time"]

LONGEST: Final = 10 * 60
"""The most minutes of a day that quiet hours may take."""
_DAY: Final = 24 * 60
_TIME: Final = re.compile(r"([0-9]{1,2})(?:[:.,]?([0-9]{2})|h([0-9]{2})?)?(am|pm)?", re.ASCII)
_BETWEEN: Final = re.compile(r"->|\.\.+|[-‐‑–—−~→]|to|till|until|and|bis")
_AROUND: Final = re.compile(r"\s|from|between|o'clock|uhr|(?<=[ap])\.(?=m)|(?<=m)\.")
"""Words and signs besides, such as in `from 10 p.m. to 7 a.m.`."""
_NAMED: Final = {"midnight": 0, "noon": 12 * 60}


@dataclass(frozen=True, slots=True)
class QuietHours:
    """A daily interval, excluding its end.

    `starts` and `ends` are minutes after midnight by the clocks of the zone. If it ends no later
    than it starts, it goes on into the next day.
    """

    zone: str
    starts: int
    ends: int

    @property
    def minutes(self) -> int:
        """The length by the clock on the wall, on a day when the clocks don't change."""
        return (self.ends - self.starts) % _DAY

    @property
    def text(self) -> str:
        """The interval as people type it, such as `22:30-07:00`."""
        return f"{clock(self.starts)}-{clock(self.ends)}"

    def stretches(self, first: int, last: int) -> tuple[Stretch, ...]:
        """Return the intervals that overlap the time between two moments, in order."""
        return tuple(each for each in self._around(first, last) if each.start <= last)

    def at(self, now: int) -> Stretch | None:
        """Return the interval that contains a moment."""
        inside = (each for each in self.stretches(now, now) if each.start <= now)
        return next(inside, None)

    def _around(self, first: int, last: int) -> Iterator[Stretch]:
        zone = ZoneInfo(self.zone)
        day = datetime.fromtimestamp(first, zone).date() - timedelta(2)
        end = datetime.fromtimestamp(last, zone).date() + timedelta(1)
        while day <= end:
            following = day + timedelta(1) if self.ends <= self.starts else day
            start = clock_moment(self.zone, day, self.starts)
            stop = clock_moment(self.zone, following, self.ends)
            if stop > max(start, first):
                yield Stretch(start, stop)
            day += timedelta(1)


def read_interval(text: str) -> tuple[int, int] | None:
    """Return the minutes of a text such as `22:30-7` or `11 pm to 8 am`, or None.

    None also if the interval is empty or longer than ten hours.
    """
    match [read_time(part) for part in _BETWEEN.split(_AROUND.sub("", folded(text)))]:
        case [int(starts), int(ends)] if 0 < (ends - starts) % _DAY <= LONGEST:
            return starts, ends
        case _:
            return None


def read_time(text: str) -> int | None:
    """Return the minutes after midnight of a text such as `7`, `7:30`, `7 pm` or `22h`, or None."""
    plain = _AROUND.sub("", folded(text))
    read = _TIME.fullmatch(plain)
    if not read:
        return _NAMED.get(plain)
    hours, minutes, half = int(read[1]), int(read[2] or read[3] or 0), read[4]
    if minutes > 59 or hours > 24 or (half and not 1 <= hours <= 12):
        return None
    if half:
        hours = hours % 12 + (12 if half == "pm" else 0)
    return (60 * hours + minutes) % _DAY


def clock(minutes: int) -> str:
    """Return a time of the day, such as `07:30`, from the minutes after midnight."""
    return f"{minutes // 60:02}:{minutes % 60:02}"


@lru_cache(4096)
def clock_moment(zone_name: str, day: date, minutes: int) -> int:
    """Return the moment when the clocks of a zone show this time.

    A time that the clocks skip is the end of the gap; of a time that comes twice, it is the second.
    """
    zone = ZoneInfo(zone_name)
    naive = datetime(day.year, day.month, day.day, minutes // 60, minutes % 60)  # noqa: DTZ001
    before, after = (int(naive.replace(tzinfo=zone, fold=fold).timestamp()) for fold in (0, 1))
    if after >= before:
        return after
    # The clocks change from the offset of `after` to that of `before`.
    low, high = after, before
    offset = _offset(zone, low)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _offset(zone, middle) == offset else (low, middle)
    return high


def _offset(zone: ZoneInfo, moment: int) -> timedelta | None:
    return datetime.fromtimestamp(moment, UTC).astimezone(zone).utcoffset()
