"""A file that can't be written for the moment, such as on a full disk or while it is locked."""

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
"""What SQLite reports of a file that may be written again later."""


def is_passing(failure: sqlite3.Error) -> bool:
    """Whether the file may be written again later; extended codes keep the primary one below."""
    code = getattr(failure, "sqlite_errorcode", None)
    return isinstance(code, int) and code & 0xFF in _PASSING


def log_failure(log: logging.Logger, failure: Exception, text: str, *values: object) -> None:
    """Log an error, with its traceback unless it is a file that can be written again later."""
    known = isinstance(failure, sqlite3.Error) and is_passing(failure)
    log.error(f"{text}: %s", *values, failure, exc_info=None if known else failure)
