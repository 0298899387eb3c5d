"""The local table opens with or without Unix sockets, and says so when it can't."""

import asyncio
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from math import inf
from os import environ
from pathlib import Path

import aiohttp
import pytest

from bot import local
from bot.app import create_app
from bot.local import by_socket, by_tls
from bot.settings import Settings
from loopback import Loopback
from rules.registry import all_games
from tests.bot.first_starts import sentences

Opened = Callable[[int], AbstractAsyncContextManager[tuple[Loopback, aiohttp.BaseConnector]]]


@pytest.mark.parametrize("opened", [by_socket, by_tls])
async def test_both_ways_lead_to_a_bot_that_answers(opened: Opened, tmp_path: Path) -> None:
    async with (
        opened(0) as (server, connector),
        create_app(tmp_path / "tables.sqlite3", connector) as bot,
    ):
        running = asyncio.create_task(bot.start(server.token))
        await server.gateway.ready()
        answer = await server.person("Ann").slash("help", channel="lobby")
        assert answer.message is not None
        assert "Board games at your own pace." in answer.message.content
        await bot.close()
        await running


def test_a_bot_on_discord_does_without_the_local_one() -> None:
    """It would take memory that a small machine lacks."""
    asked = "import sys, bot.command_line; sys.exit('loopback' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], check=False).returncode == 0


async def test_the_local_table_greets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    servers: list[Loopback] = []

    @asynccontextmanager
    async def noted(port: int) -> AsyncGenerator[tuple[Loopback, aiohttp.BaseConnector]]:
        async with by_socket(port) as (server, connector):
            servers.append(server)
            yield server, connector

    monkeypatch.setattr(local, "by_socket", noted)
    settings = Settings(
        discord_token=None,
        postboard_database=tmp_path / "tables.sqlite3",
        postboard_page_port=0,
    )
    ready = asyncio.Event()
    running = asyncio.create_task(local.serve(settings, ready.set))
    while not (servers and servers[0].person("Ann").sees("lobby")):
        assert not running.done()
        await asyncio.sleep(0.01)
    greeting, *_ = servers[0].person("Ann").sees("lobby")
    panel = await servers[0].person("Di").slash("server settings")
    assert panel.message is not None
    assert "make a home for your club" in panel.message.content
    games = sorted(all_games().values(), key=lambda game: game.spec.minutes or inf)
    titles = [game.spec.title.english() for game in games]
    assert [button.label for button in greeting.buttons()] == titles, "the easiest first"
    assert len(greeting.attachments) == 1
    await ready.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


@pytest.fixture
async def table(tmp_path: Path) -> AsyncGenerator[asyncio.subprocess.Process]:
    process = await start(tmp_path, port=0)
    yield process
    if process.returncode is None:
        process.kill()
        await process.wait()


async def start(folder: Path, port: int) -> asyncio.subprocess.Process:
    """Start `python -m bot` without a token."""
    settings = {
        "DISCORD_TOKEN": "",
        "POSTBOARD_DATABASE": str(folder / "tables.sqlite3"),
        "POSTBOARD_PAGE_PORT": str(port),
    }
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot",
        env={**environ, **settings},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


async def address(process: asyncio.subprocess.Process) -> str:
    """Return the page's address, which the process prints."""
    assert process.stdout is not None
    async for line in process.stdout:
        if b"http://" in line:
            return line.split()[1].decode()
    raise AssertionError("no address was printed")


async def test_a_taken_port_is_said(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        process = await start(tmp_path, taken.getsockname()[1])
        _, said = await process.communicate()
    assert process.returncode == 78
    assert b"POSTBOARD_PAGE_PORT" in said
    assert b"Traceback" not in said


async def test_a_second_process_on_one_file_is_refused_until_the_first_was_killed(
    table: asyncio.subprocess.Process, tmp_path: Path
) -> None:
    await address(table)
    second = await start(tmp_path, port=0)
    _, said = await second.communicate()
    assert second.returncode == 75
    assert b"in use by another process" in said
    assert len(sentences(said.decode())) == 1
    table.kill()
    await table.wait()
    third = await start(tmp_path, port=0)
    await _serves_and_stops(third)


async def _serves_and_stops(process: asyncio.subprocess.Process) -> None:
    """Check that the address that a process prints has the page, and that it ends when told."""
    url = await address(process)
    async with aiohttp.ClientSession() as session, session.get(url) as page:
        assert page.status == 200
        assert "<!doctype html>" in await page.text()
    process.send_signal(signal.SIGTERM)
    assert await process.wait() == 0


@pytest.mark.parametrize(
    ("content", "said_so"),
    [(b"not a database at all", b"not a database"), (None, b"can't be used")],
    ids=["another file", "a folder"],
)
async def test_a_database_that_cannot_be_used_is_said_in_a_sentence(
    tmp_path: Path, content: bytes | None, said_so: bytes
) -> None:
    file = tmp_path / "tables.sqlite3"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    process = await start(tmp_path, port=0)
    _, said = await process.communicate()
    assert (process.returncode, len(sentences(said.decode()))) == (78, 1), said
    assert said_so in said
