"""The schema of the database: checks that it is Postboard's, and applies missing migrations."""

import filecmp
import logging
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from itertools import chain, count
from pathlib import Path
from typing import Final

from bot.store.sql.errors import MigrationError, StoreError
from bot.store.sql.sqlite.files import connect, copy_into, damage, opened, part_of, put
from bot.store.sql.sqlite.statements import Statements, store_errors
from bot.store.sql.transaction import Transaction

__all__ = [
    "APPLICATION_ID",
    "MIGRATIONS",
    "columns_made",
    "migrate",
    "require_ours",
    "require_present",
    "upgrade",
]

_log = logging.getLogger(__name__)
MIGRATIONS: Final = Path(__file__).parent.with_name("migrations")
# "Post" in ASCII.
APPLICATION_ID: Final = 0x506F7374
"""Marks a database as Postboard's, in the schema that began with version 0.2."""


def require_ours(tx: Transaction, path: Path) -> None:
    """Raise MigrationError for a database with the schema before 0.2, or of another program."""
    if _pragma(tx, "application_id") == APPLICATION_ID:
        return
    if tx.do("SELECT 1 FROM sqlite_master LIMIT 1"):
        raise MigrationError(
            f"{path} was not written by this version of Postboard and can't be read by it. Set"
            " POSTBOARD_DATABASE to a new file. The old one stays as it is."
        )


def require_present(tx: Transaction, path: Path) -> None:
    """Raise MigrationError for a database of another version's schema."""
    require_ours(tx, path)
    current = _pragma(tx, "user_version")
    newest = max(_read(MIGRATIONS))
    if current != newest:
        raise MigrationError(
            f"{path} has schema {current}, and this Postboard checks schema {newest}. Start this"
            " version on it once, or check it with the version that wrote it."
        )
    _require_released(tx, path, _read(MIGRATIONS).values())


def migrate(connection: sqlite3.Connection, path: Path, folder: Path) -> None:
    """Apply the missing migrations of a folder, after a copy of any existing data.

    Raises MigrationError if one fails or the database is newer; it is then left unchanged.
    """
    missing = _missing(connection, path, folder)
    if missing and _pragma(Statements(connection), "user_version"):
        _keep(connection, path, *next(iter(missing.items())))
    for number, file in missing.items():
        _apply(connection, path, number, file)


def upgrade(copy: Path, folder: Path) -> None:
    """Apply the missing migrations of a folder to a copy of a database. Raises as `migrate`."""
    with closing(connect(copy)) as connection:
        require_ours(Statements(connection), copy)
        for number, file in _missing(connection, copy, folder).items():
            _apply(connection, copy, number, file)


def _missing(connection: sqlite3.Connection, path: Path, folder: Path) -> dict[int, Path]:
    """Return the migrations that a database lacks.

    Raises MigrationError if it is newer, or has a schema that they don't make.
    """
    tx = Statements(connection)
    migrations, current = _read(folder), _pragma(tx, "user_version")
    newest = max(migrations, default=0)
    if current > newest:
        raise MigrationError(
            f"{path} was written by a newer Postboard (schema {current}). This one knows schema"
            f" {newest}. Start the newer version, or set POSTBOARD_DATABASE to another file."
        )
    applied = [file for number, file in migrations.items() if number <= current]
    _require_released(tx, path, applied)
    return {number: file for number, file in migrations.items() if number > current}


def _require_released(tx: Transaction, path: Path, applied: Iterable[Path]) -> None:
    """Raise MigrationError unless the tables have the columns that these migrations make.

    Before a release, migrations may change, and their numbers don't tell which version made a
    database.
    """
    expected, found = columns_made(applied), _columns(tx)
    if wrong := sorted(table for table in expected if expected[table] != found.get(table)):
        raise MigrationError(
            f"{path} was made by an unreleased version of Postboard, and no later one can read it:"
            f" its tables differ ({', '.join(wrong)}). Start that version on it, or set"
            " POSTBOARD_DATABASE to a new file. The old one stays as it is."
        )


def columns_made(applied: Iterable[Path]) -> dict[str, list[tuple[object, ...]]]:
    """Return the columns that migrations make, by table, with their names first."""
    # The name stands for no file: the database is in memory.
    with store_errors, closing(connect(Path("made"), "memory")) as made:
        for migration in applied:
            made.executescript(migration.read_text(encoding="utf-8"))
        return _columns(Statements(made))


def _columns(tx: Transaction) -> dict[str, list[tuple[object, ...]]]:
    """Map tables to their columns: name, type, and whether required, a key, or generated."""
    tables = tx.do(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    )
    sql = 'SELECT name, type, "notnull", pk, hidden FROM pragma_table_xinfo(?)'
    return {name: [tuple(column) for column in tx.do(sql, name)] for (name,) in tables}


def _apply(connection: sqlite3.Connection, path: Path, number: int, file: Path) -> None:
    script = file.read_text(encoding="utf-8")
    try:
        with store_errors:
            # All in one transaction: after a crash the number still says what the tables are.
            connection.executescript(
                f"BEGIN IMMEDIATE;\n{script}\n"
                f"PRAGMA user_version = {number};\n"
                f"PRAGMA application_id = {APPLICATION_ID};\nCOMMIT;"
            )
    except StoreError as error:
        connection.rollback()
        raise MigrationError(f"{path} can't be upgraded: {file.name} failed: {error}.") from error
    _log.info("Applied migration %s", file.name)


def _keep(connection: sqlite3.Connection, path: Path, number: int, migration: Path) -> None:
    """Copy a database before a migration: checked, on the disk, without replacing another copy.

    Raises MigrationError if that can't be done.
    """
    copy = path.with_name(f"{path.name}.before-{number:04}")
    try:
        with store_errors, part_of(copy) as part:
            copy_into(part, connection)
            with opened(part, "ro") as written:
                faults = list(damage(written))
            if not faults:
                _put_beside(part, copy)
    except (OSError, StoreError) as error:
        raise MigrationError(
            f"{path} can't be copied before {migration.name}: {error}. Make room beside it and"
            " start again. The database stays as it is."
        ) from error
    if faults:
        raise MigrationError(
            f"{path} is damaged: {faults[0]} Put a backup in its place with postboard restore. The"
            " database stays as it is."
        )


def _put_beside(part: Path, copy: Path) -> None:
    """Save the copy under the first free name, unless an identical one exists."""
    names = chain([copy], (copy.with_name(f"{copy.name}-{number}") for number in count(2)))
    for name in names:
        if not name.exists():
            put(part, name)
            return
        # A start that failed later has made the same copy before.
        if filecmp.cmp(part, name, shallow=False):
            return


def _pragma(tx: Transaction, name: str) -> int:
    return int(tx.do(f"PRAGMA {name}")[0][0])


def _read(folder: Path) -> dict[int, Path]:
    return {int(file.name.split("_")[0]): file for file in sorted(folder.glob("*.sql"))}
