"""Statements for the lines that people plan, inside a transaction."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.model.table import Table
from bot.store.database import Transaction
from bot.store.part import Part
from rules.match.lines import Lines, answers, read_nodes, written_nodes

__all__ = ["LineStore", "read_lines", "write_lines"]


class LineStore(Part):
    """Planned lines, one tree a person and table."""

    async def keep_lines(self, table: Table) -> None:
        """Write the trees of a table, nothing else; no other person can see that."""
        await self._db.transact(lambda tx: write_lines(tx, table))


def read_lines(tx: Transaction, table_id: int) -> Mapping[int, Lines]:
    """Return the trees of a table by the rows of its players."""
    rows = tx.do("SELECT * FROM lines WHERE table_id = ?", table_id)
    return MappingProxyType(
        {
            row["player_id"]: Lines(row["root_entry"], row["root_digest"], read_nodes(row["tree"]))
            for row in rows
        }
    )


def write_lines(tx: Transaction, table: Table) -> None:
    """Write the trees of a table in place of those stored."""
    tx.do("DELETE FROM lines WHERE table_id = ?", table.id)
    match = table.match
    if match is None:
        return
    tx.each(
        "INSERT INTO lines (table_id, player_id, root_entry, root_digest, tree, answers)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (
            (
                table.id, table.at(seat).id, lines.root_number, lines.root_digest,
                written_nodes(lines.children), answers(match, lines),
            )
            for seat, lines in sorted(table.lines.items())
        ),
    )  # fmt: skip
