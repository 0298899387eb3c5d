"""What the timers of each kind do, and that each effect happens with the end of its timer."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import pytest

from bot.delivery.background.cleaning import Cleaning, cleaning_at
from bot.delivery.background.scheduler import Done, Handler, Scheduler
from bot.delivery.background.timers import TableTimers
from bot.delivery.discord_time import DiscordTime
from bot.model.queues import ItemKind, OutboxItem, Timer, TimerKind, channel_retry, go_on
from bot.model.retention import Retention
from bot.model.table import Terms
from bot.store.queues.queues import Queues, TimerTaken, enqueue, set_timer
from bot.store.sql.database import Database
from rules.time.duration import DAY
from rules.time.time_control import PerTurn, TimeControl
from tests.bot.table_service import NOW, Service

CHANNEL = 7


@pytest.fixture
def handlers(service: Service, queues: Queues) -> Mapping[str, Handler]:
    cleaning = Cleaning(
        service.voids, service.store.people, queues, DiscordTime(service.clock), service.clock,
        database=service.store.path, retention=Retention(),
    )  # fmt: skip
    timers = TableTimers(service.services, queues, service.store.table_messages, service.clock)
    return {**timers.handlers, TimerKind.CLEANING: cleaning.carry_out}


async def run_due(service: Service, queues: Queues, handlers: Mapping[str, Handler]) -> int:
    return await Scheduler(queues, service.store.times, handlers, service.clock).run_due()


async def test_the_cleaning_sets_its_timer_for_the_next_day(
    opened: Database, service: Service, queues: Queues, handlers: Mapping[str, Handler]
) -> None:
    await opened.transact(lambda tx: set_timer(tx, cleaning_at(NOW)))
    assert await run_due(service, queues, handlers) == 1
    timers = [each for each in await queues.timers() if each.kind == TimerKind.CLEANING]
    assert [each.due for each in timers] == [NOW + DAY]


async def test_a_retry_lets_the_parked_rows_of_its_channel_wait_again(
    opened: Database, service: Service, queues: Queues, handlers: Mapping[str, Handler]
) -> None:
    item = OutboxItem(kind=ItemKind.REMINDER, dedupe="a", created_at=NOW, channel_id=CHANNEL)
    await opened.transact(lambda tx: enqueue(tx, item))
    (waiting,) = await queues.waiting()
    await queues.put_back(replace(waiting, parked=True), channel_retry(CHANNEL, None, NOW))
    assert await queues.waiting() == []
    assert await run_due(service, queues, handlers) == 1
    assert [each.dedupe for each in await queues.waiting()] == ["a"]
    assert await queues.timers() == []


async def test_a_game_that_had_more_to_do_by_itself_goes_on_with_its_timer(
    opened: Database, service: Service, queues: Queues, handlers: Mapping[str, Handler]
) -> None:
    time = TimeControl(PerTurn(3 * DAY))
    table = await service.playing(Terms("czech", {}, time=time))
    number = len(table.started.entries)
    await opened.transact(lambda tx: set_timer(tx, go_on(table.id, number, NOW)))
    await run_due(service, queues, handlers)
    left = {each.kind for each in await queues.timers()}
    assert left, "others wait for their time"
    assert TimerKind.GO_ON not in left


@pytest.mark.parametrize("timer", [channel_retry(CHANNEL, None, NOW), cleaning_at(NOW)])
async def test_an_effect_is_undone_where_the_timer_was_taken(
    opened: Database,
    queues: Queues,
    handlers: Mapping[str, Handler],
    timer: Timer,
) -> None:
    """Whatever the handler does happens in the transaction that ends the timer."""
    await opened.transact(lambda tx: set_timer(tx, timer))
    (leased,) = await queues.claim_due(NOW, 1)
    await opened.transact(lambda tx: set_timer(tx, replace(timer, due=NOW + 5)))
    with pytest.raises(TimerTaken):
        await handlers[timer.kind](leased, queues.done(leased))
    assert [each.due for each in await queues.timers()] == [NOW + 5]


class Looking(Queues):
    """Counts how often the scheduler asks when it has to wake."""

    looks = 0

    async def next_due(self, now: int) -> int | None:
        due = await super().next_due(now)
        self.looks += 1
        return due


async def test_a_timer_wakes_the_scheduler_only_if_it_comes_before_the_next_look(
    opened: Database, service: Service
) -> None:
    carried = asyncio.Event()

    async def carry(_timer: Timer, _done: Done) -> None:
        carried.set()

    def setting(due: int) -> Timer:
        return Timer(kind=TimerKind.CLEANING, dedupe=f"test:{due}", due=due)

    looking = Looking(opened)
    scheduler = Scheduler(looking, service.store.times, {TimerKind.CLEANING: carry}, service.clock)
    await scheduler.start()
    while not looking.looks:  # noqa: ASYNC110 - nothing tells of it
        await asyncio.sleep(0)
    await opened.transact(lambda tx: set_timer(tx, setting(NOW + DAY)))
    for _ in range(5):
        await opened.transact(lambda _: None)
    assert looking.looks == 1
    await opened.transact(lambda tx: set_timer(tx, setting(NOW)))
    await carried.wait()
    await scheduler.stop()
