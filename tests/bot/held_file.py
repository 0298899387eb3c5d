"""A file that another program holds, and how long the bot waits for it."""

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.interactions.client import Postboard
from bot.store.database import Database, Transaction

__all__ = ["keep_unwritten", "locked", "wait_for_file"]


@contextmanager
def locked(database: Path) -> Generator[None]:
    """Let another program hold the file."""
    with closing(sqlite3.connect(database, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        yield
        holder.execute("ROLLBACK")


async def wait_for_file(bot: Postboard, milliseconds: int) -> None:
    """Let the bot wait for its file for so long, not for five seconds."""

    def set_timeout(tx: Transaction) -> None:
        tx.do(f"PRAGMA busy_timeout = {milliseconds}")

    await bot.store.queues.transact(set_timeout)


async def keep_unwritten(opened: Database, *, unwritten: bool) -> None:
    """Let the file be as one that can only be read, or no longer."""
    writer = opened._writer  # pyright: ignore[reportPrivateUsage]
    await writer.run(lambda file: file.execute(f"PRAGMA query_only = {int(unwritten)}"))
