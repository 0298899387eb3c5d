"""The bot as a process of its own, which can be told where to die.

`python -m tests.bot.solo SOCKET TOKEN DATABASE [--fate FATE] [--ahead SECONDS]`: the production bot
on the loopback server at SOCKET. It dies as by `kill -9`, at the point that FATE names.
"""

import argparse
import asyncio
import os
import signal
import time
from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

import aiohttp

from bot.client import Postboard
from bot.database import Database, Transaction
from bot.furnish import furnish
from bot.records import Following, Owed, Source, Table
from bot.reply import PATIENCE
from bot.store import Store
from rules.events import Event

T = TypeVar("T")


class Fate(StrEnum):
    """Where the process dies."""

    NEVER = "never"
    WRITING = "writing"
    """Inside the transaction of an event, before it is committed."""
    COMMITTED = "committed"
    """Once an event is committed, before the interaction is answered."""
    DEFERRED = "deferred"
    """Once an event is committed and its interaction was deferred."""
    STRIKING = "striking"
    """Once a board was sent, whichever way, before its row is struck off the outbox."""
    STRUCK = "struck"
    """Once the row is struck."""


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class MortalDatabase(Database):
    """Dies before a commit, once it is told to."""

    doomed = False

    async def transact(self, work: Callable[[Transaction], T]) -> T:
        def fatal(transaction: Transaction) -> T:
            result = work(transaction)
            if self.doomed:
                die()
            return result

        return await super().transact(fatal)


class MortalStore(Store):
    """Dies at the point that its fate names."""

    def __init__(self, database: MortalDatabase, fate: Fate) -> None:
        super().__init__(database)
        self._database = database
        self._fate = fate

    async def start(self, begun: Table, owed: Owed, source: Source) -> None:
        self._database.doomed = self._fate is Fate.WRITING
        await super().start(begun, owed, source)
        await self._survive_the_commit()

    async def append(
        self,
        after: Table,
        events: Sequence[Event],
        owed: Owed,
        source: Source,
        following: Following | None = None,
    ) -> int | None:
        self._database.doomed = self._fate is Fate.WRITING
        next_id = await super().append(after, events, owed, source, following)
        await self._survive_the_commit()
        return next_id

    async def _survive_the_commit(self) -> None:
        if self._fate is Fate.DEFERRED:
            await asyncio.sleep(PATIENCE + 0.3)
        if self._fate in (Fate.COMMITTED, Fate.DEFERRED):
            die()

    async def paid(self, owed: Owed, channel_id: int, message_id: int | None) -> None:
        if self._fate is Fate.STRIKING:
            die()
        await super().paid(owed, channel_id, message_id)
        if self._fate is Fate.STRUCK:
            die()


class Hasty(Postboard):
    """Does not wait 5 seconds before it identifies anew."""

    async def before_identify_hook(
        self,
        shard_id: int | None,
        *,
        initial: bool = False,
    ) -> None:
        pass


async def serve(socket: str, token: str, database: Path, fate: Fate, ahead: float) -> None:
    """Run the bot until its end; `ahead`: by how many seconds its clock is."""
    connector = aiohttp.UnixConnector(socket, limit=0)
    async with MortalDatabase.open(database) as opened:
        assert isinstance(opened, MortalDatabase)
        store = MortalStore(opened, fate)
        now = lambda: time.time() + ahead  # noqa: E731
        async with Hasty(store, furnish=furnish, connector=connector, now=now) as bot:
            await bot.start(token)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bot.solo")
    parser.add_argument("socket")
    parser.add_argument("token")
    parser.add_argument("database", type=Path)
    parser.add_argument("--fate", type=Fate, default=Fate.NEVER)
    parser.add_argument("--ahead", type=float, default=0.0)
    asked = parser.parse_args(arguments)
    asyncio.run(serve(asked.socket, asked.token, asked.database, asked.fate, asked.ahead))


if __name__ == "__main__":
    main()
