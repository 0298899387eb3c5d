"""Tables that are set apart because they can't be read, or wait for their channel.

Every reading of a table judges it again; the column `set_apart` keeps the latest judgement for
lists and for the index of running games. So a table stays set apart only while there is a reason: a
process that can read the log, such as one of another version or with the game's module, brings it
back. The time in between is an outage of the table, which costs no one a game. Its timers, messages
and plans wait meanwhile.
"""

import logging
from dataclasses import replace
from importlib.metadata import version

from bot.model.table import WAITS_FOR_CHANNEL, Status, Table
from bot.store.people.reminders import plan_table
from bot.store.queues.queues import OUTBOX
from bot.store.queues.table_timers import write_timers
from bot.store.servers.outages import OutageCause, OutageScope, begin_outage, end_outage
from bot.store.sql.database import Transaction
from bot.store.tables.writing import take_turns_at, write_columns

__all__ = ["judge"]

_log = logging.getLogger(__name__)


def judge(tx: Transaction, table: Table, now: int) -> Table:
    """Store whether a table that was just read is set apart, and return it accordingly.

    A table that can be read again comes back, unless its channel hosts another game by now.
    """
    take_turns_at(tx, table)
    (row,) = tx.do("SELECT set_apart, status FROM tables WHERE id = ?", table.id)
    before, is_playing = row["set_apart"], row["status"] == Status.PLAYING.value
    if before is not None and table.set_apart is None and is_playing and _is_taken(tx, table):
        table = replace(table, match=None, plans={}, set_apart=WAITS_FOR_CHANNEL)
    if before == table.set_apart:
        return table
    tx.do("UPDATE tables SET set_apart = ? WHERE id = ?", table.set_apart, table.id)
    if table.set_apart is not None:
        _log.error(
            "table=%s game=%s set apart by Postboard %s: %s",
            table.id, table.terms.game, version("postboard"), table.set_apart,
        )  # fmt: skip
    if is_playing and before is None:
        begin_outage(tx, now, OutageScope.TABLE, table.id, OutageCause.UNREADABLE)
    elif is_playing and table.set_apart is None:
        _come_back(tx, table, now)
    return table


def _is_taken(tx: Transaction, table: Table) -> bool:
    """Return True if another game runs in the channel of a table."""
    found = tx.do(
        "SELECT 1 FROM tables WHERE channel_id = ? AND status = 'playing' AND set_apart IS NULL"
        " AND id <> ?",
        table.channel_id, table.id,
    )  # fmt: skip
    return bool(found)


def _come_back(tx: Transaction, table: Table, now: int) -> None:
    """Let everything that waited for a table go on."""
    _log.warning("table=%s game=%s can be read again and continues", table.id, table.terms.game)
    end_outage(tx, now, OutageScope.TABLE, table.id)
    write_columns(tx, table)
    write_timers(tx, table)
    plan_table(tx, table.id, now)
    tx.do(
        "UPDATE outbox SET attempts = 0, not_before = ?, first_refused_at = NULL,"
        " lease_owner = NULL, lease_until = NULL WHERE table_id = ? AND parked = 0",
        now, table.id,
    )  # fmt: skip
    tx.announce(OUTBOX)
