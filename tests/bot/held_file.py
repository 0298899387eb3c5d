"""A file that another program holds, and a bot that does not wait for it for long."""

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.interactions.client import Postboard
from bot.store.database import Transaction

__all__ = ["be_impatient", "locked"]


@contextmanager
def locked(database: Path) -> Generator[None]:
    """Let another program hold the file."""
    with closing(sqlite3.connect(database, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        yield
        holder.execute("ROLLBACK")


async def be_impatient(bot: Postboard, milliseconds: int) -> None:
    """Let the bot wait for its file for so long, not for five seconds."""

    def set_timeout(tx: Transaction) -> None:
        tx.do(f"PRAGMA busy_timeout = {milliseconds}")

    await bot.store.queues.transact(set_timeout)
