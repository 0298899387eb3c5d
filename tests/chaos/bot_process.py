"""The production bot in a process of its own, whose clock and disk space the campaign sets."""

import asyncio
import logging
import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from ctypes import c_double, c_long
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import aiohttp
import discord
import pytest

from bot.interactions.registration import register
from bot.model.addresses import ServerAddress
from bot.model.limits import UNLIMITED
from bot.model.shards import Share
from bot.startup_errors import only_process, startup_failure
from bot.store.database import Database, Transaction
from bot.store.errors import Busy
from bot.store.postgres import others, statements
from bot.store.store import Store
from bot.tables.cache import MEGABYTES
from bot.tables.services import Services
from tests.bot.child_bot import FastReconnect, open_threads_at_once

__all__ = ["LEASE", "LogLine", "SharedConditions", "main"]

T = TypeVar("T")
LEASE: Final = 4
"""Seconds for which a process holds its shards here."""
_STEPS = (-2 * 3600.0, -40.0, 0.0, 0.0, 40.0, 2 * 3600.0, 48 * 3600.0)
"""Seconds by which a clock that jumps may be wrong."""
_NO_QUOTA = 2**31 - 2
"""Pages: as much as SQLite allows by default."""


@dataclass(frozen=True, slots=True)
class SharedConditions:
    """What the campaign changes while the process runs: memory that both share."""

    ahead: c_double
    """Seconds by which the bot's clock is ahead of the machine's."""
    stepping: c_double
    """Chance that the clock jumps when it is read; it is right again once this is 0."""
    pages: c_long
    """Pages that the database may have; 0 for any number."""
    failing_before: c_double
    """Share of transactions that fail and are undone."""
    failing_after: c_double
    """Share of transactions that are written although they seem to fail."""
    failures: c_long
    """Transactions that failed so."""
    table_memory: float = 0.0
    """Megabytes for the tables that the bot keeps in memory; 0 for as many as by default."""


LogLine: TypeAlias = tuple[str, str, str]
"""Level, text with its traceback, and the class of the exception, if any."""


class _FailingDatabase(Database):
    """Fails as often as it is told to."""

    conditions: SharedConditions

    async def transact(self, work: Callable[[Transaction], T]) -> T:
        def failing(transaction: Transaction) -> T:
            result = work(transaction)
            self._fail(self.conditions.failing_before)
            return result

        result = await super().transact(failing)
        self._fail(self.conditions.failing_after)
        return result

    def _fail(self, share: c_double) -> None:
        if random.random() < share.value:
            self.conditions.failures.value += 1
            raise Busy("the campaign lets this fail")


class _FailingFile(_FailingDatabase):
    """Finds the disk full, too, when the quota is reached."""

    async def transact(self, work: Callable[[Transaction], T]) -> T:
        quota = self.conditions.pages.value or _NO_QUOTA

        def limited(transaction: Transaction) -> T:
            transaction.do(f"PRAGMA max_page_count = {quota}")
            return work(transaction)

        return await super().transact(limited)


class _Clock:
    """The bot's clock, which the campaign sets wrong."""

    def __init__(self, conditions: SharedConditions) -> None:
        self._conditions = conditions
        self._off = 0.0

    def now(self) -> float:
        """Return Unix seconds; two reads in one moment may differ by days."""
        stepping = self._conditions.stepping.value
        if random.random() < stepping:
            self._off = random.choice(_STEPS)
        return time.time() + self._conditions.ahead.value + (self._off if stepping else 0.0)


class _ToCampaign(logging.Handler):
    """Sends what is logged to the campaign."""

    def __init__(self, sink: Connection) -> None:
        super().__init__(logging.WARNING)
        self._sink = sink

    def emit(self, record: logging.LogRecord) -> None:
        text = f"{record.name}: {record.getMessage()}"
        kind = ""
        if record.exc_info and record.exc_info[1] is not None:
            kind = type(record.exc_info[1]).__name__
            text += "\n" + "".join(traceback.format_exception(record.exc_info[1]))
        self._sink.send((record.levelname, text, kind))


def main(
    socket: str,
    token: str,
    database: Path | ServerAddress,
    share: Share,
    *,
    conditions: SharedConditions,
    sink: Connection,
) -> None:
    """Serve until killed; exit as `python -m bot` does where the bot cannot start."""
    os.chdir(Path(socket).parent)  # What is kept beside a server's database ends with the campaign.
    logging.basicConfig(level=logging.WARNING, handlers=[_ToCampaign(sink)], force=True)
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    open_threads_at_once()
    if isinstance(database, ServerAddress):
        _end_leases_soon()
    try:
        asyncio.run(_serve(socket, token, database, share, conditions))
    except asyncio.CancelledError:
        sys.exit(0)
    except Exception as error:
        failure = startup_failure(error, database)
        if failure is None:
            logging.getLogger(__name__).exception("The bot ended")
            sys.exit(1)
        sys.exit(failure[1])


def _end_leases_soon() -> None:
    """Let the shards of a process that was killed or frozen be free after seconds.

    All these times are an eighth of the usual ones, but that of a start that waits.
    """
    patch = pytest.MonkeyPatch()
    patch.setattr(others, "LEASE", LEASE)
    patch.setattr(others, "RENEWED", 1.25)
    patch.setattr(others, "_LOOK", 0.125)
    patch.setattr(statements, "LONGEST", 1)


async def _serve(
    socket: str,
    token: str,
    database: Path | ServerAddress,
    share: Share,
    conditions: SharedConditions,
) -> None:
    clock = _Clock(conditions)
    # As for the program itself, whom a service manager stops.
    this = asyncio.current_task()
    assert this is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    connector = aiohttp.UnixConnector(socket, limit=0)
    shards = None if share.is_whole else share
    opening = _FailingFile if isinstance(database, Path) else _FailingDatabase
    with only_process(database):
        opening.conditions = conditions
        async with (
            opening.open(database, share=shards) as opened,
            FastReconnect(
                store := Store(opened),
                services := Services(
                    store,
                    clock.now,
                    table_memory=conditions.table_memory or MEGABYTES,
                    limits=UNLIMITED,
                ),
                setup=register,
                shards=shards,
                connector=connector,
                now=clock.now,
            ) as bot,
        ):
            opened.hear(services.lookup.forget)
            await bot.start(token)
