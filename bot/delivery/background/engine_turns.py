"""Takes the turns of engines: finds the tables that wait for one, and asks the workers.

An engine's duty follows from the log, and its move from the turns that stand, its level and a seed.
Nothing else is stored: after a crash, the waiting tables are found again, and the same move is
chosen. The worker never sees more than the turns (`engine.tasks.Request`).

Every table has a task of its own and the workers have limits, so a worker that dies, freezes or is
slow delays one move, and no other table, command or heartbeat.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.delivery.worker import Rests, Worker
from bot.model import metrics
from bot.model.engines import Duty, duty_of
from bot.model.table import Table
from bot.store.sql.errors import log_failure
from bot.store.tables.engines import EngineStore
from bot.tables.engines import EngineAct, EngineActs, EngineAnswers, EnginePlays, EngineResigns
from bot.tables.lookup import Lookup
from engine.choose import seed_of
from engine.courtesy import accepts_count, accepts_draw, resigns
from engine.outlook import Value
from engine.pool import Pool, Purpose, WorkerError
from engine.tasks import Answer, Request, Task, read_standing
from rules.log.events import OfferKind
from rules.records.transcript import Transcript

__all__ = ["SLOW", "EngineTurns"]

_log = logging.getLogger(__name__)

SLOW: Final = 1.5
"""Seconds after which a board says that the computer is thinking."""
_LOOK: Final = 60.0
"""The most seconds between two looks for work of another process."""
_AT_ONCE: Final = 100
"""The most tables whose engines act at once, as tasks; the workers have their own limit."""
_REST: Final = 30.0
"""Seconds that a table rests after its first error; further ones double them."""


class EngineTurns:
    """The turns of all engines of one process."""

    def __init__(
        self,
        store: EngineStore,
        lookup: Lookup,
        acts: EngineActs,
        pool: Pool,
        *,
        thinks: Callable[[Table], None],
        check_time: Callable[[], Awaitable[None]],
    ) -> None:
        """Take turns. `thinks` is called for a table whose engine takes longer than `SLOW`.

        `check_time` raises unless the clock is right, so that no log gets a moment in the future.
        """
        self._store = store
        self._lookup = lookup
        self._acts = acts
        self._pool = pool
        self._thinks = thinks
        self._check_time = check_time
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._rests = Rests[int](_REST)
        self._worker = Worker("engine turns", self._look)
        store.listen(lambda _: self._worker.wake())

    def start(self) -> None:
        """Take all waiting and coming turns until stopped."""
        self._worker.start()

    async def stop(self) -> None:
        """Take no more turns. A move that an engine was choosing waits for the next start."""
        await self._worker.stop()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self) -> float:
        """Start waiting turns, and return the seconds until the next look."""
        known = {*self._tasks, *self._rests.resting()}
        for table_id in await self._store.due(known, _AT_ONCE - len(self._tasks)):
            if table_id not in self._tasks:
                self._begin(table_id)
        return min([_LOOK, *self._rests.resting().values()])

    def _begin(self, table_id: int) -> None:
        task = asyncio.create_task(self._take_turns(table_id), name=f"engine at {table_id}")
        self._tasks[table_id] = task

        def ended(_: asyncio.Task[None]) -> None:
            del self._tasks[table_id]
            self._worker.wake()

        task.add_done_callback(ended)

    async def _take_turns(self, table_id: int) -> None:
        """Let a table's engines act until a person is to move."""
        try:
            table = await self._lookup.get(table_id)
            while duty := duty_of(table):
                act = await self._decided(table, duty)
                await self._check_time()
                done = await self._acts.carry_out(table_id, duty, act)
                table = await (self._lookup.get if done else self._lookup.reread)(table_id)
                # Otherwise the engine would go on deciding the same for ever.
                if duty_of(table) == duty:
                    raise RuntimeError(f"{act} changed nothing")
            self._rests.end(table_id)
        except Exception as failure:
            log_failure(_log, failure, "The engine at table %s failed and will try again", table_id)
            self._rests.begin(table_id)

    async def _decided(self, table: Table, duty: Duty) -> EngineAct:
        match = table.started
        seed = seed_of(table.id, len(match.plies), duty.level)
        told = Transcript.of(match, table.terms.options)
        if duty.offer is not None:
            request = Request(Task.STANDING, told, duty.level, seed)
            return EngineAnswers(await self._agrees(table, duty, duty.offer, request))
        legal = [match.game.notate(move) for move in match.legal]
        alarm = asyncio.get_running_loop().call_later(SLOW, self._thinks, table)
        try:
            with metrics.ENGINE_SECONDS.time():
                asked = Request(Task.CHOOSE, told, duty.level, seed)
                answer = await self._pool.choose(asked, legal)
        finally:
            alarm.cancel()
        hopeless = resigns(match.game, duty.level, answer.value, len(match.plies))
        if hopeless and not match.allies_of(duty.seat):
            return EngineResigns()
        return EnginePlays(answer.move, makeshift=answer.makeshift)

    async def _agrees(self, table: Table, duty: Duty, offer: OfferKind, request: Request) -> bool:
        """Tell whether an engine accepts an offer. Without a worker's answer, it declines."""
        match = table.started
        side = min(match.seating[duty.seat])

        def read(answer: Answer) -> Value:
            return read_standing(answer).values[side]

        try:
            value = await self._pool.ask(request, Purpose.MOVE, read)
        except WorkerError:
            return False
        if offer is OfferKind.COUNT:
            return accepts_count(match.game, match.state, side, value)
        return accepts_draw(value, len(match.plies))
