"""Times when tables couldn't be reached, stored for the clocks when they are noticed.

At the end of an outage, deadlines that waited for it are checked at once. An outage of a shard
keeps the number of shards of its time, since another number divides the servers differently.
"""

from enum import StrEnum
from math import gcd
from typing import Final

from bot.model.caller import Place
from bot.model.queues import TimerKind
from bot.model.shards import Shard, ShardRange
from bot.store.queues.queues import TIMERS
from bot.store.sql.database import Transaction, marks
from bot.store.sql.metadata import set_metadata
from rules.time.clock import DELIVERY, Stretch

__all__ = [
    "GAP", "OutageCause", "OutageScope", "add_outage", "all_shards_are_back", "beat",
    "begin_outage", "closed_channels", "covering", "end_outage", "shard_is_back", "shard_is_gone",
]  # fmt: skip

GAP: Final = 5 * 60
"""Seconds without a sign of life that count as an outage; a shorter gap harms no one."""
_HEARTBEAT: Final = "heartbeat"
_ALL: Final = Shard(0, 1)
"""All servers, as one shard."""
_OF_SHARD: Final = "scope = 'shard' AND scope_id = ? AND shards = ?"


class OutageScope(StrEnum):
    """The tables that an outage covers."""

    ALL = "all"
    SHARD = "shard"
    SERVER = "server"
    CHANNEL = "channel"
    TABLE = "table"


class OutageCause(StrEnum):
    """The reason for which tables couldn't be reached."""

    DOWN = "down"
    """The bot wasn't running, or the machine slept."""
    GATEWAY = "gateway"
    """The bot heard nothing from Discord."""
    UNAVAILABLE = "unavailable"
    """Discord had an outage of the server."""
    REMOVED = "removed"
    """The server removed the bot."""
    CLOSED = "closed"
    """The bot may not write in the channel."""
    UNREADABLE = "unreadable"
    """The table was set apart."""


def _hearts(shards: ShardRange | None) -> list[Shard]:
    """Return the shards for which a process beats, or one for all if there are no others."""
    if shards is None or shards.is_whole:
        return [_ALL]
    return [Shard(number, shards.count) for number in shards.numbers]


def _heart_of(shards: ShardRange | None, guild_id: int | None) -> Shard:
    """Return the shard of a server, as the processes on this database count them."""
    if shards is None or shards.is_whole:
        return _ALL
    return Shard(((guild_id or 0) >> 22) % shards.count, shards.count)


def _name(heart: Shard) -> str:
    return _HEARTBEAT if heart == _ALL else f"{_HEARTBEAT} {heart.number}/{heart.count}"


def _gap(tx: Transaction, heart: Shard, now: int) -> Stretch | None:
    """Return how long no process has served a shard's servers, or None if that is no outage."""
    rows = tx.do("SELECT value FROM metadata WHERE key = ?", _name(heart))
    if rows and now - int(rows[0]["value"]) <= GAP:
        return None
    last = _last_served(tx, heart)
    return Stretch(last, now) if last is not None and now - last > GAP else None


def _last_served(tx: Transaction, shard: Shard) -> int | None:
    """Return when a process last served a shard's servers, in Unix seconds, or None for never.

    That process may have counted shards differently. Of several that served some of the servers at
    the same time, the first to stop decides.
    """
    ends = dict[int, int]()
    sql = "SELECT key, value FROM metadata WHERE key BETWEEN ? AND ?"
    for row in tx.do(sql, _HEARTBEAT, f"{_HEARTBEAT}~"):
        number, _, count = row["key"].removeprefix(_HEARTBEAT).partition("/")
        other = Shard(int(number), int(count)) if count else _ALL
        # Both have the same remainder, so that some servers belong to both.
        if (other.number - shard.number) % gcd(other.count, shard.count) == 0:
            at = int(row["value"])
            ends[other.count] = min(at, ends.get(other.count, at))
    return max(ends.values(), default=None)


def beat(tx: Transaction, now: int, shards: ShardRange | None = None) -> None:
    """Store a heartbeat of this process. A gap of more than five minutes is an outage.

    Then the process was stopped, or the machine was, or the clock was set ahead.
    """
    for heart in _hearts(shards):
        if (gap := _gap(tx, heart, now)) is not None:
            if heart == _ALL:
                add_outage(tx, gap, OutageScope.ALL, None, OutageCause.DOWN)
            else:
                scope, number = OutageScope.SHARD, heart.number
                add_outage(tx, gap, scope, number, OutageCause.DOWN, shards=heart.count)
            for was_down in tx.hooks.was_down:
                was_down(tx, gap, heart)
        set_metadata(tx, _name(heart), str(now))


def add_outage(
    tx: Transaction,
    lost: Stretch,
    scope: OutageScope,
    scope_id: int | None,
    cause: OutageCause,
    *,
    shards: int | None = None,
) -> None:
    """Store an outage. Without an end it is still going on. A shard is one of `shards`."""
    tx.do(
        "INSERT INTO outages (starts, ends, scope, scope_id, shards, cause)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        lost.start, lost.end, scope.value, scope_id, shards, cause.value,
    )  # fmt: skip


def shard_is_gone(tx: Transaction, shard: Shard, since: int) -> None:
    """Store that the bot has heard nothing from a shard since then, unless that is stored."""
    sql = f"SELECT 1 FROM outages WHERE {_OF_SHARD} AND ends IS NULL"  # noqa: S608
    if not tx.do(sql, shard.number, shard.count):
        cause = OutageCause.GATEWAY
        add_outage(tx, Stretch(since), OutageScope.SHARD, shard.number, cause, shards=shard.count)


def shard_is_back(tx: Transaction, shard: Shard, now: int) -> None:
    """Store that the bot hears from a shard again."""
    if tx.do(
        f"UPDATE outages SET ends = max(starts, ?) WHERE {_OF_SHARD}"  # noqa: S608
        " AND ends IS NULL RETURNING 1",
        now, shard.number, shard.count,
    ):  # fmt: skip
        _look_at_once(tx, now, _covered(OutageScope.SHARD), shard.count, shard.number)


def all_shards_are_back(tx: Transaction, count: int, now: int) -> None:
    """Store that the bot hears from all of its `count` shards.

    An outage may be left from a process that counted shards differently.
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
    """Store the beginning of an outage, unless one with this scope and cause is going on."""
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
    shards: ShardRange | None = None,
) -> tuple[Stretch, ...]:
    """Return the outages of a table and its place that ended after a moment, or still go on.

    A gap since the last heartbeat is one too: a command may come before anyone has noticed it.
    """
    rows = tx.do(
        "SELECT starts, ends FROM outages WHERE (ends IS NULL OR ends > ?) AND (scope = 'all'"
        " OR scope = 'shard' AND scope_id = (? >> 22) % shards"
        " OR scope = 'server' AND scope_id = ? OR scope = 'channel' AND scope_id IN (?, ?)"
        " OR scope = 'table' AND scope_id = ?) ORDER BY starts",
        since, place.guild_id or 0, place.guild_id, place.channel_id, place.parent_id, table_id,
    )  # fmt: skip
    found = [Stretch(row["starts"], row["ends"]) for row in rows]
    if (gap := _gap(tx, _heart_of(shards, place.guild_id), now)) is not None:
        found.append(gap)
    return tuple(found)


def closed_channels(tx: Transaction) -> dict[int, int]:
    """Map the channels to which the bot has no access to the moment it was lost."""
    rows = tx.do("SELECT scope_id, starts FROM outages WHERE scope = 'channel' AND ends IS NULL")
    return {row["scope_id"]: row["starts"] for row in rows}


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
