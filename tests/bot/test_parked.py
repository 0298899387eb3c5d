"""Messages that wait for an interaction: sent along once, whoever presses meanwhile."""

import asyncio
import logging

import pytest

from bot.delivery.outbox.attempt import Attempt
from bot.interactions.client import Postboard
from bot.store.queues.queues import unpark
from bot.store.sql.database import Transaction
from loopback import Loopback, Message, Person
from loopback.model.permissions import Permission
from rules.time.duration import HOUR
from tests.bot.game_driver import delivered, private, public, shown
from tests.bot.held_file import keep_unwritten
from tests.bot.test_anywhere import private_place
from tests.bot.test_outbox import remind, said
from tests.loopback.waiting import until

_STEPS = 20
"""Reads of the database that somebody who may go on takes at most before they send something."""


@pytest.fixture
def people(ann: Person, bo: Person, cy: Person) -> tuple[Person, Person, Person]:
    return ann, bo, cy


@pytest.fixture
async def board(server: Loopback, bot: Postboard, people: tuple[Person, Person, Person]) -> Message:
    """Return the board of a game in a group, where a proposal has lapsed meanwhile."""
    ann, bo, cy = people
    place = private_place(server, ann, bo, cy)
    card = public(await ann.slash("play", game="czech", channel=place.id, opponent=bo))
    board = await shown(bot, bo, await bo.click(card, "Accept"))
    seats = private(await ann.click(private(await ann.click(board, "Menu")), "Seats"))
    offer = await shown(bot, ann, await ann.click(seats, "Offer it to anyone"))
    await shown(bot, cy, await cy.click(offer, "Take over"))
    await delivered(bot)
    server.clock.advance(72 * HOUR + 61)
    await bot.scheduler.run_due()
    await parked(bot, place.id)
    return board


async def parked(bot: Postboard, channel_id: int) -> None:
    """Wait until the bot knows of a parked message."""
    while not await bot.store.queues.parked_in(channel_id):
        await bot.outbox.deliver_due()
        await asyncio.sleep(0.01)
    await bot.outbox.deliver_due()


def news(person: Person, board: Message) -> list[str]:
    """Return what the group was told of the proposal."""
    texts = [m.content for m in person.sees(board.channel_id) if not m.ephemeral]
    return [text for text in texts if "expired" in text]


class Held:
    """Deliveries of parked messages, each held before it sends anything."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.arrived = 0
        self.gate = asyncio.Event()
        monkeypatch.setattr(Attempt, "found", self._found)

    async def _found(self) -> None:
        self.arrived += 1
        await self.gate.wait()


async def go_on(bot: Postboard, channel_id: int) -> None:
    """Let whoever may go on do so, up to a request to Discord."""
    for _ in range(_STEPS):
        await bot.store.queues.parked_in(channel_id)


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Held:
    return Held(monkeypatch)


async def test_two_people_press_while_a_message_is_sent_along(
    bot: Postboard, ann: Person, bo: Person, board: Message, held: Held
) -> None:
    first = bo.start_click(board, "My view")
    await until(lambda: held.arrived == 1)
    await bot.outbox.deliver_due()
    private(await ann.click(board, "My view"))
    await go_on(bot, board.channel_id)
    held.gate.set()
    private(await bo.outcome(first))
    await bot.idle()
    assert len(news(ann, board)) == 1
    await delivered(bot)
    assert not await bot.store.queues.has_parked()


async def test_a_message_that_is_sent_along_is_not_tried_again_meanwhile(
    server: Loopback, bot: Postboard, ann: Person, held: Held
) -> None:
    """Twice a day a channel that refused a message is tried again."""
    world = server.world
    lobby = world.channel("lobby")
    world.set_overwrite(lobby, world.bot, deny=Permission.SEND_MESSAGES)
    await bot.outbox.stop()
    await remind(server, bot, "lobby", "refused")
    await bot.store.queues.transact(_park)
    await parked(bot, lobby.id)
    press = ann.start_slash("games", lobby.id)
    await until(lambda: held.arrived == 1)
    world.set_overwrite(lobby, world.bot)
    await bot.store.queues.transact(lambda tx: unpark(tx, lobby.id, int(bot.now())))
    trying = asyncio.create_task(bot.outbox.deliver_due())
    await go_on(bot, lobby.id)
    held.gate.set()
    private(await ann.outcome(press))
    await trying
    await delivered(bot)
    assert said(server, "lobby").count("refused") == 1


def _park(tx: Transaction) -> None:
    tx.do("UPDATE outbox SET parked = 1")


async def test_what_could_not_be_sent_along_comes_with_the_next_answer(
    bot: Postboard, ann: Person, board: Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("bot.delivery.outbox.outbox.ATTEMPT", 0.0)
        private(await ann.click(board, "My view"))
        await bot.idle()
    assert news(ann, board) == []
    await parked(bot, board.channel_id)
    private(await ann.click(board, "My view"))
    await bot.idle()
    assert len(news(ann, board)) == 1


async def test_what_cannot_be_claimed_stays_parked(
    bot: Postboard, ann: Person, board: Message, caplog: pytest.LogCaptureFixture
) -> None:
    opened = bot.store.queues._db  # pyright: ignore[reportPrivateUsage]
    await keep_unwritten(opened, unwritten=True)
    private(await ann.click(board, "My view"))
    await bot.idle()
    await keep_unwritten(opened, unwritten=False)
    assert news(ann, board) == []
    assert any("Couldn't send the parked" in record.getMessage() for record in caplog.records)
    assert not any(record.exc_info for record in caplog.records if record.levelno >= logging.ERROR)
    await parked(bot, board.channel_id)
    private(await ann.click(board, "My view"))
    await bot.idle()
    assert len(news(ann, board)) == 1
