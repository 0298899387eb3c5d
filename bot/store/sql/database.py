"""The database: opened, read, and written in whole transactions."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from itertools import chain
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from bot.model import metrics
from bot.model.addresses import ServerAddress
from bot.model.shards import ShardRange
from bot.store.sql.backends import Backend, beside, open_backend
from bot.store.sql.errors import StoreError, log_failure
from bot.store.sql.forgotten import file_of
from bot.store.sql.hooks import Hooks
from bot.store.sql.pieces_of_work import Changed, End, Piece, settle
from bot.store.sql.sqlite.schema import MIGRATIONS
from bot.store.sql.transaction import Row, Transaction, Value, and_mine, in_order, marks

__all__ = ["Database", "Row", "Transaction", "Value", "and_mine", "in_order", "marks"]

_log = logging.getLogger(__name__)
T = TypeVar("T")
_BETWEEN_CHECKPOINTS: Final = 1.0
"""Seconds until the log is emptied again while someone is reading it."""
_MOST: Final = 64
"""The most pieces of work that share a transaction."""
_IDLE: Final = 1.0
"""Seconds for which deferred statements wait for another transaction."""
_RETRY: Final = 5.0
"""Seconds until failed deferred statements are tried again."""


class Database:
    """One database: a connection that writes and one that reads, so that neither waits for long.

    `path` is its file, or the name of which those are made that stand beside it.

    A commit waits until the data is on disk (`synchronous = FULL`), so it is expensive. All that
    came while it ran shares the next one, in the order in which it came; nothing waits for company.
    Statements that needn't happen at once are deferred to the next commit.

    A transaction commits, and a read happens, while no one else does either. Results reach the
    event loop in the same order, so a read sees a change once its transaction has returned, never
    before, and none that began earlier comes back with older data afterwards.
    """

    def __init__(
        self,
        path: Path,
        backend: Backend,
        idle: float = _IDLE,
        *,
        hooks: Hooks | None = None,
        forgotten: Path | None = None,
        shards: ShardRange | None = None,
    ) -> None:
        self.path = path
        self.forgotten = forgotten or file_of(path)
        self.shards = shards
        """The servers whose work this process does, or None for all."""
        self.hooks = hooks or Hooks()
        """The hooks of extensions in its transactions."""
        self._backend = backend
        self._idle = idle
        self._asked: list[Piece] = []
        """Work that a person waits for and the thread doesn't have yet."""
        self._deferred: list[Piece] = []
        self._is_writing = False
        self._is_carrying = False
        """True while a transaction is in progress that runs deferred statements."""
        self._alarm: asyncio.TimerHandle | None = None
        self._flushing: asyncio.Task[None] | None = None
        self._listeners: dict[str, list[Callable[[int], None]]] = {}

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        place: Path | ServerAddress,
        migrations: Path = MIGRATIONS,
        idle: float = _IDLE,
        *,
        forgotten: Path | None = None,
        shards: ShardRange | None = None,
    ) -> AsyncGenerator["Database"]:
        """Open the database, create it if it doesn't exist, and bring its schema up to date.

        `migrations` are only for a file. After `idle` seconds, deferred statements get a
        transaction of their own. `forgotten` is the file that lists who was forgotten, if not the
        one beside the database. The work of `shards` is done here. Raises MigrationError if the
        database can't be used; it is then left unchanged.
        """
        hooks = Hooks()
        async with open_backend(place, migrations, shards, hooks) as backend:
            opened = cls(
                beside(place), backend, idle, hooks=hooks, forgotten=forgotten, shards=shards
            )
            try:
                yield opened
            finally:
                await opened._close()

    async def rows(self, sql: str, *values: Value) -> list[Row]:
        """Return all rows of a query."""
        return await self.snapshot(lambda tx: tx.do(sql, *values))

    async def column(self, sql: str, *values: Value) -> list[Any]:
        """Return the first values of the rows of a query."""
        return [row[0] for row in await self.rows(sql, *values)]

    async def row(self, sql: str, *values: Value) -> Row | None:
        """Return the first row of a query."""
        return next(iter(await self.rows(sql, *values)), None)

    async def write(self, sql: str, *values: Value) -> None:
        """Run one statement as a transaction of its own."""
        await self.transact(lambda tx: tx.do(sql, *values))

    async def snapshot(self, work: Callable[["Transaction"], T]) -> T:
        """Return the result of `work`, whose queries all see the database at the same moment.

        It can't write, and doesn't wait for the locks of writers. It runs in a thread.
        """
        return await self._backend.snapshot(work)

    async def transact(self, work: Callable[["Transaction"], T]) -> T:
        """Return the result of `work`; its statements happen together or, if it raises, not at all.

        It runs in the database's thread, perhaps twice, so it must touch nothing but its
        transaction, which other work may share. If the caller is cancelled, it goes on by itself.
        """
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._asked.append(Piece(work, future))
        self._begin()
        with metrics.COMMIT_SECONDS.time():
            return await future

    def _begin(self) -> None:
        """Hand all waiting work to the thread, unless it is busy."""
        if self._is_writing or not self._asked:
            return
        asked, self._asked = self._asked[:_MOST], self._asked[_MOST:]
        deferred, self._deferred = self._deferred, []
        self._is_writing, self._is_carrying = True, bool(deferred)
        metrics.COMMIT_PIECES.observe(len(asked))
        loop = asyncio.get_running_loop()

        def report(end: End) -> None:
            loop.call_soon_threadsafe(self._ended, end)

        self._backend.submit(asked, deferred, report)

    def _ended(self, end: End) -> None:
        """Report the end of a transaction to its callers, and begin the next one."""
        if end.is_last:
            self._is_writing = self._is_carrying = False
            # They came before all that was deferred since.
            self._deferred[:0] = end.waiting
            if end.waiting:
                self._set_alarm(_RETRY)
            self._begin()
        topics: dict[str, int] = {}
        for outcome in end.outcomes:
            if outcome.piece.future:
                settle(outcome.piece.future, result=outcome.result, error=outcome.error)
            for topic, at in outcome.topics.items():
                topics[topic] = min(at, topics.get(topic, at))
        for outcome in end.outcomes:
            if outcome.piece.then:
                outcome.piece.then(outcome.result)
        for topic, at in topics.items():
            for listener in self._listeners.get(topic, ()):
                listener(at)

    def defer(
        self, work: Callable[["Transaction"], T], then: Callable[[T], None] | None = None
    ) -> None:
        """Add work to the next transaction, or to one of its own if none comes within a second.

        `then` is called with the result after the commit. A crash forgets the work and a cancelled
        transaction repeats it, so it must be safe to lose and to repeat.
        """
        told = cast("Callable[[object], None] | None", then)
        self._deferred.append(Piece(work, then=told))
        self._set_alarm(self._idle)

    async def flush(self) -> None:
        """Run all deferred statements, and wait for a transaction that is already running them."""
        if self._deferred or self._is_carrying:
            await self.transact(lambda _: None)

    async def size(self) -> int:
        """Return the bytes that the database holds, without its write-ahead log."""
        return await self._backend.size()

    async def try_to_clear_deleted(self) -> bool:
        """Leave no trace of deleted data. Return False while something reads the database."""
        return await self._backend.clear_deleted()

    async def clear_deleted(self) -> None:
        """Leave no trace of deleted data, however long others read. The log is emptied."""
        while not await self.try_to_clear_deleted():  # noqa: ASYNC110
            await asyncio.sleep(_BETWEEN_CHECKPOINTS)  # SQLite tells no one when it is free.

    def listen(self, topic: str, listener: Callable[[int], None]) -> None:
        """Call the listener after every commit of a transaction that announced the topic.

        Its argument is the earliest moment that was announced.
        """
        self._listeners.setdefault(topic, []).append(listener)

    @property
    def holds(self) -> bool:
        """True unless this process was frozen and another may be doing its work."""
        return self._backend.holds

    def hear(self, forget: Callable[[int | None], None]) -> None:
        """Call `forget` with every table that another process changes, or None for all tables.

        If the table is one of this process's, its workers look for work.
        """

        def heard(changed: Changed | None) -> None:
            forget(None if changed is None else changed.table_id)
            shards = self.shards
            if changed is None or shards is None or changed.guild_id in shards:
                for listener in chain.from_iterable(self._listeners.values()):
                    listener(0)

        self._backend.hear(heard)

    def _set_alarm(self, seconds: float) -> None:
        if self._deferred and self._alarm is None:
            self._alarm = asyncio.get_running_loop().call_later(seconds, self._alarmed)

    def _alarmed(self) -> None:
        self._alarm = None
        self._flushing = asyncio.create_task(self._flush_idle(), name="deferred statements")

    async def _flush_idle(self) -> None:
        try:
            await self.flush()
        except StoreError as failure:
            log_failure(_log, failure, "Deferred statements failed and will be tried again")

    async def _close(self) -> None:
        if self._alarm:
            self._alarm.cancel()
        try:
            await self.flush()
        except StoreError as failure:
            log_failure(_log, failure, "The last transaction failed")
        if self._deferred:
            _log.error("%d deferred statements were lost", len(self._deferred))
        # What had to wait has set it again.
        if self._alarm:
            self._alarm.cancel()
