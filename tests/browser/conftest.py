import shutil
from collections.abc import AsyncGenerator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Page,
    Request,
    ViewportSize,
    async_playwright,
    expect,
)

from loopback import Loopback
from tests.browser.sample_table import running
from tests.loopback.sample_bot import sample_server

DEBIAN = Path("/usr/bin/chromium")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESK = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=400, height=800)

IN_BROWSER = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]
"""Marks of a file whose tests share a browser, and so an event loop."""

Visit = Callable[..., Awaitable[Page]]

expect.set_options(timeout=15_000)


def chromium() -> str | None:
    """Where Chromium is, or None."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    return found or (str(DEBIAN) if DEBIAN.exists() else None)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncGenerator[Browser]:
    """Start one browser for all tests of a file; each visit has a profile of its own."""
    path = chromium()
    if path is None:
        pytest.skip("there is no chromium on PATH or at /usr/bin/chromium")
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield opened
        await opened.close()


@pytest_asyncio.fixture(loop_scope="module")
async def server() -> AsyncGenerator[Loopback]:
    """Open a server with its chat page, and a bot that has one of everything."""
    async with sample_server(page_port=0) as opened, running(opened):
        yield opened


def _complaint(line: ConsoleMessage) -> list[str]:
    # A request that the server refused is no error of the page.
    is_refusal = "Failed to load resource" in line.text
    return [line.text] if line.type == "error" and not is_refusal else []


def _elsewhere(request: Request, home: str) -> list[str]:
    return [] if request.url.startswith(home) else [request.url]


@pytest_asyncio.fixture(loop_scope="module")
async def visit(browser: Browser, server: Loopback) -> AsyncGenerator[Visit]:
    """Open the page; a script error, a refused script or a request elsewhere fails the test."""
    home = server.page_url
    assert home is not None
    complaints: list[str] = []

    async def open_page(size: ViewportSize = DESK, *, touch: bool = False) -> Page:
        context = await browser.new_context(viewport=size, has_touch=touch)
        page = await context.new_page()
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda line: complaints.extend(_complaint(line)))
        page.on("request", lambda request: complaints.extend(_elsewhere(request, home)))
        await page.goto(home)
        await expect(page.get_by_role("heading", name="#lobby")).to_be_visible()
        return page

    yield open_page
    for context in browser.contexts:
        await context.close()
    assert complaints == []
