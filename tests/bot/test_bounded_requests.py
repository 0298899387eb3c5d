"""Requests to Discord end in time, and none is cut off that waits for a limit of the whole bot."""

import ast
import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final

import pytest

from bot.delivery.answering import response
from bot.delivery.outbox import outbox
from bot.interactions import registration, table_threads
from bot.interactions.client import Postboard
from bot.interactions.components import first_game
from bot.interactions.components.table import lobby, seats
from bot.messages.controls.message import Message as Post
from bot.model.queues import OutboxItem
from bot.model.table import Table
from loopback import Faults, Loopback, Person
from rules.contract.core import Seat
from tests.bot.conftest import bot_on
from tests.bot.engine_driver import playing_computer
from tests.bot.game_driver import delivered, private, public, sit_down
from tests.loopback.waiting import until
from tests.test_architecture import ROOT

AROUND: Final = MappingProxyType(
    {
        "bot/delivery/answering/advice.py": "engines",
        "bot/delivery/outbox/outbox.py": "rows that are being sent",
        "bot/delivery/requests.py": "it is `bounded`",
        "bot/delivery/worker.py": "being woken",
        "bot/extensions/lessons/practice.py": "engines",
        "bot/extensions/puzzles/work.py": "engines",
        "bot/extensions/replays/filming.py": "films",
        "bot/extensions/week/work.py": "engines",
        "bot/extensions/studies/verify.py": "a download, which has no limit of Discord's",
        "bot/interactions/gateway/presence.py": "the first READY",
    }
)
"""What is waited for in each file of these that bounds something without `bounded`."""
MEMBER: Final = "/guilds/{guild}/members/{user}"
NO_ANSWER: Final = "Discord didn't answer, so this may not have worked."


def test_no_request_is_cut_off_in_a_limit_of_the_whole_bot() -> None:
    """A timeout of asyncio's own would leave discord.py's gate closed for good."""
    found = {
        str(file.relative_to(ROOT))
        for folder in ("delivery", "interactions", "extensions")
        for file in (ROOT / "bot" / folder).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in {"timeout", "wait_for", "timeout_at"}
        if isinstance(node.value, ast.Name) and node.value.id == "asyncio"
    }
    assert found - {"bot/interactions/client.py"} == set(AROUND), "`bounded` is for requests"


async def test_an_answer_that_waits_for_a_limit_of_the_whole_bot_is_not_cut_off(
    bot: Postboard, ann: Person, bo: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    card, compose = public(await ann.slash("play", game="czech", opponent=bo)), bot.outbox.composer
    opened, asked, cut_off = asyncio.Event(), list[None](), list[None]()
    made = compose.compose

    async def waiting(item: OutboxItem, table: Table | None = None) -> Post | None:
        try:
            await opened.wait()
        except asyncio.CancelledError:
            cut_off.append(None)
            raise
        return await made(item, table)

    def remaining() -> float:
        asked.append(None)
        return 0.01

    monkeypatch.setattr(outbox, "ATTEMPT", 0.05)
    monkeypatch.setattr(bot.limit, "remaining", remaining)
    monkeypatch.setattr(compose, "compose", waiting)
    press = bo.start_click(card, "Accept")
    await until(lambda: len(asked) > 3 or bool(cut_off))
    assert not cut_off
    opened.set()
    assert not (await bo.outcome(press)).failed
    await delivered(bot)


@pytest.mark.usefixtures("bot")
async def test_a_thread_that_does_not_come_is_not_waited_for(
    server: Loopback, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo, cy, *_ = people
    await bo.click(public(await ann.slash("play", game="czech", opponent=bo)), "Accept")
    offer = private(await cy.slash("play", game="czech"))
    monkeypatch.setattr(table_threads, "LONGEST_REQUEST", 0.1)
    with hanging(server, "/channels/{channel}/threads"):
        told = private(await cy.click(offer, "Open a thread"))
    assert NO_ANSWER in told.content


@pytest.mark.usefixtures("bot")
async def test_a_thread_that_was_asked_for_and_does_not_come_can_be_asked_for_again(
    server: Loopback, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_threads, "LONGEST_REQUEST", 0.1)
    with hanging(server, "/channels/{channel}/threads"):
        told = private(await ann.slash("play", game="czech", thread=True))
    assert "Discord didn't answer" in told.content
    monkeypatch.undo()
    assert "Your game is in" in private(await ann.click(told, "Open a thread")).content


@pytest.mark.usefixtures("bot")
async def test_a_thread_under_a_card_is_left_for_another_press(
    server: Loopback, people: list[Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo, cy, *_ = people
    card = public(await bo.slash("play", game="czech", opponent=cy))
    await bo.click(public(await ann.slash("play", game="czech", opponent=bo)), "Accept")
    monkeypatch.setattr(lobby, "LONGEST_REQUEST", 0.1)
    with hanging(server, "/channels/{channel}/messages/{message}/threads"):
        assert not (await cy.click(card, "Accept")).failed
    assert "Start" in {button.label for button in cy.present(card).buttons()}


@pytest.mark.usefixtures("bot")
async def test_who_is_to_be_invited_is_not_asked_for_without_end(
    server: Loopback, ann: Person, bo: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = private(await ann.use("Invite to a game", bo))
    monkeypatch.setattr(first_game, "LONGEST_REQUEST", 0.1)
    with hanging(server, MEMBER):
        told = private(await ann.choose(asked, "hypergammon"))
    assert NO_ANSWER in told.content


async def test_nobody_counts_as_gone_while_discord_says_nothing(
    server: Loopback, bot: Postboard, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = await sit_down(server, bot, database)
    table = await bot.lookup.get(driver.table_id)
    monkeypatch.setattr(seats, "LONGEST_REQUEST", 0.1)
    with hanging(server, MEMBER):
        assert not await seats.has_left_early(bot, table, Seat(0))


@pytest.mark.parametrize("button", [None, "Preview: on", "Type a move"])
async def test_an_answer_that_does_not_arrive_is_not_waited_for(
    server: Loopback,
    bot: Postboard,
    ann: Person,
    button: str | None,
    *,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """A private message, an update or a form: who stops the bot waits for all handlers."""
    board = await playing_computer(bot, ann, side="white")
    menu = private(await ann.click(board, "Menu"))
    monkeypatch.setattr(response, "_LONGEST", 0.1)
    with hanging(server, "/interactions/{interaction}/{token}/callback"):
        if button is None:
            ann.start_slash("games", "lobby", {})
        else:
            ann.start_click(menu, button)
        await until(lambda: "no answer within" in caplog.text)
        await bot.idle()


async def test_a_start_does_not_wait_for_the_list_of_commands(
    server: Loopback, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of the last start are still there."""
    async with bot_on(server, database):
        pass
    monkeypatch.setattr(registration, "_LONGEST", 0.1)
    with hanging(server, "/applications/{application}/commands"):
        async with bot_on(server, database):
            pass


@contextmanager
def hanging(server: Loopback, route: str) -> Generator[None]:
    """Let requests of a path hang, of which one is made at least."""
    server.faults = Faults(hangs=1, routes=frozenset({route}))
    yield
    assert server.faults_happened["hangs"]
    server.faults = Faults()
