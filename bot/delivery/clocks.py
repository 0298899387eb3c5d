"""What happens when the timers of clocks and reminders are due."""

from collections.abc import Callable, Mapping

from bot.delivery.scheduler import Done, Handler
from bot.model.queues import Timer, TimerKind
from bot.store.database import Transaction
from bot.store.pings import remind
from bot.store.queues import Queues
from bot.tables.deadlines import Deadlines

__all__ = ["clock_handlers"]


def clock_handlers(
    deadlines: Deadlines, queues: Queues, now: Callable[[], float]
) -> Mapping[TimerKind, Handler]:
    """Return who carries out each kind of timer. `now` returns Unix seconds."""

    async def deadline(timer: Timer, done: Done) -> None:
        await deadlines.pass_deadline(_table(timer), done)

    async def pause_end(timer: Timer, done: Done) -> None:
        await deadlines.end_pause(_table(timer), done)

    async def rest(timer: Timer, done: Done) -> None:
        await deadlines.tell_rest(_table(timer), done)

    async def abandoned(timer: Timer, done: Done) -> None:
        await deadlines.abandon(_table(timer), done)

    async def reminders(timer: Timer, done: Done) -> None:
        user_id = timer.user_id
        assert user_id is not None, "a person is reminded"

        def work(tx: Transaction) -> None:
            done(tx)
            remind(tx, user_id, int(now()))

        await queues.transact(work)

    return {
        TimerKind.DEADLINE: deadline,
        TimerKind.PAUSE_END: pause_end,
        TimerKind.REST: rest,
        TimerKind.ABANDONED: abandoned,
        TimerKind.REMINDERS: reminders,
    }


def _table(timer: Timer) -> int:
    assert timer.table_id is not None, "the timer is about a table"
    return timer.table_id
