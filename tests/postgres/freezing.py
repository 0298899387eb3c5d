"""A process that writes all the time, until it is stopped: `python -m tests.postgres.freezing`."""

import asyncio
import sys

import pytest

from bot.model.addresses import ServerAddress
from bot.model.shards import ShardRange
from bot.store.sql.database import Database
from bot.store.sql.errors import Busy, ShardsTaken
from bot.store.sql.postgres import lease, statements


async def _write(address: ServerAddress) -> None:
    async with Database.open(address, shards=ShardRange(0, 0, 2)) as opened:
        for number in range(10**9):
            try:
                await opened.write("INSERT INTO metadata VALUES (?, '')", f"row {number}")
            except Busy:
                await asyncio.sleep(0.01)
            if number == 0:
                sys.stdout.write("writes\n")
                sys.stdout.flush()


if __name__ == "__main__":
    patch = pytest.MonkeyPatch()
    patch.setattr(statements, "LONGEST", 2)
    patch.setattr(lease, "LEASE", 6)
    patch.setattr(lease, "RENEWED", 0.2)
    try:
        asyncio.run(_write(ServerAddress(sys.argv[1])))
    except ShardsTaken:
        sys.exit(75)
