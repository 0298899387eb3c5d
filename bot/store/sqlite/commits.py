"""Pieces of work that share a transaction of SQLite: the work of the database's thread."""

import logging
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Lock
from typing import TypeVar

from bot.store.errors import Busy, log_failure
from bot.store.pieces import End, Outcome, Piece
from bot.store.sqlite.statements import Statements, store_errors
from bot.store.transaction import Transaction

__all__ = ["commit", "snapshot"]

_log = logging.getLogger(__name__)
T = TypeVar("T")


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
        _run(connection, "BEGIN IMMEDIATE")
        carried, waiting = _ride_along(deferred, connection)
        left = [*(each.piece for each in carried), *waiting]
        if not connection.in_transaction:
            _run(connection, "BEGIN IMMEDIATE")
        outcomes = [*carried]
        for piece in asked:
            outcomes.append(_tried(piece, connection))
            if not connection.in_transaction:
                _one_by_one(asked, turn, report, connection)
                report(End((), left))
                return
        with turn, store_errors:
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
            _run(connection, "BEGIN IMMEDIATE")
            outcome = _tried(piece, connection)
            with turn, store_errors:
                connection.commit()
                report(End([outcome], is_last=False))
        except BaseException as error:
            with suppress(sqlite3.Error):
                connection.rollback()
            report(End([Outcome(piece, error=error)], is_last=False))


def snapshot(work: Callable[[Transaction], T], connection: sqlite3.Connection) -> T:
    """Return the result of `work`, which reads the database at one moment."""
    _run(connection, "BEGIN")
    try:
        return work(Statements(connection))
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
            passes = isinstance(failure, Busy)
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
    transaction = Statements(connection)
    _run(connection, "SAVEPOINT piece")
    try:
        result = piece.work(transaction)
    except BaseException:
        try:
            connection.execute("ROLLBACK TO piece")
            connection.execute("RELEASE piece")
        except sqlite3.Error:  # No such savepoint: the transaction is over already.
            connection.rollback()
        raise
    _run(connection, "RELEASE piece")
    return Outcome(piece, result, topics=transaction.topics)


def _run(connection: sqlite3.Connection, sql: str) -> None:
    """Begin a transaction, or a part of one, or end the part. Raises StoreError."""
    with store_errors:
        connection.execute(sql)
