"""Which rows of the outbox are due, and what a failed attempt makes of one."""

from dataclasses import replace

import pytest

from bot.delivery.order import GIVE_UP, by_lane, due_at, failed, ready
from bot.model.caller import Person
from bot.model.queues import ItemKind, OutboxItem, entry_item

NOW = 1_000_000


def row(number: int, table: int = 1, **changes: object) -> OutboxItem:
    item = replace(entry_item(table, number, 7, None, NOW), id=number, not_before=NOW)
    return replace(item, **changes)  # type: ignore[arg-type]


def due(*items: OutboxItem, busy: str = "") -> list[int]:
    return [item.id for item in ready(items, NOW, lambda item: item.dedupe == busy).due]


def test_rows_are_due_in_the_order_in_which_they_came() -> None:
    assert due(row(1), row(2), row(3)) == [1, 2, 3]


def test_a_row_that_waits_is_not_due_and_tells_when() -> None:
    waiting = row(1, not_before=NOW + 30)
    assert ready([waiting], NOW, lambda _: False).next_at == NOW + 30
    assert due(waiting, row(2)) == [2], "a delayed reminder holds up nobody"


def test_a_fault_holds_up_the_whole_channel() -> None:
    sick = row(1, attempts=1, not_before=NOW + 5)
    assert due(sick, row(2), row(3, table=2)) == []


def test_a_refusal_holds_up_its_own_table_only() -> None:
    refused = row(1, attempts=1, not_before=NOW + 5, first_refused_at=NOW)
    assert due(refused, row(2), row(3, table=2)) == [3]


def test_a_row_that_somebody_works_on_holds_up_its_table() -> None:
    assert due(row(1), row(2), row(3, table=2), busy="entry:1.1") == [3]


def test_a_plan_tells_whether_a_row_waits_behind_another() -> None:
    def is_busy(item: OutboxItem) -> bool:
        return item.dedupe == "entry:1.1"

    assert ready([row(1), row(2)], NOW, is_busy).held
    assert not ready([row(1), row(3, table=2)], NOW, is_busy).held
    assert not ready([row(2), row(3)], NOW, is_busy).held


def test_after_the_clock_was_set_back_rows_are_due_now() -> None:
    assert due_at(row(1, created_at=NOW + 7200, not_before=NOW + 7200), NOW) == NOW
    assert due_at(row(1, attempts=3, not_before=NOW + 7200), NOW) == NOW


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


def test_channels_and_people_have_lanes_of_their_own() -> None:
    direct = OutboxItem(kind=ItemKind.REMINDER, dedupe="d", created_at=NOW, id=2, person=Person(7))
    lanes = by_lane([row(1), direct, row(3)])
    assert {lane: [item.id for item in items] for lane, items in lanes.items()} == {
        ("channel", 7): [1, 3],
        ("person", 7): [2],
    }
