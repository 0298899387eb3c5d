"""Reconciles tables with their logs, at the start and once a day."""

import logging
from collections.abc import Callable

from bot.delivery.worker import Worker
from bot.store.tables.times import TimeStore
from bot.tables.reconciling import Reconciling
from rules.time.duration import DAY

__all__ = ["Upkeep"]

_log = logging.getLogger(__name__)


class Upkeep:
    """The daily upkeep of one process. `note` gets the number of tables that were mended."""

    def __init__(
        self,
        reconciling: Reconciling,
        times: TimeStore,
        now: Callable[[], float],
        note: Callable[[int], None],
    ) -> None:
        """Keep up a store; `now` returns Unix seconds."""
        self._reconciling = reconciling
        self._times = times
        self._now = now
        self._note = note
        self._worker = Worker("upkeep", self._look)

    def start(self) -> None:
        """Reconcile all tables now, and then once a day, until stopped."""
        self._worker.start()

    async def stop(self) -> None:
        """Stop reconciling."""
        await self._worker.stop()

    async def carry_out(self) -> None:
        """Reconcile all tables now, after what a wrong clock has written."""
        await self._times.mend(int(self._now()))
        mended = await self._reconciling.reconcile_all()
        if mended:
            _log.warning("%s tables did not follow from their logs and were mended", mended)
            self._note(mended)

    async def _look(self) -> float:
        await self.carry_out()
        return DAY
