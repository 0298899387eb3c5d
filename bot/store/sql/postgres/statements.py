"""Statements and transactions of PostgreSQL. Its errors are raised as the store's."""

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

import psycopg
from psycopg import errors
from psycopg.abc import Buffer
from psycopg.adapt import AdaptersMap, Loader
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import IntDumper

from bot.store.sql.errors import Busy, Refused, StoreError, Taken
from bot.store.sql.hooks import Hooks
from bot.store.sql.transaction import Row, Value

__all__ = ["PostgresSession", "Statements", "as_ours"]

LONGEST: Final = 10
"""Seconds for which a transaction may rest before the server ends it."""
_LOST: Final = (errors.DeadlockDetected, errors.SerializationFailure)
"""Errors of a transaction to which another one was preferred."""
_PASSING: Final = (
    *_LOST, errors.LockNotAvailable, errors.InsufficientResources,
    errors.IdleInTransactionSessionTimeout,
)  # fmt: skip


class _Columns(Sequence[Any]):
    """A row, whose values have an order and names."""

    __slots__ = ("_places", "_values")

    def __init__(self, places: Mapping[str, int], values: Sequence[Any]) -> None:
        self._places = places
        self._values = values

    def __getitem__(self, column: Any) -> Any:  # noqa: ANN401
        return self._values[self._places[column] if isinstance(column, str) else column]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        """Compare two rows by their values, as SQLite's are."""
        return isinstance(other, _Columns) and [*self] == [*other]

    __hash__ = None  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]

    def keys(self) -> Iterable[str]:
        """Return the names of the columns."""
        return self._places.keys()


def _rows(cursor: psycopg.Cursor[Any]) -> Callable[[Sequence[Any]], _Columns]:
    """Return a row factory. A repeated column name means its first column."""
    names = [column.name for column in cursor.description or ()]
    places = dict[str, int]()
    for place, name in enumerate(names):
        places.setdefault(name, place)
    return lambda values: _Columns(places, values)


class _WholeLoader(Loader):
    """Reads numbers of any size as integers: the store keeps and adds nothing else."""

    def load(self, data: Buffer) -> int:
        return int(bytes(data))


class _FlagDumper(IntDumper):
    """Writes True as 1 and False as 0, as they are stored."""

    def dump(self, obj: Any) -> bytes:  # noqa: ANN401
        return b"1" if obj else b"0"


def _adapt(known: AdaptersMap) -> None:
    """Register the loaders and dumpers of the store's values with a connection."""
    known.register_loader("numeric", _WholeLoader)
    known.register_dumper(bool, _FlagDumper)


_WORDS: Final = {"?": "%s", "NOT IN ()": "<> ALL ('{}')", "IN ()": "= ANY ('{}')"}
"""The store's placeholder and its list without members, in the words of the library and of
PostgreSQL."""
_FOREIGN: Final = re.compile(r"'[^']*'|\?|(?:NOT )?IN \(\)")
"""Matches these words, and the quoted texts of a statement, which stay as they are."""


@lru_cache(maxsize=1024)
def _with_places(sql: str) -> bytes:
    """Return a statement with PostgreSQL's placeholders and lists."""
    return _FOREIGN.sub(lambda word: _WORDS.get(word[0], word[0]), sql.replace("%", "%%")).encode()


class Statements:
    """Statements inside one transaction of PostgreSQL, in a thread of the database."""

    def __init__(self, session: "PostgresSession") -> None:
        self._session = session
        self.hooks = session.hooks
        self._topics: dict[str, int] = {}

    @property
    def topics(self) -> Mapping[str, int]:
        """The topics whose listeners are to be notified, with the moments."""
        return MappingProxyType(self._topics)

    def announce(self, topic: str, at: int = 0) -> None:
        """Notify the topic's listeners once this transaction is committed."""
        self._topics[topic] = min(at, self._topics.get(topic, at))

    def take_turns(self, keys: Iterable[int]) -> None:
        """Wait for the transactions of other processes that named one of these keys."""
        if self._session.holder is not None and (sorted_keys := sorted(set(keys))):
            each = ", ".join(f"pg_advisory_xact_lock({key:d})" for key in sorted_keys)
            self._session.execute(f"SELECT {each}")

    def do(self, sql: str, *values: Value) -> list[Row]:
        """Run one statement and return its rows."""
        cursor = self._session.execute(sql, values)
        return cursor.fetchall() if cursor.description else []

    def change(self, sql: str, *values: Value) -> int:
        """Run one statement; return the number of changed rows."""
        return self._session.execute(sql, values).rowcount

    def insert(self, sql: str, *values: Value) -> int:
        """Run an INSERT into a table with a column `id` and return the new row's."""
        (row,) = self.do(f"{sql} RETURNING id", *values)
        return int(row["id"])

    def each(self, sql: str, values: Iterable[tuple[Value, ...]]) -> None:
        """Run one statement per tuple of values."""
        self._session.execute_each(sql, values)


