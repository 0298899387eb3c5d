"""Where things stand on the page."""

import re

from playwright.async_api import Locator, Page, expect


def composer(page: Page) -> Locator:
    return page.get_by_role("combobox", name=re.compile("^Message "))


def messages(page: Page) -> Locator:
    return page.locator(".message")


def person(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="You are").get_by_role("button", name=name)


async def open_table(page: Page, opponent: str = "Bo") -> Locator:
    await composer(page).fill(f"/table open opponent:{opponent}")
    await page.keyboard.press("Enter")
    table = messages(page).filter(has_text="sit down").last
    await expect(table).to_be_visible()
    return table
