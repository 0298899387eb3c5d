"""The picture of a table in use for the README: `python -m tests.browser.table_picture`.

Ann and Bo play a few moves over the wire, and whoever is due opens the Move panel on the page.
"""

import asyncio
import io
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image
from playwright.async_api import async_playwright

from bot.app import create_app
from bot.demo import Game, furnish
from bot.local import by_socket
from tests.browser.conftest import ARGUMENTS, DESK, chromium

FILE: Final = Path(__file__).parents[2] / "docs" / "table.png"
GAME: Final = Game(
    channel="draughts",
    key="czech",
    people=("Ann", "Bo"),
    plies=10,
    terms={"time": "3d", "side": "white"},
)
COLOURS: Final = 128
"""The colours of the file, which is a third as large as with all."""


async def photographed() -> bytes:
    """Return the page as a PNG."""
    with TemporaryDirectory() as folder:
        async with (
            by_socket(0) as (server, connector),
            create_app(Path(folder) / "tables.sqlite3", connector) as bot,
        ):
            running = asyncio.create_task(bot.start(server.token))
            await server.gateway.ready()
            await bot.wait_until_ready()
            await furnish(server, bot, [GAME])
            assert server.page_url is not None
            shot = await _shot(server.page_url)
            await bot.close()
            await running
            return shot


async def _shot(address: str) -> bytes:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        context = await browser.new_context(viewport=DESK, color_scheme="dark")
        page = await context.new_page()
        await page.goto(address)
        await page.locator(".channel", has_text=GAME.channel).click()
        await page.get_by_role("heading", name=f"#{GAME.channel}").wait_for()
        await page.get_by_role("button", name="Move", exact=True).last.click()
        await page.get_by_role("button", name=re.compile(r"^1 ")).wait_for()
        await page.wait_for_load_state("networkidle")
        shot = await page.screenshot()
        await browser.close()
        return shot


if __name__ == "__main__":
    with Image.open(io.BytesIO(asyncio.run(photographed()))) as picture:
        picture.convert("RGB").quantize(COLOURS).save(FILE, optimize=True)
