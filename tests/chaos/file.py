"""The database as another program reads it, while the bot lives or is dead."""

from pathlib import Path

from bot.model.addresses import ServerAddress
from bot.model.table import Table
from bot.store.sql.database import Transaction
from bot.store.sql.errors import StoreError
from bot.store.tables.loading import read_rows, table_from_rows
from tests.stored import opened

__all__ = ["read_table", "table_of_channel"]


def read_table(tx: Transaction, table_id: int) -> Table:
    """Return a table with its match folded from the log."""
    rows = read_rows(tx, table_id)
    assert rows is not None, f"table {table_id} is gone"
    return table_from_rows(rows)


def table_of_channel(database: Path | ServerAddress, channel_id: int) -> Table | None:
    """Return the running game of a channel, or else the newest table that waits there.

    None for neither, and where the database cannot be read now.
    """
    try:
        with opened(database) as tx:
            found = tx.do(
                "SELECT id FROM tables WHERE channel_id = ? AND status IN ('playing', 'open')"
                " ORDER BY status = 'playing' DESC, id DESC LIMIT 1",
                channel_id,
            )
            return read_table(tx, found[0]["id"]) if found else None
    except StoreError:
        return None
