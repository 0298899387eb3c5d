"""Which rows of the outbox may be sent now, and in which order; the rule is written out again."""

from collections.abc import Sequence
from random import Random
from typing import Final

import pytest

from bot.model.queues import OutboxItem
from bot.store.queues.lanes import LEASE
from bot.store.queues.queues import Queues
from bot.store.sql.database import Database
from tests.bot.table_service import NOW, Service

LANE: Final = 7
COLUMNS: Final = (
    "id", "kind", "dedupe", "table_id", "channel_id", "person", "created_at", "not_before",
    "attempts", "first_refused_at", "parked", "lease_owner", "lease_until",
)  # fmt: skip


async def put(opened: Database, number: int, **changes: str | int | None) -> None:
    """Store a row of table 1 that is due in LANE, with some columns changed."""
    values: dict[str, str | int | None] = {
        "id": number, "kind": "card", "dedupe": f"row:{number}", "table_id": 1,
        "channel_id": LANE, "person": None, "created_at": NOW, "not_before": NOW,
        "attempts": 0, "first_refused_at": None, "parked": 0, "lease_owner": None,
        "lease_until": None,
    }  # fmt: skip
    values |= changes
    asked = ", ".join("?" for _ in values)
    await opened.write(
        f"INSERT INTO outbox ({', '.join(values)}) VALUES ({asked})", *values.values()
    )


async def sent(queues: Queues, besides: Sequence[int] = (), limit: int = 100) -> list[list[int]]:
    """Return the numbers of the rows that may be sent now, a list for each lane."""
    lanes, _ = await queues.due(NOW, besides, limit)
    return [[item.id for item in items] for items in lanes.values()]


@pytest.fixture
async def tables(service: Service, opened: Database) -> None:
    """Store tables 1 to 4, of which nothing is left to show; the last one is set apart."""
    assert [(await service.opened()).id for _ in range(4)] == [1, 2, 3, 4]
    await opened.write("DELETE FROM outbox")
    await opened.write("UPDATE tables SET set_apart = 'unread' WHERE id = 4")


pytestmark = pytest.mark.usefixtures("tables")


async def test_rows_are_sent_in_the_order_in_which_they_came(
    opened: Database, queues: Queues
) -> None:
    await put(opened, 1, not_before=NOW - 5)
    await put(opened, 2, not_before=NOW - 9)
    await put(opened, 3)
    assert await sent(queues) == [[1, 2, 3]]


async def test_a_row_that_is_to_come_holds_up_nothing_and_tells_when(
    opened: Database, queues: Queues
) -> None:
    await put(opened, 1, not_before=NOW + 30)
    await put(opened, 2)
    assert await sent(queues) == [[2]]
    assert (await queues.due(NOW, (), 9))[1] == NOW + 30


async def test_a_fault_holds_up_the_whole_channel(opened: Database, queues: Queues) -> None:
    await put(opened, 1, attempts=1, not_before=NOW + 5)
    await put(opened, 2)
    await put(opened, 3, table_id=2)
    await put(opened, 4, channel_id=LANE + 1)
    assert await sent(queues) == [[4]]


async def test_a_refusal_holds_up_its_own_table_only(opened: Database, queues: Queues) -> None:
    await put(opened, 1, attempts=1, not_before=NOW + 5, first_refused_at=NOW)
    await put(opened, 2)
    await put(opened, 3, table_id=2)
    await put(opened, 4, table_id=None)
    assert await sent(queues) == [[3, 4]]


async def test_a_row_that_somebody_works_on_holds_up_its_table(
    opened: Database, queues: Queues
) -> None:
    await put(opened, 1, lease_owner="another", lease_until=NOW + 9)
    await put(opened, 2)
    await put(opened, 3, table_id=2)
    assert await sent(queues) == [[3]]


