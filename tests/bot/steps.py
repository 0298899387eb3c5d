"""Counts the steps that SQLite takes, whatever machine it runs on."""

import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from itertools import count

from bot.store.sql.database import Database
from bot.store.sql.sqlite.file import SqliteFile
from tests.stored import needs_file

__all__ = ["file_of", "run", "steps"]


def file_of(opened: Database) -> SqliteFile:
    """Return the file of a database, with its connections."""
    needs_file()
    file = opened._backend  # pyright: ignore[reportPrivateUsage]
    assert isinstance(file, SqliteFile)
    return file


async def run(opened: Database, work: Callable[[sqlite3.Connection], object]) -> None:
    """Run work on the connection that writes."""
    await file_of(opened).writer.run(work)


async def steps(opened: Database, ask: Callable[[], Awaitable[object]]) -> int:
    """Return how many steps SQLite takes for what is asked."""
    taken: Iterator[int] = count()

    def watch(connection: sqlite3.Connection) -> None:
        connection.set_progress_handler(lambda: next(taken) < 0, 1)

    def ignore(connection: sqlite3.Connection) -> None:
        connection.set_progress_handler(None, 1)

    await opened.flush()
    file = file_of(opened)
    both = (file.writer, file.reader)
    for connection in both:
        await connection.run(watch)
    try:
        await ask()
    finally:
        for connection in both:
            await connection.run(ignore)
    return next(taken)
