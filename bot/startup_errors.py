"""Errors that keep the bot from starting, as a sentence with an exit status.

The statuses are those of sysexits.h: a service manager starts the bot again after 75, and leaves it
stopped after 78 until somebody has changed something.
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
WRONG_SETUP: Final = 78


_LONGEST: Final = 200
"""Characters of what Discord or a library says about an error."""
_NOT_ACCEPTED: Final = (
    "Discord refused DISCORD_TOKEN. Copy the token again from the developer portal."
)
_SHARDING_REQUIRED: Final = 4011
_TOO_FEW: Final = (
    "This bot is in too many servers for POSTBOARD_SHARDS. Empty it, so that the bot has as many"
    " connections as Discord recommends, or set it to a higher number."
)
_OUTGROWN: Final = (
    "This bot is in too many servers for the connections that it has. Start it again, and it has as"
    " many as Discord recommends."
)
_OF_DISK: Final = ("disk is full", "disk I/O error")
_DISK_ERRORS: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO})
"""SQLite's words, and the system's numbers, for a disk that may be well again in a while."""
_NO_INTENTS: Final = (
    "Discord refused the intents with which the bot connects, though Postboard needs none that is"
    " privileged. Install the newest version of Postboard."
)
_CLOSED: Final = {
    4004: _NOT_ACCEPTED,
    4010: _TOO_FEW,
    _SHARDING_REQUIRED: _TOO_FEW,
    4012: (
        "Discord no longer offers the version of its API that discord.py uses here. Install the"
        " newest version of Postboard."
    ),
    4013: _NO_INTENTS,
    4014: _NO_INTENTS,
}
"""A sentence about each code with which Discord's gateway closes for good."""


class LocalTableError(Exception):
    """The local table can't be opened; the message says why, and what to set."""


class StatusError(Exception):
    """The status can't be served; the message says why, and what to set."""


class DatabaseInUse(Exception):
    """Another process is using the same database."""


@contextmanager
def only_process(database: Path | ServerAddress) -> Generator[None]:
    """Hold a lock beside a file, so that no second process serves it; a server serves many.

    The lock ends with the process, however that ends. Raises DatabaseInUse, or OSError if the
    database is a folder, or its own folder isn't writable or has no locks.
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
    """Return a sentence and an exit status for an error at the start; None for a bug.

    `shards` are those that the host has set.
    """
    match error:
        case LocalTableError() | StatusError() | ShardsTaken() | ExtensionError():
            return str(error), TRY_AGAIN if isinstance(error, ShardsTaken) else WRONG_SETUP
        case MigrationError() | StoreError():
            return _of_database(error, database)
        case DatabaseInUse():
            return (
                f"Another process is using {database}. Stop it, or set POSTBOARD_DATABASE to"
                " another file.",
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
                f"{error}. Find out what starts it so often, and start it again then.",
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
    """Return the same for what Discord, or something on the way to it, answers."""
    if error.status >= 500 or error.status == 429:
        return _out_of_reach(error)
    if isinstance(error, discord.Forbidden | discord.NotFound):
        return (
            f"Discord, or something on the way to it, refused the bot: {brief(error)}. The token"
            " isn't the cause. Look at what the network blocks, and start the bot again.",
            TRY_AGAIN,
        )
    return (
        f"Discord refused to let the bot start: {brief(error)}. Check the application in the"
        " developer portal.",
        WRONG_SETUP,
    )


def _out_of_reach(error: BaseException) -> tuple[str, int]:
    return (
        f"Discord can't be reached now: {brief(error)}. Check the network, and start the bot"
        " again.",
        TRY_AGAIN,
    )


def _of_system(error: OSError, database: Path | ServerAddress) -> tuple[str, int]:
    """Return the same for what the system refuses: a file, or the network if there is none."""
    if _is_of_disk(error):
        where = error.filename or database
        return f"{where} can't be written now: {error.strerror}. Look at its disk.", TRY_AGAIN
    if error.filename is None:
        return f"The network can't be used now: {brief(error)}.", TRY_AGAIN
    return (
        f"{error.filename} can't be used: {error.strerror}. Set POSTBOARD_DATABASE to a file that"
        " the bot can write.",
        WRONG_SETUP,
    )


def _of_database(
    error: MigrationError | StoreError, database: Path | ServerAddress
) -> tuple[str, int]:
    """Return the same for a database that can't be used; a lock is temporary."""
    cause = error.__cause__ if isinstance(error, MigrationError) else error
    if isinstance(database, ServerAddress):
        if isinstance(cause, Busy):
            return f"{database} can't be used now: {brief(cause)}.", TRY_AGAIN
        if error is cause:
            return f"{database} can't be used: {brief(error)}.", WRONG_SETUP
        return str(error), WRONG_SETUP
    if isinstance(cause, Busy) and "locked" in str(cause):
        return (
            f"{database} is locked by another program. Stop that, or set POSTBOARD_DATABASE to"
            " another file.",
            TRY_AGAIN,
        )
    if _is_of_disk(cause):
        sentence = str(error) if error is not cause else f"{database} can't be used now: {error}."
        return f"{sentence} Its disk may be full, broken, or one of a network.", TRY_AGAIN
    if "malformed" in str(cause):
        return (
            f"{database} is damaged. Put a backup in its place with `postboard restore`. If it was"
            " put there by hand, delete the files beside it that end in -wal and -shm first.",
            WRONG_SETUP,
        )
    sentence = str(error)
    if not isinstance(error, MigrationError):
        sentence = f"{database} can't be used: {error}."
    if "POSTBOARD_DATABASE" not in sentence:
        sentence += " Set POSTBOARD_DATABASE to another file."
    return sentence, WRONG_SETUP


def _is_of_disk(error: BaseException | None) -> bool:
    """Return True for a full disk or one that doesn't answer: a later start may find it well."""
    if isinstance(error, OSError):
        return error.errno in _DISK_ERRORS
    return isinstance(error, Busy) and any(words in str(error) for words in _OF_DISK)


def brief(error: BaseException) -> str:
    """Return the beginning of what an error says, which may be a whole page, in one line."""
    words = " ".join(str(error).split()) or type(error).__name__
    return words[:_LONGEST].rstrip(".?")
