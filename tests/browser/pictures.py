"""The pictures of the page in use: `python -m tests.browser.pictures` takes them again.

The README's shows a whole window, those in `docs/pictures/` single messages. What they show is in
`scenes.py`. Its words, and what its boards look like from afar, are kept in `pictures.json`: a test
compares them with those of now.
"""

import asyncio
import io
import json
import re
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image
from playwright.async_api import Browser, Page, ViewportSize, async_playwright

from bot.app import create_app
from bot.interactions.client import Postboard
from bot.local import by_socket
from loopback import Loopback, Message
from tests.browser.conftest import ARGUMENTS, DESK, chromium
from tests.browser.scenes import Scene, play

__all__ = ["WORDS", "looks", "on_the_page", "words"]

DOCS: Final = Path(__file__).parents[2] / "docs"
FOLDER: Final = DOCS / "pictures"
WORDS: Final = Path(__file__).with_name("pictures.json")
COLOURS: Final = 128
"""The colours of a file, which is a third as large as with all."""
GRID: Final = (8, 8)
NARROW: Final = ViewportSize(width=520, height=1600)
"""A window in which a message is about as wide as in Discord, with its picture in it."""
GAP: Final = 16
GROUND: Final = (49, 51, 56)
"""Discord's dark theme, between two messages."""


def words(scenes: Mapping[str, Scene]) -> dict[str, list[str]]:
    """Return what the messages of each picture say, apart from times and numbers of Discord."""
    return {
        name: [_plain(text) for message in scene.messages for text in _said(message)]
        for name, scene in scenes.items()
    }


def looks(scenes: Mapping[str, Scene]) -> dict[str, list[int]]:
    """Return the lightness of each picture's boards on a grid of 8 by 8, from 0 to 255."""
    return {
        name: [
            level
            for message in scene.messages
            for each in message.attachments
            for level in Image.open(io.BytesIO(each.bytes)).convert("L").resize(GRID).tobytes()
        ]
        for name, scene in scenes.items()
    }


def _said(message: Message) -> list[str]:
    labels = [button.label or "" for button in message.buttons()]
    menus = [menu.placeholder or "" for menu in message.selects()]
    pictures = [f"{each.width} x {each.height}: {each.description}" for each in message.attachments]
    return [message.content, *labels, *menus, *pictures]


def _plain(text: str) -> str:
    """Leave out what is another one each time: Discord's numbers, seals, and moments."""
    text = re.sub(r"<t:\d+:(\w)>", r"<t:\1>", text)
    text = re.sub(r"\d{17,}", "ID", text)
    text = re.sub(r"\b[0-9a-f]{8}\b", "SEAL", text)
    text = re.sub(r"\b\d+ moves today", "moves today", text)
    return re.sub(r"\bto move by [^.]*", "to move by then", text)


@asynccontextmanager
async def on_the_page() -> AsyncGenerator[tuple[Loopback, Postboard]]:
    """Run the bot on the local page."""
    with TemporaryDirectory() as folder:
        async with (
            by_socket(0) as (server, connector),
            create_app(Path(folder) / "tables.sqlite3", connector) as bot,
        ):
            running = asyncio.create_task(bot.start(server.token))
            await server.gateway.ready()
            yield server, bot
            await bot.close()
            await running


async def _take() -> None:
    """Take all pictures, and note their words."""
    async with on_the_page() as (server, bot), async_playwright() as playwright:
        scenes = await play(server, bot)
        browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        assert server.page_url is not None
        FOLDER.mkdir(exist_ok=True)
        for name, scene in scenes.items():
            _save(await _messages(browser, server.page_url, scene), FOLDER / f"{name}.png")
        _save(await _window(browser, server.page_url, scenes["move"]), DOCS / "table.png")
        await browser.close()
    kept = {
        name: {"says": said, "look": looks(scenes)[name]} for name, said in words(scenes).items()
    }
    text = json.dumps(kept, indent=1, ensure_ascii=False)
    flat = re.sub(r"(?<=\d),\s+(?=\d)", ", ", text)  # Sixty-four lines of one number are no diff.
    WORDS.write_text(f"{flat}\n", "utf-8")


async def _messages(browser: Browser, address: str, scene: Scene) -> Image.Image:
    """Return the messages of a scene, one beside the other."""
    page = await _visit(browser, address, scene, NARROW)
    shots: list[Image.Image] = []
    for message in scene.messages:
        shown = page.locator(f"#message-{message.id}")
        shot = await shown.screenshot()
        shots.append(Image.open(io.BytesIO(shot)).convert("RGB"))
    width = sum(each.width for each in shots) + GAP * (len(shots) - 1)
    whole = Image.new("RGB", (width, max(each.height for each in shots)), GROUND)
    left = 0
    for each in shots:
        whole.paste(each, (left, 0))
        left += each.width + GAP
    return whole


async def _window(browser: Browser, address: str, scene: Scene) -> Image.Image:
    """Return the window with the first message of a scene, once the others were dismissed."""
    page = await _visit(browser, address, scene, DESK)
    for message in scene.messages[1:]:
        shown = page.locator(f"#message-{message.id}")
        await shown.get_by_text("Dismiss message").click()
        await shown.wait_for(state="detached")
    return Image.open(io.BytesIO(await page.screenshot())).convert("RGB")


async def _visit(browser: Browser, address: str, scene: Scene, size: ViewportSize) -> Page:
    """Open the page as the person of a scene. Only a wide window lists the channels."""
    context = await browser.new_context(viewport=DESK, color_scheme="dark")
    page = await context.new_page()
    await page.goto(address)
    people = page.get_by_role("group", name="You are")
    await people.get_by_role("button", name=scene.person).click()
    await people.get_by_role("button", name=scene.person, pressed=True).wait_for()
    await page.locator(f".channel[aria-label^={scene.channel}]").click()
    await page.locator(f"#message-{scene.messages[0].id}").wait_for()
    await page.set_viewport_size(size)
    await page.wait_for_load_state("networkidle")
    return page


def _save(picture: Image.Image, file: Path) -> None:
    picture.quantize(COLOURS).save(file, optimize=True)


if __name__ == "__main__":
    asyncio.run(_take())
