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
from dataclasses import dataclass, fields
from enum import IntEnum
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import aiohttp
import discord
import pytest

from bot.app import kept_by_extensions, put_together
from bot.delivery.background import engine_turns
from bot.delivery.discord_time import DiscordTime
from bot.delivery.outbox import outbox
from bot.delivery.worker import BackgroundTasks
from bot.extensions.events import games as event_games
from bot.interactions.client import Postboard
from bot.interactions.gateway import shards
from bot.interactions.registration import register
from bot.model.addresses import ServerAddress
from bot.model.limits import UNLIMITED
from bot.model.queues import OutboxItem
from bot.model.shards import ShardRange
from bot.model.table import Table
from bot.startup_errors import only_process, startup_failure
from bot.store.queues.queues import Queues
from bot.store.queues.table_messages import Sent
from bot.store.sql.database import Database, Transaction
from bot.store.sql.errors import Busy
from bot.store.sql.postgres import lease, statements
from bot.store.store import Store
from bot.tables.lookup import MEGABYTES
from bot.tables.services import Services
from tests.bot.child_bot import FastReconnect, open_threads_at_once

__all__ = ["LEASE", "STALE", "LogLine", "Point", "SharedConditions", "main"]

_log = logging.getLogger(__name__)

T = TypeVar("T")
LEASE: Final = 4
"""Seconds for which a process holds its shards here."""
STALE: Final = "is in memory as it was before"
"""What is logged of a table that another process has changed without this one's notice."""
_DIES: Final = 0.3
"""The chance that a process dies where it is to die, each time it comes there while it plays."""
_BY_PROCESS: Final = frozenset({"exact", "card_id", "board_id"})
"""What each process knows by itself of a table, or later than others."""
_STAYS: Final = 6
"""Times that a table has to be found stale: games go on, and what is told takes a moment."""
_AGAIN: Final = 0.3
"""Seconds between two of these times."""
_STEPS = (-2 * 3600.0, -40.0, 0.0, 0.0, 40.0, 2 * 3600.0, 48 * 3600.0)
"""Seconds by which a clock that jumps may be wrong."""
_NO_QUOTA = 2**31 - 2
"""Pages: as much as SQLite allows by default."""


class Point(IntEnum):
    """Where a process dies that is told to."""

    NOWHERE = 0
    MIGRATING = 1
    """Inside the transaction in which the first process makes the tables."""
    TAKING = 2
    """Once its shards are its own, before it connects."""
    WRITING = 3
    """Inside a transaction, before it is committed."""
    WRITTEN = 4
    """Once a transaction is committed, before anybody is told."""
    SENT = 5
    """Once a message was sent, before its row of the outbox is deleted."""
    TOLD = 6
    """While it is told what another process has changed."""


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
    point: c_long
    """The point at which the process dies."""
    compared: c_long
    """How often it has compared its memory with the database, as SIGUSR1 asks it to."""
    table_memory: float = 0.0
    """Megabytes for the tables that the bot keeps in memory; 0 for as many as by default."""

    def die_at(self, point: Point, chance: float = 1.0) -> None:
        """Die, as by `kill -9`, if this is the point and chance wants it."""
        if self.point.value == point and random.random() < chance:
            os.kill(os.getpid(), signal.SIGKILL)


LogLine: TypeAlias = tuple[str, str, str]
"""Level, text with its traceback, and the class of the exception, if any."""


class _FailingDatabase(Database):
    """Fails as often as it is told to, and dies where."""

    conditions: SharedConditions

    async def transact(self, work: Callable[[Transaction], T]) -> T:
        def failing(transaction: Transaction) -> T:
            result = work(transaction)
            self.conditions.die_at(Point.WRITING, _DIES)
            self._fail(self.conditions.failing_before)
            return result

        result = await super().transact(failing)
        self.conditions.die_at(Point.WRITTEN, _DIES)
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


class _MortalQueues(Queues):
    """Dies before it strikes what was sent, if it is told to."""

    def __init__(self, database: Database, conditions: SharedConditions) -> None:
        super().__init__(database)
        self._conditions = conditions

    def mark_delivered(
        self,
        item: OutboxItem,
        sent: Sent | None,
        stored: Callable[[bool], None] | None = None,
        *,
        turned: int | None = None,
    ) -> None:
        self._conditions.die_at(Point.SENT, _DIES)
        super().mark_delivered(item, sent, stored, turned=turned)


