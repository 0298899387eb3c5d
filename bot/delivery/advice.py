"""Asks the workers for hints and reports. A report is stored under the digest of its log."""

import asyncio
import json
from typing import Final

from bot.model.errors import TableError
from bot.model.table import Table
from bot.store.engines import EngineStore
from engine.choose import seed_of
from engine.pool import Pool, RefusedError, WorkerError
from engine.report import Report, read_report
from engine.tasks import Hinted, Request, Task, read_hinted
from engine.transcript import Transcript
from rules.contract.sentence import say

__all__ = ["Advice"]

_LEVEL: Final = 4
"""The level at which hints and reports are computed."""


class Advice:
    """Hints and reports of one process."""

    def __init__(self, store: EngineStore, pool: Pool) -> None:
        self._store = store
        self._pool = pool
        self._running: dict[tuple[str, str], asyncio.Task[Report]] = {}

    async def hint(self, table: Table) -> Hinted:
        """Return the best moves of a position in which a side is to move. Raises TableError."""
        match = table.started
        told = Transcript.of(match, table.terms.options)
        seed = seed_of("hint", len(match.plies))
        try:
            return read_hinted(await self._pool.ask(Request(Task.HINT, told, _LEVEL, seed)))
        except (WorkerError, RefusedError) as failure:
            raise _unable() from failure

    async def report(self, table: Table) -> Report:
        """Return the report on a game that is over; it is made only once. Raises TableError."""
        how = "exact" if table.exact else str(_LEVEL)
        key = (table.started.digest, how)
        kept = await self._store.report(*key)
        if kept is not None:
            return read_report(json.loads(kept))
        if key not in self._running:
            task = asyncio.create_task(self._report(table, how), name=f"report on {table.id}")
            self._running[key] = task
            task.add_done_callback(lambda _: self._running.pop(key))
        try:
            return await asyncio.shield(self._running[key])
        except (WorkerError, RefusedError) as failure:
            raise _unable() from failure

    async def stop(self) -> None:
        """Stop all reports; the next request starts from the beginning."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _report(self, table: Table, how: str) -> Report:
        told = Transcript.of(table.started, table.terms.options)
        members = await self._pool.ask(Request(Task.ANALYSE, told, _LEVEL))
        await self._store.keep_report(table.started.digest, how, json.dumps(members))
        return read_report(members)


def _unable() -> TableError:
    return TableError(say("The computer couldn't work this out now. Please try again later."))
