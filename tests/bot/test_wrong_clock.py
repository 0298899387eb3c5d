"""A bot whose clock differs from Discord's finds its own messages all the same."""

import asyncio
from collections.abc import AsyncGenerator
from email.utils import formatdate
from pathlib import Path

import pytest

from bot.delivery import outbox as worker
from bot.delivery.discord_time import DiscordTime
from bot.interactions.client import Postboard
from loopback import Faults, Loopback, Person
from loopback.interactions.lifecycle import SECONDS_TO_LIVE
from loopback.snowflake import created
from rules.events import Played
from tests.bot.channel_checker import ChannelChecker, begin
from tests.bot.conftest import bot_on
from tests.bot.game_driver import answered, delivered, private, public
from tests.bot.test_outbox import remind, said, tried, until

HOUR = 60 * 60.0


@pytest.fixture(params=[2 * HOUR, 48 * HOUR, -2 * HOUR, -48 * HOUR])
async def wrong(
    request: pytest.FixtureRequest, server: Loopback, database: Path
) -> AsyncGenerator[Postboard]:
    """Return a bot whose clock is so many seconds ahead of Discord's."""
    async with bot_on(server, database, ahead=request.param) as running:
        yield running


@pytest.mark.parametrize("lost", ["server_errors_after", "dropped_after"])
async def test_a_board_whose_reply_was_lost_and_whose_token_is_dead_is_found(
    server: Loopback, wrong: Postboard, database: Path, ann: Person, lost: str
) -> None:
    """An answer has no nonce, so that only its place in the channel tells of it."""
    await begin(server)
    await wrong.idle()
    await wrong.queues.flush()
    checker = ChannelChecker(server, database, "lobby")
    boards = len(said(server, "lobby"))
    channels = frozenset({server.world.channel("lobby").id})
    server.faults = Faults(channels=channels, **{lost: 1})
    ann.start_slash("move", "lobby", {"move": "c3-d4"})
    async with asyncio.timeout(10):
        while len(said(server, "lobby")) == boards:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0.002)
    server.clock.advance(SECONDS_TO_LIVE + 60)
    server.faults = Faults()
    await wrong.idle()
    await delivered(wrong)
    assert len(said(server, "lobby")) == boards + 1
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


async def test_a_message_whose_reply_was_lost_is_found_without_its_nonce(
    server: Loopback, wrong: Postboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord keeps a nonce for minutes; what nobody asked for has no interaction either."""
    monkeypatch.setattr(worker, "ATTEMPT", 0.5)
    channels = frozenset({server.world.channel("lobby").id})
    server.faults = Faults(channels=channels, server_errors_after=1)
    await remind(server, wrong, "lobby", "once")
    await tried(wrong, "once")
    server.clock.advance(HOUR)
    server.faults = Faults()
    await delivered(wrong)
    assert said(server, "lobby") == ["once"]


async def test_an_earlier_message_of_the_same_words_is_another_one(
    server: Loopback, wrong: Postboard
) -> None:
    for number in range(2):
        await remind(server, wrong, "lobby", "again", name=f"{number}")
        await until(server, "lobby", "again")
        await delivered(wrong)
        server.clock.advance(60)
        await wrong.fetch_channel(server.world.channel("lobby").id)
    assert said(server, "lobby") == ["again", "again"]


async def test_an_old_board_belongs_to_the_game_that_was_played_then(
    server: Loopback, wrong: Postboard, ann: Person
) -> None:
    """Its buttons are gone, and the games of a channel are told apart by when they began."""
    boards = [await begin(server)]
    await ann.slash("move", move="c3-d4")
    await ann.click(answered(await ann.slash("resign")), "Resign")
    boards.append(await begin(server, "turkish"))
    public(await ann.slash("move", move="a3-a4"))
    await wrong.idle()
    await wrong.queues.flush()
    await wrong.outbox.tidy.settled()
    for board in boards:
        assert not ann.present(board).buttons()
        told = private(await ann.use("Show from my side", board))
        assert told.attachments[0].description == board.attachments[0].description


def test_numbers_of_discord_are_measured_by_its_own_time() -> None:
    time = DiscordTime(lambda: 5.0e8)
    assert time.now() == 5.0e8, "nothing was answered yet"
    for moment in (1.7e9, 1.6e9):
        time.note({"Date": formatdate(moment, usegmt=True)})
        assert moment <= time.now() < moment + 60
        assert moment - 60 < created(time.number_before()) < moment
    for headers in ({}, {"Date": "yesterday"}):
        time.note(headers)
        assert 1.6e9 <= time.now() < 1.6e9 + 60
