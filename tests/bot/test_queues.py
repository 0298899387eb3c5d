"""Outbox and timers in the file: written with a change, leased, deleted with the next one."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from bot.delivery.background import scheduler as scheduling
from bot.delivery.background.scheduler import Done, Handler, Scheduler
from bot.model.queues import ItemKind, OutboxItem, Timer, TimerKind
from bot.store.queues.lanes import LEASE
from bot.store.queues.queues import ANSWER_LEASE, Queues, drop_timer, enqueue, set_timer
from bot.store.queues.table_messages import Sent
from bot.store.sql.database import Database
from bot.store.sql.errors import StoreError
from bot.store.sql.metadata import Metadata
from bot.store.tables.times import TimeStore
from tests.bot.held_file import keep_unwritten
from tests.stored import rows

NOW = 1_000_000


@pytest.fixture
async def opened(database: Path) -> AsyncGenerator[Database]:
    async with Database.open(database, idle=1000) as file:
        yield file


def item(name: str, token: str | None = None) -> OutboxItem:
    return OutboxItem(
        kind=ItemKind.REMINDER, dedupe=name, created_at=NOW, channel_id=7, token=token
    )  # fmt: skip


def timer(name: str, due: int) -> Timer:
    return Timer(kind=TimerKind.CLEANING, dedupe=name, due=due)


def count(database: Path) -> int:
    """Return the rows of the outbox as another program sees them."""
    ((found,),) = rows(database, "SELECT count(*) FROM outbox")
    return int(found)


async def names(queues: Queues) -> list[str]:
    return [each.dedupe for each in await queues.waiting()]


async def test_what_is_enqueued_twice_is_owed_once(opened: Database) -> None:
    for _ in range(2):
        await opened.transact(lambda tx: enqueue(tx, item("a")))
    assert await names(Queues(opened)) == ["a"]


async def test_rows_come_out_in_the_order_in_which_they_went_in(opened: Database) -> None:
    for name in ("c", "a", "b"):
        await opened.transact(lambda tx, name=name: enqueue(tx, item(name)))  # type: ignore[misc]
    assert await names(Queues(opened)) == ["c", "a", "b"]


async def test_a_delivered_row_is_deleted_with_the_next_transaction(
    opened: Database, database: Path
) -> None:
    queues = Queues(opened)
    await opened.transact(lambda tx: enqueue(tx, item("a")))
    (row,) = await queues.waiting()
    queues.mark_delivered(row, Sent(5))
    assert await queues.waiting() == [], "it is not delivered again"
    assert count(database) == 1
    await opened.transact(lambda tx: enqueue(tx, item("b")))
    assert count(database) == 1
    assert await names(queues) == ["b"]


async def test_a_transaction_that_fails_keeps_what_was_deferred(
    opened: Database, database: Path
) -> None:
    queues = Queues(opened)
    await opened.transact(lambda tx: enqueue(tx, item("a")))
    queues.mark_delivered((await queues.waiting())[0], Sent(5))
    await keep_unwritten(opened, unwritten=True)
    with pytest.raises(StoreError):
        await queues.flush()
    assert count(database) == 1
    await keep_unwritten(opened, unwritten=False)
    await queues.flush()
    assert count(database) == 0


async def is_due(queues: Queues, now: int) -> bool:
    lanes, _ = await queues.due(now, (), 1)
    return any(lanes.values())


async def test_of_two_processes_one_has_a_row(opened: Database) -> None:
    await opened.transact(lambda tx: enqueue(tx, item("a")))
    first, second = Queues(opened), Queues(opened)
    (row,) = await first.waiting()
    claimed = await first.claim(row, NOW, 5)
    assert claimed is not None
    assert claimed.after == 5
    assert await second.claim(row, NOW, 6) is None
    assert not await is_due(second, NOW)
    assert await is_due(first, NOW)
    assert await is_due(second, NOW + LEASE), "the first has died"
    assert await is_due(second, NOW - 7200), "the clock was set back"
    taken_over = await second.claim(row, NOW + LEASE, 6)
    assert taken_over is not None
    assert taken_over.after == 5, "the first may have sent the message"


async def test_an_interaction_has_half_a_minute_to_answer(opened: Database) -> None:
    await opened.transact(lambda tx: enqueue(tx, item("a", "token")))
    queues = Queues(opened)
    assert not await is_due(queues, NOW)
    assert await is_due(queues, NOW + ANSWER_LEASE)
    await queues.release("a")
    assert await is_due(queues, NOW)


async def test_the_nonce_word_stays(opened: Database) -> None:
    assert len(await Metadata(opened).nonce_word()) == 8
    assert await Metadata(opened).nonce_word() == await Metadata(opened).nonce_word()


class Recorder:
    """Carries out timers by noting their names, in the transaction that deletes them."""

    def __init__(self, queues: Queues, times: TimeStore) -> None:
        self.queues, self.times = queues, times
        self.done = list[str]()
        self.fails = False
        self.now = float(NOW)

    async def __call__(self, timer: Timer, done: Done) -> None:
        if self.fails:
            raise RuntimeError("planted")
        await self.queues.transact(done)
        self.done.append(timer.dedupe)


@pytest.fixture
def recorder(opened: Database) -> Recorder:
    return Recorder(Queues(opened), TimeStore(opened))


@pytest.fixture
def scheduler(recorder: Recorder) -> Scheduler:
    handlers: dict[str, Handler] = {TimerKind.CLEANING: recorder}
    return Scheduler(recorder.queues, recorder.times, handlers, lambda: recorder.now)


async def test_late_timers_run_once_and_in_order(
    opened: Database, recorder: Recorder, scheduler: Scheduler
) -> None:
    for name, due in (("c", NOW), ("a", NOW - 500), ("b", NOW - 3), ("later", NOW + 1)):
        await opened.transact(lambda tx, name=name, due=due: set_timer(tx, timer(name, due)))  # type: ignore[misc]
    assert await scheduler.run_due() == 3
    assert recorder.done == ["a", "b", "c"]
    recorder.now = NOW - 1000
    assert await scheduler.run_due() == 0, "the clock was set back"
    recorder.now = NOW + 10**9
    assert await scheduler.run_due() == 1
    assert recorder.done == ["a", "b", "c", "later"]
    assert await recorder.queues.timers() == []


async def test_more_timers_than_one_batch_run_at_one_go(
    opened: Database,
    recorder: Recorder,
    scheduler: Scheduler,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scheduling, "_BATCH", 2)
    wanted = [f"{number}" for number in range(5)]
    for number, name in enumerate(wanted):
        await opened.transact(partial(set_timer, timer=timer(name, NOW - 9 + number)))
    assert await scheduler.run_due() == 5
    assert recorder.done == wanted


async def test_timers_for_which_the_lease_gets_short_are_given_back(
    opened: Database,
    recorder: Recorder,
    scheduler: Scheduler,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Another process may then carry them out at once."""
    for name in ("a", "b"):
        await opened.transact(lambda tx, name=name: set_timer(tx, timer(name, NOW)))  # type: ignore[misc]
    monkeypatch.setattr(scheduling, "ROUND", LEASE + 1.0)
    batch = await recorder.queues.claim_due(NOW, 5)
    assert await scheduler._run(batch) == 0  # pyright: ignore[reportPrivateUsage]
    assert await Queues(opened).claim_due(NOW, 5) == batch


