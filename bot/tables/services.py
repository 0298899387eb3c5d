"""The services of one process, put together: an object for everything that is done at tables."""

from collections.abc import Callable, Collection

from bot.model.limits import Limits
from bot.store.store import Store
from bot.tables.deadlines import Deadlines
from bot.tables.engines import EngineActs
from bot.tables.forgetting import Forgetting
from bot.tables.lookup import MEGABYTES, Lookup, TableCache
from bot.tables.plans import Plans
from bot.tables.reconciling import Reconciling
from bot.tables.seat_changes import SeatChanges
from bot.tables.servers import Servers
from bot.tables.studies import Studies
from bot.tables.tables import Tables
from bot.tables.voids import Voids
from bot.tables.writer import Writer

__all__ = ["Services"]


class Services:
    """The objects that answer for tables. All share one memory, and one lock per table."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        exact: Collection[str] = (),
        table_memory: float = MEGABYTES,
        limits: Limits | None = None,
    ) -> None:
        """Work on a store; `now` returns Unix seconds.

        `exact` names the tables of exact values that engines have here. Tables take
        `table_memory` megabytes of memory. `limits` are those on what a person does to others.
        """
        self.limits = limits = limits or Limits()
        cache = TableCache(table_memory, store.shards)
        self.lookup = Lookup(store.tables, store.places, cache, now, exact)
        writer = Writer(store.tables, self.lookup, now, limits)
        self.servers = Servers(store.servers, self.lookup.cache, now)
        self.deadlines = Deadlines(store.times, self.lookup, writer)
        self.seats = SeatChanges(store.tables, writer, limits)
        self.plans = Plans(store.tables, writer)
        self.studies = Studies(store, self.lookup, now)
        self.engines = EngineActs(writer)
        self.voids = Voids(store.places, store.servers, writer)
        self.reconciling = Reconciling(store.tables, self.lookup, writer, now)
        self.tables = Tables(
            store,
            self.lookup,
            writer,
            deadlines=self.deadlines,
            seats=self.seats,
            servers=self.servers,
            limits=limits,
        )
        self.forgetting = Forgetting(
            store.people,
            self.lookup,
            tables=self.tables,
            voids=self.voids,
            writer=writer,
            now=now,
        )
