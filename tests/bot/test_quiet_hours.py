"""Quiet hours in zones whose clocks change, against a walk over the clock on the wall."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.model.quiet_hours import QuietHours, read_interval, read_time
from rules.time.clock import Stretch


def at(zone: str, *when: int, fold: int = 0) -> int:
    year, month, day, hour, minute = when
    return int(
        datetime(year, month, day, hour, minute, tzinfo=ZoneInfo(zone), fold=fold).timestamp()
    )


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [
        ("22-7", (1320, 420)),
        ("22:30 - 07:15", (1350, 435)),
        ("23 to 8", (1380, 480)),
        ("24-8", (0, 480)),
        ("22–7", (1320, 420)), ("22—7", (1320, 420)), ("22−7", (1320, 420)), ("22~7", (1320, 420)),
        ("22 -> 7", (1320, 420)), ("22:00→07:00", (1320, 420)), ("22..7", (1320, 420)),
        ("22 till 7", (1320, 420)), ("from 22 until 7", (1320, 420)), ("22 bis 7", (1320, 420)),
        ("between 22 and 7", (1320, 420)), ("22 Uhr bis 7 Uhr", (1320, 420)),
        ("10 p.m. to 7 a.m.", (1320, 420)), ("11:30pm-7:15am", (1410, 435)),
        ("midnight to 8", (0, 480)), ("22h30-7h15", (1350, 435)), ("２２-７", (1320, 420)),
        ("22.-7.", None), ("22/7", None), ("9-20", None), ("22-7 CET", None),
        ("22-8", (1320, 480)),
        ("22-8:01", None),
        ("7-7", None),
        ("25-7", None),
        ("22:60-7", None),
        ("night", None),
    ],
)  # fmt: skip
def test_an_interval_is_typed_and_has_ten_hours_at_most(
    typed: str, minutes: tuple[int, int] | None
) -> None:
    assert read_interval(typed) == minutes


@pytest.mark.parametrize(
    ("typed", "minutes"),
    [
        ("noon", 720), ("Midnight", 0), ("7,30", 450), ("7 Uhr", 420), ("7h30", 450),
        ("7 o'clock", 420), ("7 p.m.", 1140), ("7.30 P.M.", 1170), ("７：３０", 450), ("٧", 420),
        ("1900", 1140), ("7ish", None), ("0 am", None), ("half past 7", None),
    ],
)  # fmt: skip
def test_a_time_of_the_day_is_read_as_others_write_it(typed: str, minutes: int | None) -> None:
    assert read_time(typed) == minutes


def test_the_end_is_no_part_of_the_interval() -> None:
    quiet = QuietHours("Europe/Prague", 22 * 60, 7 * 60)
    evening, morning = at("Europe/Prague", 2026, 5, 1, 22, 0), at("Europe/Prague", 2026, 5, 2, 7, 0)
    assert quiet.at(evening - 1) is None
    assert quiet.at(evening) == quiet.at(morning - 1) == Stretch(evening, morning)
    assert quiet.at(morning) is None


def test_a_wall_time_that_is_skipped_is_the_end_of_the_gap() -> None:
    """On 2026-03-29 clocks in Prague go from 2:00 to 3:00, at 1:00 UTC."""
    quiet = QuietHours("Europe/Prague", 22 * 60, 2 * 60 + 30)
    found = quiet.at(at("Europe/Prague", 2026, 3, 28, 23, 0))
    assert found is not None
    assert found.end == int(datetime(2026, 3, 29, 1, tzinfo=UTC).timestamp())


def test_a_wall_time_that_comes_twice_is_the_second() -> None:
    """On 2026-10-25 clocks in Prague go from 3:00 back to 2:00, at 1:00 UTC."""
    quiet = QuietHours("Europe/Prague", 22 * 60, 2 * 60 + 30)
    found = quiet.at(at("Europe/Prague", 2026, 10, 24, 23, 0))
    assert found is not None
    assert found.end == int(datetime(2026, 10, 25, 1, 30, tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("zone", "year", "month", "day"),
    [
        ("Europe/Prague", 2026, 3, 28),
        ("Europe/Prague", 2026, 10, 24),
        ("America/New_York", 2026, 3, 7),
        ("America/New_York", 2026, 10, 31),
        ("Australia/Lord_Howe", 2026, 4, 4),
        ("Africa/Casablanca", 2026, 2, 14),
        ("UTC", 2026, 3, 28),
    ],
)
@pytest.mark.parametrize("hours", [(22, 7), (0, 9), (1, 3), (9, 17)])
def test_three_days_are_as_the_clock_on_the_wall_shows(
    zone: str, year: int, month: int, day: int, hours: tuple[int, int]
) -> None:
    """Away from changes an interval holds just the minutes that the wall shows inside it.

    Intervals end, and clocks change, at full or half hours: the minutes around these are tried.
    """
    first, last = (60 * hour for hour in hours)
    quiet = QuietHours(zone, first, last)
    start = at(zone, year, month, day, 12, 0)
    halves = range(start, start + 3 * 86400, 1800)
    changes = {moment for moment in halves if _changes(zone, moment)}
    for moment in (half + minutes * 60 for half in halves for minutes in (0, 1, 29)):
        if any(abs(moment - change) < 3 * 3600 for change in changes):
            continue
        wall = datetime.fromtimestamp(moment, ZoneInfo(zone))
        now = 60 * wall.hour + wall.minute
        inside = first <= now < last if first < last else now >= first or now < last
        assert (quiet.at(moment) is not None) == inside, wall


def _changes(zone: str, moment: int) -> bool:
    before, after = (datetime.fromtimestamp(m, ZoneInfo(zone)) for m in (moment - 60, moment))
    return before.utcoffset() != after.utcoffset()