async def test_a_timer_that_is_set_wakes_the_scheduler(
    opened: Database, recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduling, "_LOOK", 1e6)
    ran = asyncio.Event()

    async def run(timed: Timer, done: Done) -> None:
        await recorder(timed, done)
        ran.set()

    scheduler = Scheduler(
        recorder.queues, recorder.times, {TimerKind.CLEANING: run}, lambda: recorder.now
    )
    await scheduler.start()
    await scheduler.worker.rests()
    await opened.transact(lambda tx: set_timer(tx, timer("a", NOW)))
    await ran.wait()
    await scheduler.stop()


async def test_a_timer_that_fails_is_tried_again_a_minute_later(
    opened: Database, recorder: Recorder, scheduler: Scheduler
) -> None:
    await opened.transact(lambda tx: set_timer(tx, timer("a", NOW)))
    recorder.fails = True
    await scheduler.run_due()
    recorder.fails = False
    await scheduler.run_due()
    assert recorder.done == []
    recorder.now += 60
    await scheduler.run_due()
    assert recorder.done == ["a"]


async def test_a_timer_that_always_fails_is_tried_less_and_less_often(
    opened: Database, recorder: Recorder, scheduler: Scheduler
) -> None:
    tries = list[float]()

    async def fail(_timer: Timer, _done: Done) -> int | None:
        tries.append(recorder.now - NOW)
        return NOW if len(tries) % 2 else None

    scheduler.add("failing", fail)
    await opened.transact(lambda tx: set_timer(tx, replace(timer("a", NOW), kind="failing")))
    for _ in range(600):
        await scheduler.run_due()
        recorder.now += 10
    assert tries == [0, 60, 180, 420, 900, 1860, 3780]
    await opened.transact(
        lambda tx: set_timer(tx, replace(timer("a", int(recorder.now)), kind="failing"))
    )
    await scheduler.run_due()
    assert tries[-1] == recorder.now - NOW, "a timer that is set anew doesn't rest"


