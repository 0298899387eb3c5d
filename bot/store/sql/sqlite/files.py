"""Whole copies of a database, which are on the disk before they have their name."""

import os
import re
import sqlite3
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from bot.store.sql.sqlite.statements import Statements, store_errors
from bot.store.sql.transaction import Transaction

__all__ = [
    "connect",
    "copy_database",
    "copy_into",
    "damage",
    "empty_log",
    "foreign_disk",
    "last_numbers",
    "opened",
    "part_of",
    "put",
    "sync",
]


_MOUNTS: Final = Path("/proc/self/mounts")
"""Linux's list of mounts, one a line. The second word is the place, the third the file system."""
_FOREIGN: Final = re.compile(r"nfs\d?|cifs|smb\w*|9p|fuse\..*")
"""File systems over a network or run by a program: their locks and shared memory may not be what
SQLite needs."""


def foreign_disk(path: Path, mounts: Path = _MOUNTS) -> str | None:
    """Return the kind of a file's file system if it is a network's or a program's, or None."""
    try:
        lines = [line.split(" ") for line in mounts.read_text("utf-8", "replace").splitlines()]
    except OSError:  # Another system than Linux.
        return None
    whole = path.absolute()
    # A blank in a name is written as \040. The last of those at one place hides the others.
    places = [(Path(place.replace("\\040", " ")), kind) for _, place, kind, *_ in lines]
    around = [(len(place.parts), kind) for place, kind in places if whole.is_relative_to(place)]
    kind = max(reversed(around), default=(0, ""), key=lambda each: each[0])[1]
    return kind if _FOREIGN.fullmatch(kind) else None


def connect(file: Path, mode: str = "rwc") -> sqlite3.Connection:
    """Open a database. Statements outside of transactions commit at once; `mode` is SQLite's.

    Deleted data is overwritten, so that no free page still holds a person's words.
    """
    uri = f"{file.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    try:
        # Deleted words of people must not stay readable in free pages of the file.
        connection.execute("PRAGMA secure_delete = ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


@contextmanager
def part_of(file: Path) -> Generator[Path]:
    """Return an empty file beside another one, for its owner alone; it is gone afterwards."""
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield part
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def opened(file: Path, mode: str = "rw") -> Generator[Transaction]:
    """Open a database for one transaction, undone if it fails: "rw" to write it, "ro" to read it.

    Raises StoreError.
    """
    with store_errors, closing(connect(file, mode)) as connection:
        connection.row_factory = sqlite3.Row
        connection.execute("BEGIN IMMEDIATE" if mode == "rw" else "BEGIN")
        with connection:
            yield Statements(connection)


def copy_database(database: Path, part: Path) -> None:
    """Copy a database, which may be in use, into an empty file. Raises StoreError."""
    with store_errors, closing(connect(database, "ro")) as source:
        copy_into(part, source)


def empty_log(database: Path) -> None:
    """Copy what the write-ahead log holds into the database itself. Raises StoreError."""
    with store_errors, closing(connect(database, "rw")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def copy_into(part: Path, source: sqlite3.Connection) -> None:
    """Copy a database into an empty file as it is at one moment, with what its log holds."""
    with closing(connect(part)) as target:
        source.backup(target)
        # A file alone, without the write-ahead log that a database in use has beside it.
        target.execute("PRAGMA journal_mode = DELETE")


def damage(tx: Transaction) -> Iterator[str]:
    """Yield what SQLite itself finds wrong with a database."""
    for (found,) in tx.do("PRAGMA quick_check"):
        if found != "ok":
            yield f"The file is damaged: {found}"
    for table, _, parent, _ in tx.do("PRAGMA foreign_key_check"):
        yield f"A row of {table} belongs to a row of {parent} that isn't there."


def last_numbers(tx: Transaction) -> Mapping[str, int]:
    """Map tables that never use a number twice to the last number drawn."""
    return {row["name"]: row["seq"] for row in tx.do("SELECT name, seq FROM sqlite_sequence")}


def put(part: Path, file: Path) -> None:
    """Give a finished file its name, replacing any other file, once it is on the disk."""
    sync(part)
    part.replace(file)
    sync(file.parent)


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
