"""Errors that keep the bot from starting, as a sentence with an exit status.

The statuses are those of sysexits.h: a service manager starts the bot again after 75, and leaves it
stopped after 78 until somebody has changed something.
"""

import errno
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import aiohttp
import discord
from filelock import FileLock, Timeout

from bot.store.schema import MigrationError

__all__ = ["TRY_AGAIN", "WRONG_SETUP", "DatabaseInUse", "only_process", "startup_failure"]

TRY_AGAIN: Final = 75
WRONG_SETUP: Final = 78


class DatabaseInUse(Exception):
    """Another process is using the same database."""


@contextmanager
def only_process(database: Path) -> Generator[None]:
    """Hold a lock beside the database, so that no second process serves it.

    The lock ends with the process, however that ends. Raises DatabaseInUse, or OSError if the
    folder isn't writable.
    """
    database.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(database.with_name(f"{database.name}.lock"))
    try:
        lock.acquire(timeout=0)
    except Timeout:
        raise DatabaseInUse from None
    try:
        yield
    finally:
        lock.release()


def startup_failure(error: BaseException, database: Path, port: int) -> tuple[str, int] | None:
    """Return a sentence and an exit status for an error at the start; None for a bug."""
    match error:
        case MigrationError() | sqlite3.Error():
            return _of_file(error, database)
        case DatabaseInUse():
            return (
                f"Another process is using {database}. Stop it, or set POSTBOARD_DATABASE to"
                " another file.",
                TRY_AGAIN,
            )
        case discord.LoginFailure():
            return (
                "Discord refused DISCORD_TOKEN. Copy the token again from the developer portal.",
                WRONG_SETUP,
            )
        case discord.PrivilegedIntentsRequired():
            return str(error), WRONG_SETUP
        case discord.HTTPException(status=status) if status < 500 and status != 429:
            return f"Discord refused to let the bot start: {error.text}", WRONG_SETUP
        case discord.DiscordException() | aiohttp.ClientError() | TimeoutError():
            return f"Discord can't be reached now: {error}", TRY_AGAIN
        case OSError(errno=errno.EADDRINUSE):
            return (
                f"Port {port} is taken. Set POSTBOARD_PAGE_PORT to another port, or to 0 for any.",
                WRONG_SETUP,
            )
        case OSError(filename=None):
            return f"The network can't be used now: {error}", TRY_AGAIN
        case OSError():
            return f"{error.filename} can't be used: {error.strerror}.", WRONG_SETUP
        case _:
            return None


def _of_file(error: MigrationError | sqlite3.Error, database: Path) -> tuple[str, int]:
    """Return the same for a database that can't be used; a lock is temporary."""
    cause = error.__cause__ if isinstance(error, MigrationError) else error
    if isinstance(cause, sqlite3.OperationalError) and "locked" in str(cause):
        return f"{database} is locked by another program.", TRY_AGAIN
    if isinstance(error, MigrationError):
        return str(error), WRONG_SETUP
    return f"{database} can't be used: {error}.", WRONG_SETUP