def _store(database: Database, conditions: SharedConditions) -> Store:
    store = Store(database)
    store.queues = _MortalQueues(database, conditions)
    return store


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
    shards: ShardRange,
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
        _take_turns_soon(conditions)
    try:
        asyncio.run(_serve(socket, token, database, shards, conditions))
    except asyncio.CancelledError:
        sys.exit(0)
    except Exception as error:
        failure = startup_failure(error, database)
        if failure is None:
            logging.getLogger(__name__).exception("The bot ended")
            sys.exit(1)
        sys.exit(failure[1])


def _take_turns_soon(conditions: SharedConditions) -> None:
    """Let the shards of a process that was killed or frozen be free after seconds.

    All these times are an eighth of the usual ones, but that of a start that waits, and those in
    which Discord lets sessions follow one another: here that is a second.
    """
    patch = pytest.MonkeyPatch()
    make_tables = statements.PostgresSession.run_script

    def make(session: statements.PostgresSession, script: str) -> None:
        make_tables(session, script)
        conditions.die_at(Point.MIGRATING)

    patch.setattr(statements.PostgresSession, "run_script", make)
    patch.setattr(shards, "_BETWEEN_SESSIONS", 0.0)
    patch.setattr(lease, "LEASE", LEASE)
    patch.setattr(lease, "RENEWED", 1.25)
    patch.setattr(lease, "_LOOK", 0.125)
    patch.setattr(statements, "LONGEST", 1)
    patch.setattr(outbox, "_LOOK", 4.0)
    patch.setattr(engine_turns, "_REST", 4.0)
    patch.setattr(event_games, "_REST", 4.0)


async def _compare(bot: Postboard, database: Database, conditions: SharedConditions) -> None:
    """Log each table that is in memory otherwise than in the database, and stays so."""
    try:
        for row in await database.rows("SELECT id FROM tables ORDER BY id"):
            differing, tries = await _differing(bot, row["id"]), 1
            while differing and tries < _STAYS:
                await asyncio.sleep(_AGAIN)
                differing, tries = await _differing(bot, row["id"]), tries + 1
            if differing:
                _log.error("Table %s %s: %s", row["id"], STALE, differing)
    finally:
        conditions.compared.value += 1


async def _differing(bot: Postboard, table_id: int) -> list[str]:
    """Return in what a table in memory differs from the same one read anew."""
    known = bot.lookup.cache.get(table_id)
    if known is None:
        return []
    read = await bot.store.tables.load(table_id, int(bot.now()))
    names = (field.name for field in fields(Table) if field.name not in _BY_PROCESS)
    values = ((name, getattr(known, name), getattr(read, name, None)) for name in names)
    return [f"{name} is {one} instead of {other}" for name, one, other in values if one != other]


async def _serve(
    socket: str,
    token: str,
    database: Path | ServerAddress,
    shards: ShardRange,
    conditions: SharedConditions,
) -> None:
    discord_time = DiscordTime(_Clock(conditions).now)
    # As for the program itself, whom a service manager stops.
    this = asyncio.current_task()
    assert this is not None
    this_loop = asyncio.get_running_loop()
    this_loop.add_signal_handler(signal.SIGTERM, this.cancel)
    connector = aiohttp.UnixConnector(socket, limit=0)
    given = None if shards.is_whole else shards
    opening = _FailingFile if isinstance(database, Path) else _FailingDatabase
    comparisons = BackgroundTasks("comparisons")

    def compare() -> None:
        comparisons.begin(_compare(bot, opened, conditions))

    with only_process(database):
        opening.conditions = conditions
        async with (
            opening.open(database, shards=given) as opened,
            FastReconnect(
                store := _store(opened, conditions),
                services := Services(
                    store,
                    discord_time.checked,
                    table_memory=conditions.table_memory or MEGABYTES,
                    limits=UNLIMITED,
                ),
                setup=register,
                shards=given,
                connector=connector,
                discord_time=discord_time,
            ) as bot,
        ):
            opened.hooks.kept.extend(kept_by_extensions())
            await put_together(bot)
            conditions.die_at(Point.TAKING)
            opened.hear(services.lookup.forget)
            opened.hear(lambda _: conditions.die_at(Point.TOLD, _DIES))
            this_loop.add_signal_handler(signal.SIGUSR1, compare)
            await bot.start(token)
