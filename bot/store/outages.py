"""Periods in which tables couldn't be reached, stored for the clocks when they are noticed.

At the end of an outage, the deadlines that waited for it are checked at once. An outage of a shard
keeps the number of shards at that time: another one divides the servers otherwise.
"""

from typing import Final

from bot.model.caller import Place
from bot.model.outages import OutageCause, OutageScope, Shard
from bot.model.queues import TimerKind
from bot.model.shards import Share
from bot.store.database import Transaction, marks
from bot.store.metadata import set_metadata
from bot.store.queues import TIMERS
from rules.time.clock import DELIVERY, Stretch

__all__ = [
    "GAP", "add_outage", "all_shards_are_back", "beat", "begin_outage", "closed_channels",
    "covering", "end_outage", "shard_is_back", "shard_is_gone",
]  # fmt: skip

GAP: Final = 5 * 60
"""Seconds without a sign of life that count as an outage; a shorter gap harms nobody."""
_HEARTBEAT: Final = "heartbeat"
_OF_SHARD: Final = "scope = 'shard' AND scope_id = ? AND shards = ?"


def _last_beat(tx: Transaction, name: str) -> int | None:
    """Return the time of the last heartbeat with this name, in Unix seconds."""
    rows = tx.do("SELECT value FROM metadata WHERE key = ?", name)
    return int(rows[0]["value"]) if rows else None


def _heart_of(share: Share | None, guild_id: int | None) -> str:
    """Return the name of the heartbeat of the process that serves a server.

    Where there are several, each beats for each of its shards.
    """
    if share is None or share.is_whole:
        return _HEARTBEAT
    return f"{_HEARTBEAT} {((guild_id or 0) >> 22) % share.count}/{share.count}"


def beat(tx: Transaction, now: int, share: Share | None = None) -> None:
    """Store a heartbeat of this process; more than five minutes without any are an outage.

    The process was stopped, or the machine was, or the clock was set ahead.
    """
    if share is None or share.is_whole:
        last = _last_beat(tx, _HEARTBEAT)
        if last is not None and now - last > GAP:
            add_outage(tx, Stretch(last, now), OutageScope.ALL, None, OutageCause.DOWN)
        set_metadata(tx, _HEARTBEAT, str(now))
        return
    for number in share.numbers:
        heart = _heart_of(share, number << 22)
        last = _last_beat(tx, heart)
        if last is not None and now - last > GAP:
            tx.do(
                "INSERT INTO outages (starts, ends, scope, scope_id, shards, cause)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                last, now, OutageScope.SHARD.value, number, share.count, OutageCause.DOWN.value,
            )  # fmt: skip
        set_metadata(tx, heart, str(now))


def add_outage(
    tx: Transaction, lost: Stretch, scope: OutageScope, scope_id: int | None, cause: OutageCause
) -> None:
    """Store an outage, which lasts if it has no end."""
    tx.do(
        "INSERT INTO outages (starts, ends, scope, scope_id, cause) VALUES (?, ?, ?, ?, ?)",
        lost.start, lost.end, scope.value, scope_id, cause.value,
    )  # fmt: skip


def shard_is_gone(tx: Transaction, shard: Shard, since: int) -> None:
    """Store that the bot has heard nothing from a shard since then, unless that is stored."""
    sql = f"SELECT 1 FROM outages WHERE {_OF_SHARD} AND ends IS NULL"  # noqa: S608
    if not tx.do(sql, shard.number, shard.count):
        tx.do(
            "INSERT INTO outages (starts, scope, scope_id, shards, cause) VALUES (?, ?, ?, ?, ?)",
            since, OutageScope.SHARD.value, shard.number, shard.count, OutageCause.GATEWAY.value,
        )  # fmt: skip


