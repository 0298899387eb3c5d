"""Presses on a panel, by keyboard and by pointer."""

import asyncio

from playwright.async_api import Route, expect

from tests.browser.conftest import IN_BROWSER, Visit
from tests.browser.locators import composer, messages, open_table

pytestmark = IN_BROWSER


async def test_the_whole_way_by_keyboard(visit: Visit) -> None:
    page = await visit()
    keys = page.keyboard
    await keys.type("/table open ")
    await keys.type("bo")
    await keys.press("Enter")
    await keys.press("Enter")
    await expect(messages(page)).to_have_count(1)
    move = messages(page).last.get_by_role("button", name="Move", exact=True)
    for _ in range(8):
        await keys.press("Shift+Tab")
        if await move.evaluate("each => each === document.activeElement"):
            break
    await expect(move).to_be_focused()
    await keys.press("Enter")
    await expect(messages(page)).to_have_count(2)
    piece = messages(page).last.get_by_role("combobox", name="Which piece?")
    await expect(piece).to_be_focused()
    await keys.press("ArrowDown")
    await keys.press("ArrowDown")
    await keys.press("Enter")
    await expect(messages(page).last).to_contain_text("From c3")
    target = messages(page).last.get_by_role("combobox", name="Where to?")
    await expect(target).to_be_focused()
    await keys.press("Tab")
    await keys.press("Enter")
    await expect(messages(page).last).to_contain_text("The move is on the board")


async def test_the_next_button_works_when_its_panel_shows_before_the_request_returns(
    visit: Visit,
) -> None:
    page = await visit()
    table = await open_table(page)
    await table.get_by_role("button", name="Move", exact=True).click()
    panel = messages(page).last
    is_confirmed = asyncio.Event()

    async def hold(route: Route) -> None:
        answer = await route.fetch()
        await is_confirmed.wait()
        await route.fulfill(response=answer)

    await page.route("**/api/choose", hold)
    await panel.get_by_role("combobox", name="Which piece?").click()
    await page.get_by_role("listbox").get_by_role("option").nth(1).click()
    await panel.get_by_role("button", name="Confirm").click()
    await expect(messages(page).last).to_contain_text("The move is on the board")
    is_confirmed.set()


async def test_a_command_typed_before_the_commands_came_is_sent_when_they_are_here(
    visit: Visit,
) -> None:
    page = await visit()
    is_typed = asyncio.Event()

    async def hold(route: Route) -> None:
        await is_typed.wait()
        await route.continue_()

    await page.route("**/api/commands*", hold)
    await page.reload()
    await composer(page).fill("/table close")
    await page.keyboard.press("Enter")
    is_typed.set()
    await expect(messages(page).last).to_contain_text("Ann used /table close")
