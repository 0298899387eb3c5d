"""Private messages: a new one of a kind replaces the last, while its token lives."""

from pathlib import Path

import pytest

from bot.interactions.client import Postboard
from loopback import Loopback
from tests.bot.game_driver import pick, private, sit_down


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
        ("hint claims", "What can be claimed"),
        ("history", "History"),
        ("seats", "Seats"),
    ):
        first = private(await person.slash(command))
        menu = private(await person.click(driver.board, "Menu"))
        second = private(await person.click(menu, label))
        assert first.id != second.id == menu.id
        kept.append(second.id)
    for text in ("Hold the corner", "Take the centre"):
        form = (await person.slash("note")).modal
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
