"""Handles due timers, by kind."""

from collections.abc import Awaitable, Callable, Mapping

from bot.delivery.background.scheduler import Done, Handler
from bot.model.queues import Timer, TimerKind, number_in
from bot.model.table import Request, Table
from bot.store.people.pings import remind
from bot.store.queues.queues import Queues, unpark
from bot.store.queues.table_messages import TableMessageStore
from bot.store.sql.database import in_order
from bot.tables.deadlines import Deadlines
from bot.tables.services import Services

__all__ = ["TableTimers", "clock_handlers"]


def clock_handlers(
    deadlines: Deadlines, queues: Queues, now: Callable[[], float]
) -> Mapping[str, Handler]:
    """Map kinds of timers of clocks and reminders to handlers. `now` returns Unix seconds."""

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


class TableTimers:
    """Handles timers of channels, and of tables except their clocks. `now` returns Unix seconds."""

    def __init__(
        self,
        services: Services,
        queues: Queues,
        messages: TableMessageStore,
        now: Callable[[], float],
    ) -> None:
        self._services = services
        self._queues = queues
        self._messages = messages
        self._now = now

    @property
    def handlers(self) -> Mapping[str, Handler]:
        """The handlers, by kind."""
        return {
            TimerKind.TABLE_EXPIRES: _at_table(self._expire),
            TimerKind.CHANNEL_RETRY: self._retry,
            TimerKind.SEAT_ANSWER: self._no_answer,
            TimerKind.AGREEMENT: _at_table(self._not_agreed),
            TimerKind.GO_ON: self._go_on,
        }

    async def _expire(self, table_id: int, done: Done) -> None:
        """Cancel a game that waited too long for players, and take the buttons off its card."""
        closed = await self._services.tables.expire(table_id, done)
        if closed:
            self._messages.look_at_card(closed.id)

    async def _retry(self, timer: Timer, done: Done) -> None:
        """Try again what a channel refused. Another refusal sets the timer again."""
        channel_id, now = number_in(timer), int(self._now())
        await self._queues.transact(in_order(done, lambda tx: unpark(tx, channel_id, now)))

    async def _no_answer(self, timer: Timer, done: Done) -> int | None:
        """End a request to change a player. It is carried out once, like all requests."""
        assert timer.table_id is not None, "a proposal belongs to a table"
        number, request = number_in(timer), Request(f"timer:{timer.dedupe}")
        return await self._services.seats.end_substitution(timer.table_id, number, request, done)

    async def _not_agreed(self, table_id: int, done: Done) -> int | None:
        """Remove players who haven't agreed to changed settings in time."""
        after = await self._services.tables.end_agreement(table_id, done)
        if isinstance(after, Table):
            self._messages.look_at_card(after.id)
            return None
        return after

    async def _go_on(self, timer: Timer, done: Done) -> int | None:
        assert timer.table_id is not None, "a match belongs to a table"
        request = Request(f"timer:{timer.dedupe}")
        return await self._services.plans.go_on(timer.table_id, request, done)
