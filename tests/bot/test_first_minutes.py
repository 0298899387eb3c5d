"""The greeting of a server, help where it is asked, and a first game with one press."""

from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.interactions.greeting import greet, is_first_greeting
from loopback import Loopback, Message, Person
from rules.registry import all_games
from tests.bot.game_driver import labels, private, public, sit_down
from tests.bot.who import person_of


@pytest.fixture
async def greeted(bot: Postboard, ann: Person) -> Message:
    await bot.wait_until_ready()
    assert await is_first_greeting(bot, bot.guilds[0])
    await greet(bot.guilds[0])
    (greeting,) = ann.sees("lobby")
    return greeting


async def test_a_server_is_greeted_once_with_all_boards(
    bot: Postboard, ann: Person, greeted: Message
) -> None:
    (boards,) = greeted.attachments
    for game in all_games().values():
        assert game.spec.title.english() in (boards.description or "")
    assert greeted.pings == frozenset()
    assert not await is_first_greeting(bot, bot.guilds[0])
    assert ann.sees("lobby") == [greeted]


async def test_one_press_begins_a_game_against_the_computer(
    bot: Postboard, ann: Person, greeted: Message
) -> None:
    board = public(await ann.click(greeted, "Play the computer"))
    await bot.idle()
    table = await bot.lookup.running_in(ann.place("lobby").id)
    assert table is not None
    assert [player.is_engine for player in table.seated].count(True) == 1
    assert table.player(await person_of(bot, ann)) is not None
    assert "computer opponent" in board.content or "My view" in labels(board)


@pytest.mark.usefixtures("bot")
async def test_help_offers_the_same(ann: Person) -> None:
    told = private(await ann.slash("help", channel="lobby"))
    assert labels(told) == {"Play the computer", "Computer"}
    assert len(told.content) < 700
    assert len(told.attachments) == 1


async def test_help_tells_of_the_game_that_is_played_here(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await sit_down(server, bot, database)
    told = private(await cy.slash("help"))
    assert "**Here** a game of Czech draughts is running (</rules:" in told.content
    assert "to move as ⚪ White" in told.content


@pytest.mark.usefixtures("bot")
async def test_help_tells_of_the_table_that_waits_here(ann: Person, bo: Person) -> None:
    await ann.slash("play", game="turkish", channel="lobby")
    told = private(await bo.slash("help", channel="lobby"))
    assert "**Here** Ann is waiting for players of Turkish draughts" in told.content