def shard_is_back(tx: Transaction, shard: Shard, now: int) -> None:
    """Store that the bot hears from a shard again."""
    if tx.do(
        f"UPDATE outages SET ends = max(starts, ?) WHERE {_OF_SHARD}"  # noqa: S608
        " AND ends IS NULL RETURNING 1",
        now, shard.number, shard.count,
    ):  # fmt: skip
        _look_at_once(tx, now, _covered(OutageScope.SHARD), shard.count, shard.number)


def all_shards_are_back(tx: Transaction, count: int, now: int) -> None:
    """Store that the bot hears from so many shards, which are all.

    A process with another number of them may have ended in an outage of one of its own.
    """
    if tx.do(
        "UPDATE outages SET ends = max(starts, ?) WHERE scope = 'shard' AND ends IS NULL"
        " AND shards <> ? RETURNING 1",
        now, count,
    ):  # fmt: skip
        _look_at_once(tx, now, _covered(OutageScope.ALL))


def begin_outage(
    tx: Transaction, starts: int, scope: OutageScope, scope_id: int | None, cause: OutageCause
) -> None:
    """Store the beginning of an outage, unless one with this scope and cause lasts."""
    lasting = tx.do(
        "SELECT 1 FROM outages WHERE ends IS NULL AND scope = ?"
        " AND scope_id IS NOT DISTINCT FROM ? AND cause = ?",
        scope.value, scope_id, cause.value,
    )  # fmt: skip
    if not lasting:
        add_outage(tx, Stretch(starts), scope, scope_id, cause)


def covering(
    tx: Transaction,
    table_id: int,
    place: Place,
    since: int,
    now: int,
    *,
    share: Share | None = None,
) -> tuple[Stretch, ...]:
    """Return the outages of a table and its place that ended after a moment, or that last.

    A gap since the last heartbeat is one too: a command may come before anybody has noticed it.
    """
    rows = tx.do(
        "SELECT starts, ends FROM outages WHERE (ends IS NULL OR ends > ?) AND (scope = 'all'"
        " OR scope = 'shard' AND scope_id = (? >> 22) % shards"
        " OR scope = 'server' AND scope_id = ? OR scope = 'channel' AND scope_id IN (?, ?)"
        " OR scope = 'table' AND scope_id = ?) ORDER BY starts",
        since, place.guild_id or 0, place.guild_id, place.channel_id, place.parent_id, table_id,
    )  # fmt: skip
    found = [Stretch(row["starts"], row["ends"]) for row in rows]
    last = _last_beat(tx, _heart_of(share, place.guild_id))
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
        f" AND scope_id IS NOT DISTINCT FROM ? AND cause IN ({marks(kinds)}) RETURNING 1",
        ends, scope.value, scope_id, *kinds,
    )  # fmt: skip
    if ended:
        _look_at_once(tx, ends, _covered(scope), *([] if scope_id is None else [scope_id]))


def _covered(scope: OutageScope) -> str:
    """Return the condition, with a place for its id, under which an outage covers a table."""
    match scope:
        case OutageScope.ALL:
            return "TRUE"
        case OutageScope.SHARD:
            return "(coalesce(guild_id, 0) >> 22) % ? = ?"
        case OutageScope.SERVER:
            return "guild_id = ?"
        case OutageScope.CHANNEL:
            return "? IN (channel_id, parent_id)"
        case OutageScope.TABLE:
            return "id = ?"


def _look_at_once(tx: Transaction, now: int, condition: str, *values: int) -> None:
    """Make the timers of passed deadlines at these tables due now."""
    woken = tx.do(
        "UPDATE timers SET due = ?, lease_owner = NULL, lease_until = NULL"  # noqa: S608
        " WHERE due > ? AND dedupe IN (SELECT ? || ':' || id FROM tables WHERE due_at < ?"
        f" AND status = 'playing' AND {condition}) RETURNING 1",
        now, now, TimerKind.DEADLINE.value, now - DELIVERY, *values,
    )  # fmt: skip
    if woken:
        tx.announce(TIMERS, now)
