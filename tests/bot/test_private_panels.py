"""Private messages: a new one of a kind replaces the last, while its token lives."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest

from bot.delivery import rendering
from bot.delivery.answering import response
from bot.interactions.client import Postboard
from loopback import Faults, Loopback, Reply
from loopback.interactions.lifecycle import Interaction, Status
from loopback.world import posting
from tests.bot.game_driver import choices, labels, pick, private, sit_down

_T = TypeVar("_T")


async def test_a_new_panel_takes_the_place_of_the_last(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    person = driver.due
    refusal = private(await person.slash("move", move="a3-a4"))
    first = private(await person.click(driver.board, "Move"))
    await bot.idle()
    await bot.panels.settled()
    assert refusal not in person.sees()
    first = await pick(person, first, "c3-d4")
    second = private(await person.click(driver.board, "Move"))
    await bot.idle()
    await bot.panels.settled()
    mine = [message.id for message in person.sees() if message.ephemeral]
    assert mine == [second.id]
    assert first.id != second.id


async def test_a_panel_whose_form_was_closed_unsent_is_replaced(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database, "rekushu")
    person = driver.due
    first = private(await person.click(driver.board, "Move"))
    assert (await person.click(first, "Type it")).modal is not None
    second = private(await person.click(driver.board, "Move"))
    await bot.idle()
    await bot.panels.settled()
    mine = [message.id for message in person.sees() if message.ephemeral]
    assert mine == [second.id]


@pytest.mark.parametrize("label", ["Menu", "My view"])
async def test_a_new_panel_of_a_kind_takes_the_place_of_the_last(
    server: Loopback, bot: Postboard, database: Path, label: str
) -> None:
    driver = await sit_down(server, bot, database)
    person = driver.due
    panel = private(await person.click(driver.board, "Move"))
    await person.click(driver.board, label)
    second = private(await person.click(driver.board, label))
    await bot.idle()
    await bot.panels.settled()
    mine = [message.id for message in person.sees() if message.ephemeral]
    assert mine == [panel.id, second.id], "the Move panel stays"


async def test_a_menu_that_became_the_panel_is_not_removed_with_the_menus(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    person = driver.due
    menu = private(await person.click(driver.board, "Menu"))
    form = (await person.click(menu, "Type a move")).modal
    assert form is not None
    panel = private(await person.submit(form, {"text": "C3 d4"}))
    again = private(await person.click(driver.board, "Menu"))
    await bot.idle()
    await bot.panels.settled()
    mine = [message.id for message in person.sees() if message.ephemeral]
    assert mine == [panel.id, again.id]
    last = private(await person.click(driver.board, "Move"))
    await bot.idle()
    await bot.panels.settled()
    mine = [message.id for message in person.sees() if message.ephemeral]
    assert mine == [again.id, last.id]


async def test_rulebooks_lists_claims_and_notes_are_replaced_by_their_own_kind(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    """By a command or the menu alike, which turns into what it leads to; the other kinds stay."""
    driver = await sit_down(server, bot, database, "rekushu", options={"size": "8"})
    person = driver.due
    kept: list[int] = []
    for command, label in (
        ("rules", "Rules"),
        ("games", "My games"),
        ("game history", "History"),
        ("game seats", "Seats"),
    ):
        first = private(await person.slash(command))
        menu = private(await person.click(driver.board, "Menu"))
        second = private(await person.click(menu, label))
        assert first.id != second.id == menu.id
        kept.append(second.id)
    for text in ("Hold the corner", "Take the centre"):
        form = (await person.slash("game note")).modal
        assert form is not None
        kept.append(private(await person.submit(form, {"text": text})).id)
    await bot.idle()
    await bot.panels.settled()
    del kept[-2], kept[-3]
    mine = [message.id for message in person.sees() if message.ephemeral]
    assert mine == kept, "the seats took the place of the history"


async def test_a_turned_page_is_replaced_by_the_next_rulebook(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    person = driver.idle
    page = private(await person.slash("rules"))
    turned = private(await person.click(page, "Full rules"))
    assert turned.id == page.id
    other = private(await person.slash("rules", game="hypergammon"))
    await bot.idle()
    await bot.panels.settled()
    mine = [message.id for message in person.sees() if message.ephemeral]
    assert mine == [other.id]


async def test_a_note_is_kept_for_its_writer_alone(
    server: Loopback, bot: Postboard, database: Path
) -> None:
    driver = await sit_down(server, bot, database)
    menu = private(await driver.due.click(driver.board, "Menu"))
    form = (await driver.due.click(menu, "My note")).modal
    assert form is not None
    told = private(await driver.due.submit(form, {"text": "Hold *the* corner"}))
    assert told.id == menu.id
    assert "Hold \\*the\\* corner" in told.content
    again = (await driver.due.slash("game note")).modal
    assert again is not None
    (field,) = again.inputs()
    assert field.raw["value"] == "Hold *the* corner"
    others = (await driver.idle.slash("game note")).modal
    assert others is not None
    assert not others.inputs()[0].raw.get("value")
    told = private(await driver.due.submit(again, {"text": ""}))
    assert "Your note is deleted." in told.content


async def test_a_slow_press_turns_a_private_panel_and_leaves_a_public_board(
    server: Loopback, bot: Postboard, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are deferred: the one as an update of its message, the other as a private answer."""
    driver = await sit_down(server, bot, database)
    menu = private(await driver.due.click(driver.board, "Menu"))
    go_on = asyncio.Event()
    monkeypatch.setattr(response, "DEFER_AFTER", 0.01)
    monkeypatch.setattr(rendering, "drawn", _held(rendering.drawn, go_on))

    async def deferred(press: Interaction) -> Reply:
        await press.acknowledged.wait()
        assert press.status is Status.THINKING
        go_on.set()
        reply = await driver.due.outcome(press)
        go_on.clear()
        return reply

    turned = await deferred(driver.due.start_click(menu, "History"))
    assert turned.updated
    assert private(turned).id == menu.id
    opened = await deferred(driver.due.start_click(driver.board, "Move"))
    assert not opened.updated
    assert "c3-d4" in choices(private(opened))
    assert driver.due.present(driver.board).content == driver.board.content


