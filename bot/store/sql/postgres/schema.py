"""The schema of a PostgreSQL database: applies missing migrations, once for all processes."""

import logging
from collections import defaultdict
from collections.abc import Collection
from pathlib import Path
from typing import Final

from bot.store.sql.errors import MigrationError, StoreError
from bot.store.sql.postgres.lease import require_alone
from bot.store.sql.postgres.statements import PostgresSession
from bot.store.sql.sqlite.schema import MIGRATIONS as OF_FILES
from bot.store.sql.sqlite.schema import columns_made
from bot.store.sql.transaction import Transaction

__all__ = ["LOCK", "MIGRATIONS", "OWN", "migrate", "require_present"]

_log = logging.getLogger(__name__)
MIGRATIONS: Final = Path(__file__).with_name("migrations")
# "Post" in ASCII, as in the files of SQLite.
LOCK: Final = 0x506F7374
"""The number of the advisory lock: processes that start together migrate one after the other."""

OWN: Final = frozenset({"applied_migrations", "held_shards"})
"""Tables about this database and its processes, which a file doesn't have."""


def migrate(session: PostgresSession, folder: Path = MIGRATIONS) -> None:
    """Apply the missing migrations of a folder, all or none.

    Raises MigrationError if one fails or the database is newer, and ShardsTaken if processes of the
    version before serve it; it is then left unchanged. Raises StoreError if it can't be reached.
    """
    migrations = _read(folder)
    session.begin()
    try:
        session.execute("SELECT pg_advisory_xact_lock(?)", (LOCK,))
        session.execute("CREATE TABLE IF NOT EXISTS applied_migrations (number BIGINT PRIMARY KEY)")
        session.execute(
            "CREATE TABLE IF NOT EXISTS held_shards (owner TEXT PRIMARY KEY, process TEXT NOT NULL,"
            " first BIGINT NOT NULL, last BIGINT NOT NULL, shards BIGINT NOT NULL,"
            " until TIMESTAMPTZ NOT NULL)"
        )
        rows = session.statements().do("SELECT number FROM applied_migrations")
        applied = {row["number"] for row in rows}
        if applied - migrations.keys():
            raise MigrationError(
                f"The database was written by a newer Postboard (schema {max(applied)}). This one"
                f" knows schema {max(migrations, default=0)}. Start the newer version."
            )
        _require_released(session.statements(), applied)
        missing = sorted(migrations.keys() - applied)
        if missing and applied:
            require_alone(session.statements())
        for number in missing:
            session.run_script(migrations[number].read_text(encoding="utf-8"))
            session.execute("INSERT INTO applied_migrations VALUES (?)", (number,))
            _log.info("Applied migration %s", migrations[number].name)
        session.commit()
    except StoreError as error:
        raise MigrationError(f"The database can't be upgraded: {error}.") from error
    finally:
        session.rollback()


def _require_released(tx: Transaction, applied: Collection[int]) -> None:
    """Raise MigrationError unless the tables have the columns that the applied migrations make.

    A file has the same columns, by table and name.
    """
    files = [file for number, file in _read(OF_FILES).items() if number in applied]
    found = defaultdict[str, set[object]](set)
    for row in tx.do(
        "SELECT table_name, column_name FROM information_schema.columns"
        " WHERE table_schema = current_schema()"
    ):
        found[row["table_name"]].add(row["column_name"])
    expected = {table: {each[0] for each in made} for table, made in columns_made(files).items()}
    if wrong := sorted(table for table in expected if expected[table] != found[table]):
        raise MigrationError(
            "The database was made by an unreleased version of Postboard, which no later one can"
            f" read: its tables differ ({', '.join(wrong)}). Start that version on it, or set"
            " POSTBOARD_DATABASE to an empty database; this one is left as it is."
        )


def require_present(tx: Transaction) -> None:
    """Raise MigrationError for a database of another version's schema."""
    if tx.do("SELECT to_regclass('applied_migrations') AS there")[0]["there"] is None:
        raise MigrationError("This isn't a database of Postboard: it has none of its tables.")
    rows = tx.do("SELECT max(number) AS number FROM applied_migrations")
    current, newest = rows[0]["number"], max(_read(MIGRATIONS))
    if current != newest:
        raise MigrationError(
            f"The database has schema {current}, and this Postboard checks schema {newest}. Start"
            " this version on it once, or check it with the version that wrote it."
        )
    _require_released(tx, _read(MIGRATIONS))


def _read(folder: Path) -> dict[int, Path]:
    return {int(file.name.split("_")[0]): file for file in sorted(folder.glob("*.sql"))}
