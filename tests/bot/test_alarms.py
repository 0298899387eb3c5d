"""Calls after a delay, most of which are called off before."""

import asyncio
from collections.abc import Callable

import pytest

from bot.delivery.alarms import Alarms

SOON, LATER, NEVER = 0.01, 0.03, 600.0


async def test_each_is_called_at_its_time_whatever_was_set_before() -> None:
    alarms, called, last = Alarms(), list[str](), asyncio.Event()
    alarms.set(NEVER, last.set)
    alarms.set(LATER, lambda: called.append("later"))
    alarms.set(SOON, lambda: called.append("soon"))
    alarms.set(2 * LATER, last.set)
    await last.wait()
    assert called == ["soon", "later"]


async def test_what_is_called_off_is_not_called() -> None:
    alarms, called, last = Alarms(), list[str](), asyncio.Event()
    call_off = alarms.set(SOON, lambda: called.append("off"))
    alarms.set(LATER, last.set)
    call_off()
    call_off()
    await last.wait()
    assert called == []


async def test_it_goes_on_after_a_pause_and_after_a_fault() -> None:
    alarms, faults = Alarms(), list[object]()
    asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context))

    def fail() -> None:
        raise LookupError

    for act in (fail, lambda: None):
        again = asyncio.Event()
        alarms.set(SOON, act)
        alarms.set(SOON, again.set)
        await again.wait()
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
