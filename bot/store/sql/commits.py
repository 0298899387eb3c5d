"""Pieces of work that share a transaction: the work of the thread that writes."""

import logging
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import Final, Protocol, TypeVar

from bot.store.sql.errors import Busy, StoreError, log_failure
from bot.store.sql.pieces_of_work import End, Outcome, Piece
from bot.store.sql.transaction import Transaction

__all__ = ["Session", "Statements", "commit", "commit_apart", "snapshot"]

_log = logging.getLogger(__name__)
T = TypeVar("T")
_TRIES: Final = 3
"""Times that a piece is tried which lost against another process."""


class Statements(Transaction, Protocol):
    """Statements inside one transaction, with what they announced."""

    @property
    def topics(self) -> Mapping[str, int]:
        """The topics whose listeners are to be notified, with the moments."""
        ...


class Session(Protocol):
    """A connection on which one transaction follows another. Its methods raise StoreError."""

    @property
    def in_transaction(self) -> bool:
        """True from its beginning until it is committed or undone, by the database perhaps."""
        ...

    @property
    def has_lost(self) -> bool:
        """True if another process was preferred to this transaction: it may succeed next time."""
        ...

    def statements(self) -> Statements:
        """Return statements of the present transaction."""
        ...

    def run(self, sql: str) -> None:
        """Run a statement that begins or ends a part of the transaction."""
        ...

    def begin(self) -> None:
        """Begin a transaction that writes."""
        ...

    def begin_reading(self) -> None:
        """Begin a transaction that sees the database at one moment and writes nothing."""
        ...

    def commit(self) -> None:
        """End the transaction; what it wrote is on disk."""
        ...

    def rollback(self) -> None:
        """Undo the transaction, if there is one."""
        ...


def commit(
    asked: Sequence[Piece],
    deferred: Sequence[Piece],
    turn: Lock,
    report: Callable[[End], None],
    session: Session,
) -> None:
    """Run pieces as one transaction, deferred ones first, and report its end.

    The commit and its report happen inside `turn`. A piece that raises is undone alone. The
    database may end the whole transaction, such as SQLite on a full disk. Then every piece that
    someone waits for gets a transaction of its own, and deferred pieces wait.
    """
    left = deferred
    try:
        session.begin()
        carried, waiting = _ride_along(deferred, session)
        left = [*(each.piece for each in carried), *waiting]
        if not session.in_transaction:
            session.begin()
        outcomes = [*carried]
        for piece in asked:
            outcomes.append(_tried(piece, session))
            if not session.in_transaction:
                _one_by_one(asked, turn, report, session)
                report(End((), left))
                return
        with turn:
            session.commit()
            report(End(outcomes, waiting))
    except BaseException as error:
        with suppress(StoreError):
            session.rollback()
        report(End([Outcome(piece, error=error) for piece in asked], left))


def commit_apart(
    asked: Sequence[Piece],
    deferred: Sequence[Piece],
    turn: Lock,
    report: Callable[[End], None],
    session: Session,
) -> None:
    """Run every piece as its own transaction, the deferred ones first.

    In one transaction, pieces about different tables would wait for other processes, which may wait
    for them. A deferred piece that fails for the moment waits, with all after it.
    """
    waiting = deque(deferred)
    try:
        while waiting:
            outcome = _begun_with(waiting[0], session)
            if isinstance(outcome.error, Busy):
                break
            if isinstance(outcome.error, Exception):
                name = waiting[0].name
                log_failure(_log, outcome.error, "Deferred %s failed and was dropped", name)
            else:
                with turn:
                    session.commit()
                    report(End([outcome], is_last=False))
            waiting.popleft()
    except StoreError as failure:
        log_failure(_log, failure, "Deferred statements wait")
    _one_by_one(asked, turn, report, session)
    report(End((), list(waiting)))


def _one_by_one(
    asked: Sequence[Piece],
    turn: Lock,
    report: Callable[[End], None],
    session: Session,
) -> None:
    """Run every piece as its own transaction."""
    for piece in asked:
        try:
            outcome = _begun_with(piece, session)
            with turn:
                session.commit()
                report(End([outcome], is_last=False))
        except BaseException as error:
            with suppress(StoreError):
                session.rollback()
            report(End([Outcome(piece, error=error)], is_last=False))


def _begun_with(piece: Piece, session: Session) -> Outcome:
    """Run a piece in a new transaction, again while the database prefers another process."""
    for _ in range(_TRIES - 1):
        session.begin()
        outcome = _tried(piece, session)
        if not session.has_lost:
            return outcome
    session.begin()
    return _tried(piece, session)


def snapshot(work: Callable[[Transaction], T], session: Session) -> T:
    """Return the result of `work`, which reads the database at one moment."""
    session.begin_reading()
    try:
        return work(session.statements())
    finally:
        session.rollback()


def _ride_along(
    deferred: Sequence[Piece], session: Session
) -> tuple[Sequence[Outcome], Sequence[Piece]]:
    """Do deferred work, a savepoint a piece. Return what is done and what waits, in order.

    Work that fails for the moment waits, as does all after it: the later message of two has to be
    noted last. Work that fails otherwise is dropped. If the database has ended the whole
    transaction, nothing is done.
    """
    done, waiting = list[Outcome](), deque(deferred)
    while waiting:
        try:
            done.append(_in_savepoint(waiting[0], session))
        except Exception as failure:
            passes = isinstance(failure, Busy)
            after = "it waits" if passes else "it is dropped"
            log_failure(_log, failure, "Deferred %s failed, so %s", waiting[0].name, after)
            if not passes:
                waiting.popleft()
            if not session.in_transaction:
                return (), [*(each.piece for each in done), *waiting]
            if passes:
                break
        else:
            waiting.popleft()
    return done, list(waiting)


def _tried(piece: Piece, session: Session) -> Outcome:
    """Do work that someone waits for, and undo it if it raises."""
    try:
        return _in_savepoint(piece, session)
    except BaseException as error:
        return Outcome(piece, error=error)


def _in_savepoint(piece: Piece, session: Session) -> Outcome:
    """Do work, and undo it if it raises. If it can't be undone alone, everything is."""
    transaction = session.statements()
    session.run("SAVEPOINT piece")
    try:
        result = piece.work(transaction)
        session.run("RELEASE piece")
    except BaseException:
        try:
            session.run("ROLLBACK TO piece")
            session.run("RELEASE piece")
        except StoreError:  # No such savepoint: the transaction is over already.
            session.rollback()
        raise
    return Outcome(piece, result, topics=transaction.topics)
