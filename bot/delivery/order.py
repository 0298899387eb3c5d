"""The rows of the outbox that are due, in order: a pure function of the rows and the time."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from bot.model.queues import OutboxItem

__all__ = ["GIVE_UP", "Lane", "Ready", "by_lane", "due_at", "failed", "lane_of", "ready"]

_FIRST_WAIT: Final = 5
_LONGEST_WAIT: Final = 600
"""The most seconds between two attempts; each wait is twice as long as the one before."""
GIVE_UP: Final = 60 * 60
"""Seconds after the first refusal at which a row is parked."""
_LEAST_ATTEMPTS: Final = 8
"""The least number of attempts before a row is parked, whatever the clock says."""

Lane: TypeAlias = tuple[str, int]
"""A channel or a person, whose messages stay in order."""


def lane_of(item: OutboxItem) -> Lane:
    """Return the channel or person to which the row is sent."""
    if item.channel_id is not None:
        return ("channel", item.channel_id)
    assert item.person is not None, "a row has a channel or a person"
    return ("person", item.person)


def due_at(item: OutboxItem, now: float) -> float:
    """Return the time when a row is due, in Unix seconds.

    If the clock was set back, a row can lie in the future by its creation or by the wait after an
    attempt, which is never longer than ten minutes. Such a row is due now.
    """
    if item.created_at > now or (item.attempts and item.not_before > now + _LONGEST_WAIT):
        return now
    return item.not_before


def failed(item: OutboxItem, now: int, *, refused: bool, retry_after: float = 0) -> OutboxItem:
    """Return the row after a failed attempt.

    `refused` is true if Discord processed the request and refused it. Anything else is a temporary
    fault. A row that was refused for an hour is parked.
    """
    attempts = item.attempts + 1
    wait = min(_FIRST_WAIT << min(item.attempts, 20), _LONGEST_WAIT)
    wait = min(max(wait, int(retry_after) + 1), _LONGEST_WAIT)
    after = replace(item, attempts=attempts, not_before=now + wait)
    if not refused:
        return after
    first = item.first_refused_at
    if first is None or first > now:
        return replace(after, first_refused_at=now)
    return replace(after, parked=now - first >= GIVE_UP and attempts >= _LEAST_ATTEMPTS)


@dataclass(frozen=True, slots=True)
class Ready:
    """The rows of one lane that are due, in order, and the time to check the others again.

    `held` is true if a row waits behind one that is being worked on or was refused.
    """

    due: tuple[OutboxItem, ...]
    next_at: float | None
    held: bool = False


def ready(items: Iterable[OutboxItem], now: float, is_busy: Callable[[OutboxItem], bool]) -> Ready:
    """Return the rows of a lane that are due; `items` are its rows in order.

    A row that is being worked on (`is_busy`) or was refused holds up the later rows of its table.
    After a fault, all later rows wait for the next attempt.
    """
    due: list[OutboxItem] = []
    times: list[float] = []
    held: set[int] = set()
    waits_behind = False
    for item in items:
        if item.table_id in held:
            waits_behind = True
            continue
        at = due_at(item, now)
        if is_busy(item):
            _hold(held, item)
        elif at <= now:
            due.append(item)
        else:
            times.append(at)
            if item.attempts:
                _hold(held, item)
                if item.first_refused_at is None:
                    break
    return Ready(tuple(due), min(times, default=None), waits_behind)


def by_lane(items: Sequence[OutboxItem]) -> dict[Lane, list[OutboxItem]]:
    """Return the rows of each lane, in order."""
    lanes: dict[Lane, list[OutboxItem]] = {}
    for item in items:
        lanes.setdefault(lane_of(item), []).append(item)
    return lanes


def _hold(held: set[int], item: OutboxItem) -> None:
    if item.table_id is not None:
        held.add(item.table_id)
