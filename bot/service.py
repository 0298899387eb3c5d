"""The composition: database, store, bot, put together for Discord or for the local table."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from bot import scenes
from bot.client import Postboard, clock
from bot.database import Database
from bot.furnish import furnish
from bot.store import Store

__all__ = ["assembled"]


@asynccontextmanager
async def assembled(
    database: Path,
    connector: aiohttp.BaseConnector | None = None,
    now: Callable[[], float] = clock,
) -> AsyncGenerator[Postboard]:
    """Open the database and return a bot on it, not yet started; close both afterwards.

    Boards are drawn once before, so that nobody waits for the first picture of a process.
    `now` returns Unix seconds; deadlines and the outbox go by it. Raises MigrationError where the
    database can't be used.
    """
    async with (
        Database.open(database) as opened,
        Postboard(Store(opened), furnish=furnish, connector=connector, now=now) as b,
    ):
        await asyncio.to_thread(scenes.warm_up)
        yield b
