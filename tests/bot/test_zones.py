"""Time zones as people type them."""

from collections import defaultdict
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, available_timezones

import pytest

from bot.model.errors import TableError
from bot.model.zones import time_in, zone_named, zone_title, zones_like
from rules.time.duration import DAY


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Prague", "Europe/Prague"),
        ("prague", "Europe/Prague"),
        ("Europe/Prague (14:05)", "Europe/Prague"),
        ("new york", "America/New_York"),
        ("Istanbul", "Europe/Istanbul"),
        ("İstanbul", "Europe/Istanbul"),
        ("ISTANBUL", "Europe/Istanbul"),
        ("ıstanbul", "Europe/Istanbul"),
        ("São Paulo", "America/Sao_Paulo"),
        ("Zürich", "Europe/Zurich"),
        ("Reykjavík", "Atlantic/Reykjavik"),
        ("Chişinău", "Europe/Chisinau"),
        ("Buenos Aires", "America/Argentina/Buenos_Aires"),
        ("GMT+2", "Etc/GMT-2"),
        ("gmt-5", "Etc/GMT+5"),
        ("UTC+2", "Etc/GMT-2"),
        ("utc +02:00", "Etc/GMT-2"),
        ("+2", "Etc/GMT-2"),
        ("−3", "Etc/GMT+3"),
        ("UTC+5:30", "Asia/Kolkata"),
        ("+0545", "Asia/Kathmandu"),
        ("UTC+0", "UTC"),
        ("gmt", "UTC"),
        ("utc", "UTC"),
        ("Etc/GMT+2", "Etc/GMT+2"),
        ("Etc/GMT-2", "Etc/GMT-2"),
        ("Europe / Berlin", "Europe/Berlin"),
        ("los-angeles", "America/Los_Angeles"),
        ("New-York", "America/New_York"),
        ("sao-paulo", "America/Sao_Paulo"),
        ("St. John's", "America/St_Johns"),
        ("port au prince", "America/Port-au-Prince"),
        ("Iran", "Iran"),
        ("japan", "Japan"),
        ("Turkey", "Turkey"),
        ("Ho Chi Minh", "Asia/Ho_Chi_Minh"),
        ("Ｔｏｋｙｏ", "Asia/Tokyo"),
        ("＋２", "Etc/GMT-2"),
    ],
)
def test_a_zone_is_known_by_its_name_its_city_or_its_distance(typed: str, zone: str) -> None:
    assert zone_named(typed) == zone


OTHERS = ("Spain", "EET", "MST", "IST", "Germany", "Boston", "Rio de Janeiro", "1")
"""What begins no city, though a zone holds some of it: Spain, Port of Spain's."""


@pytest.mark.parametrize(
    "typed", ["", "Atlantis", "UTC+15", "UTC-4:30", "+99", "GMT+", "EST", *OTHERS]
)
def test_what_means_no_zone_or_several_is_refused(typed: str) -> None:
    with pytest.raises(TableError, match="I don't know the time zone"):
        zone_named(typed)


def test_a_distance_that_no_zone_always_has_means_the_zone_that_has_it_now() -> None:
    typed = f"UTC{datetime.now(ZoneInfo('America/St_Johns')):%z}"
    assert typed in {"UTC-0330", "UTC-0230"}
    assert zone_named(typed) == "America/St_Johns"


def test_signs_are_those_of_clocks_on_the_wall() -> None:
    """The names of fixed zones in the database of zones have them the other way round."""
    for hours in range(-12, 15):
        zone = zone_named(f"UTC{hours:+}")
        assert time_in(zone, 12 * 3600) == f"{(12 + hours) % 24:02}:00"
        assert zone_title(zone) == (f"UTC{hours:+}" if hours else "UTC")


def test_a_city_alone_is_a_zone_unless_two_of_its_name_differ() -> None:
    zones = [each for each in available_timezones() if "/" in each and "Etc/" not in each]
    cities = defaultdict[str, list[str]](list)
    for name in zones:
        cities[name.rpartition("/")[2]].append(name)
    assert len(cities) > 300
    begun = int(datetime(datetime.now(UTC).year, 1, 15, tzinfo=UTC).timestamp())
    moments = [begun + month * 30 * DAY for month in range(12)]
    for city, names in cities.items():
        times = {tuple(time_in(name, moment) for moment in moments) for name in names}
        if len(times) == 1:
            assert zone_named(city) in names
        else:
            with pytest.raises(TableError, match="I don't know the time zone"):
                zone_named(city)


def test_suggestions_name_no_fixed_zone_and_each_city_once() -> None:
    assert zones_like("gmt") == []
    assert zones_like("istanb") == ["Europe/Istanbul"]
    assert len(zones_like("a")) == 25
    assert all(not each.startswith("Etc/") for each in zones_like("e"))
