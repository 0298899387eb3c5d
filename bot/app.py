"""Puts database, store and bot together, for Discord or for the local page."""

import asyncio
import gc
import logging
from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, Final

import aiohttp

from bot.delivery.discord_time import DiscordTime
from bot.extensions import (
    club,
    events,
    lessons,
    news,
    pairing,
    puzzles,
    replays,
    standing,
    studies,
    week,
)
from bot.interactions.client import Postboard, clock
from bot.interactions.registration import add_core, register
from bot.model.addresses import ServerAddress
from bot.model.errors import ExtensionError
from bot.model.limits import Limits
from bot.model.retention import Retention
from bot.model.shards import ShardRange
from bot.packages import load_games
from bot.store.sql.database import Database
from bot.store.sql.privacy import Kept
from bot.store.store import Store
from bot.tables.lookup import MEGABYTES
from bot.tables.services import Services
from engine import pool
from engine.exact import Shelf, table_keys
from rules.packages import Named

__all__ = ["EXTENSIONS", "create_app", "kept_by_extensions", "put_together", "tune_process"]

_log = logging.getLogger(__name__)

EXTENSIONS: Final = MappingProxyType(
    {
        "club": club,
        "puzzles": puzzles,
        "events": events,
        "studies": studies,
        "lessons": lessons,
        "replays": replays,
        "standing": standing,
        "news": news,
        "pairing": pairing,
        "week": week,
    }
)
"""The extensions by name: packages with `setup` and `KEPT`, the tables they store."""
_COLLECTION: Final = (2_000, 10, 50)
"""Python's thresholds are 700, 10, 10: every move then paid for several collections of everything.
With these, a collection of new objects takes a millisecond."""


@asynccontextmanager
async def create_app(
    database: Path | ServerAddress,
    connector: aiohttp.BaseConnector | None = None,
    now: Callable[[], float] = clock,
    *,
    shards: ShardRange | None = None,
    workers: int = 1,
    exact_tables: Path | None = None,
    table_memory: float = MEGABYTES,
    limits: Limits | None = None,
    retention: Retention | None = None,
    proxy: Mapping[str, Any] = MappingProxyType({}),
    forgotten: Path | None = None,
    packages: Sequence[Named] = (),
    without: Collection[str] = (),
) -> AsyncGenerator[Postboard]:
    """Open the database and return a bot on it, not yet started. Both are closed afterwards.

    `now` returns Unix seconds; Discord's time replaces them when they are an hour off. `shards` are
    the connections to Discord, by default as many as it recommends. `workers` is the number of
    processes that think for engines, with the endgame tables of the folder `exact_tables`. Tables
    in memory take up to `table_memory` megabytes. `limits` replace the usual ones on what a person
    can do to others. `packages` hold more games, which are tried first, and `without` names
    extensions to leave out. `forgotten` replaces the list of forgotten people beside the database.
    `proxy` holds discord.py's options for an HTTP proxy. Raises MigrationError if the database
    can't be used, and ExtensionError if an extension can't.
    """
    async with Database.open(database, forgotten=forgotten, shards=shards) as opened:
        # Before anyone is forgotten again, which deletes from these tables, too.
        opened.hooks.kept.extend(kept_by_extensions())
        store = Store(opened)
        await store.people.forget_again(int(now()))
        loaded = await load_games(packages, store.metadata)
        exact = await asyncio.to_thread(_sound_tables, exact_tables)
        discord_time = DiscordTime(now)
        services = Services(store, discord_time.checked, exact, table_memory, limits)
        opened.hear(services.lookup.forget)
        workers_pool = pool.Pool(pool.Limits(workers=workers), exact_tables, packages=loaded)
        async with Postboard(
            store,
            services,
            setup=register,
            shards=shards,
            connector=connector,
            discord_time=discord_time,
            proxy=proxy,
            pool=workers_pool,
            packages=loaded,
            retention=retention,
        ) as client:
            await put_together(client, without)
            yield client


async def put_together(bot: Postboard, without: Collection[str] = ()) -> None:
    """Add the core and all extensions except those in `without` to a bot that hasn't logged in.

    Raises ExtensionError if one can't be used.
    """
    await add_core(bot)
    for each in _all_but(without):
        await each.setup(bot)


def tune_process() -> None:
    """Make garbage collections rare in this process.

    A move makes thousands of objects that are freed without a collection. With Python's own
    thresholds, it costs 10 % more CPU time while 100 people play at once.
    """
    gc.set_threshold(*_COLLECTION)


def kept_by_extensions() -> Sequence[Kept]:
    """Return what all extensions store about people.

    Extensions that are left out are included, so that people can be forgotten there, too.
    """
    return [kept for each in EXTENSIONS.values() for kept in each.KEPT]


def _all_but(left_out: Collection[str]) -> Sequence[ModuleType]:
    """Return all extensions except these. Raises ExtensionError for an unknown name."""
    if unknown := sorted(set(left_out) - EXTENSIONS.keys()):
        raise ExtensionError(
            f"POSTBOARD_WITHOUT has {', '.join(unknown)}. Choose from: {', '.join(EXTENSIONS)}."
        )
    return [each for name, each in EXTENSIONS.items() if name not in left_out]


def _sound_tables(folder: Path | None) -> frozenset[str]:
    """Return the names of the usable endgame tables, and log which are there and missing."""
    if folder is None:
        return frozenset()
    keys, faults = Shelf(folder).checked()
    for fault in faults:
        _log.warning("%s The computer plays without it. `make exact` builds it again.", fault)
    missing = ", ".join(sorted(table_keys() - keys))
    _log.info(
        "Endgame tables: %s.%s",
        ", ".join(sorted(keys)) or "none",
        f" Optional, `make exact` builds {missing}." if missing else "",
    )
    return keys
