"""A database of a PostgreSQL server with two connections: one that writes, and one that reads."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import psycopg

from bot.model.shards import ShardRange
from bot.store.sql.commits import commit, commit_apart, snapshot
from bot.store.sql.errors import ShardsTaken
from bot.store.sql.hooks import Hooks
from bot.store.sql.pieces_of_work import Changed, End, Piece, Told, result_of
from bot.store.sql.postgres.connecting import parameters
from bot.store.sql.postgres.copying import filled
from bot.store.sql.postgres.lease import Lease, require_alone
from bot.store.sql.postgres.schema import MIGRATIONS, migrate, require_present
from bot.store.sql.postgres.statements import PostgresSession
from bot.store.sql.transaction import Transaction

__all__ = ["PostgresServer"]

T = TypeVar("T")


def _session(address: str, hooks: Hooks | None = None) -> PostgresSession:
    """Return a session that connects when it is used first.

    Raises MigrationError for what is no address.
    """
    given = parameters(address, "postboard")
    return PostgresSession(partial(psycopg.connect, **given, autocommit=True), hooks)


@contextmanager
def _opened(address: str) -> Generator[PostgresSession]:
    """Open a session; what isn't committed at its end is undone."""
    session = _session(address)
    try:
        yield session
    finally:
        session.rollback()
        session.close()


class _Connection:
    """A connection in a thread of its own, which runs whole functions in turn."""

    def __init__(self, address: str, hooks: Hooks) -> None:
        self.session = _session(address, hooks)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="postgres")

    def submit(self, work: Callable[[PostgresSession], None]) -> None:
        """Run `work`, which reports its result itself and raises nothing.

        Work that comes after the connection was closed isn't done, as with SQLite: a task that goes
        on for a moment must not open it again.
        """
        with suppress(RuntimeError):
            self._thread.submit(work, self.session)

    async def run(
        self, work: Callable[[PostgresSession], T], turn: AbstractContextManager[Any] | None = None
    ) -> T:
        """Return the result of `work`; it runs, and reports its result, inside `turn`."""
        return await result_of(self.submit, work, turn)

    def close(self) -> asyncio.Future[None]:
        """Close the connection once its work is done."""
        closed = self._thread.submit(self.session.close)
        self._thread.shutdown(wait=False)
        return asyncio.wrap_future(closed)


class PostgresServer:
    """An open database. A read happens, and a transaction commits, while no other of ours does."""

    def __init__(self, address: str, hooks: Hooks) -> None:
        self._address = address
        self._hooks = hooks
        self._lease: Lease | None = None
        self._commit = commit
        self._listeners: list[Told] = []
        self._writer = _Connection(address, hooks)
        self._reader = _Connection(address, hooks)
        self._turn = Lock()

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        address: str,
        migrations: Path = MIGRATIONS,
        shards: ShardRange | None = None,
        *,
        hooks: Hooks | None = None,
    ) -> AsyncGenerator["PostgresServer"]:
        """Open the database at an address, and bring its schema up to date.

        The process holds its shards meanwhile; without any, no other process may use
        the database. Raises MigrationError if it can't be used; it is then left unchanged.
        ShardsTaken ends what is done with it if another process has taken the shards.
        """
        server, limit = cls(address, hooks or Hooks()), asyncio.timeout(None)
        try:
            await server._writer.run(partial(migrate, folder=migrations))
            if shards is None:
                yield server
                return
            async with server._held(address, shards, limit), limit:
                yield server
        except TimeoutError:
            if limit.expired():
                raise ShardsTaken("Another process has taken this one's shards.") from None
            raise
        finally:
            await asyncio.wait([server._writer.close(), server._reader.close()])

    @asynccontextmanager
    async def _held(
        self, address: str, shards: ShardRange, limit: asyncio.Timeout
    ) -> AsyncGenerator[None]:
        """Hold shards, and end `limit` once they are lost."""

        def lost() -> None:
            limit.reschedule(asyncio.get_running_loop().time())

        writer = self._writer.session
        async with Lease.held(address, shards, self._heard, lost) as self._lease:
            writer.holder = self._lease.owner
            self._commit = commit if shards.is_whole else commit_apart
            yield

    def _heard(self, pid: int | None, change: Changed | None) -> None:
        if pid is None or pid != self._writer.session.pid:
            for listener in self._listeners:
                listener(change)

    def hear(self, listener: Told) -> None:
        """Call the listener with what another process has changed."""
        self._listeners.append(listener)

    @property
    def holds(self) -> bool:
        """True unless another process may have taken this one's shards: it may have been frozen."""
        return self._lease is None or self._lease.holds

    @staticmethod
    @contextmanager
    def once(address: str, mode: str) -> Generator[Transaction]:
        """Open a database for one transaction, undone if it fails: "rw" to write it, or "ro".

        No process of the bot serves it while it is written. Raises MigrationError for another
        schema, ShardsTaken if the bot is running, and StoreError.
        """
        with _opened(address) as session:
            (session.begin if mode == "rw" else session.begin_reading)()
            tx = session.statements()
            require_present(tx)
            if mode == "rw":
                require_alone(tx)
            yield tx
            session.commit()

    @staticmethod
    @contextmanager
    def filled(
        address: str, source: Transaction, last_numbers: Mapping[str, int]
    ) -> Generator[Transaction]:
        """Copy all rows of another database into an empty one, as `copying.filled` does."""
        with _opened(address) as session, filled(session, source, last_numbers) as tx:
            yield tx

    def submit(
        self, asked: Sequence[Piece], deferred: Sequence[Piece], report: Callable[[End], None]
    ) -> None:
        """Run pieces as one transaction, those that were deferred first; `report` gets its end."""
        self._writer.submit(partial(self._commit, asked, deferred, self._turn, report))

    async def snapshot(self, work: Callable[[Transaction], T]) -> T:
        """Return the result of `work`, whose queries all see the database at the same moment."""
        return await self._reader.run(partial(snapshot, work), self._turn)

    async def size(self) -> int:
        """Return the bytes of the database."""
        sql = "SELECT pg_database_size(current_database()) AS size"
        return int(await self.snapshot(lambda tx: tx.do(sql)[0]["size"]))

    async def clear_deleted(self) -> bool:
        """Take deleted and earlier rows about people out of the tables.

        The server's log, replicas and backups are its host's business.
        """
        tables = [kept.table for kept in self._hooks.all_kept if kept.deleted_by or kept.emptied_by]
        await asyncio.to_thread(_vacuum, self._address, tables)
        return True


def _vacuum(address: str, tables: Sequence[str]) -> None:
    with _opened(address) as session:
        session.run_script(f"VACUUM {', '.join(tables)}")
