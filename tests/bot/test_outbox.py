"""The outbox over the wire: sick channels, parked messages, limits of the whole bot, old tables."""

import asyncio
from pathlib import Path

import pytest

from bot.delivery.outbox import outbox as worker
from bot.delivery.outbox.composing import RowKind
from bot.delivery.outbox.order import GIVE_UP
from bot.delivery.requests import GlobalLimit, bounded
from bot.interactions.client import Postboard
from bot.local import local_server
from bot.messages.controls.message import Message
from bot.model.queues import ItemKind, OutboxItem
from bot.model.table import Status, Table
from bot.store.queues.queues import enqueue
from bot.store.sql.database import Transaction
from loopback import Faults, Limits, Loopback, Person, Window
from loopback.model.permissions import Permission
from rules.contract.sentence import Verbatim, say
from tests.bot.channel_checker import begin
from tests.bot.conftest import bot_on
from tests.bot.game_driver import delivered, owed, private, public
from tests.bot.who import person_of
from tests.loopback.waiting import until

DAY = 24 * 60 * 60


async def _text(item: OutboxItem, _table: Table | None) -> Message:
    return Message(say("{text}", text=Verbatim(item.payload or "")))


async def remind(
    server: Loopback, bot: Postboard, channel: str, text: str, ahead: int = 0, *, name: str = ""
) -> None:
    """Let a channel be owed a message that no interaction answers, made `ahead` of the clock.

    `name` tells rows of the same text apart.
    """
    bot.outbox.composer.kinds[ItemKind.REMINDER] = RowKind(_text)
    channel_id = server.world.channel(channel).id
    item = OutboxItem(
        kind=ItemKind.REMINDER, dedupe=f"{channel} {text}{name}", payload=text,
        created_at=int(bot.now()) + ahead, channel_id=channel_id,
    )  # fmt: skip
    await bot.store.queues.transact(lambda tx: enqueue(tx, item))


def said(server: Loopback, channel: str) -> list[str]:
    world = server.world
    return [m.content for m in world.history(world.channel(channel), 0) if m.author is world.bot]


async def heard(server: Loopback, channel: str, text: str) -> None:
    await until(lambda: text in said(server, channel))


def _faults(server: Loopback, kind: str) -> Faults:
    channels = frozenset({server.world.channel("lobby").id})
    return {
        "500": Faults(server_errors=1, channels=channels),
        "429": Faults(too_many_requests=1, retry_after=4, channels=channels),
        "hang": Faults(hangs=1, channels=channels),
    }[kind]