async def test_of_no_table_rows_hold_up_nothing(opened: Database, queues: Queues) -> None:
    await put(opened, 1, table_id=None, lease_owner="another", lease_until=NOW + 9)
    await put(opened, 2, table_id=None)
    assert await sent(queues) == [[2]]


async def test_a_table_set_apart_sends_nothing(opened: Database, queues: Queues) -> None:
    await put(opened, 1, table_id=4)
    await put(opened, 2)
    assert await sent(queues) == [[2]]


async def test_after_the_clock_was_set_back_rows_are_due_now(
    opened: Database, queues: Queues
) -> None:
    await put(opened, 1, created_at=NOW + 7200, not_before=NOW + 7200)
    await put(opened, 2, attempts=3, not_before=NOW + 7200)
    await put(opened, 3, not_before=NOW + 7200)
    await put(opened, 4, lease_owner="another", lease_until=NOW + 7200)
    assert await sent(queues) == [[1, 2, 4]]


async def test_the_lane_that_has_waited_longest_comes_first(
    opened: Database, queues: Queues
) -> None:
    for number, since in ((1, 5), (2, 9), (3, 7)):
        await put(opened, number, channel_id=number, not_before=NOW - since)
    assert await sent(queues, limit=2) == [[2], [3]]
    assert await sent(queues, besides=[2]) == [[3], [1]]


async def test_channels_and_people_have_lanes_of_their_own(
    opened: Database, queues: Queues
) -> None:
    await put(opened, 1)
    await put(opened, 2, channel_id=None, person=LANE, table_id=None)
    await put(opened, 3)
    assert await sent(queues) == [[1, 3], [2]]
    assert [item.lane for item in await queues.waiting()] == [LANE, -LANE, LANE]


async def test_a_lane_is_read_in_parts(opened: Database, queues: Queues) -> None:
    for number in range(1, 31):
        await put(opened, number)
    assert await sent(queues) == [list(range(1, 21))]


@pytest.mark.parametrize("seed", range(60))
async def test_the_rule_written_out_agrees(opened: Database, queues: Queues, seed: int) -> None:
    random = Random(seed)
    for number in range(1, 25):
        refused = random.choice((None, None, NOW - 50))
        attempts = 1 if refused else random.choice((0, 0, 0, 2))
        owner = random.choice((None, None, None, "another", queues.owner))
        await put(
            opened, number,
            table_id=random.choice((None, 1, 2, 3, 4)),
            channel_id=random.choice((LANE, LANE, LANE + 1)),
            created_at=NOW + random.choice((-90, -90, -90, 90)),
            not_before=NOW + random.choice((-60, -1, 0, 1, 60, 7200)),
            attempts=attempts, first_refused_at=refused,
            parked=int(random.random() < 0.1), lease_owner=owner,
            lease_until=owner and NOW + random.choice((-1, 0, 9, LEASE, LEASE + 1)),
        )  # fmt: skip
    waiting = await queues.waiting()
    lanes, _ = await queues.due(NOW, (), 100)
    found = {lane: [item.id for item in items] for lane, items in lanes.items()}
    assert found == {
        lane: numbers
        for lane in (LANE, LANE + 1)
        if (numbers := plainly([item for item in waiting if item.lane == lane], queues.owner))
    }


def plainly(items: Sequence[OutboxItem], owner: str) -> list[int]:
    """Return the rows of a lane that may be sent now, by going through them in order."""
    free = list[int]()
    held = set[int | None]()
    for item in items:
        is_late = item.attempts > 0 and item.not_before > NOW + 600
        is_due = item.not_before <= NOW or item.created_at > NOW or is_late
        until = item.lease_until or 0
        if item.lease_owner not in (None, owner) and NOW < until <= NOW + LEASE:
            is_held = True
        else:
            is_held = bool(item.attempts) and not is_due
            if is_due and (item.table_id is None or item.table_id not in held):
                free.append(item.id)
        if is_held:
            held.add(item.table_id)
        if item.attempts and not is_due and item.first_refused_at is None:
            break
    return free
