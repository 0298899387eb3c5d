"""Calls after a delay, most of which are called off before."""

import asyncio
from collections.abc import Callable

import pytest

from bot.delivery.alarms import Alarms

SOON, LATER, NEVER = 10.0, 30.0, 600.0


class LoopTime:
    """The time of the event loop, which stands still until it is moved."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loop = asyncio.get_running_loop()
        self._now = loop.time()
        monkeypatch.setattr(loop, "time", lambda: self._now)

    async def move(self, seconds: float) -> None:
        """Let this much time pass and what is due by then be called."""
        self._now += seconds
        for _ in range(3):  # The timer rings, what is due is called, what that sets ready is done.
            await asyncio.sleep(0)


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> LoopTime:
    return LoopTime(monkeypatch)


async def test_each_is_called_at_its_time_whatever_was_set_before(time: LoopTime) -> None:
    alarms, called = Alarms(), list[str]()
    alarms.set(NEVER, lambda: called.append("never"))
    alarms.set(LATER, lambda: called.append("later"))
    alarms.set(SOON, lambda: called.append("soon"))
    await time.move(SOON - 0.1)
    assert called == []
    await time.move(0.1)
    assert called == ["soon"]
    await time.move(LATER - SOON)
    assert called == ["soon", "later"]


async def test_what_is_called_off_is_not_called(time: LoopTime) -> None:
    alarms, called = Alarms(), list[str]()
    call_off = alarms.set(SOON, lambda: called.append("off"))
    alarms.set(LATER, lambda: called.append("later"))
    call_off()
    call_off()
    await time.move(LATER)
    assert called == ["later"]


async def test_it_goes_on_after_a_pause_and_after_a_fault(time: LoopTime) -> None:
    alarms, called, faults = Alarms(), list[str](), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))

    def fail() -> None:
        raise LookupError

    for act in (fail, lambda: None):
        alarms.set(SOON, act)
        alarms.set(SOON, lambda: called.append("again"))
        await time.move(SOON)
    assert called == ["again"] * 2
    assert len(faults) == 1


async def test_many_share_one_timer_of_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    alarms, loop, made = Alarms(), asyncio.get_running_loop(), list[float]()
    call_at = loop.call_at

    def counted(when: float, act: Callable[[], object]) -> asyncio.TimerHandle:
        made.append(when)
        return call_at(when, act)

    monkeypatch.setattr(loop, "call_at", counted)
    for _ in range(50):
        call_off = alarms.set(NEVER, lambda: None)
        call_off()
    assert len(made) == 1
