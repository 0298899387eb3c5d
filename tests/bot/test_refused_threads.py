"""Threads that Discord refuses: each refusal says why, and what helps."""

from pathlib import Path

import discord
import pytest

from bot.interactions.client import Postboard
from loopback import Loopback, Message, Permission, Person
from loopback.errors import ErrorCode
from loopback.model.channels import Channel
from loopback.world import threads
from tests.bot.game_driver import (
    answered,
    delivered,
    labels,
    owed,
    private,
    public,
    shown,
    sit_down,
)

THREADS = "/channels/{channel}/threads"
UNDER_CARD = "/channels/{channel}/messages/{message}/threads"
REFUSALS = {
    ErrorCode.MISSING_PERMISSIONS: "Create Public Threads",
    ErrorCode.WRONG_CHANNEL_TYPE: "> in a text channel.",
    ErrorCode.LOCKED_THREAD: "is locked",
    ErrorCode.TOO_MANY_THREADS: "Archive some",
    ErrorCode.TOO_MANY_ANNOUNCEMENT_THREADS: "Archive some",
    ErrorCode.BLOCKED_TITLE: "AutoMod",
    ErrorCode.INVALID_FORM: "Try another channel",
}


def names(error: ErrorCode) -> str:
    return error.name.lower()


async def offered(server: Loopback, bot: Postboard, database: Path, cy: Person) -> Message:
    """Return the offer of a thread in a channel in which a game runs."""
    await sit_down(server, bot, database)
    return private(await cy.slash("play", game="czech"))


async def waiting(server: Loopback, bot: Postboard, database: Path) -> Message:
    """Return the card of Cy's table, for which Di is invited, in a channel in which a game runs."""
    cy, di = server.person("Cy"), server.person("Di")
    card = public(await cy.slash("play", game="turkish", opponent=di))
    await sit_down(server, bot, database)
    return card


@pytest.mark.parametrize("error", REFUSALS, ids=names)
async def test_a_thread_that_is_refused_says_why(
    server: Loopback,
    bot: Postboard,
    database: Path,
    error: ErrorCode,
    caplog: pytest.LogCaptureFixture,
) -> None:
    cy = server.person("Cy")
    offer = await offered(server, bot, database, cy)
    server.refusals[THREADS] = error
    told = private(await cy.click(offer, "Open a thread")).content
    assert REFUSALS[error] in told
    assert not [record for record in caplog.records if record.exc_info]
    server.refusals.clear()
    answered(await cy.click(offer, "Open a thread"))
    await delivered(bot)
    assert [message for message in cy.sees(made(server)[0]) if message.buttons()]


@pytest.mark.parametrize("error", REFUSALS, ids=names)
async def test_a_thread_under_a_card_that_is_refused_says_why_and_the_game_waits(
    server: Loopback,
    bot: Postboard,
    database: Path,
    error: ErrorCode,
    caplog: pytest.LogCaptureFixture,
) -> None:
    di = server.person("Di")
    card = await waiting(server, bot, database)
    server.refusals[UNDER_CARD] = error
    reply = await di.click(card, "Accept")
    await bot.idle()
    assert reply.failed is None
    told = [each.content for each in di.sees() if each.audience == di.id][-1]
    assert REFUSALS[error] in told
    assert "Press **Start**" in told
    assert "Start" in labels(di.present(card))
    assert not [record for record in caplog.records if record.exc_info]


async def test_a_locked_thread_under_a_card_is_not_used(
    server: Loopback, bot: Postboard, database: Path, di: Person
) -> None:
    """Somebody made a thread of the card, and a moderator locked it."""
    card = await waiting(server, bot, database)
    lobby, cy = server.world.channel("lobby"), server.person("Cy")
    thread = threads.open_thread(server.world, lobby, "talk", cy.user, message=card)
    assert thread.thread is not None
    thread.thread.locked = True
    await di.click(card, "Accept")
    await bot.idle()
    assert "is locked" in [each.content for each in di.sees() if each.audience == di.id][-1]
    assert "Start" in labels(di.present(card))


@pytest.mark.parametrize(("count", "opens"), [(2, True), (3, False)])
async def test_a_server_has_only_so_many_open_threads(
    server: Loopback, bot: Postboard, database: Path, count: int, *, opens: bool
) -> None:
    lobby, cy = server.world.channel("lobby"), server.person("Cy")
    for number in range(count):
        threads.open_thread(server.world, lobby, f"old {number}", cy.user)
    offer = await offered(server, bot, database, cy)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threads, "MOST_ACTIVE", 3)
        told = private(await cy.click(offer, "Open a thread")).content
    assert ("Your game is in" in told) is opens
    assert ("no room for more threads" in told) is not opens


@pytest.mark.parametrize(("most", "is_full"), [(2, False), (1, True)])
async def test_a_thread_that_is_full_says_so(
    server: Loopback, bot: Postboard, database: Path, most: int, *, is_full: bool
) -> None:
    """The bot, which opens it, takes a place, too."""
    cy = server.person("Cy")
    offer = await offered(server, bot, database, cy)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(threads, "MOST_IN_THREAD", most)
        told = private(await cy.click(offer, "Open a thread")).content
    assert "Your game is in" in told
    assert ("This thread is full" in told) is is_full


