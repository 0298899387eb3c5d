"""Statements and transactions of SQLite. Its errors are raised as the store's."""

import sqlite3
from collections.abc import Iterable
from typing import Final

from bot.store.sql.errors import Busy, StoreError, Taken
from bot.store.sql.hooks import Hooks
from bot.store.sql.transaction import Row, Value

__all__ = ["SqliteSession", "Statements", "store_errors"]

_PASSING: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
    }
)  # fmt: skip
"""SQLite's errors for a database that may become writable again; extended codes count as well."""


class _StoreErrors:
    """A context that raises the store's errors in place of SQLite's."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _type: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, sqlite3.Error):
            raise _as_ours(error) from error


store_errors: Final = _StoreErrors()
"""Raises the store's errors in place of SQLite's."""


def _as_ours(error: sqlite3.Error) -> StoreError:
    if isinstance(error, sqlite3.IntegrityError):
        return Taken(str(error))
    code = getattr(error, "sqlite_errorcode", None)
    # The low byte of an extended code is that of the kind of error.
    passes = isinstance(code, int) and code & 0xFF in _PASSING
    return (Busy if passes else StoreError)(str(error))


class Statements:
    """Statements inside one transaction of SQLite, in the thread of the database."""

    def __init__(self, connection: sqlite3.Connection, hooks: Hooks | None = None) -> None:
        self._connection = connection
        self.hooks = hooks or Hooks()
        self.topics: dict[str, int] = {}

    def announce(self, topic: str, at: int = 0) -> None:
        """Notify the topic's listeners once this transaction is committed."""
        self.topics[topic] = min(at, self.topics.get(topic, at))

    def take_turns(self, keys: Iterable[int]) -> None:
        """Do nothing: only one writes a file at a time."""

    def do(self, sql: str, *values: Value) -> list[Row]:
        """Run one statement and return its rows."""
        with store_errors:
            return self._connection.execute(sql, values).fetchall()

    def change(self, sql: str, *values: Value) -> int:
        """Run one statement; return the number of changed rows."""
        with store_errors:
            return self._connection.execute(sql, values).rowcount

    def insert(self, sql: str, *values: Value) -> int:
        """Run an INSERT and return the number of the new row."""
        with store_errors:
            number = self._connection.execute(sql, values).lastrowid
        assert number is not None
        return number

    def each(self, sql: str, values: Iterable[tuple[Value, ...]]) -> None:
        """Run one statement per tuple of values."""
        with store_errors:
            self._connection.executemany(sql, values)


class SqliteSession:
    """A connection on which one transaction follows another."""

    def __init__(self, connection: sqlite3.Connection, hooks: Hooks) -> None:
        self._connection = connection
        self._hooks = hooks

    @property
    def in_transaction(self) -> bool:
        """True from its beginning until it is committed or undone."""
        return self._connection.in_transaction

    @property
    def has_lost(self) -> bool:
        """False: only one writes a file at a time, so none is preferred to another."""
        return False

    def statements(self) -> Statements:
        """Return statements of the present transaction."""
        return Statements(self._connection, self._hooks)

    def run(self, sql: str) -> None:
        """Run a statement that begins or ends a transaction or a part of it."""
        with store_errors:
            self._connection.execute(sql)

    def begin(self) -> None:
        """Begin a transaction that writes. No other can write in the meantime."""
        self.run("BEGIN IMMEDIATE")

    def begin_reading(self) -> None:
        """Begin a transaction that sees the database at one moment."""
        self.run("BEGIN")

    def commit(self) -> None:
        """End the transaction, unless SQLite has undone it; what it wrote is on disk."""
        with store_errors:
            self._connection.commit()

    def rollback(self) -> None:
        """Undo the transaction, if there is one."""
        with store_errors:
            self._connection.rollback()
