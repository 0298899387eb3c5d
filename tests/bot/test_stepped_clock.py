"""A clock that is set back while a timer is carried out: each effect still takes place, once."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from bot.delivery.background.cleaning import cleaning_at
from bot.model.queues import ItemKind, OutboxItem, TimerKind, channel_retry
from bot.store.queues.queues import enqueue, set_timer
from bot.store.sql.database import Database
from rules.time.duration import DAY, HOUR
from tests.bot.table_service import CHANNEL, Clock
from tests.bot.timed_games import asked_again, asked_for_seat, full, paused
from tests.bot.timed_host import NOON, Host, opening
from tests.stored import copied

Prepare: TypeAlias = Callable[[Host], Awaitable[object]]
"""Brings about a timer of a kind, the first one of its kind to be due."""


class SteppingClock(Clock):
    """A clock that is behind while it is read for the n-th time, for n in a range."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0
        self.stepped = range(0)

    def __call__(self) -> float:
        self.reads += 1
        return self.time - (2 * HOUR if self.reads in self.stepped else 0)


async def soft(host: Host) -> None:
    await opening(host, await host.game("1d"))


async def hard(host: Host) -> None:
    await opening(host, await host.game("1d hard"))


async def untimed(host: Host) -> None:
    await opening(host, await host.game("none"))


async def waiting(host: Host) -> None:
    await host.opened()


async def batch(host: Host) -> None:
    """Let three timers be due in one batch, between which the clock steps."""
    for _ in range(3):
        await host.opened()


async def refused(host: Host) -> None:
    now = int(host.clock.time)
    item = OutboxItem(kind=ItemKind.SEAL, dedupe="a", created_at=now, channel_id=CHANNEL)
    await host.database.transact(lambda tx: enqueue(tx, item))
    await host.database.write("UPDATE outbox SET parked = 1")
    await host.database.transact(lambda tx: set_timer(tx, channel_retry(CHANNEL, None, now + HOUR)))


async def cleaning(host: Host) -> None:
    await host.database.transact(lambda tx: set_timer(tx, cleaning_at(NOON + DAY)))


TIMERS: Final[Mapping[str, tuple[TimerKind, Prepare]]] = {
    "a deadline": (TimerKind.DEADLINE, soft),
    "a hard deadline": (TimerKind.DEADLINE, hard),
    "a pause": (TimerKind.PAUSE_END, partial(paused, days=1)),
    "the notice of an idle game": (TimerKind.REST, untimed),
    "the end of an idle game": (TimerKind.ABANDONED, untimed),
    "a reminder": (TimerKind.REMINDERS, soft),
    "a question about a seat": (TimerKind.SEAT_ANSWER, asked_for_seat),
    "changed terms": (TimerKind.AGREEMENT, asked_again),
    "a table that waits": (TimerKind.TABLE_EXPIRES, waiting),
    "a batch": (TimerKind.TABLE_EXPIRES, batch),
    "a full transaction": (TimerKind.GO_ON, full),
    "a channel that refused": (TimerKind.CHANNEL_RETRY, refused),
    "the cleaning": (TimerKind.CLEANING, cleaning),
}


def test_every_kind_of_timer_is_tried() -> None:
    """But for some with tests of their own.

    Somebody is forgotten in many steps, followers wait until every other row is sent, and those of
    events, puzzles and club boards are no table's.
    """
    elsewhere = {
        TimerKind.FORGET,
    }  # fmt: skip
    assert {kind for kind, _ in TIMERS.values()} == set(TimerKind) - elsewhere


async def effects(host: Host) -> list[list[tuple[object, ...]]]:
    """Return what timers leave behind, without the moments at which they did."""
    statements = (
        "SELECT table_id, number, kind FROM entries ORDER BY 1, 2",
        "SELECT id, status, entry_count FROM tables ORDER BY 1",
        "SELECT kind, table_id, number, parked, count(*) FROM outbox GROUP BY 1, 2, 3, 4 ORDER BY"
        " 1, 2, 3, 4",
        "SELECT kind FROM timers ORDER BY 1",
    )
    return [[tuple(row) for row in await host.database.rows(each)] for each in statements]


async def passed(host: Host, kind: TimerKind, stepped: range) -> int:
    """Let the time of the first timer of a kind come; return how often the clock was read.

    The clock is two hours behind while it is read for these times.
    """
    due = min(timer.due for timer in await host.queues.timers() if timer.kind == kind)
    await host.at(due - 1 - NOON)
    clock = host.clock
    assert isinstance(clock, SteppingClock)
    clock.time = due
    await host.lived()
    clock.reads, clock.stepped = 0, stepped
    await host.scheduler.run_due()
    reads, clock.stepped = clock.reads, range(0)
    for later in (0, 120):
        clock.time = due + later
        await host.lived()
        await host.scheduler.run_due()
    return reads


@pytest.mark.parametrize("name", list(TIMERS))
async def test_a_timer_keeps_its_effect_though_the_clock_is_set_back_at_any_read(
    database: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All runs have the same dice."""
    monkeypatch.setattr("bot.model.dice_secret.token_bytes", bytes)
    kind, prepare = TIMERS[name]
    runs = 0

    async def run(stepped: range) -> tuple[object, int]:
        nonlocal runs
        runs += 1
        path = copied(database, database.with_name(f"{runs}.sqlite3"))
        async with Database.open(path) as opened:
            host = Host(opened)
            host.clock = SteppingClock()
            host.clock.time = NOON
            host.restart()
            await prepare(host)
            reads = await passed(host, kind, stepped)
            return await effects(host), reads

    straight, reads = await run(range(0))
    for first in range(1, reads + 1):
        for stepped in (range(first, first + 1), range(first, 1000)):
            assert (await run(stepped))[0] == straight, stepped
