"""The background work of a process: messages, timers, engines and upkeep."""

import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.delivery.answering.advice import Advice
from bot.delivery.background.cleaning import Cleaning, cleaning_at
from bot.delivery.background.engine_turns import EngineTurns
from bot.delivery.background.forgetting import LateForgetting
from bot.delivery.background.owner import Owner
from bot.delivery.background.scheduler import Handler, Scheduler
from bot.delivery.background.timers import TableTimers, clock_handlers
from bot.delivery.background.warming import Warming
from bot.delivery.discord_time import DiscordTime
from bot.delivery.outbox.outbox import Outbox
from bot.delivery.rendering import Rendering
from bot.delivery.requests import GlobalLimit, bounded
from bot.delivery.worker import Worker
from bot.model.queues import TimerKind
from bot.model.retention import Retention
from bot.store.store import Store
from bot.tables.services import Services
from engine.pool import Pool
from rules.time.duration import DAY

__all__ = ["Work"]

_log = logging.getLogger(__name__)

_LONGEST: Final = 10.0
"""The most seconds to wait for Discord's time."""


class Work:
    """The background work of one process. `now` returns Unix seconds."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        services: Services,
        now: Callable[[], float],
        *,
        limit: GlobalLimit,
        discord_time: DiscordTime,
        rendering: Rendering,
        pool: Pool,
        retention: Retention,
    ) -> None:
        """Work at tables; the `pool` has the workers that think for engines."""
        self._client = client
        self._store = store
        self._now = now
        self.outbox = Outbox(
            client, store, services, now,
            limit=limit, discord_time=discord_time, rendering=rendering,
        )  # fmt: skip
        cleaning = Cleaning(
            services.voids, store.people, store.queues, discord_time, now,
            database=store.path, retention=retention,
        )  # fmt: skip
        timers = self._timers(services) | {TimerKind.CLEANING: cleaning.carry_out}
        self._limit, self._discord_time = limit, discord_time
        self.scheduler = Scheduler(
            store.queues, store.times, timers, now, limit=limit, check_time=self._check_time
        )
        self.pool = pool
        self.engine_turns = EngineTurns(
            store.engines, services.lookup, services.engines, pool,
            thinks=self.outbox.thinks, check_time=self._check_time,
        )  # fmt: skip
        self.advice = Advice(store.engines, pool, services.lookup.has_endgames)
        self.owner = Owner(client, store, store.path, discord_time, limit)
        self._reconciling = services.reconciling
        self.upkeep = Worker("upkeep", self.reconcile)
        self.warming = Warming(store.servers)

    def _timers(self, services: Services) -> dict[str, Handler]:
        """Return the handlers of timers of tables, channels and people."""
        store, queues, now = self._store, self._store.queues, self._now
        of_tables = TableTimers(services, queues, store.table_messages, now)
        forgetting = LateForgetting(self._client, services.forgetting, store, now)
        return {
            **of_tables.handlers,
            **clock_handlers(services.deadlines, queues, now),
            TimerKind.FORGET: forgetting.carry_out,
        }

    async def _check_time(self) -> None:
        """Ask Discord for its time if the machine's clock was set, or the machine slept.

        Raises what discord.py raises: nothing is carried out by a clock that may be wrong.
        """
        if self._discord_time.is_doubtful:
            await bounded(self._client.application_info(), _LONGEST, self._limit)

    async def start(self, *, tells_owner: bool) -> None:
        """Start all work. It runs until stopped.

        Of several processes, one tells the bot's owner what needs attention.
        """
        self.outbox.start()
        await self.scheduler.start()
        self.upkeep.start()
        if tells_owner:
            self.owner.worker.start()
        self.warming.begin(self._client.wait_until_ready)
        await self.pool.start()
        self.engine_turns.start()

    async def reconcile(self) -> float:
        """Repair what a wrong clock wrote, and compare all tables with their logs.

        Returns the seconds until the next time.
        """
        await self._store.times.mend(int(self._now()))
        if mended := await self._reconciling.reconcile_all():
            _log.warning("%s tables didn't match their logs and were repaired", mended)
            self.owner.note_mended(mended)
        return DAY

    async def prepare(self) -> None:
        """Take over what earlier processes left, before anything starts."""
        await self._store.queues.break_leases()
        await self._store.queues.ensure(cleaning_at(int(self._now()) + DAY))

    async def stop(self) -> None:
        """Stop all work. The next start continues it."""
        await self.engine_turns.stop()
        await self.advice.stop()
        await self.pool.stop()
        await self.owner.worker.stop()
        await self.warming.stop()
        await self.upkeep.stop()
        await self.scheduler.stop()
        await self.outbox.stop()
