"""A message whose reply was lost is recognised, although its table has changed since."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import discord
import pytest

from bot.delivery.outbox.arrival import is_shown
from bot.delivery.outbox.composing import Composer
from bot.interactions.client import Postboard
from bot.messages.channel import boards
from bot.messages.controls import verbs
from bot.messages.controls.custom_ids import encode, for_position
from bot.messages.controls.message import Message
from bot.messages.words.locale import DEFAULT
from bot.model.boards import Boards
from bot.model.mark import Mark, MarkKind, entry_mark, read_mark
from bot.model.preferences import Preferences
from bot.model.queues import ItemKind, OutboxItem
from bot.store.queues.queues import ANSWER_LEASE
from bot.tables.commands import Accept, Answer, Decline, InviteInstead, Open, Play, Propose
from loopback import Faults, Loopback, Person
from loopback import Message as SentMessage
from loopback.exchange import Exchange
from loopback.interactions.lifecycle import SECONDS_TO_LIVE
from loopback.model.permissions import Permission
from rules.contract.core import Seat
from rules.log.events import OfferKind, Resumed
from rules.time.duration import DAY
from tests.bot.game_driver import (
    GameDriver,
    delivered,
    keep_earlier,
    owed,
    private,
    public,
    shown,
    sit_down,
)
from tests.bot.known_verbs import decode
from tests.bot.seat_changes import CZECH, move, playing
from tests.bot.table_service import ANN, BO, CY, ELSEWHERE, Service, caller
from tests.bot.test_forged_controls import one_button
from tests.bot.test_late_messages import USERS, seen
from tests.bot.timed_host import Host, host_on
from tests.loopback.waiting import until


@pytest.fixture
async def host(tmp_path: Path) -> AsyncGenerator[Host]:
    async with host_on(tmp_path) as opened:
        yield opened


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
    assert boards.message_for(table, number) is not None
    assert boards.message_for(await move(service, table), number) is None


async def reminder_of(host: Host) -> tuple[OutboxItem, Message | None]:
    """Return the only reminder that waits, as it is sent now."""
    (item,) = [row for row in await host.queues.waiting() if row.kind == ItemKind.REMINDER]
    return item, await Composer(host.lookup, host.store).compose(item)


async def test_a_reminder_keeps_its_words_whatever_follows(host: Host) -> None:
    """Its deadline is that of then, and its link leads to the board of then."""
    table = await host.game("5d")
    await host.at(4 * DAY)
    _, before = await reminder_of(host)
    assert before is not None
    given = await host.do(table, BO, Propose(OfferKind.TIME, 3))
    assert given.due_at != table.due_at
    await host.database.write("UPDATE tables SET board_id = 70, board_channel_id = ?", ELSEWHERE)
    host.restart()
    _, after = await reminder_of(host)
    assert after == before
    await host.do(table, ANN, Play("c3-d4"))
    assert (await reminder_of(host))[1] is None


async def test_a_reminder_that_tells_of_less_by_now_is_recognised(host: Host) -> None:
    await host.prefers(ANN.id, Preferences(direct=True))
    table = await host.game("5d")
    other = await host.tables.open(
        Open(table.terms, (BO,), "white"), caller(ANN, ELSEWHERE), host.request()
    )
    await host.tables.execute(other.id, caller(BO, ELSEWHERE), Accept(), host.request())
    await host.at(4 * DAY)
    _, before = await reminder_of(host)
    await host.do(table, ANN, Play("c3-d4"))
    _, after = await reminder_of(host)
    assert before is not None
    assert after is not None
    assert is_shown(after, USERS, seen(before), DEFAULT)
    assert not is_shown(before, USERS, seen(after), DEFAULT)


async def test_a_card_is_not_sent_once_there_is_a_newer_one(host: Host) -> None:
    """The newer one pings the person who is invited instead."""
    table = await host.opened(BO)
    await host.do(table, BO, Decline())
    await host.do(table, ANN, InviteInstead(BO.id, CY))
    composer = Composer(host.lookup, host.store)
    rows = [row for row in await host.queues.waiting() if row.kind == ItemKind.CARD]
    first, second = [await composer.compose(row) for row in rows]
    assert first is None
    assert second is not None
    assert second.pings == (CY.id,)


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
        host.start_slash("play", "lobby", {"game": "czech"})
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
            await ann.click(card, "Cancel game")
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
        ann.start_slash("play", "lobby", {"game": "czech"})
        await owed(bot, 1)
        server.faults = Faults()
        public(await ann.slash("play", game="czech"))
    await caught_up(server, bot)
    tables = [await bot.lookup.get(number) for number in (1, 2)]
    assert {table.card_id for table in tables} == {m.id for m in ann.sees() if not m.ephemeral}
    assert len({table.card_id for table in tables}) == 2


async def test_the_end_of_a_game_is_not_told_again_once_the_next_one_has_gone_on(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    """The board of the next game stands in the same message, and its buttons are pressed."""
    card = public(
        await ann.slash("play", game="czech", opponent=bo, series="first-to-3", side="black")
    )
    await bo.click(card, "Accept")
    offer = public(await bo.slash("game draw"))
    before = len([m for m in bo.sees() if not m.ephemeral])
    async with lost_replies(server, bot):
        lost, server.faults = server.faults, Faults()

        def answered(exchange: Exchange) -> None:
            if exchange.path.endswith("/callback"):
                server.faults = lost

        # The press is answered; the message that follows arrives, and its reply doesn't.
        server._platform.observers.append(answered)  # pyright: ignore[reportPrivateUsage]
        ann.start_click(offer, "Agree")
        await sent(bo, before + 1)
        server._platform.observers.remove(answered)  # pyright: ignore[reportPrivateUsage]
    assert [row.kind for row in await bot.store.queues.waiting()] == [ItemKind.TURNOVER]
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
    panel = private(await giver.slash("game seats"))
    question = (await giver.click(panel, "Let the computer take over …")).message
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
    panel = private(await giver.slash("game seats"))
    post = await shown(bot, giver, await giver.choose(panel, cy))
    asking = await shown(bot, cy, await cy.click(post, "Take over"))
    await shown(bot, rival, await rival.click(asking, "Agree"))
    now = [m.id for m in cy.sees() if not m.ephemeral]
    await caught_up(server, bot)
    assert [m.id for m in cy.sees() if not m.ephemeral] == now


async def test_a_press_on_a_message_proves_that_it_arrived(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    card = await card_without_reply(server, bot, ann)
    assert await bot.store.queues.waiting()
    await private_refusal(bo, card)
    assert not await bot.store.queues.waiting()
    await bot.store.queues.flush()
    assert (await bot.lookup.reread(1)).card_id == card.id


async def private_refusal(person: Person, card: SentMessage) -> None:
    """Let somebody press a button of a card that does nothing for them."""
    assert "Only the host" in private(await person.click(card, "Cancel game")).content


async def test_a_press_that_ends_a_message_deletes_its_row(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """The declined offer says so, without a button, and the offer is owed to nobody."""
    driver = await sit_down(server, bot, database)
    before = len([m for m in driver.due.sees() if not m.ephemeral])
    async with lost_replies(server, bot):
        driver.due.start_slash("game draw", "lobby", {})
        await sent(driver.due, before + 1)
    (*_, offer) = (m for m in driver.idle.sees() if not m.ephemeral)
    await driver.idle.click(offer, "Decline")
    await bot.idle()
    assert not driver.idle.present(offer).buttons()
    assert [row.kind for row in await bot.store.queues.waiting()] == []


async def without_board(server: Loopback, bot: Postboard, driver: GameDriver) -> None:
    """Let a move be written whose board never arrives."""
    await bot.outbox.stop()
    lobby = server.world.channel("lobby").id
    server.faults = Faults(dropped_before=1, channels=frozenset({lobby}))
    driver.due.start_slash("move", "lobby", {"move": "c3-d4"})
    await owed(bot)
    await bot.idle()
    server.faults = Faults()


@pytest.mark.parametrize("digest", [None, "------"], ids=["again", "another-log"])
async def test_a_press_on_another_message_proves_nothing(
    server: Loopback, bot: Postboard, database: Path, digest: str | None
) -> None:
    """The board was shown once more, or the message is from before the database went back."""
    driver = await sit_down(server, bot, database)
    await without_board(server, bot, driver)
    table = await bot.lookup.get(driver.table_id)
    mark = entry_mark(table)
    mark = replace(mark, digest=digest) if digest else replace(mark, is_again=True)
    posted = await bot.get_partial_messageable(driver.idle.place("lobby").id).send(
        "A board", file=discord.File(BytesIO(b"PNG"), f"{mark}.png"),
        view=one_button(encode(for_position(verbs.MINE, table))),
    )  # fmt: skip
    there = next(m for m in driver.idle.sees() if m.id == posted.id)
    private(await driver.idle.click(there, "Old"))
    assert [row.kind for row in await bot.store.queues.waiting()] == [ItemKind.BOARD]
    await caught_up(server, bot)
    (*_, board) = (m for m in driver.idle.sees() if not m.ephemeral)
    assert [each.filename for each in board.attachments] == [f"{entry_mark(table)}.png"]


async def test_a_press_on_a_message_from_before_the_row_proves_nothing(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """A card that is edited has the mark of the newest one, which may be on its way."""
    driver = await sit_down(server, bot, database)
    lobby = bot.get_partial_messageable(driver.due.place("lobby").id)
    posted = await lobby.send("A board")
    await without_board(server, bot, driver)
    table = await bot.lookup.get(driver.table_id)
    name = replace(for_position(verbs.MINE, table), mark=entry_mark(table))
    await posted.edit(view=one_button(encode(name)))
    there = next(m for m in driver.idle.sees() if m.id == posted.id)
    private(await driver.idle.click(there, "Old"))
    assert [row.kind for row in await bot.store.queues.waiting()] == [ItemKind.BOARD]


def marks(message: SentMessage) -> list[Mark]:
    """Return the marks in the names of a message's pictures and in its buttons, in order."""
    pictures = (read_mark(each.filename.removesuffix(".png")) for each in message.attachments)
    names = (decode(button.custom_id or "") for button in message.buttons())
    return [mark for mark in (*pictures, *(name.mark for name in names)) if mark]


