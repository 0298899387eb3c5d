"""Statements inside one transaction, and the work of the database's thread that runs them."""

import asyncio
import logging
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeAlias, TypeVar

from bot.store.faults import is_passing, log_failure

__all__ = [
    "End", "Outcome", "Piece", "Transaction", "Value", "commit", "in_order", "marks", "snapshot",
]  # fmt: skip

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
class Piece:
    """Work that is done as a whole or not at all, in a transaction that it shares with others.

    It may run twice, and the first time counts for nothing: so it changes nothing but its
    transaction. `future` belongs to whoever waits for it; deferred work has none. `then` gets its
    result after the commit.
    """

    work: Callable[[Transaction], object]
    future: asyncio.Future[Any] | None = None
    then: Callable[[object], None] | None = None

    @property
    def name(self) -> str:
        """The name of the function, for the log."""
        work: object = getattr(self.work, "func", self.work)  # That of a partial.
        return getattr(work, "__qualname__", repr(work))


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a piece: its result once that is committed, or else an error."""

    piece: Piece
    result: object = None
    error: BaseException | None = None
    topics: Mapping[str, int] = field(default_factory=dict[str, int])


@dataclass(frozen=True, slots=True)
class End:
    """The end of a transaction, with its tasks for the event loop."""

    outcomes: Sequence[Outcome]
    waiting: Sequence[Piece] = ()
    """Deferred work that is left for the next transaction."""
    is_last: bool = True
    """False if the thread of the database goes on with others of the same pieces."""


def commit(
    asked: Sequence[Piece],
    deferred: Sequence[Piece],
    turn: Lock,
    report: Callable[[End], None],
    connection: sqlite3.Connection,
) -> None:
    """Run pieces as one transaction, those that were deferred first, and report its end.

    The commit and its report happen inside `turn`. A piece that raises is undone alone. SQLite ends
    the whole transaction if the disk is full or broken: then each piece that somebody waits for
    gets one of its own, and those that were deferred wait.
    """
    left = deferred
    try:
        connection.execute("BEGIN IMMEDIATE")
        carried, waiting = _ride_along(deferred, connection)
        left = [*(each.piece for each in carried), *waiting]
        if not connection.in_transaction:
            connection.execute("BEGIN IMMEDIATE")
        outcomes = [*carried]
        for piece in asked:
            outcomes.append(_tried(piece, connection))
            if not connection.in_transaction:
                _one_by_one(asked, turn, report, connection)
                report(End((), left))
                return
        with turn:
            connection.commit()
            report(End(outcomes, waiting))
    except BaseException as error:
        with suppress(sqlite3.Error):
            connection.rollback()
        report(End([Outcome(piece, error=error) for piece in asked], left))


def _one_by_one(
    asked: Sequence[Piece],
    turn: Lock,
    report: Callable[[End], None],
    connection: sqlite3.Connection,
) -> None:
    """Run each piece as a transaction of its own."""
    for piece in asked:
        try:
            connection.execute("BEGIN IMMEDIATE")
            outcome = _tried(piece, connection)
            with turn:
                connection.commit()
                report(End([outcome], is_last=False))
        except BaseException as error:
            with suppress(sqlite3.Error):
                connection.rollback()
            report(End([Outcome(piece, error=error)], is_last=False))


def snapshot(work: Callable[[Transaction], T], connection: sqlite3.Connection) -> T:
    """Return the result of `work`, which reads the database at one moment."""
    connection.execute("BEGIN")
    try:
        return work(Transaction(connection))
    finally:
        connection.rollback()


def _ride_along(
    deferred: Sequence[Piece], connection: sqlite3.Connection
) -> tuple[Sequence[Outcome], Sequence[Piece]]:
    """Do deferred work, a savepoint each; return what is done and what waits, in their order.

    Work that fails for the moment waits, as does all after it: the later message of two has to be
    noted last. Work that fails otherwise is dropped. SQLite ends the whole transaction if the disk
    is full or broken; then nothing is done.
    """
    done, waiting = list[Outcome](), deque(deferred)
    while waiting:
        try:
            done.append(_in_savepoint(waiting[0], connection))
        except Exception as failure:
            passes = isinstance(failure, sqlite3.Error) and is_passing(failure)
            after = "it waits" if passes else "it is dropped"
            log_failure(_log, failure, "Deferred %s failed, so %s", waiting[0].name, after)
            if not passes:
                waiting.popleft()
            if not connection.in_transaction:
                return (), [*(each.piece for each in done), *waiting]
            if passes:
                break
        else:
            waiting.popleft()
    return done, list(waiting)


def _tried(piece: Piece, connection: sqlite3.Connection) -> Outcome:
    """Do work that somebody waits for, or undo it if it raises."""
    try:
        return _in_savepoint(piece, connection)
    except BaseException as error:
        return Outcome(piece, error=error)


def _in_savepoint(piece: Piece, connection: sqlite3.Connection) -> Outcome:
    """Do work that is undone if it raises; if it can't be undone alone, all is."""
    transaction = Transaction(connection)
    connection.execute("SAVEPOINT piece")
    try:
        result = piece.work(transaction)
    except BaseException:
        try:
            connection.execute("ROLLBACK TO piece")
            connection.execute("RELEASE piece")
        except sqlite3.Error:  # No such savepoint: the transaction is over already.
            connection.rollback()
        raise
    connection.execute("RELEASE piece")
    return Outcome(piece, result, topics=transaction.topics)
