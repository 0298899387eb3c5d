"""A channel hosts one running game; for more there are threads."""

from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.model.table import Status
from loopback import Loopback, Permission, Person
from tests.bot.game_driver import answered, delivered, labels, private, public, sit_down
from tests.bot.test_lobby import as_it_stands, open_table, table_of


async def test_a_busy_channel_offers_a_thread(
    server: Loopback, bot: Postboard, database: Path, cy: Person, bo: Person
) -> None:
    await sit_down(server, bot, database)
    offer = private(await cy.slash("play czech", side="white"))
    assert "Ann" in offer.content
    assert "Bo" in offer.content
    assert labels(offer) == {"Open a thread"}
    before = len(bo.sees("lobby"))
    told = await cy.click(offer, "Open a thread")
    assert told.updated
    table = await table_of(bot, cy)
    assert f"<#{table.channel_id}>" in private(told).content
    thread = server.world.channel(table.channel_id)
    await delivered(bot)
    assert thread.thread is not None
    assert "Czech draughts" in thread.name
    (card,) = [message for message in bo.sees(thread) if message.buttons()]
    assert labels(card) == {"Join", "Leave", "Start", "Close", "Play the computer"}
    assert [m for m in bo.sees("lobby")[before:] if not m.ephemeral and m.buttons()] == []
    card = public(await bo.click(card, "Join"))
    board = public(await bo.click(card, "Start"))
    assert board.channel_id == thread.id
    moved = await cy.slash("move", channel=thread.id, move="c3-d4")
    assert public(moved).channel_id == thread.id


async def test_only_who_asked_opens_the_thread_and_only_once(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await sit_down(server, bot, database)
    offer = private(await cy.slash("play czech"))
    presses = [cy.start_click(offer, "Open a thread") for _ in range(2)]
    for press in presses:
        await cy.outcome(press)
    await bot.idle()
    threads = list(server.world.threads_of(server.world.guild()))
    assert len(threads) == 1


async def test_a_thread_keeps_to_one_game(
    server: Loopback, bot: Postboard, database: Path, bo: Person, cy: Person
) -> None:
    await sit_down(server, bot, database)
    offer = private(await cy.slash("play czech", opponent=bo))
    await cy.click(offer, "Open a thread")
    thread = (await table_of(bot, cy)).channel_id
    await delivered(bot)
    (card,) = [message for message in bo.sees(thread) if message.buttons()]
    assert card.pings == {bo.id}
    public(await bo.click(card, "Accept"))
    refused = private(await cy.slash("play czech", channel=thread))
    assert "thread" in refused.content
    assert not refused.buttons()


@pytest.mark.parametrize(
    "missing", [Permission.CREATE_PUBLIC_THREADS, Permission.SEND_MESSAGES_IN_THREADS]
)
async def test_a_bot_that_may_not_open_threads_says_what_it_needs(
    server: Loopback, bot: Postboard, database: Path, cy: Person, missing: Permission
) -> None:
    await sit_down(server, bot, database)
    lobby = server.world.channel("lobby")
    server.world.set_overwrite(lobby, server.world.bot, deny=int(missing))
    offer = private(await cy.slash("play czech"))
    refused = private(await cy.click(offer, "Open a thread"))
    assert "Create Public Threads" in refused.content
    assert "Send Messages in Threads" in refused.content
    assert list(server.world.threads_of(server.world.guild())) == []
    server.world.set_overwrite(lobby, server.world.bot)
    again = await cy.click(offer, "Open a thread")
    assert "Your table stands in" in private(again).content


async def test_a_second_game_does_not_start_in_the_channel(
    bot: Postboard, ann: Person, bo: Person, cy: Person, di: Person
) -> None:
    """Both tables were opened while the channel was free; the second has to wait."""
    first = await open_table(ann, opponent=bo)
    second = await open_table(cy)
    second = public(await di.click(second, "Join"))
    public(await bo.click(first, "Accept"))
    refused = private(await cy.click(second, "Start"))
    assert "Another game is running" in refused.content
    assert (await table_of(bot, cy)).status is Status.OPEN
    question = private(await ann.slash("resign"))
    public(await ann.click(question, "Resign"))
    board = public(await cy.click(second, "Start"))
    assert "to move as ⚪ White" in board.content


async def test_an_invitation_accepted_in_a_busy_channel_is_kept(
    bot: Postboard, ann: Person, bo: Person, cy: Person, di: Person
) -> None:
    first = await open_table(ann, opponent=bo)
    second = await open_table(cy, opponent=di)
    public(await bo.click(first, "Accept"))
    refused = private(await di.click(second, "Accept"))
    assert "Another game is running" in refused.content
    await bot.idle()
    card = as_it_stands(cy, second)
    question = private(await bo.slash("resign"))
    public(await bo.click(question, "Resign"))
    assert "Start" in labels(card)
    reply = await cy.click(card, "Start")
    assert "to move as ⚪ White" in public(reply).content


async def test_two_starts_at_once_make_one_game(ann: Person, bo: Person, bot: Postboard) -> None:
    card = await open_table(ann)
    card = public(await bo.click(card, "Join"))
    presses = [ann.start_click(card, "Start"), bo.start_click(card, "Start")]
    replies = [await ann.outcome(presses[0]), await bo.outcome(presses[1])]
    assert sorted(answered(reply).ephemeral for reply in replies) == [False, True]
    refused = next(reply for reply in replies if reply.ephemeral)
    assert "started already" in private(refused).content
    assert (await table_of(bot, ann)).status is Status.PLAYING
