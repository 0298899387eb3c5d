"""The loop of background work: when it looks, and what wakes it."""

import asyncio
from collections.abc import AsyncGenerator

import pytest

from bot.delivery import worker
from bot.delivery.worker import Rests, Worker


class Looks:
    """A worker that counts its looks; each returns `wait`, and raises while `fails`."""

    def __init__(self) -> None:
        self.count = self.begun = 0
        self.wait: float | None = None
        self.fails = 0
        self.now = 1000.0
        self.during = asyncio.Event()
        self.may_end = asyncio.Event()
        self.may_end.set()
        self.worker = Worker("counting", self._look, ready=self._ready, now=lambda: self.now)

    async def _ready(self) -> None:
        self.begun += 1

    async def _look(self) -> float | None:
        self.count += 1
        self.during.set()
        await self.may_end.wait()
        if self.fails:
            self.fails -= 1
            raise RuntimeError("planted")
        return self.wait


@pytest.fixture
async def looks() -> AsyncGenerator[Looks]:
    made = Looks()
    yield made
    await made.worker.stop()


async def test_it_looks_once_and_then_whenever_it_is_woken(looks: Looks) -> None:
    looks.worker.start()
    for count in (1, 2, 3):
        await looks.worker.rests()
        assert looks.count == count
        looks.worker.wake()


async def test_it_looks_again_if_it_is_woken_while_it_looks(looks: Looks) -> None:
    looks.may_end.clear()
    looks.worker.start()
    await looks.during.wait()
    looks.worker.wake(10**9)
    looks.may_end.set()
    await looks.worker.rests()
    assert looks.count == 2


async def test_it_looks_again_by_itself(looks: Looks) -> None:
    looks.wait = 0.0
    looks.worker.start()
    while looks.count < 3:
        await looks.during.wait()
        looks.during.clear()


async def test_what_is_due_after_the_next_look_wakes_nobody(looks: Looks) -> None:
    looks.wait = 600.0
    looks.worker.start()
    await looks.worker.rests()
    looks.worker.wake(1600.0)
    await looks.worker.rests()
    assert looks.count == 1
    looks.worker.wake(1599.0)
    await looks.worker.rests()
    assert looks.count == 2


async def test_a_clock_that_was_set_ahead_wakes_it_for_whatever_is_due(looks: Looks) -> None:
    looks.wait = 600.0
    looks.worker.start()
    await looks.worker.rests()
    looks.now = 1600.0
    looks.worker.wake(2000.0)
    await looks.worker.rests()
    assert looks.count == 2


async def test_what_fails_begins_anew(looks: Looks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_SHORTEST", 0.0)
    looks.fails = 3
    looks.worker.start()
    await looks.worker.rests()
    assert (looks.count, looks.begun) == (4, 4)


async def test_nothing_is_looked_for_once_it_is_stopped(looks: Looks) -> None:
    looks.worker.start()
    await looks.worker.rests()
    await looks.worker.stop()
    looks.worker.wake()
    await asyncio.sleep(0)
    assert looks.count == 1


def test_an_item_rests_longer_each_time_until_it_is_served() -> None:
    now = 1000.0
    rests = Rests[str](30, 100, now=lambda: now)
    for wanted in (30, 60, 100, 100):
        assert rests.begin("a") == wanted
        assert rests.resting() == {"a": wanted}
        now += wanted
        assert rests.resting() == {}
    assert rests.begin("b", 600) == 600
    rests.end("a")
    assert rests.begin("a") == 30
    now -= 5000
    assert rests.resting() == {}, "a clock that is set back lets nothing rest for longer"
