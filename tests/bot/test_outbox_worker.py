"""How the worker of the outbox goes through rows, without Discord: a message is made or refused.

Nothing is sent, because a row whose message is None counts as delivered.
"""

import asyncio
from collections.abc import AsyncGenerator
from typing import Final, cast

import discord
import pytest

from bot.delivery.answering.response import Response, Unanswered
from bot.delivery.discord_time import DiscordTime
from bot.delivery.outbox import outbox as worker
from bot.delivery.outbox.composing import RowKind
from bot.delivery.outbox.outbox import Outbox
from bot.delivery.rendering import Rendering
from bot.delivery.requests import GlobalLimit
from bot.messages.controls.message import Message
from bot.model.queues import ItemKind, OutboxItem
from bot.model.table import Table
from bot.store.queues.queues import ANSWER_LEASE, LEASE, Queues, enqueue
from bot.store.sql.database import Database
from rules.contract.sentence import say
from tests.bot.table_service import NOW, Service

LANE: Final = 77
HANGS: Final = 30.0
"""Seconds after which a test says that the worker waits for what never comes."""


class Maker:
    """Makes the messages of rows: counts how often, may fail, may wait to be released."""

    def __init__(self) -> None:
        self.made = list[str]()
        self.fails = dict[str, Exception]()
        self.gates = dict[str, asyncio.Event]()
        self.changed = asyncio.Event()

    async def __call__(self, item: OutboxItem, _table: Table | None) -> Message | None:
        self.made.append(item.dedupe)
        self.changed.set()
        if item.dedupe in self.gates:
            await self.gates[item.dedupe].wait()
        if item.dedupe in self.fails:
            raise self.fails[item.dedupe]
        is_answer = item.dedupe.startswith("answered") and self.made.count(item.dedupe) == 1
        return Message(say("Here.")) if is_answer else None

    async def has_made(self, *names: str) -> None:
        """Wait until these messages were made, and no others."""
        async with asyncio.timeout(HANGS):
            while self.made != list(names):
                self.changed.clear()
                await self.changed.wait()


class Answering:
    """What the outbox needs of a response: it takes the message, or can't."""

    is_from_private = False

    def __init__(self, failure: Exception | None = None) -> None:
        self.failure = failure
        self.given = 0

    async def public(self, _post: Message, _pressed: Message | None) -> int | None:
        if self.failure:
            raise self.failure
        self.given += 1
        return None


@pytest.fixture
def maker() -> Maker:
    return Maker()


@pytest.fixture
async def outbox(service: Service, maker: Maker) -> AsyncGenerator[Outbox]:
    client = discord.Client(intents=discord.Intents.none())
    now = service.clock
    made = Outbox(
        client, service.store, service.services, now,
        limit=GlobalLimit(), discord_time=DiscordTime(now),
        rendering=Rendering(service.store.people),
    )  # fmt: skip
    made.composer.kinds[ItemKind.REMINDER] = RowKind(maker)
    yield made
    await made.stop()


@pytest.fixture
async def tables(service: Service, opened: Database) -> tuple[Table, Table]:
    """Return two tables of which nothing is left to show."""
    first, second = await service.opened(), await service.opened()
    await opened.transact(lambda tx: tx.do("DELETE FROM outbox"))
    return first, second


async def put(
    database: Database,
    name: str,
    table: Table | None = None,
    lane: int = LANE,
    token: str | None = None,
) -> OutboxItem:
    item = OutboxItem(
        kind=ItemKind.REMINDER, dedupe=name, created_at=NOW, channel_id=lane,
        table_id=table.id if table else None, token=token,
    )  # fmt: skip
    await database.transact(lambda tx: enqueue(tx, item))
    return item


def answer(
    outbox: Outbox, item: OutboxItem, table: Table, answering: Answering
) -> asyncio.Task[bool]:
    return asyncio.create_task(outbox.answer(cast("Response", answering), table, item))


