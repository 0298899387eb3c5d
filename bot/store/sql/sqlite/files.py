"""Whole copies of a database, which are on the disk before they have their name."""

import os
import sqlite3
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from bot.store.sql.sqlite.statements import Statements, store_errors
from bot.store.sql.transaction import Transaction

__all__ = [
    "blank",
    "connect",
    "copy_database",
    "copy_into",
    "damage",
    "empty_log",
    "last_numbers",
    "opened",
    "part_of",
    "put",
    "sync",
]


def connect(file: Path, mode: str = "rwc") -> sqlite3.Connection:
    """Open a database, each statement a transaction unless one is begun; `mode` is SQLite's.

    What is deleted is overwritten, so that no free page still holds somebody's words.
    """
    uri = f"{file.absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None)
    try:
        connection.execute("PRAGMA secure_delete = ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def blank() -> sqlite3.Connection:
    """Open an empty database in memory, for what is nobody's words."""
    return sqlite3.connect(":memory:")


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
    """Return the last number of each table that never uses one twice."""
    return {row["name"]: row["seq"] for row in tx.do("SELECT name, seq FROM sqlite_sequence")}


def put(part: Path, file: Path) -> None:
    """Give a written file its name, in the place of any other, once it is on the disk."""
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