async def test_a_timer_set_again_undoes_the_effect_of_the_old_one(
    opened: Database, recorder: Recorder, caplog: pytest.LogCaptureFixture
) -> None:
    queues = recorder.queues
    await opened.transact(lambda tx: set_timer(tx, timer("a", NOW)))

    async def move_first(timed: Timer, done: Done) -> None:
        await opened.transact(lambda tx: set_timer(tx, timer("a", NOW + 99)))
        await recorder(timed, done)

    scheduler = Scheduler(
        queues, recorder.times, {TimerKind.CLEANING: move_first}, lambda: recorder.now
    )
    await scheduler.run_due()
    assert recorder.done == []
    assert [each.due for each in await queues.timers()] == [NOW + 99]
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_no_timer_goes_though_its_handler_has_no_effect(
    opened: Database, recorder: Recorder, caplog: pytest.LogCaptureFixture
) -> None:
    """A handler that forgets its timer is a fault, and the timer is tried again."""
    tried = list[str]()

    async def nothing(timed: Timer, _done: Done) -> None:
        tried.append(timed.dedupe)

    scheduler = Scheduler(
        recorder.queues, recorder.times, {TimerKind.CLEANING: nothing}, lambda: recorder.now
    )
    await opened.transact(lambda tx: set_timer(tx, timer("a", NOW)))
    await scheduler.run_due()
    assert [each.dedupe for each in await recorder.queues.timers()] == ["a"]
    assert "neither completed it nor put it off" in caplog.text
    recorder.now += 60
    await scheduler.run_due()
    assert tried == ["a", "a"]


async def test_a_clock_that_is_set_back_during_a_look_is_no_fault(
    opened: Database, recorder: Recorder, caplog: pytest.LogCaptureFixture
) -> None:
    """Its handler takes a moment for one to come that is over for the look."""

    async def not_yet(timed: Timer, _done: Done) -> int:
        return timed.due

    scheduler = Scheduler(
        recorder.queues, recorder.times, {TimerKind.CLEANING: not_yet}, lambda: recorder.now
    )
    await opened.transact(lambda tx: set_timer(tx, timer("a", NOW)))
    await scheduler.run_due()
    assert await Queues(opened).claim_due(NOW + 59, 5) == [], "it rests"
    assert len(await Queues(opened).claim_due(NOW + 60, 5)) == 1
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_timer_is_put_off_until_the_moment_that_its_handler_names(
    opened: Database, recorder: Recorder
) -> None:
    async def later(_timer: Timer, _done: Done) -> int | None:
        return NOW + 500

    scheduler = Scheduler(
        recorder.queues, recorder.times, {TimerKind.CLEANING: later}, lambda: recorder.now
    )
    await opened.transact(lambda tx: set_timer(tx, timer("a", NOW)))
    assert await scheduler.run_due() == 1
    assert await Queues(opened).claim_due(NOW + 499, 5) == [], "it waits"
    assert len(await Queues(opened).claim_due(NOW + 500, 5)) == 1, "any process may have it"


async def test_a_timer_can_be_dropped(opened: Database, recorder: Recorder) -> None:
    await opened.transact(lambda tx: set_timer(tx, timer("b", NOW)))
    await opened.transact(lambda tx: drop_timer(tx, "b"))
    assert await recorder.queues.timers() == []


async def test_a_timer_of_an_unknown_kind_holds_up_no_other(
    opened: Database, recorder: Recorder, scheduler: Scheduler
) -> None:
    """Another version of the program may have set it."""
    await opened.write("INSERT INTO timers (due, kind, dedupe) VALUES (1, 'tomorrow', 'x')")
    await opened.transact(lambda tx: set_timer(tx, timer("a", NOW)))
    assert await scheduler.run_due() == 1
    assert recorder.done == ["a"]
    assert await recorder.queues.next_due(NOW) is None
    (row,) = await opened.rows("SELECT kind, lease_owner FROM timers")
    assert tuple(row) == ("tomorrow", None)


async def test_two_processes_carry_out_a_timer_once(opened: Database) -> None:
    await opened.transact(lambda tx: set_timer(tx, timer("a", NOW)))
    first, second = Queues(opened), Queues(opened)
    assert len(await first.claim_due(NOW, 5)) == 1
    assert await second.claim_due(NOW, 5) == []
    assert len(await second.claim_due(NOW + LEASE, 5)) == 1
