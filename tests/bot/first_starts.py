"""Starts of the bot, as a host sees them: standard error, the log and the exit code."""

import asyncio
import gc
import logging
import re
import signal
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from bot import command_line
from bot.app import create_app
from bot.command_line import main
from bot.interactions.client import Postboard
from bot.interactions.gateway.presence import start
from bot.settings import Settings
from loopback import Faults, Loopback

TOKEN = Loopback().token
LOG_LINE = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} [A-Z]+ +[\w.]+: ")


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Start in an empty folder, without this machine's settings; leave logging as it was."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    root, library = logging.getLogger(), logging.getLogger("discord")
    handlers, levels, often = root.handlers[:], (root.level, library.level), gc.get_threshold()
    stops = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield
    for number, handler in stops.items():
        signal.signal(number, handler)
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    library.setLevel(levels[1])
    gc.set_threshold(*often)


AGAIN: Final = " (75: a service manager tries again)"
WAITS: Final = " (78: waiting for you)"
"""What a last line says of what happens then."""


def sentences(said: str) -> list[str]:
    """Return the lines of standard error that aren't the log's."""
    assert "Traceback" not in said, said
    return [line for line in said.splitlines() if not LOG_LINE.match(line)]


Act = Callable[[Loopback], Coroutine[None, None, None]]
"""An event on the side of Discord or of the host, while the bot runs."""


async def nothing(_: Loopback) -> None:
    """Let the bot end by itself."""


Prepare = Callable[[Loopback], None]
"""A change of Discord before the bot logs in."""


def as_it_is(_: Loopback) -> None:
    """Leave Discord as it is."""


@asynccontextmanager
async def reached(
    faults: Faults, act: Act, prepare: Prepare, database: Path, **options: Any
) -> AsyncGenerator[Postboard]:
    """Do what `create_app` does, on a loopback Discord with these faults."""
    async with (
        Loopback(faults=faults) as server,
        create_app(database, server.connector(), **options) as bot,
    ):
        prepare(server)
        acting = asyncio.create_task(act(server))
        try:
            yield bot
        finally:
            acting.cancel()


def started(
    monkeypatch: pytest.MonkeyPatch,
    *,
    token: str = TOKEN,
    faults: Faults = Faults(),  # noqa: B008 - immutable
    act: Act = nothing,
    prepare: Prepare = as_it_is,
    patience: float = 600.0,
) -> int:
    """Start with a token, which leads to a loopback Discord; return the exit code."""
    Path(".env").write_text(f"DISCORD_TOKEN={token}\n")
    monkeypatch.setattr(command_line, "create_app", partial(reached, faults, act, prepare))
    monkeypatch.setattr(command_line, "start", partial(start, patience=patience))
    return main([])


async def logged(caplog: pytest.LogCaptureFixture, words: str) -> None:
    """Wait until the log has the words."""
    while words not in caplog.text:  # noqa: ASYNC110 - logging sets no event
        await asyncio.sleep(0.01)
