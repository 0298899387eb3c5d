"""Periods in which tables couldn't be reached, stored for the clocks when they are noticed.

At the end of an outage, the deadlines that waited for it are checked at once.
"""

from typing import Final

from bot.model.caller import Place
from bot.model.outages import OutageCause, OutageScope
from bot.model.queues import TimerKind
from bot.store.database import Transaction, marks
from bot.store.queues import TIMERS
from rules.time.clock import DELIVERY, Stretch

__all__ = [
    "GAP", "add_outage", "beat", "begin_outage", "closed_channels", "covering", "end_outage",
]  # fmt: skip

GAP: Final = 5 * 60
"""Seconds without a sign of life that count as an outage; a shorter gap harms nobody."""
_HEARTBEAT: Final = "heartbeat"


def _last_beat(tx: Transaction) -> int | None:
    """Return the time of the last heartbeat of any process, in Unix seconds."""
    rows = tx.do("SELECT value FROM metadata WHERE key = ?", _HEARTBEAT)
    return int(rows[0]["value"]) if rows else None


def beat(tx: Transaction, now: int) -> None:
    """Store a heartbeat of this process; more than five minutes without any are an outage.

    The process was stopped, or the machine was, or the clock was set ahead.
    """
    last = _last_beat(tx)
    if last is not None and now - last > GAP:
        add_outage(tx, Stretch(last, now), OutageScope.ALL, None, OutageCause.DOWN)
    tx.do("INSERT OR REPLACE INTO metadata (key, value) VALUES (?, ?)", _HEARTBEAT, str(now))


def add_outage(
    tx: Transaction, lost: Stretch, scope: OutageScope, scope_id: int | None, cause: OutageCause
) -> None:
    """Store an outage, which lasts if it has no end."""
    tx.do(
        "INSERT INTO outages (starts, ends, scope, scope_id, cause) VALUES (?, ?, ?, ?, ?)",
        lost.start, lost.end, scope.value, scope_id, cause.value,
    )  # fmt: skip


def begin_outage(
    tx: Transaction, starts: int, scope: OutageScope, scope_id: int | None, cause: OutageCause
) -> None:
    """Store the beginning of an outage, unless one with this scope and cause lasts."""
    sql = "SELECT 1 FROM outages WHERE ends IS NULL AND scope = ? AND scope_id IS ? AND cause = ?"
    if not tx.do(sql, scope.value, scope_id, cause.value):
        add_outage(tx, Stretch(starts), scope, scope_id, cause)


def covering(
    tx: Transaction, table_id: int, place: Place, since: int, now: int
) -> tuple[Stretch, ...]:
    """Return the outages of a table and its place that ended after a moment, or that last.

    A gap since the last heartbeat is one too: a command may come before anybody has noticed it.
    """
    rows = tx.do(
        "SELECT starts, ends FROM outages WHERE (ends IS NULL OR ends > ?) AND (scope = 'all'"
        " OR scope = 'server' AND scope_id = ? OR scope = 'channel' AND scope_id IN (?, ?)"
        " OR scope = 'table' AND scope_id = ?) ORDER BY starts",
        since, place.guild_id, place.channel_id, place.parent_id, table_id,
    )  # fmt: skip
    found = [Stretch(row["starts"], row["ends"]) for row in rows]
    last = _last_beat(tx)
    if last is not None and now - last > GAP:
        found.append(Stretch(last, now))
    return tuple(found)


def closed_channels(tx: Transaction) -> list[int]:
    """Return the channels to which the bot has no access."""
    rows = tx.do("SELECT scope_id FROM outages WHERE scope = 'channel' AND ends IS NULL")
    return [row["scope_id"] for row in rows]


def end_outage(
    tx: Transaction, ends: int, scope: OutageScope, scope_id: int | None, *causes: OutageCause
) -> None:
    """Store the end of the outages with this scope and these causes; without causes, of all.

    If a deadline has passed meanwhile, its timer becomes due now. The deadline step itself checks
    whether another outage of the place lasts.
    """
    kinds = [cause.value for cause in causes or OutageCause]
    ended = tx.do(
        "UPDATE outages SET ends = max(starts, ?) WHERE ends IS NULL AND scope = ?"  # noqa: S608
        f" AND scope_id IS ? AND cause IN ({marks(kinds)}) RETURNING 1",
        ends, scope.value, scope_id, *kinds,
    )  # fmt: skip
    if ended:
        _look_at_once(tx, ends, scope, scope_id)


def _look_at_once(tx: Transaction, now: int, scope: OutageScope, scope_id: int | None) -> None:
    """Make the timers of passed deadlines in these places due now."""
    woken = tx.do(
        "UPDATE timers SET due = ?, lease_owner = NULL, lease_until = NULL"
        " WHERE due > ? AND dedupe IN (SELECT ? || ':' || id FROM tables WHERE due_at < ?"
        " AND status = 'playing' AND (? = 'all' OR ? = 'server' AND guild_id = ?"
        " OR ? = 'channel' AND ? IN (channel_id, parent_id) OR ? = 'table' AND id = ?))"
        " RETURNING 1",
        now, now, TimerKind.DEADLINE.value, now - DELIVERY,
        scope.value, scope.value, scope_id, scope.value, scope_id, scope.value, scope_id,
    )  # fmt: skip
    if woken:
        tx.announce(TIMERS, now)
