"""A file that another program holds, and how long the bot waits for it."""

import sqlite3
import subprocess
import sys
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from bot.interactions.client import Postboard
from bot.store.sql.database import Database, Transaction
from tests.bot.steps import run
from tests.stored import needs_file

__all__ = ["keep_unwritten", "locked", "locked_by_a_process", "wait_for_file"]


@contextmanager
def locked(database: Path) -> Generator[None]:
    """Let another program hold the file."""
    needs_file()
    with closing(sqlite3.connect(database, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        yield
        holder.execute("ROLLBACK")


@contextmanager
def locked_by_a_process(database: Path) -> Generator[None]:
    """Let another process hold the file."""
    needs_file()
    hold = (
        "import sqlite3, sys; file = sqlite3.connect(sys.argv[1], isolation_level=None);"
        " file.execute('BEGIN IMMEDIATE'); print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", hold, str(database)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as holder:  # fmt: skip
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        yield
        holder.communicate("")


async def wait_for_file(bot: Postboard, milliseconds: int) -> None:
    """Let the bot wait for its file for so long, not for five seconds."""
    needs_file()

    def set_timeout(tx: Transaction) -> None:
        tx.do(f"PRAGMA busy_timeout = {milliseconds}")

    await bot.store.queues.transact(set_timeout)


async def keep_unwritten(opened: Database, *, unwritten: bool) -> None:
    """Let the file be as one that can only be read, or no longer."""
    await run(opened, lambda file: file.execute(f"PRAGMA query_only = {int(unwritten)}"))
