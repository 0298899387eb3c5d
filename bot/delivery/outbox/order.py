"""The order of the outbox's rows: what waits for an answer, and what follows a failed attempt."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

from bot.model.queues import OutboxItem
from bot.store.queues.lanes import LONGEST_WAIT

__all__ = ["GIVE_UP", "failed", "not_answered"]

_FIRST_WAIT: Final = 5
"""Seconds. Every further wait is twice as long, up to LONGEST_WAIT."""
GIVE_UP: Final = 60 * 60
"""Seconds after the first refusal at which a row is parked."""
_LEAST_ATTEMPTS: Final = 8
"""The least number of attempts before a row is parked, whatever the clock says."""


def not_answered(items: Iterable[OutboxItem], answering: Collection[str]) -> list[OutboxItem]:
    """Return a lane's rows except those in `answering` and later rows of the same tables.

    This process is answering interactions with those rows, perhaps for longer than their leases.
    """
    free: list[OutboxItem] = []
    held: set[int | None] = set()
    for item in items:
        if item.dedupe in answering:
            held.add(item.table_id)
        elif item.table_id is None or item.table_id not in held:
            free.append(item)
    return free


def failed(item: OutboxItem, now: int, *, refused: bool, retry_after: float = 0) -> OutboxItem:
    """Return the row after a failed attempt.

    `refused` is true if Discord processed the request and refused it. Anything else is a temporary
    fault. A row that was refused for an hour is parked.
    """
    attempts = item.attempts + 1
    wait = min(_FIRST_WAIT << min(item.attempts, 20), LONGEST_WAIT)
    wait = min(max(wait, int(retry_after) + 1), LONGEST_WAIT)
    after = replace(item, attempts=attempts, not_before=now + wait)
    if not refused:
        return after
    first = item.first_refused_at
    if first is None or first > now:
        return replace(after, first_refused_at=now)
    return replace(after, parked=now - first >= GIVE_UP and attempts >= _LEAST_ATTEMPTS)
