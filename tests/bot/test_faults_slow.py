"""A bot that is slow itself: it says so in time, and then keeps its word."""

import asyncio
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from bot.delivery.answering import response
from bot.delivery.answering.response import DEFER_AFTER
from bot.interactions.client import Postboard
from bot.messages import pictures
from bot.store.tables.table_store import Appended
from loopback import Loopback, Message, Person
from loopback.interactions.lifecycle import SECONDS_TO_ACKNOWLEDGE, Interaction, Status
from loopback.model.permissions import Permission
from rules.log.events import Played
from tests.bot.channel_checker import ChannelChecker, begin
from tests.bot.game_driver import choices, owes_nothing, private
from tests.bot.held_file import locked, locked_by_a_process, wait_for_file

_MORE_THAN_DRAW: Final = 16
"""What waits in the first place keeps all threads that draw; the rest ends with it."""


@pytest.fixture
async def checker(server: Loopback, bot: Postboard, database: Path) -> ChannelChecker:
    """Watch the lobby, where Ann (⚪ White) and Bo play."""
    await begin(server)
    await bot.idle()
    await wait_for_file(bot, 600_000)
    return ChannelChecker(server, database, "lobby")


@contextmanager
def deferring() -> Generator[None]:
    """Let interactions that begin meanwhile be deferred soon."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(response, "DEFER_AFTER", 0.01)
        yield


@contextmanager
def unpainted() -> Generator[None]:
    """Let all who draw be busy."""
    free = threading.Event()
    for _ in range(_MORE_THAN_DRAW):
        pictures.THREADS.submit(free.wait)
    try:
        yield
    finally:
        free.set()


async def _deferred_privately(interaction: Interaction) -> None:
    await interaction.acknowledged.wait()
    assert interaction.status is Status.THINKING


def _closed(server: Loopback) -> None:
    world = server.world
    world.set_overwrite(world.channel("lobby"), world.bot, deny=Permission.SEND_MESSAGES)


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
async def test_a_move_waits_for_the_database_in_private(
    server: Loopback, bot: Postboard, checker: ChannelChecker, ann: Person, *, closed: bool
) -> None:
    """Nobody else sees that the bot thinks, for it may refuse; then all see the board."""
    if closed:
        _closed(server)
    with deferring(), locked(checker.database):
        move = ann.start_slash("move", "lobby", {"move": "c3-d4"})
        await _deferred_privately(move)
        assert _thinking(server, move).ephemeral
        assert (await checker.match()).events[1:] == ()
    await bot.idle()
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)
    assert not _left_thinking(server)
    await owes_nothing(bot)


async def test_a_late_refusal_stays_private(
    bot: Postboard, checker: ChannelChecker, ann: Person, bo: Person
) -> None:
    with deferring(), unpainted():
        move = ann.start_slash("move", "lobby", {"move": "c3-c4"})
        await _deferred_privately(move)
    assert "diagonal" in private(await ann.outcome(move)).content
    await bot.idle()
    assert (await checker.check()).events[1:] == ()
    assert bo.sees() == checker.messages()


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
async def test_a_move_is_stored_while_its_picture_is_drawn(
    server: Loopback, bot: Postboard, checker: ChannelChecker, ann: Person, *, closed: bool
) -> None:
    if closed:
        _closed(server)
    with deferring(), unpainted():
        move = ann.start_slash("move", "lobby", {"move": "c3-d4"})
        await _deferred_privately(move)
        assert (await checker.match()).events[1:] == (Played("c3-d4"),)
    await bot.idle()
    await checker.check()
    assert not _left_thinking(server)
    await owes_nothing(bot)


async def test_a_file_that_stays_locked_changes_nothing(
    bot: Postboard, checker: ChannelChecker, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await wait_for_file(bot, 0)
    append, deferred = bot.store.tables.append, asyncio.Event()

    async def late(*what: Any, **more: Any) -> Appended:
        await deferred.wait()
        return await append(*what, **more)

    monkeypatch.setattr(bot.store.tables, "append", late)
    with deferring(), locked(checker.database):
        move = ann.start_slash("move", "lobby", {"move": "c3-d4"})
        await _deferred_privately(move)
        deferred.set()
        assert "Your move didn't go through" in private(await ann.outcome(move)).content
    assert (await checker.check()).events[1:] == ()
    await ann.slash("move", move="c3-d4")
    await bot.idle()
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


async def test_reading_goes_on_while_another_process_writes(
    bot: Postboard, checker: ChannelChecker, ann: Person, bo: Person
) -> None:
    """A move is answered in time that it takes longer, and made once the file is free."""
    with deferring(), locked_by_a_process(checker.database):
        move = ann.start_slash("move", "lobby", {"move": "c3-d4"})
        await _deferred_privately(move)
        assert "Czech draughts" in private(await bo.slash("games")).content
        assert private(await bo.slash("board", private=True)).attachments
        assert (await checker.match()).events[1:] == ()
    await bot.idle()
    assert (await checker.check()).events[1:] == (Played("c3-d4"),)


async def test_a_table_that_opens_late(
    bot: Postboard, database: Path, ann: Person, bo: Person
) -> None:
    await wait_for_file(bot, 600_000)
    with deferring(), locked(database):
        play = ann.start_slash("play", "lobby", {"game": "czech", "opponent": bo.user})
        await _deferred_privately(play)
    await bot.idle()
    (card,) = (m for m in bo.sees() if not m.ephemeral)
    assert card.pings == {bo.id}
    assert (await bo.click(card, "Accept")).failed is None


async def test_a_board_that_is_shown_late(
    server: Loopback, bot: Postboard, checker: ChannelChecker, ann: Person
) -> None:
    with deferring(), unpainted():
        show = ann.start_slash("board", "lobby", {})
        await _deferred_privately(show)
    await bot.idle()
    first, again = checker.messages()[-2:]
    assert again.attachments[0].bytes == first.attachments[0].bytes
    assert again.pings == frozenset()
    assert not _left_thinking(server)


async def test_a_slow_panel_changes_in_place(
    bot: Postboard, checker: ChannelChecker, ann: Person
) -> None:
    """Nothing new appears: the panel is turned over when it can be."""
    panel = private(await ann.click(checker.board(), "Move"))
    seen = len(ann.sees())
    with deferring(), unpainted():
        choice = ann.start_click(panel, choices(panel)["c3-d4"])
        await choice.acknowledged.wait()
        assert choice.status is Status.THINKING
        assert len(ann.sees()) == seen
    reply = await ann.outcome(choice)
    assert reply.updated
    assert private(reply).id == panel.id
    assert len(ann.sees()) == seen
    await bot.idle()


def test_a_slow_answer_is_deferred_when_half_of_its_time_is_left() -> None:
    assert 2 * DEFER_AFTER <= SECONDS_TO_ACKNOWLEDGE


def _thinking(server: Loopback, interaction: Interaction) -> Message:
    assert interaction.response_id is not None
    return server.world.messages[interaction.response_id]


def _left_thinking(server: Loopback) -> list[Message]:
    return [message for message in server.world.messages.values() if message.loading]
