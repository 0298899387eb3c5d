"""The greeting of a server, help where it is asked, and a first game with one press."""

from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from bot.interactions.gateway.places import greet, is_first_greeting
from bot.messages.controls.message import Button
from bot.messages.panels.newcomers.guide import greeting
from loopback import Loopback, Message, Person
from rules.contract.core import Spec
from rules.contract.sentence import say
from rules.registry import Origin, add_game, all_games
from tests.bot.game_driver import labels, private, sit_down
from tests.packages import own_registry
from tests.rules.heap import HeapGame

EASIEST_FIRST = (
    "hypergammon", "rematch", "czech", "punt-match", "punt-heks", "turkish", "rekushu"
)  # fmt: skip
"""The games in the order in which newcomers meet them."""


@dataclass(frozen=True)
class NumberedHeap(HeapGame):
    """One of many games of packages."""

    number: int = 0

    @property
    def spec(self) -> Spec:
        title = say("Heap {number}", number=self.number)
        return replace(super().spec, key=f"heap-{self.number}", title=title)


@pytest.fixture
async def greeted(bot: Postboard, ann: Person) -> Message:
    await bot.wait_until_ready()
    assert await is_first_greeting(bot, bot.guilds[0])
    await greet(bot, bot.guilds[0])
    greeting, card = ann.sees("lobby")
    assert labels(card) == {"Use this channel", "Not now"}
    return greeting


async def test_a_server_is_greeted_once_with_all_boards(
    bot: Postboard, ann: Person, greeted: Message
) -> None:
    (boards,) = greeted.attachments
    for game in all_games().values():
        assert game.spec.title.english() in (boards.description or "")
    assert greeted.pings == frozenset()
    assert not await is_first_greeting(bot, bot.guilds[0])
    assert len(ann.sees("lobby")) == 2


async def test_one_press_begins_lessons_that_nobody_else_sees(
    bot: Postboard, ann: Person, bo: Person, greeted: Message
) -> None:
    lesson = private(await ann.click(greeted, "Czech draughts"))
    assert lesson.content.startswith("**Czech draughts.** ")
    skipped = private(await ann.click(lesson, "c3xe5"))
    assert labels(skipped) == {"Next"}
    assert len(bo.sees("lobby")) == 2
    assert await bot.lookup.running_in(ann.place("lobby").id) is None


@pytest.mark.parametrize("added", [18, 19])
async def test_the_greeting_offers_the_games_for_which_there_is_room(
    added: int, tmp_path: Path
) -> None:
    """Discord allows 25 buttons; the games of packages are left to `/play` if all don't fit."""
    ours = [all_games()[key].spec.title for key in EASIEST_FIRST]
    with own_registry(tmp_path):
        for number in range(added):
            add_game(NumberedHeap(number=number), Origin("heaps", "1.0", is_stable=True))
        rows = (await greeting()).rows
    offered = [each.label for row in rows for each in row if isinstance(each, Button)]
    assert [title for title in offered if title in ours] == ours
    assert len(offered) == (25 if added == 18 else len(ours))
    assert [len(row) for row in rows] == ([5] * 5 if added == 18 else [4, 3])


@pytest.mark.usefixtures("bot")
async def test_help_offers_the_same(ann: Person) -> None:
    told = private(await ann.slash("help", channel="lobby"))
    assert labels(told) == {game.spec.title.english() for game in all_games().values()}
    assert len(told.content) < 250
    assert len(told.attachments) == 1


@pytest.mark.usefixtures("bot")
async def test_help_in_direct_messages_offers_games_against_the_computer(ann: Person) -> None:
    told = private(await ann.slash("help", channel=ann.dm().id))
    assert labels(told) == {game.spec.title.english() for game in all_games().values()}
    assert "in a server, a group chat, or your DMs with them" in told.content


async def test_help_tells_of_the_game_that_is_played_here(
    server: Loopback, bot: Postboard, database: Path, cy: Person
) -> None:
    await sit_down(server, bot, database)
    told = private(await cy.slash("help"))
    assert "Czech draughts is being played here (</rules:" in told.content
    assert "to move (⚪ White)" in told.content


@pytest.mark.usefixtures("bot")
async def test_help_tells_of_the_table_that_waits_here(ann: Person, bo: Person) -> None:
    await ann.slash("play", game="turkish", channel="lobby")
    told = private(await bo.slash("help", channel="lobby"))
    assert "Ann is looking for an opponent at Turkish draughts." in told.content
