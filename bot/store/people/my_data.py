"""The rows about a person, for themselves."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bot.model.caller import Person
from bot.store.sql.database import Database, Transaction
from bot.store.sql.privacy import Holds, Kept

__all__ = ["MyData"]

_ELSEWHERE: Final = frozenset({"people", "players", "tables", "notes", "outbox", "timers"})
"""Tables that say nothing about a person beyond their games. Notes are read with the games."""


class MyData:
    """Reads the rows of one person."""

    def __init__(self, database: Database) -> None:
        self._db = database

    async def choices(self, person: Person) -> Mapping[str, Sequence[Mapping[str, object]]]:
        """Map tables to the person's rows, without any person's number."""

        def read(tx: Transaction) -> Mapping[str, Sequence[Mapping[str, object]]]:
            found = {
                kept.table: _rows(tx, kept, person) for kept in _with_choices(tx.hooks.all_kept)
            }
            return {table: rows for table, rows in found.items() if rows}

        return await self._db.snapshot(read)

    async def games(self, person: Person) -> Mapping[int, Mapping[str, str]]:
        """Map tables to a person's games there, with their notes and words for the dice."""
        rows = await self._db.rows(
            "SELECT players.table_id, words, coalesce(text, '') AS note FROM players"
            " JOIN tables ON tables.id = players.table_id"
            " LEFT JOIN notes ON notes.table_id = tables.id AND notes.person = players.person"
            " WHERE players.person = ? AND seat IS NOT NULL AND entry_count > 0"
            " ORDER BY players.table_id",
            person,
        )
        return {
            row["table_id"]: {name: row[name] for name in ("words", "note") if row[name]}
            for row in rows
        }


def _with_choices(every: Iterable[Kept]) -> list[Kept]:
    return [
        kept for kept in every if kept.table not in _ELSEWHERE and "person" in kept.person.split()
    ]


def _rows(tx: Transaction, kept: Kept, person: Person) -> list[dict[str, object]]:
    shown = [name for name, holds in kept.columns if holds is not Holds.PERSON]
    found = tx.do(
        f"SELECT {', '.join(shown)} FROM {kept.table} WHERE person = ?",  # noqa: S608
        person,
    )
    return [{name: _value(row[name]) for name in shown} for row in found]


def _value(stored: object) -> object:
    """Return a stored value for JSON. A text that holds JSON is read."""
    if isinstance(stored, str) and stored[:1] in ("[", "{"):
        try:
            return json.loads(stored)
        except ValueError:
            return stored
    return stored
