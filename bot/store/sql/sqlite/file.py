"""A SQLite file with its two connections: one that writes, and one that reads."""

import logging
import sqlite3
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Final, TypeVar

from bot.store.sql.commits import commit, snapshot
from bot.store.sql.errors import MigrationError, StoreError
from bot.store.sql.hooks import Hooks
from bot.store.sql.pieces_of_work import End, Piece, Told
from bot.store.sql.sqlite.connection import Connection
from bot.store.sql.sqlite.files import foreign_disk
from bot.store.sql.sqlite.schema import migrate, require_ours
from bot.store.sql.sqlite.statements import SqliteSession, Statements
from bot.store.sql.transaction import Transaction

__all__ = ["SqliteFile"]

_log = logging.getLogger(__name__)
T = TypeVar("T")
_PRAGMAS: Final = (
    "foreign_keys = ON",
    "synchronous = FULL",
    # The pages of the write-ahead log (20 MB) after which a commit copies them into the database
    # and syncs both. A move writes some 20 pages, so with SQLite's default of 1000, every fiftieth
    # move would wait for that.
    "wal_autocheckpoint = 5000",
)


class SqliteFile:
    """An open file. A read happens, and a transaction commits, while no one else does either."""

    def __init__(self, path: Path, writer: Connection, reader: Connection, hooks: Hooks) -> None:
        self._path = path
        self.writer = writer
        self.reader = reader
        self._hooks = hooks
        self._turn = Lock()

    @classmethod
    @asynccontextmanager
    async def open(cls, path: Path, migrations: Path, hooks: Hooks) -> AsyncGenerator["SqliteFile"]:
        """Open a file, create it if it doesn't exist, and bring its schema up to date.

        Raises MigrationError if it can't be used; it is then left unchanged.
        """
        _make(path)
        if kind := foreign_disk(path):
            _log.warning(
                "%s is on a file system of the kind %s, which can damage a database unnoticed. Set"
                " POSTBOARD_DATABASE to a file on a local disk.",
                path, kind,
            )  # fmt: skip
        async with AsyncExitStack() as connections:
            try:
                writer = await connections.enter_async_context(Connection(path))
                await writer.run(partial(_prepare, path, migrations))
                reader = await connections.enter_async_context(Connection(path))
                await reader.run(_only_read)
            except StoreError as error:
                raise MigrationError(f"{path} can't be used as a database: {error}.") from error
            yield cls(path, writer, reader, hooks)

    def submit(
        self, asked: Sequence[Piece], deferred: Sequence[Piece], report: Callable[[End], None]
    ) -> None:
        """Run pieces as one transaction, those that were deferred first; `report` gets its end."""

        def write(connection: sqlite3.Connection) -> None:
            commit(asked, deferred, self._turn, report, SqliteSession(connection, self._hooks))

        self.writer.submit(write)

    async def snapshot(self, work: Callable[[Transaction], T]) -> T:
        """Return the result of `work`, whose queries all see the database at the same moment."""

        def read(connection: sqlite3.Connection) -> T:
            return snapshot(work, SqliteSession(connection, self._hooks))

        return await self.reader.run(read, self._turn)

    def hear(self, listener: Told) -> None:
        """Do nothing: no other process changes a file."""

    @property
    def holds(self) -> bool:
        """True: no other process can take a file from this one."""
        return True

    async def size(self) -> int:
        """Return the bytes of the file."""
        return await self.reader.run(_size, self._turn)

    async def clear_deleted(self) -> bool:
        """Copy the write-ahead log into the file and empty it; False if a person is reading it.

        Its connection waits for no one, so whatever is to be written waits for no reader either.
        """
        async with Connection(self._path) as own:
            return await own.run(_empty_log, self._turn)


def _make(path: Path) -> None:
    """Make an empty file with its folder, unless it is there; only its owner may read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.touch(mode=0o600)


def _prepare(path: Path, migrations: Path, connection: sqlite3.Connection) -> None:
    require_ours(Statements(connection), path)
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise MigrationError(
            f"{path} can't be used: its file system, perhaps a network's, has no shared memory. Set"
            " POSTBOARD_DATABASE to a file on a local disk."
        )
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    migrate(connection, path, migrations)


def _only_read(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA query_only = ON")


def _size(connection: sqlite3.Connection) -> int:
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    return int(pages * connection.execute("PRAGMA page_size").fetchone()[0])


def _empty_log(connection: sqlite3.Connection) -> bool:
    connection.execute("PRAGMA busy_timeout = 0")
    return not connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
