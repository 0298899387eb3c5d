"""The timers of a running game, which follow from its log."""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.model.queues import Timer, TimerKind
from bot.model.table import Status, Table
from bot.store.database import Transaction, marks
from bot.store.queues import set_timer
from rules.time.duration import DAY

__all__ = ["clock_timers", "look_again", "write_timers"]

_TOLD: Final = 7 * DAY
"""Seconds before the end of a game that nobody plays at which the players are informed."""
_KINDS: Final = (TimerKind.DEADLINE, TimerKind.PAUSE_END, TimerKind.REST, TimerKind.ABANDONED)


def write_timers(tx: Transaction, table: Table, before: Table | None = None) -> None:
    """Set the timers that a table's log requires, and drop the others.

    `before` is the table as it is stored, if that is known: it shows which others there are.
    """
    wanted = tuple(clock_timers(table))
    kept = {timer.kind for timer in wanted}
    others = [_name(kind, table.id) for kind in _kinds_set(before) if kind not in kept]
    if others:
        tx.do(f"DELETE FROM timers WHERE dedupe IN ({marks(others)})", *others)  # noqa: S608
    for timer in wanted:
        set_timer(tx, timer)


def clock_timers(table: Table) -> Iterator[Timer]:
    """Yield the timers that a table's game needs now."""
    if table.status is not Status.PLAYING or table.match is None or table.match.outcome:
        return
    clock = table.match.clock
    if clock.deadline is not None:
        yield _timer(TimerKind.DEADLINE, table.id, clock.deadline)
    if clock.resumes is not None:
        yield _timer(TimerKind.PAUSE_END, table.id, clock.resumes)
    if clock.abandoned is not None:
        yield _timer(TimerKind.REST, table.id, clock.abandoned - _TOLD)
        yield _timer(TimerKind.ABANDONED, table.id, clock.abandoned)


def _kinds_set(table: Table | None) -> Iterable[TimerKind]:
    """Return the kinds of timers that a table may have; any table may have one for `look_again`."""
    clock = table.match.clock if table and table.match else None
    if clock is None or clock.resumes is not None or clock.abandoned is not None:
        return _KINDS
    return (TimerKind.DEADLINE,)


def look_again(tx: Transaction, table_id: int, at: int) -> None:
    """Set a timer for this moment to look at the current turn of a table again."""
    set_timer(tx, _timer(TimerKind.DEADLINE, table_id, at))


def _timer(kind: TimerKind, table_id: int, due: int) -> Timer:
    return Timer(kind=kind, dedupe=_name(kind, table_id), due=due, table_id=table_id)


def _name(kind: TimerKind, table_id: int) -> str:
    return f"{kind.value}:{table_id}"
