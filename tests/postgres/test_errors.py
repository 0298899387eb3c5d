"""What goes wrong on a server becomes an error of the store's, by its code."""

import psycopg
import pytest
from psycopg import errors

from bot.store.sql.errors import Busy, Refused, StoreError, Taken
from bot.store.sql.postgres.statements import as_ours


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (errors.UniqueViolation("twice"), Taken),
        (errors.AdminShutdown("it stops"), Busy),
        (errors.DiskFull("no room"), Busy),
        (errors.ConnectionException("gone"), Busy),
        (errors.IoError("a bad disk"), Busy),
        (errors.DeadlockDetected("a circle"), Busy),
        (errors.UndefinedTable("no such table"), StoreError),
        (errors.SyntaxError("no statement"), StoreError),
        (psycopg.OperationalError("the connection is lost"), Busy),
        (psycopg.OperationalError("password authentication failed for user bot"), Refused),
        (psycopg.OperationalError('database "club" does not exist'), Refused),
    ],
    ids=lambda each: each.__name__ if isinstance(each, type) else repr(each),
)
def test_an_error_tells_whether_waiting_helps(error: psycopg.Error, kind: type) -> None:
    assert type(as_ours(error)) is kind
    assert str(as_ours(error)) == str(error)
