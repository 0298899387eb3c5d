"""The columns and timers of a table that follow from its log, written once more."""

from bot.model.table import Table
from bot.store.database import Database, Transaction
from bot.store.reminders import plan_table
from bot.store.table_timers import write_timers
from bot.store.writing import write_columns

__all__ = ["rebuild"]


async def rebuild(opened: Database, table: Table) -> None:
    """Write what follows from the log of a table again."""

    def write(tx: Transaction) -> None:
        write_columns(tx, table)
        write_timers(tx, table)
        plan_table(tx, table.id, table.started.entries[-1].at)

    await opened.transact(write)