async def deliver_due(outbox: Outbox) -> None:
    async with asyncio.timeout(HANGS):
        await outbox.deliver_due()


async def names(queues: Queues) -> list[str]:
    return [item.dedupe for item in await queues.waiting()]


async def test_what_is_being_answered_is_not_waited_for(
    opened: Database, outbox: Outbox, maker: Maker, tables: tuple[Table, Table]
) -> None:
    """Nobody holds a lease of the row: the interaction has taken longer than that."""
    item = await put(opened, "answered", tables[0])
    gate = maker.gates["answered"] = asyncio.Event()
    response = Answering()
    answered = answer(outbox, item, tables[0], response)
    await maker.has_made("answered")
    await put(opened, "elsewhere", lane=LANE + 1)
    await deliver_due(outbox)
    assert maker.made == ["answered", "elsewhere"]
    gate.set()
    assert await answered
    await deliver_due(outbox)
    assert (maker.made, response.given) == (["answered", "elsewhere"], 1)


@pytest.mark.parametrize("passed", [ANSWER_LEASE, -LEASE], ids=["late", "set back"])
async def test_what_the_worker_took_over_is_not_answered_as_well(
    service: Service, opened: Database, outbox: Outbox, tables: tuple[Table, Table], passed: int
) -> None:
    """The clock is set between the change and its answer, so that the lease has ended."""
    item = await put(opened, "delivered", tables[0], token="pressed")
    service.clock.time = NOW + passed
    await deliver_due(outbox)
    response = Answering()
    assert not await answer(outbox, item, tables[0], response)
    assert (response.given, await names(service.store.queues)) == (0, [])


async def test_a_late_answer_is_given_if_nobody_took_it_over(
    service: Service, opened: Database, outbox: Outbox, queues: Queues, tables: tuple[Table, Table]
) -> None:
    item = await put(opened, "answered", tables[0], token="pressed")
    service.clock.time = NOW + ANSWER_LEASE
    response = Answering()
    assert await answer(outbox, item, tables[0], response)
    await deliver_due(outbox)
    assert (response.given, await names(queues)) == (1, [])


async def test_what_follows_in_a_channel_comes_after_the_answer_on_its_way(
    opened: Database, outbox: Outbox, maker: Maker, tables: tuple[Table, Table]
) -> None:
    """It may be the first board of the next game."""
    item = await put(opened, "answered", tables[0])
    gate = maker.gates["answered"] = asyncio.Event()
    response = Answering()
    answered = answer(outbox, item, tables[0], response)
    await maker.has_made("answered")
    following = await put(opened, "next", tables[1])
    assert outbox._ordered(following).locked()  # pyright: ignore[reportPrivateUsage]
    delivering = asyncio.create_task(deliver_due(outbox))
    gate.set()
    await delivering
    assert await answered
    assert (maker.made, response.given) == (["answered", "next"], 1)


