"""Statements inside one transaction, and the work of the database's thread that runs them."""

import logging
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from threading import Lock
from typing import TypeAlias, TypeVar

from bot.store.faults import is_passing, log_failure

__all__ = ["Deferred", "End", "Transaction", "Value", "commit", "in_order", "marks", "snapshot"]

_log = logging.getLogger(__name__)
T = TypeVar("T")
Value: TypeAlias = str | int | None
"""A value that can be stored."""


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


@dataclass(frozen=True, slots=True)
class Deferred:
    """Work that rides with the next transaction; `then` gets its result after the commit."""

    work: Callable[[Transaction], object]
    then: Callable[[object], None] | None

    @property
    def name(self) -> str:
        """The name of the function, for the log."""
        work: object = getattr(self.work, "func", self.work)  # That of a partial.
        return getattr(work, "__qualname__", repr(work))


@dataclass(frozen=True, slots=True)
class End:
    """The end of a transaction, with its tasks for the event loop."""

    result: object = None
    error: BaseException | None = None
    """The reason if it was undone."""
    topics: Mapping[str, int] = field(default_factory=dict[str, int])
    callbacks: Sequence[Callable[[], None]] = ()
    waiting: Sequence[Deferred] = ()
    """Deferred work that is left for the next transaction."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """Deferred work that is done unless its transaction fails."""

    deferred: Deferred
    result: object
    topics: Mapping[str, int]


def commit(
    work: Callable[[Transaction], object],
    deferred: Sequence[Deferred],
    turn: Lock,
    report: Callable[[End], None],
    connection: sqlite3.Connection,
) -> None:
    """Run `work` as a transaction with what was deferred, and report its end.

    The commit and its report happen inside `turn`. Deferred work never makes the transaction fail.
    """
    pieces: Sequence[_Piece] = ()
    waiting: Sequence[Deferred] = deferred
    try:
        connection.execute("BEGIN IMMEDIATE")
        pieces, waiting = _ride_along(deferred, connection)
        if not connection.in_transaction:
            connection.execute("BEGIN IMMEDIATE")
        transaction = Transaction(connection)
        result = work(transaction)
        for piece in pieces:
            for topic, at in piece.topics.items():
                transaction.announce(topic, at)
        callbacks = [
            partial(piece.deferred.then, piece.result) for piece in pieces if piece.deferred.then
        ]
        with turn:
            connection.commit()
            report(End(result, None, transaction.topics, callbacks, waiting))
    except BaseException as error:
        with suppress(sqlite3.Error):
            connection.rollback()
        report(End(error=error, waiting=[*(piece.deferred for piece in pieces), *waiting]))


def snapshot(work: Callable[[Transaction], T], connection: sqlite3.Connection) -> T:
    """Return the result of `work`, which reads the database at one moment."""
    connection.execute("BEGIN")
    try:
        return work(Transaction(connection))
    finally:
        connection.rollback()


def _ride_along(
    deferred: Sequence[Deferred], connection: sqlite3.Connection
) -> tuple[Sequence[_Piece], Sequence[Deferred]]:
    """Do deferred work, a savepoint each; return what is done and what waits, in their order.

    Work that fails for the moment waits, as does all after it: the later message of two has to be
    noted last. Work that fails otherwise is dropped. SQLite ends the whole transaction if the disk
    is full or broken; then nothing is done.
    """
    pieces, waiting = list[_Piece](), deque(deferred)
    while waiting:
        try:
            pieces.append(_in_savepoint(waiting[0], connection))
        except Exception as failure:
            passes = isinstance(failure, sqlite3.Error) and is_passing(failure)
            after = "it waits" if passes else "it is dropped"
            log_failure(_log, failure, "Deferred %s failed, so %s", waiting[0].name, after)
            if not passes:
                waiting.popleft()
            if not connection.in_transaction:
                return (), [*(piece.deferred for piece in pieces), *waiting]
            if passes:
                break
        else:
            waiting.popleft()
    return pieces, list(waiting)


def _in_savepoint(deferred: Deferred, connection: sqlite3.Connection) -> _Piece:
    """Do work that is undone if it raises; if it can't be undone alone, all is."""
    transaction = Transaction(connection)
    connection.execute("SAVEPOINT piece")
    try:
        result = deferred.work(transaction)
    except BaseException:
        try:
            connection.execute("ROLLBACK TO piece")
            connection.execute("RELEASE piece")
        except sqlite3.Error:  # No such savepoint: the transaction is over already.
            connection.rollback()
        raise
    connection.execute("RELEASE piece")
    return _Piece(deferred, result, transaction.topics)
