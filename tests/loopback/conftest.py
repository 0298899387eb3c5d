from collections.abc import AsyncGenerator

import aiohttp
import pytest

from loopback import Loopback, Person
from loopback.interactions import commands
from tests.loopback.bare import Bare
from tests.loopback.sample_bot import SampleBot, running, sample_server


@pytest.fixture
async def server() -> AsyncGenerator[Loopback]:
    async with sample_server() as opened:
        yield opened


@pytest.fixture
async def bot(server: Loopback) -> AsyncGenerator[SampleBot]:
    async with running(server) as started:
        yield started


@pytest.fixture
async def bare(server: Loopback) -> AsyncGenerator[Bare]:
    async with aiohttp.ClientSession(connector=server.connector()) as session:
        made = Bare(server, session)
        yield made
        for socket in made.sockets:
            await socket.close()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody wait for a command that is not registered."""
    monkeypatch.setattr(commands, "SECONDS_TO_REGISTER", 0)


@pytest.fixture
def ann(server: Loopback) -> Person:
    return server.person("Ann")


@pytest.fixture
def bo(server: Loopback) -> Person:
    return server.person("Bo")
