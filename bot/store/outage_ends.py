"""The end of an outage: the deadlines that waited for it are looked at at once."""

from bot.model.outages import OutageCause, OutageScope
from bot.model.queues import TimerKind
from bot.store.database import Transaction, marks
from bot.store.queues import TIMERS
from rules.time.clock import DELIVERY

__all__ = ["end_outage"]


def end_outage(
    tx: Transaction, ends: int, scope: OutageScope, scope_id: int | None, *causes: OutageCause
) -> None:
    """Write that the outages of this scope and these causes are over; without a cause, all.

    Where a deadline has passed meanwhile, its timer is due now. The step looks by itself whether
    another outage of the place lasts.
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
    """Set the timers of passed deadlines of these places to now."""
    woken = tx.do(
        "UPDATE timers SET due = ?, lease_owner = NULL, lease_until = NULL"
        " WHERE due > ? AND dedupe IN (SELECT ? || ':' || id FROM tables WHERE due_at < ?"
        " AND status = 'playing' AND (? = 'all' OR ? = 'server' AND guild_id = ?"
        " OR ? = 'channel' AND ? IN (channel_id, parent_id))) RETURNING 1",
        now, now, TimerKind.DEADLINE.value, now - DELIVERY,
        scope.value, scope.value, scope_id, scope.value, scope_id,
    )  # fmt: skip
    if woken:
        tx.announce(TIMERS, now)
