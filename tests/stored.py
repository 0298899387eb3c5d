"""The database as another program reads and changes it, while the bot lives or is dead."""

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.model.addresses import ServerAddress
from bot.store.sql import backends
from bot.store.sql.sqlite import files
from bot.store.sql.transaction import Transaction, Value
from tests.every_table import EVERY_TABLE
from tests.postgres.in_place import copied_in_place, is_in_place, place_of

__all__ = [
    "allow", "change", "content", "copied", "named", "needs_file", "opened", "rows"
]  # fmt: skip


@contextmanager
def opened(database: Path | ServerAddress, mode: str = "ro") -> Generator[Transaction]:
    """Open a server, a file or what stands for it, for one transaction: "ro" or "rw".

    Nobody asks whether a file has the present schema: a query that it isn't made for fails.
    """
    place = place_of(database) if isinstance(database, Path) else database
    with (
        files.opened(place, mode) if isinstance(place, Path) else backends.opened(place, mode)
    ) as tx:
        yield tx


def rows(database: Path | ServerAddress, sql: str, *values: Value) -> list[tuple[Any, ...]]:
    """Return what a query finds now."""
    with opened(database) as tx:
        return [tuple(row) for row in tx.do(sql, *values)]


def change(database: Path, sql: str, *values: Value) -> int:
    """Run a statement as a transaction of its own, and return the number of changed rows."""
    with opened(database, "rw") as tx:
        return tx.change(sql, *values)


def allow(database: Path, trigger: str, table: str) -> None:
    """Drop a trigger of a table, which forbids what a test is about."""
    change(database, f"DROP TRIGGER {trigger}{f' ON {table}' if is_in_place() else ''}")


def content(database: Path) -> object:
    """Return all that is there, to be compared: a file with each byte."""
    if not is_in_place():
        return database.read_bytes()
    tables = [kept.table for kept in EVERY_TABLE]
    return {each: sorted(rows(database, f"SELECT * FROM {each}"), key=repr) for each in tables}


def copied(database: Path, to: Path) -> Path:
    """Copy all that is there to another place, where nothing is open, and return that."""
    if is_in_place():
        copied_in_place(database, to)
    else:
        to.unlink(missing_ok=True)
        with closing(sqlite3.connect(database)) as old, closing(sqlite3.connect(to)) as new:
            old.backup(new)
    return to


def named(database: Path) -> str:
    """Return the word of the command line for it."""
    place = place_of(database)
    return str(place) if isinstance(place, Path) else place.uri


def needs_file() -> None:
    """Skip a test that is about SQLite's file itself where PostgreSQL stands for it."""
    if is_in_place():
        pytest.skip("is about SQLite's file itself")
