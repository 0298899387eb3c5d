"""Reconciles tables with their logs, at the start and once a day."""

import asyncio
import logging

from bot.delivery.supervision import Supervised
from bot.tables.reconciling import Reconciling
from rules.time.duration import DAY

__all__ = ["Upkeep"]

_log = logging.getLogger(__name__)


class Upkeep:
    """The daily upkeep of one process."""

    def __init__(self, reconciling: Reconciling) -> None:
        self._reconciling = reconciling
        self._worker = Supervised("upkeep", self._work)

    def start(self) -> None:
        """Reconcile all tables now, and then once a day, until stopped."""
        self._worker.start()

    async def stop(self) -> None:
        """Stop reconciling."""
        await self._worker.stop()

    async def _work(self) -> None:
        while True:
            mended = await self._reconciling.reconcile_all()
            if mended:
                _log.warning("%s tables did not follow from their logs and were mended", mended)
            await asyncio.sleep(DAY)
