"""The handlers of due timers, by kind."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path

from bot.delivery.discord_time import DiscordTime
from bot.delivery.scheduler import Done, Handler
from bot.model.queues import (
    Timer,
    TimerKind,
    number_in,
    number_of_seat_answer,
)
from bot.model.retention import Retention
from bot.model.table import Request, Table
from bot.store.beside import delete_copies
from bot.store.cleaning import clean
from bot.store.database import in_order
from bot.store.pings import remind
from bot.store.queues import Queues, set_timer, unpark
from bot.store.shown import Shown
from bot.tables.deadlines import Deadlines
from bot.tables.services import Services
from rules.time.duration import DAY

__all__ = ["cleaning_at", "clock_handlers", "timer_handlers"]

_log = logging.getLogger(__name__)


def cleaning_at(due: int) -> Timer:
    """Return the timer of the daily cleaning."""
    return Timer(kind=TimerKind.CLEANING, dedupe="cleaning", due=due)


def clock_handlers(
    deadlines: Deadlines, queues: Queues, now: Callable[[], float]
) -> Mapping[str, Handler]:
    """Return the handlers of the timers of clocks and reminders; `now` returns Unix seconds."""

    async def reminders(timer: Timer, done: Done) -> int | None:
        await queues.transact(lambda tx: remind(tx, timer.person, int(now()), done))
        return None

    return {
        TimerKind.DEADLINE: _at_table(deadlines.pass_deadline),
        TimerKind.PAUSE_END: _at_table(deadlines.end_pause),
        TimerKind.REST: _at_table(deadlines.tell_rest),
        TimerKind.ABANDONED: _at_table(deadlines.abandon),
        TimerKind.REMINDERS: reminders,
    }


def _at_table(act: Callable[[int, Done], Awaitable[int | None]]) -> Handler:
    async def carry_out(timer: Timer, done: Done) -> int | None:
        assert timer.table_id is not None, "the timer is about a table"
        return await act(timer.table_id, done)

    return carry_out


def timer_handlers(
    services: Services,
    queues: Queues,
    shown: Shown,
    now: Callable[[], float],
    discord_time: DiscordTime,
    *,
    database: Path,
    retention: Retention,
) -> Mapping[str, Handler]:
    """Return the handlers of all other timers. `now` returns Unix seconds.

    Copies beside the `database` are deleted once they are old.
    """

    async def expire(timer: Timer, done: Done) -> int | None:
        """Close a table that waited for players for too long, and take the buttons off its card."""
        assert timer.table_id is not None, "a table expires"
        closed = await services.tables.expire(timer.table_id, done)
        if closed:
            shown.look_at_card(closed.id)
        return None

    async def retry(timer: Timer, done: Done) -> int | None:
        """Try again what a channel refused; if it refuses again, that sets the timer again."""
        channel_id = number_in(timer)
        await queues.transact(in_order(done, lambda tx: unpark(tx, channel_id, int(now()))))
        return None

    async def no_answer(timer: Timer, done: Done) -> int | None:
        """End a proposal to change hands; its request is carried out once, like all others."""
        assert timer.table_id is not None, "a proposal belongs to a table"
        number = number_of_seat_answer(timer)
        request = Request(f"timer:{timer.dedupe}")
        return await services.seats.end_substitution(timer.table_id, number, request, done)

    async def not_agreed(timer: Timer, done: Done) -> int | None:
        """Take those off a table who haven't agreed to its changed terms."""
        assert timer.table_id is not None, "terms are those of a table"
        after = await services.tables.end_agreement(timer.table_id, done)
        if isinstance(after, Table):
            shown.look_at_card(after.id)
            return None
        return after

    async def go_on(timer: Timer, done: Done) -> int | None:
        assert timer.table_id is not None, "a match belongs to a table"
        request = Request(f"timer:{timer.dedupe}")
        return await services.plans.go_on(timer.table_id, request, done)

    async def cleaning(_timer: Timer, done: Done) -> int | None:
        """End the games of lost servers, then delete what nobody needs any longer."""
        await services.voids.void_lost(retention.servers * DAY)
        oldest = now() - retention.copies * DAY
        for copy in await asyncio.to_thread(delete_copies, database, oldest):
            _log.info("Deleted %s, which is too old", copy)
        moment, number = int(now()), discord_time.number_before(DAY)
        while await queues.transact(partial(clean, now=moment, number=number)):
            pass
        await queues.transact(
            in_order(done, lambda tx: set_timer(tx, cleaning_at(int(now()) + DAY)))
        )
        return None

    return {
        TimerKind.TABLE_EXPIRES: expire,
        TimerKind.CHANNEL_RETRY: retry,
        TimerKind.SEAT_ANSWER: no_answer,
        TimerKind.AGREEMENT: not_agreed,
        TimerKind.GO_ON: go_on,
        TimerKind.CLEANING: cleaning,
    }
