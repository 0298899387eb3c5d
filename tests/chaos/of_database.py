"""What goes wrong with a database alone: with a file, or with a server and its connections."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Literal, Protocol, TypeAlias

from bot.startup_errors import TRY_AGAIN, WRONG_SETUP
from tests.chaos.bot_process import LEASE
from tests.chaos.processes import Processes
from tests.chaos.server import Server

__all__ = ["Kinds", "OfDatabase", "troubles_of"]

Trouble: TypeAlias = Callable[[], Awaitable[None]]
Kinds: TypeAlias = Mapping[str, tuple[int, Trouble]]
"""Troubles by name, each with how often it comes, compared with the others."""


class OfDatabase(Protocol):
    """The troubles that one kind of database has and the other hasn't."""

    exits: frozenset[int]
    """The codes with which a process may end because of them."""

    @property
    def kinds(self) -> Kinds:
        """The troubles."""
        ...

    def clear_up(self) -> None:
        """End them."""
        ...


class OfFile:
    """The troubles of a file, with the one process that uses it."""

    exits = frozenset({TRY_AGAIN, WRONG_SETUP})

    def __init__(self, file: Path, bots: Processes, chance: Random, kill: Trouble) -> None:
        self._file = file
        self._bots = bots
        self._chance = chance
        self._kill = kill

    @property
    def kinds(self) -> Kinds:
        """The troubles."""
        return {"locked file": (2, self._lock), "full disk": (2, self._fill)}

    def clear_up(self) -> None:
        """Let the file grow again."""
        self._limit(0)

    async def _lock(self) -> None:
        """Let another program hold the file."""
        with closing(sqlite3.connect(self._file, isolation_level=None)) as holder:
            try:
                holder.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                return
            await asyncio.sleep(self._chance.choice((0.1, 0.5, 2.0, 6.0)))
            holder.execute("ROLLBACK")

    async def _fill(self) -> None:
        """Let the disk be full."""
        self._limit(1)
        await asyncio.sleep(self._chance.uniform(0.2, 2.0))
        if self._chance.random() < 0.3:
            await self._kill()
        self._limit(0)

    def _limit(self, pages: int) -> None:
        for each in self._bots:
            each.limit_pages(pages)


class OfServer:
    """The troubles of a server, with the processes that use it."""

    exits = frozenset({TRY_AGAIN})

    def __init__(self, server: Server, bots: Processes, chance: Random, kill: Trouble) -> None:
        self._server = server
        self._bots = bots
        self._chance = chance
        self._kill = kill

    @property
    def kinds(self) -> Kinds:
        """The troubles."""
        return {
            "database restarted": (2, partial(self._restart, "fast")),
            "database crashed": (2, partial(self._restart, "immediate")),
            "cut connections": (3, self._cut),
            "frozen process": (2, self._freeze),
            "frozen process replaced": (2, self._freeze_and_replace),
        }

    def clear_up(self) -> None:
        """Let the server run."""
        self._server.start()

    async def _restart(self, mode: Literal["fast", "immediate"]) -> None:
        """Stop the server and start it again, at once or later."""
        await asyncio.to_thread(self._server.stop, mode)
        await asyncio.sleep(self._chance.choice((0.0, 0.5, 3.0)))
        if self._chance.random() < 0.2:
            await self._kill()
        await asyncio.to_thread(self._server.start)

    async def _cut(self) -> None:
        """Cut the connections of all processes, or those by which they hear of one another.

        Once or a few times.
        """
        names = self._chance.choice(("postboard%", "postboard others"))
        for _ in range(self._chance.choice((1, 1, 4))):
            await asyncio.to_thread(self._server.cut_connections, names)
            await asyncio.sleep(self._chance.uniform(0.0, 0.5))

    async def _freeze(self) -> None:
        """Let a process sleep, for twice as long as it holds its shards perhaps: a minute."""
        bot = self._bots.any(self._chance)
        if bot.is_online:
            bot.freeze()
            await asyncio.sleep(self._chance.uniform(0.1, 2.0 * LEASE))
            bot.wake()

    async def _freeze_and_replace(self) -> None:
        """Let a process sleep until another one has its shards, and wake it: it has to end."""
        bot = self._bots.any(self._chance)
        if bot.is_online:
            bot.freeze()
            await self._bots.replaced(bot).start()
            await asyncio.sleep(self._chance.uniform(0.0, 1.0))
            await bot.wake_up_to_end()


def troubles_of(
    database: Path | Server, bots: Processes, chance: Random, kill: Trouble
) -> OfDatabase:
    """Return what goes wrong with a database; `kill` kills a process and starts it again."""
    if isinstance(database, Path):
        return OfFile(database, bots, chance, kill)
    return OfServer(database, bots, chance, kill)
