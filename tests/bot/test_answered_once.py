"""Answers whose outcome the bot does not know: on their way, given already, lost, or late."""

from collections.abc import Generator
from http import HTTPStatus
from pathlib import Path

import discord
import pytest

from bot.delivery.answering.panels import Panels
from bot.delivery.answering.response import Response
from bot.delivery.languages import Languages
from bot.delivery.rendering import Rendering
from bot.delivery.requests import GlobalLimit
from bot.interactions import errors
from bot.interactions.client import Postboard
from bot.store.people.accounts import People
from bot.store.queues.queues import ANSWER_LEASE
from loopback import Faults, Loopback, Person
from loopback.exchange import Exchange
from loopback.interactions.lifecycle import SECONDS_TO_LIVE
from loopback.world.feed import Event, MessageEdited, MessagePosted
from rules.log.events import Played
from tests.bot.channel_checker import ChannelChecker, begin
from tests.bot.game_driver import delivered, followed, owed, owes_nothing, pick, private, public
from tests.bot.held_file import locked, wait_for_file
from tests.bot.test_faults_slow import deferring
from tests.loopback.waiting import until


@pytest.fixture(autouse=True)
def exchanges() -> Generator[list[Exchange]]:
    """Collect every request and its answer."""
    found: list[Exchange] = []
    Loopback.observers.append(found.append)
    yield found
    Loopback.observers.remove(found.append)


@pytest.fixture
def responses(monkeypatch: pytest.MonkeyPatch) -> list[Response]:
    """Collect the answers that handlers are given."""
    made: list[Response] = []

    def collected(
        interaction: discord.Interaction,
        panels: Panels,
        people: People,
        rendering: Rendering,
        *,
        languages: Languages,
        limit: GlobalLimit,
    ) -> Response:
        made.append(
            Response(interaction, panels, people, rendering, languages=languages, limit=limit)
        )
        return made[-1]

    monkeypatch.setattr(errors, "Response", collected)
    return made


@pytest.fixture
async def checker(server: Loopback, bot: Postboard, database: Path) -> ChannelChecker:
    """Watch the lobby, where Ann (⚪ White) and Bo have begun a game."""
    await begin(server)
    await bot.idle()
    await bot.store.queues.flush()
    return ChannelChecker(server, database, "lobby")


def lobby(server: Loopback, **shares: float) -> Faults:
    return Faults(channels=frozenset({server.world.channel("lobby").id}), **shares)  # type: ignore[arg-type]


async def posted(server: Loopback, count: int) -> None:
    """Wait until the bot has posted this many messages in the lobby."""
    await until(lambda: len(said(server)) >= count)


def said(server: Loopback) -> list[str]:
    world = server.world
    return [m.content for m in world.history(world.channel("lobby"), 0) if m.author is world.bot]


async def test_an_answer_on_its_way_is_not_sent_to_the_channel_too(
    server: Loopback, bot: Postboard, checker: ChannelChecker, ann: Person
) -> None:
    """It may take longer than the lease of its row."""
    server.faults = lobby(server, hangs=1)
    move = ann.start_slash("move", "lobby", {"move": "c3-d4"})
    await owed(bot)
    server.clock.advance(ANSWER_LEASE + 1)
    await bot.outbox.deliver_due()
    assert not move.acknowledged.is_set()
    server.faults = Faults()
    public(await ann.outcome(move))
    await bot.idle()
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)
    await owes_nothing(bot)