async def test_what_is_answered_before_its_turn_came_is_shown_once(
    opened: Database,
    outbox: Outbox,
    maker: Maker,
    tables: tuple[Table, Table],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The worker has planned the row, and both wait for an earlier message of the channel."""
    gate = maker.gates["answered earlier"] = asyncio.Event()
    earlier = await put(opened, "answered earlier", tables[1])
    first = answer(outbox, earlier, tables[1], Answering())
    await maker.has_made("answered earlier")
    item = await put(opened, "answered", tables[0])
    asked, ordered = asyncio.Event(), outbox._ordered  # pyright: ignore[reportPrivateUsage]

    def asking(row: OutboxItem) -> asyncio.Lock:
        asked.set()
        return ordered(row)

    monkeypatch.setattr(outbox, "_ordered", asking)
    delivering = asyncio.create_task(deliver_due(outbox))
    async with asyncio.timeout(HANGS):
        await asked.wait()
    response = Answering()
    second = answer(outbox, item, tables[0], response)
    await asyncio.sleep(0)
    gate.set()
    assert await first
    assert await second
    await delivering
    assert (maker.made, response.given) == (["answered earlier", "answered"], 1)


async def test_what_could_not_be_answered_is_due_at_once(
    opened: Database,
    outbox: Outbox,
    maker: Maker,
    tables: tuple[Table, Table],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The worker does not wait for the lease of the interaction, nor for its next look."""
    monkeypatch.setattr(worker, "_LOOK", 100 * HANGS)
    outbox.start()
    await outbox.worker.rests()
    item = OutboxItem(
        kind=ItemKind.REMINDER, dedupe="answered", created_at=NOW, channel_id=LANE,
        table_id=tables[0].id, token="token", token_until=NOW + 900,
    )  # fmt: skip
    await opened.transact(lambda tx: enqueue(tx, item))
    assert not await answer(outbox, item, tables[0], Answering(Unanswered()))
    await maker.has_made("answered", "answered")


async def test_a_refusal_holds_up_the_later_rows_of_its_table(
    opened: Database, outbox: Outbox, queues: Queues, maker: Maker, tables: tuple[Table, Table]
) -> None:
    for name, table in (("a", tables[0]), ("b", tables[1]), ("c", tables[0]), ("d", None)):
        await put(opened, name, table)
    maker.fails["a"] = ValueError("planted")
    await deliver_due(outbox)
    assert maker.made == ["a", "b", "d"]
    assert await names(queues) == ["a", "c"]
    await deliver_due(outbox)
    assert maker.made == ["a", "b", "d"]


async def test_rows_of_no_table_hold_up_nothing(
    opened: Database, outbox: Outbox, queues: Queues, maker: Maker
) -> None:
    for name in ("a", "b"):
        await put(opened, name)
    maker.fails["a"] = ValueError("planted")
    await deliver_due(outbox)
    assert maker.made == ["a", "b"]
    assert await names(queues) == ["a"]


async def test_after_a_fault_nothing_more_is_tried_in_the_channel(
    opened: Database, outbox: Outbox, queues: Queues, maker: Maker, tables: tuple[Table, Table]
) -> None:
    for name, table in (("a", tables[0]), ("b", tables[1]), ("c", None)):
        await put(opened, name, table)
    await put(opened, "elsewhere", tables[1], lane=LANE + 1)
    maker.fails["a"] = ConnectionError("planted")
    await deliver_due(outbox)
    assert sorted(maker.made) == ["a", "elsewhere"]
    assert await names(queues) == ["a", "b", "c"]


async def test_all_lanes_have_their_turn_though_few_are_worked_on_at_once(
    opened: Database,
    outbox: Outbox,
    queues: Queues,
    maker: Maker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing but the end of a lane wakes the worker."""
    monkeypatch.setattr(worker, "_LANES", 4)
    monkeypatch.setattr(worker, "_LOOK", 100 * HANGS)
    expected = {f"{lane}.{number}" for lane in range(9) for number in range(3)}
    for name in sorted(expected):
        await put(opened, name, lane=LANE + int(name[0]))
    most = 0

    async def making(item: OutboxItem, table: Table | None) -> Message | None:
        nonlocal most
        most = max(most, len(outbox._lanes))  # pyright: ignore[reportPrivateUsage]
        return await maker(item, table)

    outbox.composer.kinds[ItemKind.REMINDER] = RowKind(making)
    outbox.start()
    async with asyncio.timeout(HANGS):
        while set(maker.made) != expected:
            maker.changed.clear()
            await maker.changed.wait()
    assert most == 4
    await queues.flush()
    assert await names(queues) == []


async def test_a_lane_goes_on_after_the_part_that_is_read_at_once(
    opened: Database, outbox: Outbox, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "_LOOK", 100 * HANGS)
    expected = [f"row {number:02}" for number in range(45)]
    for name in expected:
        await put(opened, name)
    outbox.start()
    await maker.has_made(*expected)
