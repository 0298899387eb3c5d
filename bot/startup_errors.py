"""Errors that keep the bot from starting, as a sentence and an exit status.

The statuses are taken from sysexits.h: a service manager starts the bot again after 75, and leaves
it stopped after 78 until the host has changed something.
"""

import errno
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import aiohttp
import discord
from filelock import Timeout

from bot.interactions.gateway.presence import NoAnswerError, SessionLimitError
from bot.model.addresses import ServerAddress
from bot.model.errors import ExtensionError
from bot.model.shards import ShardRange
from bot.store.sql.errors import Busy, MigrationError, ShardsTaken, StoreError
from bot.store.sql.side_files import lock

__all__ = [
    "TRY_AGAIN",
    "WRONG_SETUP",
    "DatabaseInUse",
    "LocalTableError",
    "StatusError",
    "brief",
    "only_process",
    "startup_failure",
]

TRY_AGAIN: Final = 75
"""EX_TEMPFAIL: a later start may succeed."""
WRONG_SETUP: Final = 78
"""EX_CONFIG: the host has to change something."""

_LONGEST: Final = 200
"""Characters quoted of an error: a proxy can answer with a whole page."""
_NOT_ACCEPTED: Final = "Discord refused DISCORD_TOKEN. Copy it again from the developer portal."
_SHARDING_REQUIRED: Final = 4011
"""Discord's code for more than 2,500 servers on one connection."""
_TOO_FEW: Final = "POSTBOARD_SHARDS is too low for this many servers. Leave it empty, or raise it."
_OUTGROWN: Final = (
    "The bot is in too many servers for its connections. Start it again, and it opens more."
)
_OF_DISK: Final = ("disk is full", "disk I/O error")
_DISK_ERRORS: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO})
"""SQLite's words and the system's numbers for a disk that may work again later."""
_TOO_OLD: Final = (
    "Discord no longer supports this version's API, or its intents. Install the newest Postboard."
)
_CLOSED: Final = {
    4004: _NOT_ACCEPTED,
    4010: _TOO_FEW,
    _SHARDING_REQUIRED: _TOO_FEW,
    4012: _TOO_OLD,
    4013: _TOO_OLD,
    4014: _TOO_OLD,
}
"""Sentences for the codes with which Discord's gateway closes for good."""


class LocalTableError(Exception):
    """The local page can't be opened. The message says why, and what to set."""


class StatusError(Exception):
    """The status can't be served. The message says why, and what to set."""


class DatabaseInUse(Exception):
    """Another process is using the same database."""


@contextmanager
def only_process(database: Path | ServerAddress) -> Generator[None]:
    """Hold a lock beside a database file, so that no second process serves it.

    The lock ends with the process, however it ends. A PostgreSQL server needs none. Raises
    DatabaseInUse, or OSError if the database is a folder, or its folder isn't writable or has no
    locks.
    """
    if isinstance(database, ServerAddress):
        yield
        return
    if database.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(database))
    database.parent.mkdir(parents=True, exist_ok=True)
    try:
        held = lock(database)
    except Timeout:
        raise DatabaseInUse from None
    with held:
        yield


def startup_failure(
    error: BaseException, database: Path | ServerAddress, shards: ShardRange | None = None
) -> tuple[str, int] | None:
    """Return a sentence and an exit status for an error at the start, or None for a bug.

    `shards` is the host's own setting, if any.
    """
    match error:
        case LocalTableError() | StatusError() | ShardsTaken() | ExtensionError():
            return str(error), TRY_AGAIN if isinstance(error, ShardsTaken) else WRONG_SETUP
        case MigrationError() | StoreError():
            return _of_database(error, database)
        case DatabaseInUse():
            return (
                f"{database} is in use by another process. Stop that one, or set"
                " POSTBOARD_DATABASE to another file.",
                TRY_AGAIN,
            )
        case discord.LoginFailure():
            return _NOT_ACCEPTED, WRONG_SETUP
        case discord.PrivilegedIntentsRequired():
            return _CLOSED[4014], WRONG_SETUP
        case discord.ConnectionClosed(code=code) if code in _CLOSED:
            has_outgrown = code == _SHARDING_REQUIRED and shards is None
            return (_OUTGROWN, TRY_AGAIN) if has_outgrown else (_CLOSED[code], WRONG_SETUP)
        case SessionLimitError():
            return (
                f"{error}. Find out what keeps starting it, then start it again.",
                TRY_AGAIN,
            )
        case discord.HTTPException():
            return _of_answer(error)
        case NoAnswerError() | discord.DiscordException() | aiohttp.ClientError() | TimeoutError():
            return _out_of_reach(error)
        case OSError():
            return _of_system(error, database)
        case _:
            return None


