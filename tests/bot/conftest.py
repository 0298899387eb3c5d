"""The bot as it runs in production, on a loopback Discord, over the real wire."""

import asyncio
import os
import shutil
from collections.abc import AsyncGenerator, Collection, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from types import CoroutineType
from typing import Final

import discord
import pytest

from bot.app import create_app
from bot.delivery.answering import response
from bot.delivery.outbox import outbox
from bot.interactions import registration
from bot.interactions.client import Postboard
from bot.local import local_server
from bot.messages import pictures
from bot.messages.controls.message import Picture, finished
from bot.model.addresses import ServerAddress
from bot.model.limits import Limits
from bot.model.shards import ShardRange
from bot.store.queues.queues import Queues
from bot.store.sql.database import Database
from bot.store.store import Store
from loopback import Loopback, Person
from loopback.interactions import lifecycle
from rules.contract.sentence import say
from rules.packages import Named
from tests.bot.as_sent import record
from tests.bot.killable_bot import KillableBot
from tests.bot.known_people import know_people
from tests.bot.other_language import HEARD, spoken
from tests.bot.readiness import ready_at_once
from tests.bot.table_service import Clock, Service
from tests.bot.who import nobody_named

LEFT_OUT: Final = tuple(filter(None, os.environ.get("WITHOUT", "").split(",")))
"""The extensions that are left out: `WITHOUT=puzzles make test TESTS=tests/bot/test_play.py`."""
UNHURRIED: Final = 120.0
"""Seconds until Discord drops an interaction that was not answered."""


@asynccontextmanager
async def bot_on(
    server: Loopback,
    database: Path | ServerAddress,
    exact_tables: Path | None = None,
    ahead: float = 0.0,
    limits: Limits | None = None,
    *,
    shards: int | None = None,
    packages: Sequence[Named] = (),
    without: Collection[str] = LEFT_OUT,
) -> AsyncGenerator[Postboard]:
    """Run the bot against the server until the block ends, without some extensions.

    Its clock is that of the server, or so many seconds ahead of it.
    """

    def now() -> float:
        return server.clock.now() + ahead

    async with create_app(
        database,
        server.connector(),
        now,
        shards=ShardRange(0, shards - 1, shards) if shards else None,
        exact_tables=exact_tables,
        limits=limits,
        packages=packages,
        without=without,
    ) as bot:
        ready_at_once(bot, lambda: _there(server))
        running = asyncio.create_task(bot.start(server.token))
        await server.gateway.ready()
        yield bot
        await bot.close()
        await running
        await end_of_discord_py()


def _there(server: Loopback) -> list[int]:
    return [each.id for each in server.world.installed_guilds() if not each.unavailable]


async def end_of_discord_py() -> None:
    """Wait for the tasks that discord.py leaves behind, such as its wait for the last server.

    One that begins an event while the loop ends would leave a coroutine that nobody awaits.
    """
    while left := [task for task in asyncio.all_tasks() if _is_of_discord_py(task)]:
        for task in left:
            task.cancel()
        await asyncio.wait(left)


def _is_of_discord_py(task: asyncio.Task[object]) -> bool:
    coroutine = task.get_coro()
    return isinstance(coroutine, CoroutineType) and (
        Path(discord.__file__).parent in Path(coroutine.cr_code.co_filename).parents
    )


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an answer, and an attempt to deliver one, take as long as a busy machine needs.

    Discord's limit for an answer passes where a test sets the clock ahead.
    """
    monkeypatch.setattr(response, "DEFER_AFTER", 600.0)
    monkeypatch.setattr(outbox, "ATTEMPT", 600.0)
    monkeypatch.setattr(lifecycle, "SECONDS_TO_ACKNOWLEDGE", UNHURRIED)


@pytest.fixture(autouse=True)
def no_posters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games end without a poster, for which a worker would have to think about each.

    No edit says more of an end, either, in tests that look at the messages of a channel.
    """
    monkeypatch.setattr("bot.extensions.replays.posters.LEAST_TURNS", 10_000)
    monkeypatch.setattr("bot.extensions.replays.posters.LEAST_TOLD", 10_000)


@pytest.fixture(autouse=True)
def english_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register commands in English alone, since all languages take a quarter of a start."""
    monkeypatch.setattr(registration, "has_translations", lambda: False)


@pytest.fixture(autouse=True)
def other_language(request: pytest.FixtureRequest) -> Generator[None]:
    """Let the bot speak another language, if the test is to be run in one."""
    log = os.environ.get(HEARD)
    if log is None:
        yield
        return
    with spoken(request.node.nodeid) as heard:
        yield
    heard.write(Path(log))


@pytest.fixture
async def server() -> AsyncGenerator[Loopback]:
    async with local_server() as opened:
        record(opened)
        yield opened


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with the present schema, and no rows but of people without Discord."""
    path = tmp_path_factory.mktemp("empty") / "tables.sqlite3"

    async def create() -> None:
        async with Database.open(path) as file:
            await file.transact(know_people)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, create()).result()
    return path


@pytest.fixture
def database(tmp_path: Path, empty_database: Path) -> Path:
    """Return a file to open, of which each test has its own; on PostgreSQL it is but a name."""
    file = tmp_path / "tables.sqlite3"
    return Path(shutil.copy(empty_database, file)) if empty_database.exists() else file


@pytest.fixture
async def opened(database: Path) -> AsyncGenerator[Database]:
    async with Database.open(database) as file:
        yield file


@pytest.fixture
def service(opened: Database) -> Service:
    return Service(Store(opened), Clock())


@pytest.fixture
def queues(service: Service) -> Queues:
    return service.store.queues


@pytest.fixture
async def bot(server: Loopback, database: Path) -> AsyncGenerator[Postboard]:
    """Run the bot. Whatever a test does with it, only one table knows Discord's users."""
    with nobody_named(server, database):
        async with bot_on(server, database) as running:
            yield running


@pytest.fixture
async def killable_bot(server: Loopback, database: Path) -> AsyncGenerator[KillableBot]:
    async with KillableBot.born(server, database) as running:
        yield running


@pytest.fixture
def ann(server: Loopback) -> Person:
    return server.person("Ann")


@pytest.fixture
def bo(server: Loopback) -> Person:
    return server.person("Bo")


@pytest.fixture
def cy(server: Loopback) -> Person:
    return server.person("Cy")


@pytest.fixture
def di(server: Loopback) -> Person:
    return server.person("Di")


@pytest.fixture
def people(ann: Person, bo: Person, cy: Person, di: Person) -> list[Person]:
    return [ann, bo, cy, di]


@pytest.fixture
def blank_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be drawn where only words and buttons are looked at."""

    async def blank(_view: object) -> Picture:
        return Picture(finished(b""), say("A board."))

    monkeypatch.setattr(pictures, "draw", blank)
