"""How many interactions are worked on at once, and in what order."""

import asyncio

import pytest

from bot.interactions.serving import Admission


async def test_the_others_wait_and_come_in_as_they_arrived() -> None:
    admission, inside, order = Admission(at_once=2, longest=60), set[int](), list[int]()

    async def work(number: int) -> None:
        async with admission.admitted():
            inside.add(number)
            order.append(number)
            assert len(inside) <= 2
            await asyncio.sleep(0)
            inside.discard(number)

    await asyncio.gather(*map(work, range(10)))
    assert order == list(range(10))


async def test_who_leaves_early_makes_room_once() -> None:
    admission, order = Admission(at_once=1, longest=60), list[str]()
    finish = asyncio.Event()

    async def first() -> None:
        async with admission.admitted() as leave:
            leave()
            leave()
            await finish.wait()
        order.append("first")

    async def later(name: str) -> None:
        async with admission.admitted():
            order.append(name)
            finish.set()
            await waiting
            order.append(f"{name} ends")

    waiting = asyncio.create_task(first())
    await asyncio.sleep(0)
    await asyncio.gather(later("second"), later("third"))
    assert order == ["second", "first", "second ends", "third", "third ends"]


async def test_who_takes_long_holds_nobody_up() -> None:
    admission, stuck = Admission(at_once=1, longest=0.01), asyncio.Event()

    async def wait() -> None:
        async with admission.admitted():
            await stuck.wait()

    waiting = asyncio.create_task(wait())
    await asyncio.sleep(0)
    async with admission.admitted():
        stuck.set()
        await waiting


async def test_who_fails_or_is_cancelled_makes_room() -> None:
    admission = Admission(at_once=1, longest=60)
    with pytest.raises(LookupError):
        async with admission.admitted():
            raise LookupError
    async with admission.admitted():
        waiting = asyncio.create_task(admission.admitted().__aenter__())
        await asyncio.sleep(0)
        waiting.cancel()
    async with admission.admitted():
        pass
