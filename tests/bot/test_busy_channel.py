"""A channel hosts one running game; for more there are threads."""

from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.model.caller import Caller, User
from bot.model.table import Request, Status
from bot.tables.commands import Join
from loopback import Loopback, Permission, Person
from tests.bot.game_driver import (
    answered,
    card_of,
    delivered,
    labels,
    private,
    public,
    shown,
    sit_down,
)
from tests.bot.test_lobby import open_table, table_of
from tests.bot.who import person_of


async def test_a_busy_channel_offers_a_thread(
    server: Loopback, bot: Postboard, database: Path, cy: Person, bo: Person
) -> None:
    await sit_down(server, bot, database)
    offer = private(await cy.slash("play", game="czech", side="white"))
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
    assert labels(card) == {"Join", "Cancel game", "Play the computer", "Options"}
    assert [m for m in bo.sees("lobby")[before:] if not m.ephemeral and m.buttons()] == []
    board = await shown(bot, bo, await bo.click(card, "Join"))
    assert board.channel_id == thread.id
    moved = await cy.slash("move", channel=thread.id, move="c3-d4")
    assert public(moved).channel_id == thread.id


async def test_a_game_that_waits_for_nobody_begins_in_its_thread(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    """The computer has the other seat, so nobody has to press Begin."""
    await sit_down(server, bot, database)
    offer = private(await cy.slash("play", game="czech", values={"level": 1, "side": "white"}))
    told = await cy.click(offer, "Open a thread")
    table = await table_of(bot, cy)
    assert table.status is Status.PLAYING
    assert private(told).content == f"Your game is in <#{table.channel_id}>."
    await delivered(bot)
    (board,) = cy.sees(table.channel_id)
    assert board.pings == {cy.id}
    assert "Move" in labels(board)
    assert board.attachments


async def test_dice_wait_for_a_press_in_a_thread_too(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await sit_down(server, bot, database)
    offer = private(await cy.slash("play", game="hypergammon", values={"level": 1}))
    await cy.click(offer, "Open a thread")
    table = await table_of(bot, cy)
    assert table.status is Status.OPEN
    await delivered(bot)
    card = cy.sees(table.channel_id)[-1]
    assert "Everyone's here. Press **Start**.\n" in card.content
    board = await shown(bot, cy, await cy.click(card, "Start"))
    assert "Opening roll: " in board.content


async def test_only_who_asked_opens_the_thread_and_only_once(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await sit_down(server, bot, database)
    offer = private(await cy.slash("play", game="czech"))
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
    offer = private(await cy.slash("play", game="czech", opponent=bo))
    await cy.click(offer, "Open a thread")
    thread = (await table_of(bot, cy)).channel_id
    await delivered(bot)
    (card,) = [message for message in bo.sees(thread) if message.buttons()]
    assert card.pings == {bo.id}
    await bo.click(card, "Accept")
    refused = private(await cy.slash("play", game="czech", channel=thread))
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
    offer = private(await cy.slash("play", game="czech"))
    refused = private(await cy.click(offer, "Open a thread"))
    assert "Create Public Threads" in refused.content
    assert "Send Messages in Threads" in refused.content
    assert list(server.world.threads_of(server.world.guild())) == []
    server.world.set_overwrite(lobby, server.world.bot)
    again = await cy.click(offer, "Open a thread")
    assert "Your game is in" in private(again).content


def forbid_threads(server: Loopback) -> None:
    lobby = server.world.channel("lobby")
    missing = int(Permission.CREATE_PUBLIC_THREADS)
    server.world.set_overwrite(lobby, server.world.bot, deny=missing)


@pytest.mark.parametrize("press", ["Join", "Accept"])
async def test_a_table_goes_into_a_thread_under_its_card_where_the_channel_is_busy(
    server: Loopback, bot: Postboard, people: list[Person], press: str
) -> None:
    """Both tables were opened while the channel was free."""
    ann, bo, cy, di = people
    first = await open_table(ann, opponent=bo)
    second = await open_table(cy) if press == "Join" else await open_table(cy, opponent=di)
    await bo.click(first, "Accept")
    reply = await di.click(second, press)
    assert reply.updated
    table = await table_of(bot, cy)
    assert table.status is Status.PLAYING
    assert table.channel_id == second.id, "a thread has the number of its message"
    assert f"· in <#{table.channel_id}>" in public(reply).content
    assert not public(reply).buttons()
    await delivered(bot)
    (board,) = [m for m in di.sees(table.channel_id) if m.buttons()]
    assert "You're ⚪ White and move first" in board.content
    assert len(board.pings) == 1
    moved = await server.person(next(iter(board.pings))).click(board, "Move")
    assert private(moved).buttons()


async def test_dice_wait_in_the_thread_for_a_press(
    bot: Postboard, ann: Person, bo: Person, cy: Person, di: Person
) -> None:
    """The press that begins a game with dice has a number that nobody knew before."""
    first = await open_table(ann, opponent=bo)
    second = await card_of(bot, cy, await cy.slash("play", game="hypergammon"))
    await bo.click(first, "Accept")
    turned = public(await di.click(second, "Join"))
    table = await table_of(bot, cy)
    assert table.status is Status.OPEN
    assert table.channel_id == second.id
    assert f"<#{table.channel_id}>" in turned.content
    await delivered(bot)
    (card,) = [m for m in di.sees(table.channel_id) if m.buttons()]
    assert labels(card) == {"Start", "Leave", "Cancel game", "Options"}
    board = await shown(bot, di, await di.click(card, "Start"))
    assert "Opening roll: " in board.content


async def test_without_threads_a_full_table_waits_with_begin(
    server: Loopback, bot: Postboard, people: list[Person]
) -> None:
    ann, bo, cy, di = people
    forbid_threads(server)
    first = await open_table(ann, opponent=bo)
    second = await open_table(cy)
    await bo.click(first, "Accept")
    card = public(await di.click(second, "Join"))
    assert "Everyone's here" in card.content
    assert labels(card) == {"Start", "Leave", "Cancel game", "Options"}
    refused = private(await cy.click(card, "Start")).content
    assert refused.endswith("Press **Start** once it's finished.")
    assert (await table_of(bot, cy)).status is Status.OPEN
    question = private(await ann.slash("game resign"))
    await ann.click(question, "Resign")
    assert "Only players can start" in private(await ann.click(card, "Start")).content
    board = await shown(bot, di, await di.click(card, "Start"))
    assert "You're ⚪ White and move first" in board.content


async def test_two_presses_of_begin_at_once_make_one_game(
    server: Loopback, bot: Postboard, people: list[Person]
) -> None:
    ann, bo, cy, di = people
    forbid_threads(server)
    first = await open_table(ann, opponent=bo)
    second = await open_table(cy)
    await bo.click(first, "Accept")
    card = public(await di.click(second, "Join"))
    question = private(await ann.slash("game resign"))
    await ann.click(question, "Resign")
    presses = [cy.start_click(card, "Start"), di.start_click(card, "Start")]
    replies = [await cy.outcome(presses[0]), await di.outcome(presses[1])]
    assert sorted(answered(reply).ephemeral for reply in replies) == [False, True]
    refused = next(reply for reply in replies if reply.message and reply.message.ephemeral)
    assert "already started" in private(refused).content
    assert (await table_of(bot, cy)).status is Status.PLAYING


@pytest.mark.parametrize("begun", [False, True], ids=["waits", "begun"])
async def test_a_refused_press_refreshes_a_card_that_a_kill_kept_as_it_was(
    server: Loopback, bot: Postboard, cy: Person, bo: Person, *, begun: bool
) -> None:
    """The last place was taken, and nobody turned the card."""
    ann, card = server.person("Ann"), public(await cy.slash("play", game="czech", side="white"))
    await bot.idle()
    table = await table_of(bot, cy)
    if not begun:
        await ann.click(public(await bo.slash("play", game="czech", opponent=ann)), "Accept")
    caller = Caller(User(await person_of(bot, bo), bo.name), table.place)
    await bot.tables.execute(table.id, caller, Join(), Request("1" * 19))
    assert "Join" in labels(bo.present(card))
    refused = await server.person("Ann").click(card, "Join")
    await bot.idle()
    assert labels(bo.present(card)) == (
        set() if begun else {"Start", "Leave", "Cancel game", "Options"}
    )
    assert any(
        m.ephemeral for m in server.person("Ann").sees() if m.id in refused.interaction.made_ids
    )
