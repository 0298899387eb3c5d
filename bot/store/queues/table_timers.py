"""The timers of a table, which follow from its log."""

from collections.abc import Iterator
from typing import Final

from bot.model.queues import AGREEMENT, Timer, TimerKind, seat_answer
from bot.model.table import Status, Table
from bot.store.queues.queues import drop_timer, set_timer
from bot.store.sql.database import Transaction, marks
from rules.log.events import OfferKind
from rules.time.clock import NOTICE
from rules.time.duration import DAY, HOUR

__all__ = [
    "agreement",
    "drop_agreement",
    "expiry",
    "look_again",
    "put_end_off",
    "running_timers",
    "write_agreement",
    "write_timers",
]

_NO_SHOW: Final = 72 * HOUR
"""Seconds after which both players miss a game with dice that no one begins, if its players are
set, as in an event."""
_WAITING: Final = 14 * DAY
"""Seconds after which any other table that is still waiting closes."""


def write_timers(tx: Transaction, table: Table, before: Table | None = None) -> None:
    """Set the timers that a table's log requires, and drop the others.

    `before` is the table as it is stored, if its game has begun.
    """
    old = tuple(running_timers(before)) if before else ()
    wanted = tuple(running_timers(table))
    kept = {timer.dedupe for timer in wanted}
    # Any running table may have a timer for `look_again`.
    names = [_name(TimerKind.DEADLINE, table.id), *(timer.dedupe for timer in old)]
    others = [name for name in dict.fromkeys(names) if name not in kept] if before else []
    if others:
        tx.do(f"DELETE FROM timers WHERE dedupe IN ({marks(others)})", *others)  # noqa: S608
    for timer in wanted:
        set_timer(tx, timer)


def running_timers(table: Table) -> Iterator[Timer]:
    """Yield the timers that a table's game needs now."""
    match = table.match
    if table.status is not Status.PLAYING or match is None or match.outcome:
        return
    clock, offer = match.clock, match.offer
    if clock.deadline is not None:
        yield _timer(TimerKind.DEADLINE, table.id, clock.deadline)
    if clock.resumes is not None:
        yield _timer(TimerKind.PAUSE_END, table.id, clock.resumes)
    if clock.abandoned is not None:
        yield _timer(TimerKind.REST, table.id, clock.abandoned - NOTICE)
        yield _timer(TimerKind.ABANDONED, table.id, clock.abandoned)
    if offer is not None and offer.kind is OfferKind.SUBSTITUTE:
        yield seat_answer(table.id, offer.number, match.entries[offer.number - 1].at)


def expiry(table_id: int, opened_at: int, *, is_short: bool = False) -> Timer:
    """Return the timer that closes a table still waiting for players.

    `is_short` is true where the players are set and one of them has to press Start.
    """
    return Timer(
        kind=TimerKind.TABLE_EXPIRES, dedupe=f"expires:{table_id}", table_id=table_id,
        due=opened_at + (_NO_SHOW if is_short else _WAITING),
    )  # fmt: skip


def agreement(table: Table) -> Timer | None:
    """Return the timer that removes players who haven't agreed to changed terms, or None."""
    change = table.terms_change
    if table.status is not Status.OPEN or change is None or not table.to_agree:
        return None
    return _timer(TimerKind.AGREEMENT, table.id, change.at + AGREEMENT)


def write_agreement(tx: Transaction, table: Table) -> None:
    """Set the timer of `agreement`, or drop it."""
    timer = agreement(table)
    if timer is None:
        drop_agreement(tx, table.id)
    else:
        set_timer(tx, timer)


def drop_agreement(tx: Transaction, table_id: int) -> None:
    """Drop the timer of `agreement`, if it is set."""
    drop_timer(tx, _name(TimerKind.AGREEMENT, table_id))


def look_again(tx: Transaction, table_id: int, at: int) -> None:
    """Set a timer for this moment to look at the current turn of a table again."""
    set_timer(tx, _timer(TimerKind.DEADLINE, table_id, at))


def put_end_off(tx: Transaction, table_id: int, ends: int) -> None:
    """Set the timer that ends a game in which no one plays."""
    set_timer(tx, _timer(TimerKind.ABANDONED, table_id, ends))


def _timer(kind: TimerKind, table_id: int, due: int) -> Timer:
    return Timer(kind=kind, dedupe=_name(kind, table_id), due=due, table_id=table_id)


def _name(kind: TimerKind, table_id: int) -> str:
    return f"{kind.value}:{table_id}"
