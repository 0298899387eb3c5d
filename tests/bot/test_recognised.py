"""A message whose reply was lost is recognised, although its table has changed since."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from bot.delivery.arrival import is_shown
from bot.interactions.client import Postboard
from bot.messages.channel import boards, cards, reminders, seats
from bot.messages.controls import recognition
from bot.messages.controls.message import Message
from bot.messages.words.locale import DEFAULT
from bot.model.pings import PingClass
from bot.model.queues import ItemKind, OutboxItem
from bot.store.queues import ANSWER_LEASE
from bot.tables.commands import Answer, OfferSeat, Propose, Resign
from loopback import Faults, Loopback, Person
from loopback import Message as SentMessage
from loopback.exchange import Exchange
from loopback.interactions.lifecycle import SECONDS_TO_LIVE
from loopback.model.permissions import Permission
from rules.contract.core import Seat
from rules.log.events import OfferKind, Resumed
from tests.bot.game_driver import delivered, owed, private, public, shown, sit_down
from tests.bot.seat_changes import CZECH, due, move, playing, seat_of
from tests.bot.table_service import ANN, BO, CHANNEL, ELSEWHERE, NOW, Service
from tests.bot.test_late_messages import seen
from tests.loopback.waiting import until


def is_like(there: Message, expected: Message) -> bool:
    return recognition.shows(there.custom_ids, expected.custom_ids)


async def test_a_card_is_recognised_whoever_came_and_whatever_is_chosen(service: Service) -> None:
    other, table = await service.opened(), await service.opened()
    first = cards.card(table)
    assert is_like(cards.card(table, choosing_level=True), first)
    (host,) = table.players
    full = cards.card(replace(table, players=(host, replace(host, user=BO))))
    assert full.custom_ids != first.custom_ids
    assert is_like(first, full)
    assert not is_like(cards.card(other), first)
    assert not is_like(first, Message(first.text)), "text alone names no table"


async def test_the_card_of_a_later_game_is_recognised_by_its_one_button(service: Service) -> None:
    other, table = await service.opened(), await service.opened()
    later = cards.card(replace(table, game_number=2))
    assert is_like(later, later)
    assert not is_like(cards.card(replace(other, game_number=2)), later)


async def test_a_board_is_recognised_by_its_position_and_its_end(service: Service) -> None:
    table = await playing(service, CZECH)
    first = await boards.board(table)
    second = await boards.board(await move(service, table))
    ended = await boards.board(await service.do(table, ANN, Resign()))
    shown_at = [first, second, ended]
    assert [[is_like(a, b) for b in shown_at] for a in shown_at[:2]] == [
        [True, False, False],
        [False, True, False],
    ]
    assert is_like(ended, ended)


async def test_the_board_after_a_pause_is_not_shown_once_play_has_gone_on(service: Service) -> None:
    """The entry of the move shows it."""
    table = await playing(service, CZECH)
    for kind, days in ((OfferKind.PAUSE, 3), (OfferKind.RESUME, 0)):
        asked = await service.do(table, ANN, Propose(kind, days))
        offer = asked.started.offer
        assert offer is not None
        table = await service.do(asked, BO, Answer(offer.number, agree=True))
    number = len(table.started.entries)
    assert isinstance(table.started.entries[-1].event, Resumed)
    assert await boards.message_for(table, number) is not None
    assert await boards.message_for(await move(service, table), number) is None


async def test_a_seat_is_recognised_while_play_goes_on(service: Service) -> None:
    table = await move(service, await playing(service, CZECH))
    giver = ANN if due(table) == BO else BO
    table = await service.do(table, giver, OfferSeat())
    before = seats.looking(table, seat_of(table, giver))
    after = seats.looking(await move(service, table), seat_of(table, giver))
    assert before is not None
    assert after is not None
    assert before.custom_ids != after.custom_ids
    assert is_like(before, after)


async def test_a_reminder_is_recognised_wherever_the_board_stands_by_now(service: Service) -> None:
    """Its link says the channel: the board there was late, or has been shown once more."""
    table = await service.playing()
    item = OutboxItem(kind=ItemKind.REMINDER, dedupe="reminder:1", created_at=NOW)

    def told(shown_at: tuple[int, int] | None) -> Message:
        post = reminders.reminder(
            ANN.id, [reminders.Subject(table, PingClass.TURN, shown_at)], direct=False
        )
        assert post is not None
        return post

    posts = [told(None), told((CHANNEL, 50)), told((CHANNEL, 70))]
    for before, after in product(posts, repeat=2):
        assert is_shown(after, item, seen(before), DEFAULT)
    for post in posts:
        assert not is_shown(post, item, seen(told((ELSEWHERE, 50))), DEFAULT)


def test_what_cannot_be_read_is_not_recognised() -> None:
    assert not recognition.shows(["pb0:menu:1", "?"], ["pb0:menu:1", "?"])


@asynccontextmanager
async def lost_replies(server: Loopback, bot: Postboard) -> AsyncGenerator[None]:
    """Lose the replies to what the bot sends meanwhile, and leave the rows to nobody."""
    await bot.outbox.stop()
    lobby = server.world.channel("lobby").id
    server.faults = Faults(dropped_after=1, channels=frozenset({lobby}))
    yield
    await bot.idle()
    server.faults = Faults()


async def card_without_reply(server: Loopback, bot: Postboard, host: Person) -> SentMessage:
    """Return the card of a table whose reply is lost, as its host sees it."""
    async with lost_replies(server, bot):
        host.start_slash("play czech", "lobby", {})
        await sent(host, 1)
    (card,) = (message for message in host.sees() if not message.ephemeral)
    return card


async def caught_up(server: Loopback, bot: Postboard) -> None:
    """Let the rows be worked on once no interaction can carry them."""
    server.clock.advance(SECONDS_TO_LIVE + ANSWER_LEASE)
    await delivered(bot)


async def sent(person: Person, count: int) -> None:
    """Wait until a person sees this many messages for all."""
    await until(lambda: len([m for m in person.sees() if not m.ephemeral]) >= count)


async def test_a_card_on_which_a_level_is_chosen_is_not_sent_again(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    card = await card_without_reply(server, bot, ann)
    await ann.click(card, "Play the computer")
    await caught_up(server, bot)
    assert [message for message in ann.sees() if not message.ephemeral] == [ann.present(card)]
    assert (await bot.lookup.get(1)).card_id == card.id


async def test_a_card_that_is_closed_while_it_is_looked_for_is_not_sent_again(
    server: Loopback, bot: Postboard, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = await card_without_reply(server, bot, ann)
    compose = bot.outbox.composer.compose

    async def closed_then(item: OutboxItem) -> Message | None:
        post = await compose(item)
        if post is not None:
            await ann.click(card, "Close")
        return post

    monkeypatch.setattr(bot.outbox.composer, "compose", closed_then)
    await caught_up(server, bot)
    assert [message for message in ann.sees() if not message.ephemeral] == [ann.present(card)]
    assert not ann.present(card).components
    assert not await bot.store.queues.waiting()


async def test_nothing_is_sent_again_where_the_bot_may_not_look(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    """The channel is closed to the bot as it looks, and open again as it would send."""
    await card_without_reply(server, bot, ann)
    world = server.world
    lobby = world.channel("lobby")
    world.set_overwrite(lobby, world.bot, deny=Permission.VIEW_CHANNEL)

    def refused(exchange: Exchange) -> None:
        if exchange.method == "GET" and exchange.status == 403:
            world.set_overwrite(lobby, world.bot)

    server._platform.observers.append(refused)  # pyright: ignore[reportPrivateUsage]
    server.clock.advance(SECONDS_TO_LIVE + ANSWER_LEASE)
    await bot.outbox.deliver_due()
    await caught_up(server, bot)
    assert len([message for message in ann.sees() if not message.ephemeral]) == 1


async def test_a_card_of_the_same_words_is_not_taken_for_another(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    async with lost_replies(server, bot):
        server.faults = replace(server.faults, dropped_before=1)
        ann.start_slash("play czech", "lobby", {})
        await owed(bot, 1)
        server.faults = Faults()
        public(await ann.slash("play czech"))
    await caught_up(server, bot)
    tables = [await bot.lookup.get(number) for number in (1, 2)]
    assert {table.card_id for table in tables} == {m.id for m in ann.sees() if not m.ephemeral}
    assert len({table.card_id for table in tables}) == 2


async def test_the_end_of_a_game_is_not_told_again_once_the_next_one_has_gone_on(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    """The board of the next game stands in the same message, and its buttons are pressed."""
    card = public(await ann.slash("play czech", opponent=bo, series="first-to-3", side="black"))
    await bo.click(card, "Accept")
    public(await bo.slash("draw"))
    before = len([m for m in bo.sees() if not m.ephemeral])
    async with lost_replies(server, bot):
        ann.start_slash("draw", "lobby", {})
        await sent(bo, before + 1)
    (*_, turnover) = (m for m in bo.sees() if not m.ephemeral)
    assert len(turnover.attachments) == 2
    public(await ann.slash("move", move="c3-d4"))
    now = [m.id for m in bo.sees() if not m.ephemeral]
    await caught_up(server, bot)
    assert [m.id for m in bo.sees() if not m.ephemeral] == now


async def test_a_board_is_not_sent_again_though_a_computer_came(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    giver, rival = driver.people[Seat(0)], driver.people[Seat(1)]
    before = len([m for m in rival.sees() if not m.ephemeral])
    async with lost_replies(server, bot):
        giver.start_slash("move", "lobby", {"move": "c3-d4"})
        await sent(rival, before + 1)
    panel = private(await giver.slash("seats"))
    question = (await giver.click(panel, "Let the computer play on …")).message
    assert question is not None
    asking = await shown(bot, giver, await giver.choose(question, "2"))
    await shown(bot, rival, await rival.click(asking, "Agree"))
    now = [m.id for m in rival.sees() if not m.ephemeral]
    await caught_up(server, bot)
    assert [m.id for m in rival.sees() if not m.ephemeral] == now


@pytest.mark.parametrize("seat", [Seat(0), Seat(1)], ids=["idle", "due"])
async def test_a_board_is_not_sent_again_though_somebody_took_a_seat(
    server: Loopback, bot: Postboard, database: Path, cy: Person, seat: Seat
) -> None:
    driver = await sit_down(server, bot, database)
    mover = driver.people[Seat(0)]
    before = len([m for m in cy.sees() if not m.ephemeral])
    async with lost_replies(server, bot):
        mover.start_slash("move", "lobby", {"move": "c3-d4"})
        await sent(cy, before + 1)
    giver, rival = driver.people[seat], driver.people[Seat(1 - seat)]
    panel = private(await giver.slash("seats"))
    post = await shown(bot, giver, await giver.choose(panel, cy))
    asking = await shown(bot, cy, await cy.click(post, "Take this seat"))
    await shown(bot, rival, await rival.click(asking, "Agree"))
    now = [m.id for m in cy.sees() if not m.ephemeral]
    await caught_up(server, bot)
    assert [m.id for m in cy.sees() if not m.ephemeral] == now