def made(server: Loopback) -> list[Channel]:
    return [each for each in server.world.channels.values() if each.thread]


def members(thread: Channel) -> set[int]:
    assert thread.thread is not None
    return thread.thread.member_ids


def bot_and(server: Loopback, *people: Person) -> set[int]:
    return {server.world.bot.id, *(person.id for person in people)}


async def test_the_host_and_the_invited_are_in_a_thread_of_its_own(
    server: Loopback, bot: Postboard, ann: Person, bo: Person
) -> None:
    values: dict[str, str | bool | Person] = {"opponent": bo, "thread": True}
    private(await ann.slash("play", game="czech", values=values))
    await delivered(bot)
    (thread,) = made(server)
    assert members(thread) == bot_and(server, ann, bo)
    (card,) = [message for message in ann.sees(thread) if message.buttons()]
    assert card.pings == {bo.id}, "the host isn't pinged"


async def test_the_host_alone_is_in_the_thread_of_an_open_table(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await cy.click(await offered(server, bot, database, cy), "Open a thread")
    await delivered(bot)
    assert members(made(server)[0]) == bot_and(server, cy)


async def test_the_host_is_in_the_thread_of_a_game_against_the_computer(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await sit_down(server, bot, database)
    offer = private(await cy.slash("play", game="czech", values={"level": 1, "side": "white"}))
    await cy.click(offer, "Open a thread")
    await delivered(bot)
    assert members(made(server)[0]) == bot_and(server, cy)


async def test_all_who_play_are_in_the_thread_under_their_card(
    server: Loopback, bot: Postboard, database: Path, cy: Person, di: Person
) -> None:
    card = await waiting(server, bot, database)
    await di.click(card, "Accept")
    await delivered(bot)
    (thread,) = made(server)
    assert members(thread) == bot_and(server, cy, di)
    (board,) = [message for message in di.sees(thread) if message.buttons()]
    assert len(board.pings) == 1


async def test_a_table_in_somebodys_thread_adds_whom_it_mentions(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, di: Person
) -> None:
    """Ann looks at Di's thread without being in it; the board that is hers to answer adds her."""
    lobby = server.world.channel("lobby")
    thread = threads.open_thread(server.world, lobby, "club", di.user)
    card = public(await ann.slash("play", game="czech", channel=thread, opponent=bo))
    assert members(thread) == {di.id, bo.id}
    await shown(bot, bo, await bo.click(card, "Accept"))
    table = await bot.lookup.running_in(thread.id)
    assert table is not None
    assert table.due is not None
    due = server.person(table.due.user.name)
    assert members(thread) == {di.id, bo.id, due.id}


async def test_a_message_that_automod_blocks_says_so(
    server: Loopback,
    bot: Postboard,
    ann: Person,
    bo: Person,
    caplog: pytest.LogCaptureFixture,
) -> None:
    server.world.guild().blocked_words.add("draughts")
    refused = private(await ann.slash("play", game="czech", opponent=bo)).content
    assert "AutoMod hides my message" in refused
    assert not [record for record in caplog.records if record.exc_info]
    server.world.guild().blocked_words.clear()
    await delivered(bot)
    (card,) = [message for message in bo.sees() if "Accept" in labels(message)]
    server.world.guild().blocked_words.add("draughts")
    reply = await bo.click(card, "Accept")
    await bot.idle()
    assert reply.failed is None
    assert "AutoMod" in private(reply).content


async def test_slow_mode_that_holds_for_the_bot_delays_its_messages_and_loses_none(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """Discord's documents spare bots. The board can't be an answer, so it goes to the channel."""
    driver = await sit_down(server, bot, database)
    lobby = server.world.channel("lobby")
    lobby.slowmode, lobby.slows_bots = 60, True
    place = bot.get_channel(lobby.id)
    assert isinstance(place, discord.TextChannel)
    await place.send("something else")
    server.refusals["/interactions/{interaction}/{token}/callback"] = ErrorCode.UNKNOWN_INTERACTION
    press = driver.due.start_slash("move", values={"move": "c3-d4"})
    await owed(bot)
    await bot.idle()
    await bot.outbox.deliver_due()
    (row,) = await bot.store.queues.waiting()
    assert not row.parked
    assert press.failed is None
    server.clock.advance(300)
    await delivered(bot)
    (board,) = [each for each in driver.idle.sees() if "c3-d4" in each.content]
    assert board.pings


async def test_a_thread_that_slow_mode_holds_up_says_when_to_try_again(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    offer = await offered(server, bot, database, cy)
    lobby = server.world.channel("lobby")
    lobby.slows_bots, lobby.slowmode = True, 3600
    lobby.acted[server.world.bot.id] = server.clock.now()
    server.world.set_overwrite(lobby, cy.user, allow=Permission.BYPASS_SLOWMODE)
    told = private(await cy.click(offer, "Open a thread")).content
    assert "Discord won't let me open another thread yet. Try again <t:" in told
    server.clock.advance(3600)
    assert "Your game is in" in private(await cy.click(offer, "Open a thread")).content
