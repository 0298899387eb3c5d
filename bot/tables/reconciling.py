"""Compares what is stored about tables with their logs, and writes again what differs."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from bot.store.sql.errors import Busy
from bot.store.tables.table_store import TableStore
from bot.tables.advance import has_more_to_do
from bot.tables.lookup import Lookup
from bot.tables.writer import Writer

__all__ = ["Reconciling"]

_log = logging.getLogger(__name__)

_SLICE: Final = 50
"""Tables that are compared one after the other; then others have the processor."""
_LONGEST: Final = 10.0
"""The most seconds for one table."""
_PAUSE: Final = 0.5
"""Seconds between two slices."""


class Reconciling:
    """Mends timers, columns and messages of unfinished tables, which should never be needed."""

    def __init__(
        self, store: TableStore, lookup: Lookup, writer: Writer, now: Callable[[], float]
    ) -> None:
        """Work on a store; `now` returns Unix seconds."""
        self._store = store
        self._lookup = lookup
        self._writer = writer
        self._now = now

    async def reconcile_all(self) -> int:
        """Reconcile all unfinished tables; return the number of those that were mended.

        One that can't be read keeps no other waiting; it is looked at again the next day.
        """
        mended = last = 0
        while tables := await self._store.unfinished(last, _SLICE):
            if last:
                await asyncio.sleep(_PAUSE)
            for table_id in tables:
                try:
                    async with asyncio.timeout(_LONGEST):
                        mended += bool(await self.reconcile(table_id))
                except Busy:
                    raise
                except Exception:
                    _log.exception("Table %s can't be compared with its log", table_id)
            last = tables[-1]
        return mended

    async def reconcile(self, table_id: int) -> list[str]:
        """Mend a table; return what differed from its log.

        Nothing is written if nothing differs. What seems to differ is compared once more while
        no one can change the table.
        """
        now = int(self._now())
        if not await self._store.differences(table_id, now, has_more_to_do):
            return []
        async with self._writer.locked(table_id):
            found = await self._store.mend(table_id, int(self._now()), has_more_to_do)
            self._lookup.cache.drop(table_id)
        for each in found:
            _log.warning("table=%s did not follow from its log: %s", table_id, each)
        return found
