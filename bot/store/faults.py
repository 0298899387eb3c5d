"""Temporary failures to write the database, such as a full disk or a lock."""

import logging
import sqlite3
from typing import Final

__all__ = ["is_passing", "log_failure"]

_PASSING: Final = frozenset(
    {
        sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
    }
)  # fmt: skip
"""SQLite's errors for a database that may become writable again."""


def is_passing(failure: sqlite3.Error) -> bool:
    """Return True if the database may become writable again; extended codes count as well."""
    code = getattr(failure, "sqlite_errorcode", None)
    return isinstance(code, int) and code & 0xFF in _PASSING


def log_failure(log: logging.Logger, failure: Exception, text: str, *values: object) -> None:
    """Log an error, with its traceback unless it is a temporary failure of the database."""
    known = isinstance(failure, sqlite3.Error) and is_passing(failure)
    log.error(f"{text}: %s", *values, failure, exc_info=None if known else failure)
