"""Statements for what people plan, inside a transaction."""

from collections.abc import Mapping
from types import MappingProxyType

from bot.model.table import Table
from bot.store.database import Transaction
from rules.match.plans import Plan, answers, read_nodes, written_nodes

__all__ = ["read_plans", "write_plans"]


def read_plans(tx: Transaction, table_id: int) -> Mapping[int, Plan]:
    """Return the trees of a table by the rows of its players."""
    rows = tx.do("SELECT * FROM plans WHERE table_id = ?", table_id)
    return MappingProxyType(
        {
            row["player_id"]: Plan(row["root_entry"], row["root_digest"], read_nodes(row["tree"]))
            for row in rows
        }
    )


def write_plans(tx: Transaction, table: Table) -> None:
    """Write the trees of a table in place of those stored."""
    tx.do("DELETE FROM plans WHERE table_id = ?", table.id)
    match = table.match
    if match is None:
        return
    tx.each(
        "INSERT INTO plans (table_id, player_id, root_entry, root_digest, tree, answers)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (
            (
                table.id, table.at(seat).id, plan.root_number, plan.root_digest,
                written_nodes(plan.children), answers(match, plan),
            )
            for seat, plan in sorted(table.plans.items())
        ),
    )  # fmt: skip