async def tried(bot: Postboard, name: str) -> OutboxItem:
    """Return a row once an attempt at it has failed."""
    while True:
        row = next((row for row in await bot.store.queues.waiting() if row.payload == name), None)
        if row is not None and row.attempts:
            return row
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("kind", ["500", "429", "hang"])
async def test_a_sick_channel_holds_up_no_other(
    server: Loopback, bot: Postboard, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """While the first attempt at the sick channel lasts, all others are shown what they are owed.

    Attempts end after an hour here, so that nobody can have waited for the end of one.
    """
    monkeypatch.setattr(worker, "ATTEMPT", 3600.0)
    server.faults = _faults(server, kind)
    await remind(server, bot, "lobby", "sick")
    for text in ("first", "second"):
        for channel in ("games", "quiet"):
            await remind(server, bot, channel, text)
            await heard(server, channel, text)
    (sick,) = (row for row in await bot.store.queues.waiting() if row.payload == "sick")
    assert sick.attempts == 0
    assert sick.lease_owner is not None
    server.faults = Faults()
    await heard(server, "lobby", "sick")


@pytest.mark.parametrize("kind", ["500", "429", "hang"])
async def test_an_attempt_ends_and_the_next_one_shows_the_message_once(
    server: Loopback, bot: Postboard, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(worker, "ATTEMPT", 0.5)
    server.faults = _faults(server, kind)
    await remind(server, bot, "lobby", "sick")
    assert (await tried(bot, "sick")).first_refused_at is None
    monkeypatch.setattr(worker, "ATTEMPT", 3600.0)
    server.faults = Faults()
    server.clock.advance(60)
    await delivered(bot)
    assert said(server, "lobby") == ["sick"]


async def test_after_the_clock_was_set_back_a_row_is_due_now(
    server: Loopback, bot: Postboard
) -> None:
    await remind(server, bot, "lobby", "from the future", ahead=2 * 60 * 60)
    await heard(server, "lobby", "from the future")


async def test_what_a_channel_refuses_for_an_hour_comes_with_the_next_interaction_there(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    world = server.world
    world.set_overwrite(world.channel("lobby"), world.bot, deny=Permission.SEND_MESSAGES)
    await bot.outbox.stop()
    await remind(server, bot, "lobby", "refused")
    begun, attempts = bot.now(), 0
    while await bot.store.queues.waiting():
        await bot.outbox.deliver_due()
        server.clock.advance(300)
        attempts += 1
        assert attempts < 30
    assert GIVE_UP <= bot.now() - begun < 2 * GIVE_UP
    assert [row.payload for row in await bot.store.queues.parked_in(world.channel("lobby").id)] == [
        "refused"
    ]
    private(await ann.slash("games", channel="games"))
    await bot.idle()
    assert said(server, "lobby") == []
    private(await ann.slash("games", channel="lobby"))
    await bot.idle()
    assert "refused" in said(server, "lobby")
    await bot.store.queues.flush()
    assert not await bot.store.queues.has_parked()


async def test_the_last_refusal_of_a_channel_is_known(server: Loopback, bot: Postboard) -> None:
    world = server.world
    lobby, allowed = world.channel("lobby"), Permission.SEND_MESSAGES
    await bot.outbox.stop()
    begun = int(bot.now())
    world.set_overwrite(lobby, world.bot, deny=allowed)
    await remind(server, bot, "lobby", "refused")
    await bot.outbox.deliver_due()
    since, code = bot.outbox.closed.refusal(lobby.id) or (0, None)
    assert since >= begun
    assert code in {50001, 50013}
    await bot.outbox.closed.load()
    assert bot.outbox.closed.refusal(lobby.id) == (since, code), "a restart keeps the moment"
    world.set_overwrite(lobby, world.bot, allow=allowed)
    server.clock.advance(3600)
    await bot.outbox.deliver_due()
    assert "refused" in said(server, "lobby")
    assert bot.outbox.closed.refusal(lobby.id) is None


async def test_what_can_only_be_an_answer_waits_for_an_interaction(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    """As in a private place, where the bot cannot post by itself."""
    await bot.outbox.stop()
    await remind(server, bot, "lobby", "answer")

    def make_answer_only(tx: Transaction) -> None:
        tx.do("UPDATE outbox SET answer_only = 1")

    await bot.store.queues.transact(make_answer_only)
    await bot.outbox.deliver_due()
    assert said(server, "lobby") == []
    assert await bot.store.queues.waiting() == []
    private(await ann.slash("games", channel="lobby"))
    await bot.idle()
    assert "answer" in said(server, "lobby")


async def test_a_game_whose_channel_was_deleted_while_no_bot_ran_ends(
    server: Loopback, database: Path, ann: Person
) -> None:
    """What is owed there tells."""
    async with bot_on(server, database) as bot:
        await begin(server)
        await bot.idle()
        server.faults = Faults(dropped_before=1)
        ann.start_slash("move", "lobby", {"move": "c3-d4"})
        await owed(bot)
        await bot.outbox.stop()
    server.faults = Faults()
    server.world.remove_channel(server.world.channel("lobby"))
    server.clock.advance(60)
    async with bot_on(server, database) as bot:
        await delivered(bot)
        await bot.store.queues.flush()
        table = await bot.lookup.get(1)
        assert table.status is Status.OVER
        assert table.started.outcome is not None
        assert table.started.outcome.is_void
        assert await bot.store.lists.of_user(await person_of(bot, ann)) == []


async def test_the_daily_cleaning_ends_the_games_of_lost_servers(
    server: Loopback, bot: Postboard
) -> None:
    await begin(server)
    await bot.idle()
    server.world.remove_bot(server.world.guild())
    while not await bot.store.servers.lost_before(int(bot.now()) + 1, (0, 0), 1):  # noqa: ASYNC110 - nothing tells
        await asyncio.sleep(0.01)
    for days, status in ((89, Status.PLAYING), (2, Status.OVER)):
        server.clock.advance(days * DAY)
        await bot.scheduler.run_due()
        assert (await bot.lookup.get(1)).status is status
    outcome = (await bot.lookup.get(1)).started.outcome
    assert outcome is not None
    assert outcome.is_void


async def test_a_table_that_waited_for_two_weeks_closes(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    card = public(await ann.slash("play", game="czech"))
    await bot.idle()
    server.clock.advance(13 * DAY)
    await bot.scheduler.run_due()
    assert (await bot.lookup.get(1)).status is Status.OPEN
    server.clock.advance(2 * DAY)
    await bot.scheduler.run_due()
    assert (await bot.lookup.get(1)).status is Status.CLOSED
    await bot.outbox.table_messages.worker.rests()
    assert not server.world.messages[card.id].buttons()


async def test_a_limit_of_the_whole_bot_loses_and_doubles_nothing(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An attempt that ends while discord.py waits for the limit would stop all requests for good.

    Here attempts are much shorter than the waits.
    """
    monkeypatch.setattr(worker, "ATTEMPT", 0.3)
    limits = Limits(overall=Window(4, 1.5))
    async with local_server(limits=limits) as server, bot_on(server, database) as bot:
        channels = ("lobby", "games", "quiet")
        for text in ("first", "second"):
            for channel in channels:
                await remind(server, bot, channel, text)
        for channel in channels:
            await heard(server, channel, "second")
        await delivered(bot)
        assert [said(server, channel) for channel in channels] == [["first", "second"]] * 3


class _InForce(GlobalLimit):
    """A limit of the whole bot that ends when it is told to."""

    ended = False
    asked = 0

    def remaining(self) -> float:
        self.asked += 1
        return 0.0 if self.ended else 0.01


async def test_a_request_that_waits_for_a_global_limit_is_not_cut_off() -> None:
    limit, opened = _InForce(), asyncio.Event()

    async def sleeping() -> str:
        await opened.wait()
        return "sent"

    task = asyncio.create_task(bounded(sleeping(), 0.01, limit))
    await until(lambda: task.done() or limit.asked > 3)
    assert not task.done()
    opened.set()
    assert await task == "sent"
    limit.ended = True
    opened.clear()
    with pytest.raises(TimeoutError):
        await bounded(sleeping(), 0.01, limit)


async def unanswered_resignation(server: Loopback, bot: Postboard, person: Person) -> None:
    """Let somebody resign while the connection breaks, so that the outbox owes the last board."""
    question = private(await person.slash("game resign"))
    server.faults = Faults(dropped_before=1)
    person.start_click(question, "Resign")
    await owed(bot)
    await bot.outbox.stop()
    await bot.idle()
    server.faults = Faults()


async def paid_late(server: Loopback, bot: Postboard) -> None:
    server.clock.advance(60)
    await bot.outbox.deliver_due()
    await bot.store.queues.flush()
    assert await bot.store.queues.waiting() == []


def newest_board(server: Loopback) -> str:
    world = server.world
    boards = [m for m in world.history(world.channel("lobby"), 0) if m.attachments]
    return boards[-1].content


async def test_the_late_end_of_a_game_is_no_newer_board_than_that_of_the_next_game(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    card = public(
        await ann.slash("play", game="czech", opponent=bo, series="best-of-3", side="white")
    )
    await bo.click(card, "Accept")
    await unanswered_resignation(server, bot, ann)
    public(await bo.slash("move", move="c3-d4"))
    await paid_late(server, bot)
    assert "Ann resigned" in said(server, "lobby")[-1]
    assert " Bo **c3-d4**" in newest_board(server)


async def test_the_late_end_of_a_game_is_no_newer_board_than_that_of_another_table(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    card = public(await ann.slash("play", game="czech", opponent=bo, side="white"))
    await bo.click(card, "Accept")
    await unanswered_resignation(server, bot, ann)
    card = public(await bo.slash("play", game="turkish", opponent=ann))
    public(await ann.click(card, "Accept"))
    await paid_late(server, bot)
    assert "Ann resigned" in said(server, "lobby")[-1]
    assert "resigned" not in newest_board(server)
