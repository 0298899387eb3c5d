"""The SQLite database: opened, migrated, and written in whole transactions."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias, TypeVar, cast

import aiosqlite

from bot.store.faults import log_failure
from bot.store.schema import MIGRATIONS, MigrationError, migrate, require_ours

__all__ = ["Database", "Transaction", "in_order", "marks"]

_log = logging.getLogger(__name__)
T = TypeVar("T")
Value: TypeAlias = str | int | None
"""A value that can be stored."""
_PRAGMAS: Final = (
    "journal_mode = WAL",
    "foreign_keys = ON",
    "synchronous = FULL",
    # The pages of the write-ahead log (20 MB) after which a commit copies them into the database
    # and syncs both. A move writes some 20 pages, so with SQLite's default of 1000, every fiftieth
    # move would wait for that.
    "wal_autocheckpoint = 5000",
)
_IDLE: Final = 1.0
"""Seconds for which deferred statements wait for another transaction."""
_RETRY: Final = 5.0
"""Seconds until failed deferred statements are tried again."""


class Database:
    """One connection to one database, in a thread of its own; requests are handled in turn.

    A commit waits until the data is on disk (`synchronous = FULL`), so it is expensive: statements
    that needn't happen at once are deferred to the next transaction.
    """

    def __init__(self, connection: "_Connection", idle: float = _IDLE) -> None:
        self._connection = connection
        self._idle = idle
        self._deferred: list[_Deferred] = []
        self._carrying = 0
        """The number of transactions in progress that run deferred statements."""
        self._alarm: asyncio.TimerHandle | None = None
        self._flushing: asyncio.Task[None] | None = None
        self._listeners: dict[str, list[Callable[[int], None]]] = {}

    @classmethod
    @asynccontextmanager
    async def open(
        cls, path: Path, migrations: Path = MIGRATIONS, idle: float = _IDLE
    ) -> AsyncGenerator["Database"]:
        """Open the database, create it if it doesn't exist, and bring its schema up to date.

        After `idle` seconds, deferred statements get a transaction of their own. Raises
        MigrationError if the database can't be used; it is then left unchanged.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        connect = partial(sqlite3.connect, path, isolation_level=None)
        connection = _Connection(connect, iter_chunk_size=64)
        async with connection:
            connection.row_factory = sqlite3.Row
            try:
                await require_ours(connection, path)
                for pragma in _PRAGMAS:
                    await connection.execute(f"PRAGMA {pragma}")
                await migrate(connection, path, migrations)
            except sqlite3.DatabaseError as error:
                raise MigrationError(f"{path} can't be used as a database: {error}.") from error
            opened = cls(connection, idle)
            try:
                yield opened
            finally:
                await opened._close()

    async def rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        """Return all rows of a query."""
        return list(await self._connection.execute_fetchall(sql, values))

    async def row(self, sql: str, *values: object) -> sqlite3.Row | None:
        """Return the first row of a query."""
        return next(iter(await self.rows(sql, *values)), None)

    async def write(self, sql: str, *values: object) -> None:
        """Run one statement as a transaction of its own."""
        await self._connection.execute_fetchall(sql, values)

    async def snapshot(self, work: Callable[["Transaction"], T]) -> T:
        """Return the result of `work`, whose queries all see the database at the same moment.

        It must not write, and doesn't wait for writers. It runs in the database's thread.
        """
        return await self._connection.run(partial(_snapshot, work))

    async def transact(self, work: Callable[["Transaction"], T]) -> T:
        """Return the result of `work`; its statements happen together or, if it raises, not at all.

        It runs in the database's thread, so it must touch nothing but its transaction. Deferred
        statements run first, in the same transaction.
        """
        deferred, self._deferred = self._deferred, []
        self._carrying += bool(deferred)
        try:
            done = await self._connection.run(partial(_transact, work, deferred))
        except BaseException:
            self._deferred[:0] = deferred
            self._set_alarm(_RETRY)
            raise
        finally:
            self._carrying -= bool(deferred)
        for callback in done.callbacks:
            callback()
        for topic, at in done.topics.items():
            for listener in self._listeners.get(topic, ()):
                listener(at)
        return cast("T", done.result)

    def defer(
        self, work: Callable[["Transaction"], T], then: Callable[[T], None] | None = None
    ) -> None:
        """Add work to the next transaction, or to one of its own if none comes within a second.

        `then` is called with the result after the commit. A crash forgets the work and a cancelled
        transaction repeats it, so it must be safe to lose and to repeat.
        """
        self._deferred.append(_Deferred(work, cast("Callable[[object], None] | None", then)))
        self._set_alarm(self._idle)

    async def flush(self) -> None:
        """Run all deferred statements, and wait for a transaction that is already running them."""
        if self._deferred or self._carrying:
            await self.transact(lambda _: None)

    def listen(self, topic: str, listener: Callable[[int], None]) -> None:
        """Call the listener after each commit of a transaction that announced the topic.

        Its argument is the earliest moment that was announced.
        """
        self._listeners.setdefault(topic, []).append(listener)

    def _set_alarm(self, seconds: float) -> None:
        if self._deferred and self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_later(seconds, self._alarmed)

    def _alarmed(self) -> None:
        self._alarm = None
        self._flushing = asyncio.create_task(self._flush_idle(), name="deferred statements")

    async def _flush_idle(self) -> None:
        try:
            await self.flush()
        except sqlite3.Error as failure:
            log_failure(_log, failure, "Deferred statements failed, and are tried again")

    async def _close(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        try:
            await self.flush()
        except sqlite3.Error as failure:
            log_failure(_log, failure, "Deferred statements are lost")
        if self._alarm:
            self._alarm.cancel()


class Transaction:
    """Statements inside one transaction, in the thread of the database."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.topics: dict[str, int] = {}

    def announce(self, topic: str, at: int = 0) -> None:
        """Notify the topic's listeners once this transaction is committed.

        `at` is when they have something to do, in Unix seconds; 0 means now.
        """
        self.topics[topic] = min(at, self.topics.get(topic, at))

    def do(self, sql: str, *values: Value) -> list[sqlite3.Row]:
        """Run one statement and return its rows."""
        return self._connection.execute(sql, values).fetchall()

    def change(self, sql: str, *values: Value) -> int:
        """Run one statement; return the number of changed rows, which is cheaper than RETURNING."""
        return self._connection.execute(sql, values).rowcount

    def insert(self, sql: str, *values: Value) -> int:
        """Run an INSERT and return the number of the new row."""
        number = self._connection.execute(sql, values).lastrowid
        assert number is not None
        return number

    def each(self, sql: str, values: Iterable[tuple[Value, ...]]) -> None:
        """Run one statement for each tuple of values."""
        self._connection.executemany(sql, values)


def in_order(*works: Callable[[Transaction], None] | None) -> Callable[[Transaction], None]:
    """Return what does these one after the other; None is skipped."""
    wanted = [work for work in works if work is not None]

    def do(tx: Transaction) -> None:
        for work in wanted:
            work(tx)

    return do


def marks(values: Sequence[Value]) -> str:
    """Return a question mark for each value, for the parentheses of an IN."""
    return ", ".join("?" for _ in values)


class _Connection(aiosqlite.Connection):
    """Runs whole functions in its thread, since a switch to it costs more than most statements."""

    _stopping: asyncio.Future[object] | None = None

    async def __aenter__(self) -> "_Connection":
        try:
            await self
        except sqlite3.Error:
            # aiosqlite would stop its thread without waiting, and the event loop could end first.
            if self._stopping is not None:
                await self._stopping
            raise
        return self

    def stop(self) -> asyncio.Future[object] | None:
        """Stop the thread; the result is set once it has finished its work."""
        self._stopping = super().stop()  # pyright: ignore[reportUnknownMemberType]
        return self._stopping

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return cast("T", await self._execute(work, self._conn))  # type: ignore[no-untyped-call]


@dataclass(frozen=True, slots=True)
class _Deferred:
    work: Callable[[Transaction], object]
    then: Callable[[object], None] | None


@dataclass(frozen=True, slots=True)
class _Done:
    """The tasks that a committed transaction leaves for the event loop."""

    result: object
    topics: Mapping[str, int]
    callbacks: Sequence[Callable[[], None]]


def _transact(
    work: Callable[[Transaction], object],
    deferred: Sequence[_Deferred],
    connection: sqlite3.Connection,
) -> _Done:
    connection.execute("BEGIN IMMEDIATE")
    try:
        transaction = Transaction(connection)
        earlier = [(each.then, each.work(transaction)) for each in deferred]
        result = work(transaction)
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
    callbacks = [partial(then, value) for then, value in earlier if then]
    return _Done(result, transaction.topics, callbacks)


def _snapshot(work: Callable[[Transaction], T], connection: sqlite3.Connection) -> T:
    connection.execute("BEGIN")
    try:
        return work(Transaction(connection))
    finally:
        connection.rollback()
