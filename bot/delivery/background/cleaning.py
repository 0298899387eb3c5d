"""The daily cleaning: deletes what is no longer needed, in the database and beside it."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bot.delivery.background.scheduler import Done
from bot.delivery.discord_time import DiscordTime
from bot.model.queues import Timer, TimerKind
from bot.model.retention import Retention
from bot.store.cleaning import clean
from bot.store.people.accounts import People
from bot.store.queues.queues import Queues, set_timer
from bot.store.sql.database import in_order
from bot.store.sql.side_files import delete_copies
from bot.tables.voids import Voids
from rules.time.duration import DAY

__all__ = ["Cleaning", "cleaning_at"]

_log = logging.getLogger(__name__)


def cleaning_at(due: int) -> Timer:
    """Return the timer of the daily cleaning."""
    return Timer(kind=TimerKind.CLEANING, dedupe="cleaning", due=due)


class Cleaning:
    """Cleans a database, and the copies beside it. `now` returns Unix seconds."""

    def __init__(
        self,
        voids: Voids,
        people: People,
        queues: Queues,
        discord_time: DiscordTime,
        now: Callable[[], float],
        *,
        database: Path,
        retention: Retention,
    ) -> None:
        self._voids = voids
        self._people = people
        self._queues = queues
        self._discord_time = discord_time
        self._now = now
        self._database = database
        self._retention = retention

    async def carry_out(self, _timer: Timer, done: Done) -> None:
        """End the games of lost servers, then delete what is no longer needed.

        That includes anything stored again about forgotten people.
        """
        await self._voids.void_lost(self._retention.servers * DAY)
        oldest = self._now() - self._retention.copies * DAY
        for copy in await asyncio.to_thread(delete_copies, self._database, oldest):
            _log.info("Deleted the old copy %s", copy)
        now, number = int(self._now()), self._discord_time.number_before(DAY)
        while await self._queues.transact(partial(clean, now=now, number=number)):
            pass
        await self._people.erase_again()
        following = cleaning_at(int(self._now()) + DAY)
        await self._queues.transact(in_order(done, lambda tx: set_timer(tx, following)))
