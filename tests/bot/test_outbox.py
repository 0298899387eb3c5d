"""The outbox over the wire: sick channels, parked messages, limits of the whole bot, old tables."""

import asyncio
from dataclasses import replace

import pytest

from bot.delivery import outbox as worker
from bot.delivery.requests import GlobalLimit, bounded
from bot.interactions.client import Postboard
from bot.messages.message import Message
from bot.model.queues import ItemKind, OutboxItem
from bot.model.table import Status, Table
from bot.store.queues import enqueue
from loopback import Faults, Loopback, Person
from rules.sentence import Verbatim, say
from tests.bot.game_driver import delivered, private, public

DAY = 24 * 60 * 60


async def _text(item: OutboxItem, _table: Table | None) -> Message:
    return Message(say("{text}", text=Verbatim(item.dedupe)))


async def remind(server: Loopback, bot: Postboard, channel: str, text: str) -> None:
    """Let a channel be owed a message that no interaction answers."""
    bot.outbox.composer.kinds[ItemKind.REMINDER] = _text
    item = OutboxItem(
        kind=ItemKind.REMINDER, dedupe=text, created_at=int(bot.now()),
        channel_id=server.world.channel(channel).id,
    )  # fmt: skip
    await bot.queues.transact(lambda tx: enqueue(tx, item))


def said(server: Loopback, channel: str) -> list[str]:
    world = server.world
    return [m.content for m in world.history(world.channel(channel), 0) if m.author is world.bot]


async def until(server: Loopback, channel: str, text: str) -> None:
    async with asyncio.timeout(30):
        while text not in said(server, channel):  # noqa: ASYNC110 - the outbox tells nobody
            await asyncio.sleep(0.01)


def _faults(server: Loopback, kind: str) -> Faults:
    channels = frozenset({server.world.channel("lobby").id})
    return {
        "500": Faults(server_errors=1, channels=channels),
        "429": Faults(too_many_requests=1, retry_after=20, channels=channels),
        "hang": Faults(hangs=1, channels=channels),
    }[kind]


@pytest.mark.parametrize("kind", ["500", "429", "hang"])
async def test_a_sick_channel_holds_up_no_other_and_gets_its_message_once(
    server: Loopback, bot: Postboard, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(worker, "ATTEMPT", 1.0)
    server.faults = _faults(server, kind)
    await remind(server, bot, "lobby", "sick")
    await remind(server, bot, "games", "well")
    await until(server, "games", "well")
    async with asyncio.timeout(30):
        while not (rows := await bot.queues.waiting()) or not rows[0].attempts:  # noqa: ASYNC110 - the outbox tells nobody
            await asyncio.sleep(0.01)
    assert [row.dedupe for row in rows] == ["sick"]
    assert rows[0].first_refused_at is None
    server.faults = Faults()
    server.clock.advance(60)
    await delivered(bot)
    assert said(server, "lobby") == ["sick"]
    assert said(server, "games") == ["well"]


async def test_what_is_parked_comes_with_the_next_interaction_there(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    server.faults = _faults(server, "hang")
    await remind(server, bot, "lobby", "parked")
    (row,) = await bot.queues.waiting()
    await bot.outbox.stop()
    await bot.queues.put_back(replace(row, parked=True))
    server.faults = Faults()
    await bot.outbox.deliver_due()
    assert await bot.queues.waiting() == []
    private(await ann.slash("games", channel="games"))
    await bot.idle()
    assert "parked" not in said(server, "games")
    private(await ann.slash("games", channel="lobby"))
    await bot.idle()
    assert "parked" in said(server, "lobby")
    await bot.queues.flush()
    assert await bot.queues.parked_channels() == set()


async def test_a_table_that_waited_for_two_weeks_closes(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    card = public(await ann.slash("play czech"))
    await bot.idle()
    server.clock.advance(13 * DAY)
    await bot.scheduler.run_due()
    assert (await bot.tables.get(1)).status is Status.OPEN
    server.clock.advance(2 * DAY)
    await bot.scheduler.run_due()
    assert (await bot.tables.get(1)).status is Status.CLOSED
    await bot.outbox.tidy.settled()
    assert not server.world.messages[card.id].buttons()


class _InForce(GlobalLimit):
    """A limit of the whole bot that ends when it is told to."""

    ended = False

    def remaining(self) -> float:
        return 0.0 if self.ended else 0.01


async def test_a_request_that_waits_for_a_global_limit_is_not_cut_off() -> None:
    limit, opened = _InForce(), asyncio.Event()

    async def sleeping() -> str:
        await opened.wait()
        return "sent"

    task = asyncio.create_task(bounded(sleeping(), 0.01, limit))
    await asyncio.sleep(0.1)
    assert not task.done()
    opened.set()
    assert await task == "sent"
    limit.ended = True
    opened.clear()
    with pytest.raises(TimeoutError):
        await bounded(sleeping(), 0.01, limit)


async def unanswered_resignation(server: Loopback, bot: Postboard, person: Person) -> None:
    """Let somebody resign while the connection breaks, so that the outbox owes the last board."""
    question = private(await person.slash("resign"))
    server.faults = Faults(dropped_before=1)
    person.start_click(question, "Resign")
    async with asyncio.timeout(30):
        while not await bot.queues.waiting():  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.005)
    await bot.outbox.stop()
    await bot.idle()
    server.faults = Faults()


async def paid_late(server: Loopback, bot: Postboard) -> None:
    server.clock.advance(60)
    await bot.outbox.deliver_due()
    await bot.queues.flush()
    assert await bot.queues.waiting() == []


def newest_board(server: Loopback) -> str:
    world = server.world
    boards = [m for m in world.history(world.channel("lobby"), 0) if m.attachments]
    return boards[-1].content


async def test_the_late_end_of_a_game_is_no_newer_board_than_that_of_the_next_game(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    card = public(await ann.slash("play czech", opponent=bo, series="best-of-3", side="white"))
    await bo.click(card, "Accept")
    await unanswered_resignation(server, bot, ann)
    public(await bo.slash("move", move="c3-d4"))
    await paid_late(server, bot)
    assert "Ann (⚪ White) resigned" in said(server, "lobby")[-1]
    assert "played **c3-d4**" in newest_board(server)


async def test_the_late_end_of_a_game_is_no_newer_board_than_that_of_another_table(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    card = public(await ann.slash("play czech", opponent=bo, side="white"))
    await bo.click(card, "Accept")
    await unanswered_resignation(server, bot, ann)
    card = public(await bo.slash("play turkish", opponent=ann))
    public(await ann.click(card, "Accept"))
    await paid_late(server, bot)
    assert "Ann (⚪ White) resigned" in said(server, "lobby")[-1]
    assert "resigned" not in newest_board(server)
