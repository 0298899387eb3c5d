"""The composition: database, store, bot, put together for Discord or for the local table."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp

from bot.interactions.client import Postboard, clock
from bot.interactions.registration import register
from bot.messages import pictures
from bot.store.database import Database
from bot.store.people import People
from bot.store.queues import Queues
from bot.store.tables import Store

__all__ = ["create_app"]


@asynccontextmanager
async def create_app(
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
        Postboard(
            Store(opened),
            Queues(opened),
            People(opened),
            setup=register,
            connector=connector,
            now=now,
        ) as client,
    ):
        await asyncio.to_thread(pictures.warm_up)
        yield client
