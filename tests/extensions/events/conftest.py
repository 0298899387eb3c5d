"""One event on a file, for every test of events that needs no Discord."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.store.sql.database import Database
from tests.bot.timed_host import Host
from tests.extensions.events.event_host import EventHost


@pytest.fixture
async def held(database: Path) -> AsyncGenerator[EventHost]:
    async with Database.open(database) as opened:
        yield EventHost(Host(opened))
