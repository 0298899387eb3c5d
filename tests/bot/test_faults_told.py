"""Faults of Discord and of the file: told in a sentence, and logged in a line."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.interactions import client
from bot.interactions.client import Postboard
from bot.interactions.commands import move
from bot.messages.controls.message import Message
from bot.store.sql.database import Database
from bot.store.sql.errors import Busy
from loopback import Faults, Loopback, Person
from loopback.exchange import Exchange
from tests.bot.conftest import bot_on
from tests.bot.game_driver import answered, delivered, private, public, sit_down
from tests.bot.test_forged_controls import one_button
from tests.bot.who import person_of
from tests.loopback.waiting import until


@pytest.fixture(autouse=True)
def bugs(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    """Collect what is logged."""
    caplog.set_level("INFO")
    return caplog


def tracebacks(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if each.exc_info]


@pytest.mark.parametrize("fault", ["dropped_after", "dropped_before"])
async def test_a_board_asked_for_is_shown_once_or_asked_for_again(
    server: Loopback, bot: Postboard, database: Path, bugs: pytest.LogCaptureFixture, fault: str
) -> None:
    driver = await sit_down(server, bot, database)
    person, before = driver.due, {message.id for message in driver.due.sees("lobby")}
    server.faults = replace(Faults(), **{fault: 1.0})  # type: ignore[arg-type]
    asked = person.start_slash("board", "lobby", {})
    await until(lambda: server.faults_happened[fault] > 0)
    server.faults = Faults()
    await person.outcome(asked)
    await bot.idle()
    seen = [message for message in person.sees("lobby") if message.id not in before]
    if fault == "dropped_after":
        assert [bool(message.attachments) for message in seen] == [True]
    else:
        assert [message.ephemeral for message in seen] == [True]
        assert "try again" in seen[0].content
    assert not tracebacks(bugs)


async def test_a_private_answer_whose_reply_was_lost_is_not_repeated(
    server: Loopback, bot: Postboard, ann: Person
) -> None:
    """discord.py repeats it, and is told that the interaction has its answer."""
    before = {message.id for message in ann.sees("lobby")}
    server.faults = Faults(server_errors_after=1)
    asked = ann.start_slash("games", "lobby", {})
    await until(lambda: server.faults_happened["server_errors_after"] > 0)
    server.faults = Faults()
    await ann.outcome(asked)
    await bot.idle()
    assert len([each for each in ann.sees("lobby") if each.id not in before]) == 1


@pytest.mark.parametrize("fault", ["dropped_before", "server_errors"])
async def test_a_private_follow_up_that_was_lost_is_sent_again(
    server: Loopback, bot: Postboard, database: Path, ann: Person, fault: str
) -> None:
    """It tells whom a board was shown for that another game waits for them."""
    for channel in ("lobby", "games"):
        await sit_down(server, bot, database, channel=channel, side="white")
    lost = replace(Faults(), **{fault: 1.0})  # type: ignore[arg-type]

    def lose_the_first(exchange: Exchange) -> None:
        if exchange.path.endswith("/callback"):
            server.faults = lost
        elif exchange.method == "POST" and exchange.status == 502:
            server.faults = Faults()

    server._platform.observers.append(lose_the_first)  # pyright: ignore[reportPrivateUsage]
    asked = ann.start_slash("move", "lobby", {"move": "c3-d4"})
    await ann.outcome(asked)
    await bot.idle()
    assert server.faults_happened[fault]
    told = [message for message in ann.sees("lobby") if message.ephemeral]
    assert [message.content for message in told] == ["1 more game is waiting for you."]


@pytest.mark.parametrize("fault", ["dropped_after", "dropped_before"])
async def test_suggestions_that_are_not_shown_are_no_bug(
    server: Loopback, bot: Postboard, ann: Person, bugs: pytest.LogCaptureFixture, fault: str
) -> None:
    server.faults = replace(Faults(), **{fault: 1.0})  # type: ignore[arg-type]
    asked = bot.loop.create_task(ann.autocomplete("notify", "zone", "prag"))
    await until(lambda: any("Suggestions were not" in each.getMessage() for each in bugs.records))
    server.faults = Faults()
    asked.cancel()
    assert not tracebacks(bugs)


async def test_servers_that_cannot_be_listed_are_no_bug(
    server: Loopback, bot: Postboard, bugs: pytest.LogCaptureFixture
) -> None:
    looking = bot.lost_places.worker
    await looking.rests()
    server.faults = replace(Faults(), dropped_before=1.0)
    looking.wake()
    await looking.rests()
    server.faults = Faults()
    assert server.faults_happened["dropped_before"]
    assert not tracebacks(bugs)


async def test_a_bug_in_suggestions_keeps_its_traceback(
    server: Loopback, bot: Postboard, database: Path, bugs: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    def broken(*_: object) -> list[str]:
        raise KeyError("a bug")

    driver = await sit_down(server, bot, database)
    monkeypatch.setattr(move, "suggestions", broken)
    asked = bot.loop.create_task(driver.due.autocomplete("move", "move", "c3"))
    await until(lambda: bool(tracebacks(bugs)))
    asked.cancel()
    (bug,) = [each for each in bugs.records if each.exc_info]
    assert bug.levelname == "ERROR"


@pytest.mark.parametrize("fault", ["dropped_after", "dropped_before"])
async def test_the_host_is_asked_about_a_place_that_was_declined(
    server: Loopback, bot: Postboard, ann: Person, bo: Person, fault: str
) -> None:
    card = public(await ann.slash("play", game="czech", opponent=bo))
    server.faults = replace(Faults(), **{fault: 1.0})  # type: ignore[arg-type]
    press = bo.start_click(card, "Decline")
    await until(lambda: server.faults_happened[fault] > 0)
    server.faults = Faults()
    await bo.outcome(press)
    await delivered(bot)
    (asked,) = [each for each in ann.sees("lobby") if "Bo declined Czech draughts" in each.content]
    assert asked.pings == {ann.id}


async def test_a_thread_whose_reply_was_lost_is_used(
    server: Loopback, bot: Postboard, people: list[Person]
) -> None:
    ann, bo, cy, di = people
    first = public(await ann.slash("play", game="czech", opponent=bo))
    second = public(await cy.slash("play", game="czech", opponent=di))
    await bo.click(first, "Accept")
    await bot.idle()
    server.faults = Faults(dropped_after=1)
    press = di.start_click(second, "Accept")
    await until(lambda: server.faults_happened["dropped_after"] > 0)
    server.faults = Faults()
    await di.outcome(press)
    await delivered(bot)
    (thread,) = [each for each in server.world.channels.values() if each.thread]
    table = await bot.lookup.running_in(thread.id)
    assert table is not None
    assert {player.user.name for player in table.seated} == {cy.name, di.name}


async def test_a_note_that_cannot_be_written_is_told_without_a_traceback(
    server: Loopback,
    bot: Postboard,
    database: Path,
    bugs: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver = await sit_down(server, bot, database)
    form = (await driver.due.slash("game note")).modal
    assert form is not None

    async def full(*_: object) -> None:
        raise Busy("database or disk is full")

    monkeypatch.setattr(Database, "transact", full)
    told = private(await driver.due.submit(form, {"text": "hold the centre"}))
    assert "can't save" in told.content
    assert any("Couldn't store" in each.getMessage() for each in bugs.records)
    assert not tracebacks(bugs)


async def test_a_switch_that_is_pressed_twice_is_switched_once(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    player = driver.due
    panel = private(await player.slash("notify"))
    menu = private(await player.click(driver.board, "Menu"))
    old = {each.label: str(each.custom_id) for each in (*panel.buttons(), *menu.buttons())}
    for _ in range(2):
        changed = await pressed_again(bot, player, old["Pings: on"])
        assert "**Pings**: off" in changed
        changed = await pressed_again(bot, player, old["Pings in this game: on"])
        assert "Pings in this game**: off" in changed
        await pressed_again(bot, player, old["Preview: on"])
        assert await bot.store.personal.plays_at_once(await person_of(bot, player), "czech")


async def pressed_again(bot: Postboard, person: Person, custom_id: str) -> str:
    """Press a button as an earlier panel shows it; return what its message turns into."""
    lobby = bot.get_partial_messageable(person.place("lobby").id)
    posted = await lobby.send("An earlier panel", view=one_button(custom_id))
    message = next(each for each in person.sees("lobby") if each.id == posted.id)
    return answered(await person.click(message, "Old")).content


async def test_an_answer_that_a_stop_cuts_off_is_no_bug(
    server: Loopback, database: Path, bugs: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """What is written by then is shown by the next start."""
    monkeypatch.setattr(client, "_SHUTDOWN_GRACE", 0.0)
    drawing, closed = asyncio.Event(), asyncio.Event()
    async with bot_on(server, database) as first:
        driver = await sit_down(server, first, database)
        await delivered(first)
        compose = first.outbox.composer.compose

        async def late(*what: Any) -> Message | None:
            drawing.set()
            await closed.wait()
            return await compose(*what)

        monkeypatch.setattr(first.outbox.composer, "compose", late)
        text = driver.game.notate(driver.game.legal(driver.match.state)[0])
        driver.due.start_slash("move", "lobby", {"move": text})
        await drawing.wait()
        await first.close()
        closed.set()
        await first.idle()
    assert not tracebacks(bugs)
    before = len(driver.due.sees("lobby"))
    async with bot_on(server, database) as second:
        await delivered(second)
    assert len(driver.due.sees("lobby")) == before + 1
