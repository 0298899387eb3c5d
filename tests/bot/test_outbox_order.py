"""What waits for an answer on its way, and what a failed attempt makes of a row."""

from dataclasses import replace

import pytest

from bot.delivery.outbox.order import GIVE_UP, failed, not_answered
from bot.model.queues import OutboxItem, entry_item

NOW = 1_000_000


def row(number: int, table: int = 1, **changes: object) -> OutboxItem:
    item = replace(entry_item(table, number, 7, None, NOW), id=number, not_before=NOW)
    return replace(item, **changes)  # type: ignore[arg-type]


def test_what_is_being_answered_holds_up_the_later_rows_of_its_table() -> None:
    rows = [row(1), row(2), row(3), row(4, table=2), row(5, table=2)]
    free = not_answered(rows, {"entry:1.2", "entry:2.5"})
    assert [item.id for item in free] == [1, 4]
    without = [row(1, table_id=None), row(2, table_id=None)]
    assert not_answered(without, {"entry:1.1"}) == without[1:]


def test_waits_double_up_to_ten_minutes() -> None:
    item, waits = row(1), list[int]()
    for _ in range(10):
        item = failed(item, NOW, refused=False)
        waits.append(item.not_before - NOW)
    assert waits == [5, 10, 20, 40, 80, 160, 320, 600, 600, 600]
    assert not item.parked
    assert item.first_refused_at is None


@pytest.mark.parametrize(("asked", "waits"), [(0.5, 5), (42.0, 43), (86400.0, 600)])
def test_a_rate_limit_is_kept_within_ten_minutes(asked: float, waits: int) -> None:
    assert failed(row(1), NOW, refused=False, retry_after=asked).not_before == NOW + waits


def test_what_is_refused_for_an_hour_is_parked() -> None:
    item, now, attempts = row(1), NOW, 0
    while not item.parked:
        item = failed(item, now, refused=True)
        now, attempts = item.not_before, attempts + 1
    assert GIVE_UP <= now - NOW < GIVE_UP + 1300
    assert attempts < 20


def test_a_row_is_refused_eight_times_before_it_is_parked() -> None:
    item = failed(row(1), NOW, refused=True)
    for attempts in range(2, 9):
        item = failed(item, NOW + attempts * GIVE_UP, refused=True)
        assert (item.attempts, item.parked) == (attempts, attempts == 8)


def test_a_clock_that_jumps_parks_nothing_early() -> None:
    item = failed(row(1), NOW, refused=True)
    assert not failed(item, NOW + 10 * GIVE_UP, refused=True).parked, "two attempts are too few"
    assert failed(item, NOW - 7200, refused=True).first_refused_at == NOW - 7200