def _of_answer(error: discord.HTTPException) -> tuple[str, int]:
    """Return the same for an answer of Discord, or of something on the way to it."""
    if error.status >= 500 or error.status == 429:
        return _out_of_reach(error)
    if isinstance(error, discord.Forbidden | discord.NotFound):
        return (
            f"Discord, or something on the way to it, refused the bot: {brief(error)}. The token is"
            " fine. Check what the network blocks, then start the bot again.",
            TRY_AGAIN,
        )
    return (
        f"Discord didn't let the bot start: {brief(error)}. Check the application in the developer"
        " portal.",
        WRONG_SETUP,
    )


def _out_of_reach(error: BaseException) -> tuple[str, int]:
    return f"Can't reach Discord: {brief(error)}. Check the network.", TRY_AGAIN


def _of_system(error: OSError, database: Path | ServerAddress) -> tuple[str, int]:
    """Return the same for an error of the system: about its file, or else about the network."""
    if _is_of_disk(error):
        where = error.filename or database
        return f"{where} can't be written: {error.strerror}. Check its disk.", TRY_AGAIN
    if error.filename is None:
        return f"Can't use the network: {brief(error)}. Check it.", TRY_AGAIN
    return (
        f"{error.filename} can't be used: {error.strerror}. Set POSTBOARD_DATABASE to a file the"
        " bot can write.",
        WRONG_SETUP,
    )


def _of_database(
    error: MigrationError | StoreError, database: Path | ServerAddress
) -> tuple[str, int]:
    """Return the same for a database that can't be used. A lock passes."""
    cause = error.__cause__ if isinstance(error, MigrationError) else error
    if isinstance(database, ServerAddress):
        if isinstance(cause, Busy):
            return f"Can't use {database}: {brief(cause)}. Check that its server runs.", TRY_AGAIN
        if error is cause:
            return f"{database} can't be used: {brief(error)}.", WRONG_SETUP
        return str(error), WRONG_SETUP
    if isinstance(cause, Busy) and "locked" in str(cause):
        return (
            f"{database} is locked by another program. Stop that one, or set POSTBOARD_DATABASE to"
            " another file.",
            TRY_AGAIN,
        )
    if _is_of_disk(cause):
        sentence = str(error) if error is not cause else f"{database} can't be used: {error}."
        return f"{sentence} Check its disk: it may be full, broken, or a network disk.", TRY_AGAIN
    if "malformed" in str(cause):
        return (
            f"{database} is damaged. Put a backup in its place with `postboard restore`. If you"
            " copied it there by hand, first delete the files beside it that end in -wal and -shm.",
            WRONG_SETUP,
        )
    sentence = str(error)
    if not isinstance(error, MigrationError):
        sentence = f"{database} can't be used: {error}."
    if "POSTBOARD_DATABASE" not in sentence:
        sentence += " Set POSTBOARD_DATABASE to another file."
    return sentence, WRONG_SETUP


def _is_of_disk(error: BaseException | None) -> bool:
    """Tell whether a disk is full or doesn't answer, which a later start may find mended."""
    if isinstance(error, OSError):
        return error.errno in _DISK_ERRORS
    return isinstance(error, Busy) and any(words in str(error) for words in _OF_DISK)


def brief(error: BaseException) -> str:
    """Return the beginning of an error's message as one line."""
    words = " ".join(str(error).split()) or type(error).__name__
    return words[:_LONGEST].rstrip(".?")
