"""Composes database, store and bot, for Discord or for the local table."""

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
from bot.extensions import club, events, news, puzzles, replays, standing, studies
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
        "replays": replays,
        "standing": standing,
        "news": news,
    }
)
"""The extensions by name, each a package with `setup` and what it keeps of people."""
_COLLECTION: Final = (2_000, 10, 50)
"""The number of new objects that starts a garbage collection, the number of those that starts a
longer one, and the number of those that starts one of everything. The first kind takes a
millisecond."""


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
    """Open the database and return a bot on it, not yet started; close both afterwards.

    `now` returns Unix seconds, by which everything goes unless they are an hour off Discord's time.
    `shards` are the connections to Discord, by default as many as it recommends. `workers` is the
    number of processes that think for engines, with any tables of exact values in the folder.
    Tables take `table_memory` megabytes of memory. `limits` are those on what a person does to
    others, if not the usual ones. `packages` hold more games, which are tried first. The extensions
    `without` are left out. `forgotten` is the file that lists who was forgotten, if not the one
    beside the database. `proxy` holds discord.py's options for an HTTP proxy. Raises MigrationError
    if the database can't be used, and ExtensionError if an extension can't.
    """
    async with Database.open(database, forgotten=forgotten, shards=shards) as opened:
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
    """Add the core and the extensions but some to a bot that hasn't logged in.

    Raises ExtensionError if one can't be used.
    """
    await add_core(bot)
    for each in _all_but(without):
        await each.setup(bot)


def tune_process() -> None:
    """Let garbage collections be rare in this process.

    A move makes thousands of objects that are freed without a collection. With Python's own
    thresholds it costs a tenth more CPU time while a hundred people play at once.
    """
    gc.set_threshold(*_COLLECTION)


def kept_by_extensions() -> Sequence[Kept]:
    """Return the tables of all extensions, with what they hold of people.

    Those of an extension that is left out are among them, so that people can be forgotten.
    """
    return [kept for each in EXTENSIONS.values() for kept in each.KEPT]


def _all_but(left_out: Collection[str]) -> Sequence[ModuleType]:
    """Return the extensions but some. Raises ExtensionError for a name that none has."""
    if unknown := sorted(set(left_out) - EXTENSIONS.keys()):
        raise ExtensionError(
            f"POSTBOARD_WITHOUT names {', '.join(unknown)}, but the extensions are"
            f" {', '.join(EXTENSIONS)}."
        )
    return [each for name, each in EXTENSIONS.items() if name not in left_out]


def _sound_tables(folder: Path | None) -> frozenset[str]:
    """Return the names of the usable tables of exact values, and log which are there."""
    if folder is None:
        return frozenset()
    keys, faults = Shelf(folder).checked()
    for fault in faults:
        _log.warning("%s Computer opponents do without it; `make exact` writes it again.", fault)
    missing = ", ".join(sorted(table_keys() - keys))
    _log.info(
        "Exact tables in %s: %s%s",
        folder.absolute(),
        ", ".join(sorted(keys)) or "none (optional; docs/operating.md)",
        f". Missing: {missing}" if keys and missing else "",
    )
    return keys
