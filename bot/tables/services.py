"""What one process does at tables, put together from the objects that do it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from bot.store.store import Store
from bot.tables.cache import MOST_PLIES, TableCache
from bot.tables.deadlines import Deadlines
from bot.tables.engines import EngineActs
from bot.tables.lookup import Lookup
from bot.tables.plans import Plans
from bot.tables.seat_changes import SeatChanges
from bot.tables.servers import Servers
from bot.tables.tables import Tables
from bot.tables.voids import Voids
from bot.tables.writer import Writer

__all__ = ["Services"]


@dataclass(frozen=True, slots=True)
class Services:
    """Who answers for what at tables. All share one cache, and one lock for each table."""

    lookup: Lookup
    tables: Tables
    seats: SeatChanges
    plans: Plans
    deadlines: Deadlines
    engines: EngineActs
    voids: Voids
    servers: Servers

    @classmethod
    def over(
        cls,
        store: Store,
        now: Callable[[], float],
        exact: Collection[str] = (),
        most_plies: int = MOST_PLIES,
    ) -> "Services":
        """Return services for the tables of a store. `now` returns Unix seconds.

        `exact` names the tables of exact values that engines have here. At most so many plies of
        all tables are kept in memory.
        """
        lookup = Lookup(store.tables, store.places, TableCache(most_plies), exact)
        writer = Writer(store.tables, lookup, now)
        deadlines = Deadlines(store.times, lookup, writer)
        seats = SeatChanges(store.tables, writer)
        servers = Servers(store.servers)
        return cls(
            lookup=lookup,
            tables=Tables(store, lookup, writer, deadlines=deadlines, seats=seats, servers=servers),
            seats=seats,
            plans=Plans(store.tables, writer),
            deadlines=deadlines,
            engines=EngineActs(writer),
            voids=Voids(store, writer),
            servers=servers,
        )
