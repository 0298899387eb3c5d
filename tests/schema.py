"""Writes docs/schema.sql, which shows all tables as the migrations leave them, with their owners.

python -m tests.schema
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

from bot.app import EXTENSIONS
from bot.store.sql.privacy import KEPT
from bot.store.sql.sqlite.schema import MIGRATIONS

__all__ = ["FILE", "schema"]

FILE: Final = Path(__file__).parents[1] / "docs" / "schema.sql"
_BEGINNING: Final = """\
-- All tables of the database, each with its owner: the core, or the extension of that name.
-- `python -m tests.schema` makes this of bot/store/sql/migrations, which say more of the columns;
-- those of PostgreSQL make the same tables in its words.
"""


def schema() -> str:
    """Return the tables of the core and of each extension, with their indexes and triggers."""
    owned = {"core": KEPT, **{name: each.KEPT for name, each in EXTENSIONS.items()}}
    with closing(sqlite3.connect(":memory:")) as connection:
        for migration in sorted(MIGRATIONS.glob("*.sql")):
            connection.executescript(migration.read_text("utf-8"))
        lines = [_BEGINNING]
        for owner, tables in owned.items():
            for kept in tables:
                lines += [f"-- {owner}: {kept.what}", *_made(connection, kept.table), ""]
    return "\n".join(lines)


def _made(connection: sqlite3.Connection, table: str) -> Iterator[str]:
    """Yield what makes a table, and its indexes and triggers."""
    made = connection.execute(
        "SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL"
        " ORDER BY type <> 'table', rowid",
        (table,),
    )
    for (sql,) in made:
        yield sql.replace(f'CREATE TABLE "{table}"', f"CREATE TABLE {table}") + ";"


if __name__ == "__main__":
    FILE.write_text(schema(), encoding="utf-8")