async def test_a_mark_outlives_every_edit_of_its_message(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, cy: Person
) -> None:
    card = public(await ann.slash("play", game="punt-heks", opponent=bo, opponent2=cy))
    first = Mark(MarkKind.CARD, 1, 1)
    assert marks(card) == [first]
    await bo.click(card, "Decline")
    assert marks(ann.present(card)) == [first]
    await bot.idle()
    (*_, question) = (m for m in ann.sees() if not m.ephemeral)
    assert marks(question) == [Mark(MarkKind.DECLINED, 1, 1)]
    await ann.choose(question, server.person("Di"))
    await delivered(bot)
    (*_, second) = (m for m in ann.sees() if not m.ephemeral)
    assert marks(second) == [Mark(MarkKind.CARD, 1, 2)]
    for person in (cy, server.person("Di")):
        await person.click(second, "Accept")
    await bot.idle()
    await delivered(bot)
    offer = public(await cy.slash("game draw"))
    (mark,) = marks(offer)
    await ann.click(offer, "Agree")
    assert "Ann: yes" in ann.present(offer).content
    assert marks(ann.present(offer)) == [mark]


async def test_a_picture_keeps_its_name_when_its_buttons_go(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    await keep_earlier(bot, server, Boards.ALL)
    driver = await sit_down(server, bot, database)
    await driver.move("c3-d4")
    old = driver.board
    table = await bot.lookup.get(driver.table_id)
    await driver.move("b6-a5")
    await bot.store.queues.flush()
    await bot.outbox.table_messages.worker.rests()
    now = driver.due.present(old)
    assert not now.buttons()
    assert [each.filename for each in now.attachments] == [f"{entry_mark(table)}.png"]


async def test_names_and_ids_outlive_edits_of_text_and_buttons(bot: Postboard, ann: Person) -> None:
    """An edit takes away only what it names."""
    name, file = "pb4:join:1:card-1-1", discord.File(BytesIO(b"PNG"), "entry-1-2-k3x7qa.png")
    lobby = bot.get_partial_messageable(ann.place("lobby").id)
    posted = await lobby.send("A board", file=file, view=one_button(name))
    await posted.edit(content="Another text")
    (there,) = (m for m in ann.sees() if m.id == posted.id)
    assert [each.filename for each in there.attachments] == ["entry-1-2-k3x7qa.png"]
    assert [button.custom_id for button in there.buttons()] == [name]
    await posted.edit(view=None)
    assert not ann.present(there).buttons()
    assert [each.filename for each in ann.present(there).attachments] == ["entry-1-2-k3x7qa.png"]
