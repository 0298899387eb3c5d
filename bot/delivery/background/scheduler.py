"""Carries out timers once, in the order in which they are due, even after a long absence.

A timer is a row that is deleted in the transaction of its effect, so that both happen or neither.
For this, the handler of a timer's kind gets a function: it runs `done(tx)` in the transaction in
which it writes its effect, whether by statements of its own or by a command at a table. If the
timer was changed or carried out meanwhile, `done` raises TimerTaken and the transaction is undone.
A handler that finds nothing to do runs `done` in a transaction of its own. One that finds that the
time has not come returns the moment until which the timer waits. No timer goes in any other way.

The clock may jump. If it is set ahead, timers are late and run as they do after an absence. If it
is set back, they wait for their time again, even if they were about to run; those that ran are
deleted and don't run twice.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, TypeAlias

from bot.delivery.requests import GlobalLimit, bounded
from bot.delivery.worker import ROUND, Rests, Worker
from bot.model.queues import Timer
from bot.store.queues.queues import LEASE, TIMERS, Queues, TimerTaken
from bot.store.sql.database import Transaction
from bot.store.sql.errors import log_failure
from bot.store.tables.times import TimeStore

__all__ = ["Done", "First", "Handler", "Scheduler"]

_log = logging.getLogger(__name__)

Done: TypeAlias = Callable[[Transaction], None]
"""Deletes the timer inside the transaction of its effect."""
Handler: TypeAlias = Callable[[Timer, Done], Awaitable[int | None]]
"""Carries out a timer of one kind. It returns None if it has called `Done`, or else the moment
until which the timer waits, in Unix seconds."""
First: TypeAlias = Callable[[Timer], Awaitable[None]]
"""Runs before a timer is carried out."""

_LOOK: Final = 60.0
"""The most seconds between two checks: also the interval of heartbeats, and short enough after
the clock was set or another process set a timer."""
_BATCH: Final = 50
"""Timers that are leased at a time."""
_RETRY: Final = 60.0
"""Seconds that a timer rests after its first failure; further ones double them."""


class _SetBackError(Exception):
    """A handler waits for a moment that was over when it was called."""


async def _trust() -> None:
    """Trust the clock as it is."""


class Scheduler:
    """The timers of one process. `now` returns Unix seconds."""

    def __init__(
        self,
        queues: Queues,
        times: TimeStore,
        handlers: Mapping[str, Handler],
        now: Callable[[], float],
        *,
        limit: GlobalLimit | None = None,
        check_time: Callable[[], Awaitable[None]] = _trust,
    ) -> None:
        """Carry out timers by a clock that `check_time` makes sure of before every look."""
        self._queues = queues
        self._times = times
        self._handlers = dict(handlers)
        self._first: dict[str, list[First]] = {}
        self._now = now
        self._check_time = check_time
        self._limit = limit or GlobalLimit()
        self._rests = Rests[tuple[int, int]](_RETRY, now=now)
        self.worker = Worker("scheduler", self._look, now=now)
        self._next_beat = self._beaten = 0.0
        queues.listen(TIMERS, self.worker.wake)

    def add(self, kind: str, handler: Handler) -> None:
        """Carry out timers of another kind. Raises ValueError for a kind that has a handler."""
        if kind in self._handlers:
            raise ValueError(f"timers of the kind {kind!r} have a handler already")
        self._handlers[kind] = handler
        self._queues.timer_kinds.add(kind)

    def precede(self, firsts: Mapping[str, First]) -> None:
        """Run these before every timer of a kind."""
        for kind, first in firsts.items():
            self._first.setdefault(kind, []).append(first)

    async def start(self) -> None:
        """Carry out timers when they are due, until stopped."""
        await self._beat()
        self.worker.start()

    async def stop(self) -> None:
        """Stop carrying out timers."""
        await self.worker.stop()

    async def run_due(self) -> int:
        """Carry out all timers that are due now, in order; return their number."""
        count = 0
        while batch := await self._queues.claim_due(int(self._now()), _BATCH):
            count += await self._run(batch)
        return count

    async def _look(self) -> float:
        """Carry out what is due; return the seconds until the next timer or heartbeat."""
        await self._check_time()
        loop = asyncio.get_running_loop()
        if loop.time() >= self._next_beat or self._now() - self._beaten > _LOOK:
            await self._beat()
        await self.run_due()
        now = self._now()
        due = await self._queues.next_due(int(now))
        return min(_LOOK if due is None else due - now, self._next_beat - loop.time())

    async def _beat(self) -> None:
        now = self._now()
        await self._times.beat(int(now))
        self._next_beat, self._beaten = asyncio.get_running_loop().time() + _LOOK, now

    async def _run(self, batch: list[Timer]) -> int:
        """Carry out leased timers, and leave those whose lease is about to end."""
        loop = asyncio.get_running_loop()
        # What begins by then ends before another process may lease it, with a second to spare.
        latest, resting = loop.time() + LEASE - ROUND - 1, self._rests.resting()
        for count, timer in enumerate(batch):
            if loop.time() > latest:
                await self._queues.put_off(batch[count:], int(self._now()))
                return count
            item = timer.id, timer.due  # One that is set anew doesn't rest.
            if item in resting:
                await self._put_off(timer, resting[item])
                continue
            try:
                await bounded(self._carry_out(timer), ROUND, self._limit)
                self._rests.end(item)
            except TimerTaken:
                _log.info("Timer %s was changed in the meantime", timer.dedupe)
            except _SetBackError:
                _log.info("Timer %s rests: the clock was set back meanwhile", timer.dedupe)
                await self._put_off(timer, self._rests.begin(item))
            except Exception as failure:
                log_failure(_log, failure, "Timer %s failed and will be tried again", timer.dedupe)
                await self._put_off(timer, self._rests.begin(item))
        return len(batch)

    async def _put_off(self, timer: Timer, seconds: float) -> None:
        """Leave a timer alone; it is looked at with every lease, as none is longer than that."""
        await self._queues.put_off([timer], int(self._now() + min(seconds, LEASE)))

    async def _carry_out(self, timer: Timer) -> None:
        now = int(self._now())
        if timer.due > now:
            await self._queues.postpone(timer, timer.due)
            return
        delete = self._queues.done(timer)
        was_called = False

        def done(tx: Transaction) -> None:
            nonlocal was_called
            was_called = True
            delete(tx)

        for first in self._first.get(timer.kind, ()):
            await first(timer)
        until = await self._handlers[timer.kind](timer, done)
        if until is not None and until > now:
            await self._queues.postpone(timer, until)
        elif until is not None:
            raise _SetBackError
        elif not was_called:
            raise RuntimeError("its handler has neither completed it nor put it off")