class PostgresSession:
    """A connection on which one transaction follows another; it is made anew if it breaks."""

    def __init__(
        self, connect: Callable[[], psycopg.Connection[Any]], hooks: Hooks | None = None
    ) -> None:
        self.hooks = hooks or Hooks()
        self._connect = connect
        self._connection: psycopg.Connection[Any] | None = None
        self.holder: str | None = None
        """The name under which this process holds its shards, or None if there are no others."""
        self.has_lost = False
        """True if another process was preferred to this transaction: it may succeed next time."""

    @property
    def in_transaction(self) -> bool:
        """True from its beginning until it is committed or undone."""
        if self._connection is None or self._connection.closed:
            return False
        return self._connection.info.transaction_status is not TransactionStatus.IDLE

    def statements(self) -> Statements:
        """Return statements of the present transaction."""
        return Statements(self)

    def execute(self, sql: str, values: Sequence[Value] = ()) -> psycopg.Cursor[Any]:
        """Run one statement. Raises StoreError."""
        with self._store_errors():
            return self._open().execute(_with_places(sql), values)

    def execute_each(self, sql: str, values: Iterable[tuple[Value, ...]]) -> None:
        """Run one statement per tuple of values. Raises StoreError."""
        with self._store_errors(), self._open().cursor() as cursor:
            cursor.executemany(_with_places(sql), values)

    def copy_in(self, sql: str, rows: Iterable[Sequence[Value]]) -> None:
        """Add rows with a COPY, which is much quicker than statements. Raises StoreError."""
        with self._store_errors(), self._open().cursor() as cursor, cursor.copy(sql.encode()) as to:
            for row in rows:
                to.write_row(row)

    def run_script(self, script: str) -> None:
        """Run statements without values, one after the other. Raises StoreError."""
        with self._store_errors():
            self._open().execute(script.encode())

    def run(self, sql: str) -> None:
        """Run a statement that begins or ends a part of the transaction.

        Raises StoreError, and for a transaction to which another one was preferred, too: what the
        other one waits for is held by all of it.
        """
        if self.has_lost:
            raise Busy("another transaction was preferred")
        self.execute(sql)

    def begin(self) -> None:
        """Begin a transaction that writes, on a new connection if the last one is broken."""
        self.rollback()
        self.has_lost = False
        if self.holder is None:
            self.execute("BEGIN")
        elif not self._begun_as_holder(self.holder):
            self.rollback()
            raise Busy("other processes may serve these shards by now")

    def _begun_as_holder(self, holder: str) -> bool:
        """Begin a transaction. Return False if the shards are no longer this process's.

        Whoever takes them waits for the end of the transaction, which holds the row of the lease.
        The server ends an idle transaction after a while: its process is frozen.
        """
        cursor = self.execute(
            f"BEGIN; SET LOCAL idle_in_transaction_session_timeout = '{LONGEST}s'; SELECT 1"  # noqa: S608
            f" FROM held_shards WHERE owner = '{holder}' AND until > clock_timestamp()"
            " FOR KEY SHARE"
        )
        # The last of the three results is that of the lease.
        while cursor.nextset():
            pass
        return bool(cursor.rowcount)

    @property
    def pid(self) -> int | None:
        """The server's number of the connection, by which it says who changed something."""
        return None if self._connection is None else self._connection.info.backend_pid

    def begin_reading(self) -> None:
        """Begin a transaction that sees the database at one moment."""
        self.rollback()
        self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def commit(self) -> None:
        """End the transaction, if there is one; what it wrote is on disk.

        The server answers the COMMIT of one in which a statement has failed by undoing it.
        """
        if self.in_transaction and self.execute("COMMIT").statusmessage != "COMMIT":
            raise StoreError("the transaction was undone: one of its statements had failed")

    def rollback(self) -> None:
        """Undo the transaction, if there is one; a broken connection has undone it."""
        if self.in_transaction:
            try:
                self.execute("ROLLBACK")
            except StoreError:
                self.close()

    def close(self) -> None:
        """Close the connection; the next transaction makes another one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _open(self) -> psycopg.Connection[Any]:
        if self._connection is None or self._connection.broken:
            self.close()
            self._connection = self._connect()
            self._connection.row_factory = _rows
            _adapt(self._connection.adapters)
        return self._connection

    @contextmanager
    def _store_errors(self) -> Generator[None]:
        """Raise the store's errors in place of PostgreSQL's."""
        try:
            yield
        except psycopg.Error as error:
            self.has_lost |= isinstance(error, _LOST)
            raise as_ours(error) from error


def as_ours(error: psycopg.Error) -> StoreError:
    """Return an error of PostgreSQL's as one of the store's, with a message of one line."""
    text = error.diag.message_primary or " ".join(str(error).split())
    if isinstance(error, errors.IntegrityError):
        return Taken(text)
    if error.sqlstate is None and isinstance(error, psycopg.OperationalError):
        # The connection is gone or wasn't made: the server may be back in a moment.
        return (Refused if any(words in text for words in _REFUSED) else Busy)(text)
    passes = isinstance(error, _PASSING) or (error.sqlstate or "")[:2] in _GONE
    return (Busy if passes else StoreError)(text)


_REFUSED: Final = (
    "authentication failed", "does not exist", "no password supplied", "no pg_hba.conf entry",
    "permission denied",
)  # fmt: skip
"""Answers of a server that refuses a connection until the host changes something."""
_GONE: Final = ("08", "53", "57", "58")
"""The classes of codes for a server that stops, starts, is full, or can't be reached."""
