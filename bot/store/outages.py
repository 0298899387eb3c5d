"""Times in which tables could not be reached: who notices them writes them for the clocks."""

from typing import Final

from bot.model.caller import Place
from bot.model.outages import OutageCause, OutageScope
from bot.store.database import Transaction
from rules.time.clock import Stretch

__all__ = [
    "GAP", "add_outage", "beat", "begin_outage", "closed_channels", "covering", "last_beat",
]  # fmt: skip

GAP: Final = 5 * 60
"""Seconds without a sign of life that are an outage; less is no loss to anybody."""
_HEARTBEAT: Final = "heartbeat"


def last_beat(tx: Transaction) -> int | None:
    """Return when a process last said that it lives, in Unix seconds."""
    rows = tx.do("SELECT value FROM metadata WHERE key = ?", _HEARTBEAT)
    return int(rows[0]["value"]) if rows else None


def beat(tx: Transaction, now: int) -> None:
    """Say that this process lives; if nobody has for over five minutes, that was an outage.

    It was stopped, or the machine was, or the clock was set ahead.
    """
    last = last_beat(tx)
    if last is not None and now - last > GAP:
        add_outage(tx, Stretch(last, now), OutageScope.ALL, None, OutageCause.DOWN)
    tx.do("INSERT OR REPLACE INTO metadata (key, value) VALUES (?, ?)", _HEARTBEAT, str(now))


def add_outage(
    tx: Transaction, lost: Stretch, scope: OutageScope, scope_id: int | None, cause: OutageCause
) -> None:
    """Write an outage, which lasts where it has no end."""
    tx.do(
        "INSERT INTO outages (starts, ends, scope, scope_id, cause) VALUES (?, ?, ?, ?, ?)",
        lost.start, lost.end, scope.value, scope_id, cause.value,
    )  # fmt: skip


def begin_outage(
    tx: Transaction, starts: int, scope: OutageScope, scope_id: int | None, cause: OutageCause
) -> None:
    """Write that an outage lasts, unless one of this scope and cause does."""
    sql = "SELECT 1 FROM outages WHERE ends IS NULL AND scope = ? AND scope_id IS ? AND cause = ?"
    if not tx.do(sql, scope.value, scope_id, cause.value):
        add_outage(tx, Stretch(starts), scope, scope_id, cause)


def covering(tx: Transaction, place: Place, since: int, now: int) -> tuple[Stretch, ...]:
    """Return the outages of a place that lasted after a moment, or last.

    A gap since the last beat is one too: a command may come before anybody has noticed it.
    """
    rows = tx.do(
        "SELECT starts, ends FROM outages WHERE (ends IS NULL OR ends > ?) AND (scope = 'all'"
        " OR scope = 'server' AND scope_id = ? OR scope = 'channel' AND scope_id IN (?, ?))"
        " ORDER BY starts",
        since, place.guild_id, place.channel_id, place.parent_id,
    )  # fmt: skip
    found = [Stretch(row["starts"], row["ends"]) for row in rows]
    last = last_beat(tx)
    if last is not None and now - last > GAP:
        found.append(Stretch(last, now))
    return tuple(found)


def closed_channels(tx: Transaction) -> list[int]:
    """Return the channels that are closed to the bot."""
    rows = tx.do("SELECT scope_id FROM outages WHERE scope = 'channel' AND ends IS NULL")
    return [row["scope_id"] for row in rows]
