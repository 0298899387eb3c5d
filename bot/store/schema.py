"""The schema of the database: checks that it is Postboard's, and applies missing migrations."""

import logging
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import aiosqlite

__all__ = ["MIGRATIONS", "MigrationError", "migrate", "require_ours"]

_log = logging.getLogger(__name__)
MIGRATIONS: Final = Path(__file__).with_name("migrations")
_APPLICATION_ID: Final = 0x506F7374
"""Marks a database as Postboard's, in the schema that began with version 0.2."""


class MigrationError(RuntimeError):
    """The database can't be brought to this version's schema; the message says why."""


@dataclass(frozen=True, slots=True)
class _Migration:
    number: int
    name: str
    script: str


def _read(folder: Path) -> list[_Migration]:
    return [
        _Migration(int(file.name.split("_")[0]), file.name, file.read_text(encoding="utf-8"))
        for file in sorted(folder.glob("*.sql"))
    ]


async def require_ours(connection: aiosqlite.Connection, path: Path) -> None:
    """Raise MigrationError for a database with the schema before 0.2, or of another program."""
    rows = list(await connection.execute_fetchall("PRAGMA application_id"))
    if int(rows[0][0]) == _APPLICATION_ID:
        return
    tables = await connection.execute_fetchall("SELECT 1 FROM sqlite_master LIMIT 1")
    if list(tables):
        raise MigrationError(
            f"{path} was not written by this version of Postboard and cannot be read by it. Set"
            " POSTBOARD_DATABASE to a new file; the old one is left as it is."
        )


async def migrate(connection: aiosqlite.Connection, path: Path, folder: Path) -> None:
    """Apply the missing migrations of a folder, after a backup of any existing data.

    Raises MigrationError if one fails or the database is newer; it is then left unchanged.
    """
    migrations = _read(folder)
    current = await _version(connection)
    holds_tables = current > 0
    newest = max((migration.number for migration in migrations), default=0)
    if current > newest:
        raise MigrationError(
            f"{path} was written by a newer Postboard (schema {current}); this one knows "
            f"schema {newest}. Start the newer version, or restore a backup."
        )
    for migration in migrations:
        if migration.number <= current:
            continue
        if holds_tables:
            await _back_up(connection, path.with_name(f"{path.name}.before-{migration.number:04}"))
        await _apply(connection, path, migration)


async def _apply(connection: aiosqlite.Connection, path: Path, migration: _Migration) -> None:
    try:
        await connection.executescript(
            f"BEGIN IMMEDIATE;\n{migration.script}\n"
            f"PRAGMA user_version = {migration.number};\n"
            f"PRAGMA application_id = {_APPLICATION_ID};\nCOMMIT;"
        )
    except sqlite3.Error as error:
        await connection.rollback()
        raise MigrationError(
            f"{path} cannot be brought up to date: {migration.name} failed: {error}."
        ) from error
    _log.info("Applied migration %s", migration.name)


async def _back_up(connection: aiosqlite.Connection, copy: Path) -> None:
    async with aiosqlite.connect(copy) as target:
        await connection.backup(target)


async def _version(connection: aiosqlite.Connection) -> int:
    rows = list(await connection.execute_fetchall("PRAGMA user_version"))
    return int(rows[0][0])