@pytest.mark.parametrize("is_late", [False, True], ids=["in-time", "late"])
async def test_an_answer_is_found_though_it_seemed_to_fail(
    server: Loopback,
    bot: Postboard,
    checker: ChannelChecker,
    exchanges: list[Exchange],
    *,
    responses: list[Response],
    is_late: bool,
) -> None:
    """The repeated answer is refused with 40060, and the board that stands there is found.

    No other first answer is tried then: neither a message nor, when time gets short, a deferral.
    """
    ann = server.person("Ann")
    del responses[:]

    def only_once(exchange: Exchange) -> None:
        if exchange.status == HTTPStatus.BAD_GATEWAY:
            server.faults = Faults()

    server._platform.observers.append(only_once)  # pyright: ignore[reportPrivateUsage]
    server.faults = lobby(server, server_errors_after=1)
    move = ann.start_slash("move", "lobby", {"move": "c3-d4"})
    await posted(server, 3)
    if is_late:
        responses[0]._time_is_short()  # pyright: ignore[reportPrivateUsage]
    public(await ann.outcome(move))
    await bot.idle()
    await delivered(bot)
    assert len([each for each in exchanges if b"40060" in each.answer]) == 1
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


@pytest.mark.parametrize("lost", ["server_errors_after", "dropped_after"])
async def test_a_card_whose_reply_was_lost_is_shown_once(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, lost: str
) -> None:
    server.faults = lobby(server, **{lost: 1})
    ann.start_slash("play", "lobby", {"game": "czech", "opponent": bo.user})
    await posted(server, 1)
    server.faults = Faults()
    await bot.idle()
    server.clock.advance(60)
    await delivered(bot)
    (card,) = (m for m in bo.sees() if not m.ephemeral)
    assert (await bot.lookup.get(1)).card_id == card.id
    public(await bo.click(card, "Accept"))


async def test_a_late_public_answer_follows_the_end_of_the_private_promise(
    bot: Postboard,
    checker: ChannelChecker,
    ann: Person,
    bo: Person,
    exchanges: list[Exchange],
) -> None:
    """A follow-up right after a promise would fill it: seen by one person, pinging nobody.

    Discord's documentation, "Receiving and Responding", says so of follow-ups to a deferral.
    """
    await wait_for_file(bot, 600_000)
    with deferring(), locked(checker.database):
        move = ann.start_slash("move", "lobby", {"move": "c3-d4"})
        await move.acknowledged.wait()
        del exchanges[:]
    reply = await ann.outcome(move)
    await bot.idle()
    ours = [each for each in exchanges if each.path.startswith("/api/v10/webhooks/")]
    assert [each.method for each in ours[:2]] == ["PATCH", "POST"]
    assert ours[0].path.endswith("/@original")
    assert private(reply).content == "Done."
    assert followed(ann, reply).pings == {bo.id}
    await checker.check()


async def test_a_follow_up_whose_reply_was_lost_is_not_sent_again(
    server: Loopback, bot: Postboard, checker: ChannelChecker, ann: Person
) -> None:
    """discord.py repeats requests that Discord answers with 502, and no nonce guards follow-ups."""
    panel = private(await ann.click(checker.board(), "Move"))
    panel = await pick(ann, panel, "c3-d4")

    def listen(event: Event) -> None:
        if isinstance(event, MessageEdited):
            server.faults = lobby(server, server_errors_after=1)
        elif isinstance(event, MessagePosted):
            server.faults = Faults()

    stop = server.feed.listen(listen)
    await ann.click(panel, "Play c3-d4")
    await bot.idle()
    stop()
    await delivered(bot)
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


async def test_a_press_on_an_old_panel_turns_it_and_shows_the_board(
    server: Loopback,
    bot: Postboard,
    checker: ChannelChecker,
    ann: Person,
    exchanges: list[Exchange],
) -> None:
    """The token that showed the panel is dead; the press has one of its own."""
    panel = private(await ann.click(checker.board(), "Move"))
    panel = await pick(ann, panel, "c3-d4")
    server.clock.advance(2 * SECONDS_TO_LIVE)
    del exchanges[:]
    reply = await ann.click(panel, "Play c3-d4")
    await bot.idle()
    assert reply.updated
    assert private(reply).content == "Played **c3-d4**."
    assert followed(ann, reply).attachments
    assert [each.status for each in exchanges if each.status >= 400] == []
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)
