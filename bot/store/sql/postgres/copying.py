"""Copies all rows of another database into an empty one, and compares the two."""

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from bot.store.sql.errors import MigrationError, StoreError
from bot.store.sql.postgres.schema import LOCK, OWN, migrate
from bot.store.sql.postgres.statements import PostgresSession
from bot.store.sql.transaction import Row, Transaction, Value, marks

__all__ = ["filled"]

_PIECE: Final = 2_000
"""The rows of a database that are in memory at once."""


@dataclass(frozen=True, slots=True)
class _Table:
    """A table of the schema, with the names of its columns."""

    name: str
    columns: tuple[str, ...]
    given: tuple[str, ...]
    """The columns that don't follow from others."""
    key: tuple[str, ...]
    drawn: str | None
    """The column whose numbers the database draws, if there is one."""

    def rows(self, tx: Transaction) -> Iterator[Row]:
        """Yield all rows in the order of their keys."""
        columns, key = ", ".join(self.columns), ", ".join(self.key)
        after, last = "", list[Value]()
        while True:
            sql = f"SELECT {columns} FROM {self.name}{after} ORDER BY {key} LIMIT {_PIECE}"  # noqa: S608
            rows = tx.do(sql, *last)
            yield from rows
            if len(rows) < _PIECE:
                return
            last = [rows[-1][each] for each in self.key]
            after = f" WHERE ({key}) > ({marks(last)})"


@contextmanager
def filled(
    session: PostgresSession, source: Transaction, last_numbers: Mapping[str, int]
) -> Generator[Transaction]:
    """Copy all rows of a database into an empty one; they stay there unless the block raises.

    `last_numbers` are the last that the source has drawn for tables, whatever rows are left. Raises
    MigrationError if the database isn't empty, and StoreError if it can't be written or if what is
    read from it differs from the source.
    """
    _require_free(session)
    migrate(session)
    session.begin()
    # A bot that starts meanwhile waits for this before it looks at the schema.
    session.execute("SELECT pg_advisory_xact_lock(?)", (LOCK,))
    tx = session.statements()
    tables = _tables(tx)
    _require_empty(tx, tables)
    _copy(session, tables, source)
    for table in tables:
        if table.drawn is not None:
            _go_on_drawing(tx, table.name, table.drawn, last_numbers.get(table.name, 0))
    for table in tables:
        _compare(table, source, tx)
    yield tx
    session.commit()
    session.execute("ANALYZE")


def _require_free(session: PostgresSession) -> None:
    """Raise MigrationError for a database with another program's tables, except extensions'."""
    session.begin_reading()
    names = {row["name"] for row in session.statements().do(_NAMES)}
    session.rollback()
    if names and "applied_migrations" not in names:
        raise MigrationError(f"The database isn't empty: it has {min(names)}. Create another one.")


def _require_empty(tx: Transaction, tables: list[_Table]) -> None:
    for table in tables:
        if tx.do(f"SELECT 1 AS one FROM {table.name} LIMIT 1"):  # noqa: S608
            raise MigrationError(
                f"The database isn't empty: {table.name} has rows. Create another one."
            )


def _copy(session: PostgresSession, tables: list[_Table], source: Transaction) -> None:
    """Copy the rows of all tables; only then it is checked that none belongs to a missing one."""
    tx = session.statements()
    references, telling = tx.do(_REFERENCES), tx.do(_TELLING)
    for each in telling:
        tx.do(f"ALTER TABLE {each['name']} DISABLE TRIGGER tell_others")
    for each in references:
        tx.do(f"ALTER TABLE {each['name']} DROP CONSTRAINT {each['reference']}")
    for table in tables:
        places = [table.columns.index(column) for column in table.given]
        session.copy_in(
            f"COPY {table.name} ({', '.join(table.given)}) FROM STDIN",
            ([row[place] for place in places] for row in table.rows(source)),
        )
    for each in telling:
        tx.do(f"ALTER TABLE {each['name']} ENABLE TRIGGER tell_others")
    for each in references:
        tx.do(f"ALTER TABLE {each['name']} ADD CONSTRAINT {each['reference']} {each['meaning']}")


def _go_on_drawing(tx: Transaction, table: str, column: str, last: int) -> None:
    """Draw the next number after the last one drawn, even if that row is gone."""
    most = tx.do(f"SELECT coalesce(max({column}), 0) AS most FROM {table}")[0]["most"]  # noqa: S608
    following = max(most, last) + 1
    tx.do("SELECT setval(pg_get_serial_sequence(?, ?), ?, false)", table, column, following)


def _compare(table: _Table, source: Transaction, target: Transaction) -> None:
    """Raise StoreError for a row that is missing, additional or different."""
    for one, other in zip_longest(table.rows(source), table.rows(target)):
        if one is None or other is None or tuple(one) != tuple(other):
            row = one or other
            assert row is not None, "one of them has it"
            key = ", ".join(f"{each} {row[each]}" for each in table.key)
            raise StoreError(f"the copy of {table.name} differs at {key}")


def _tables(tx: Transaction) -> list[_Table]:
    columns, keys = tx.do(_COLUMNS), tx.do(_KEYS)
    found = list[_Table]()
    for name in sorted({row["within"] for row in columns} - OWN):
        own = [row for row in columns if row["within"] == name]
        found.append(
            _Table(
                name,
                columns=tuple(row["name"] for row in own),
                given=tuple(row["name"] for row in own if not row["follows"]),
                key=tuple(row["name"] for row in keys if row["within"] == name),
                drawn=next((row["name"] for row in own if row["is_drawn"]), None),
            )
        )
    return found


_NAMES: Final = """
SELECT relname AS name FROM pg_class
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')"""
_COLUMNS: Final = """
SELECT relname AS within, attname AS name, attgenerated <> '' AS follows,
    attidentity <> '' AS is_drawn
FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND attnum > 0
    AND NOT attisdropped
ORDER BY relname, attnum"""
_KEYS: Final = """
SELECT relname AS within, attname AS name
FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
    CROSS JOIN unnest(conkey) WITH ORDINALITY AS part (number, place)
    JOIN pg_attribute ON attrelid = conrelid AND attnum = number
WHERE relnamespace = current_schema()::regnamespace AND contype = 'p'
ORDER BY relname, place"""
_TELLING: Final = """
SELECT relname AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE relnamespace = current_schema()::regnamespace AND tgname = 'tell_others'"""
_REFERENCES: Final = """
SELECT conname AS reference, relname AS name, pg_get_constraintdef(pg_constraint.oid) AS meaning
FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
WHERE relnamespace = current_schema()::regnamespace AND contype = 'f'
ORDER BY relname, conname"""