@pytest.mark.parametrize("is_slow", [False, True])
async def test_a_press_in_a_panel_that_is_gone_is_answered_in_a_new_one(
    server: Loopback,
    bot: Postboard,
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_slow: bool,
) -> None:
    """People dismiss a message, or another device of theirs has opened a newer panel."""
    driver = await sit_down(server, bot, database)
    panel = private(await driver.due.click(driver.board, "Move"))
    if is_slow:
        monkeypatch.setattr(response, "DEFER_AFTER", 0.01)
    label = next(each for each in sorted(labels(panel)) if each[:1].isdigit())
    server.faults = replace(Faults(), event_latency=400.0)
    press = driver.due.start_click(panel, label)
    posting.delete(server.world, server.world.messages[panel.id])
    reply = await driver.due.outcome(press)
    server.faults = Faults()
    assert private(reply).id != panel.id
    assert labels(private(reply))


@pytest.mark.parametrize("opened", [None, "Menu", "Move"])
async def test_what_was_typed_counts_in_a_form_whose_panel_is_gone(
    server: Loopback, bot: Postboard, database: Path, opened: str | None
) -> None:
    """The bot itself takes the first panel away as a second one opens, on another device."""
    driver = await sit_down(server, bot, database)
    menu = private(await driver.due.click(driver.board, "Menu"))
    form = (await driver.due.click(menu, "Type a move")).modal
    assert form is not None
    if opened is None:
        posting.delete(server.world, server.world.messages[menu.id])
    else:
        private(await driver.due.click(driver.board, opened))
        await bot.idle()
        await bot.panels.settled()
    reply = await driver.due.submit(form, {"text": "c3-d4"})
    await bot.idle()
    assert "Play c3-d4" in labels(private(reply))


def _held(work: Callable[..., Awaitable[_T]], go_on: asyncio.Event) -> Callable[..., Awaitable[_T]]:
    async def held(*arguments: object) -> _T:
        await go_on.wait()
        return await work(*arguments)

    return held
