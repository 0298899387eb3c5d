"""The store: what is kept of everything, each kind by the object that reads and writes it."""

from dataclasses import dataclass

from bot.store.database import Database
from bot.store.engines import EngineStore
from bot.store.lists import Lists
from bot.store.metadata import Metadata
from bot.store.people import People
from bot.store.places import PlaceStore
from bot.store.queues import Queues
from bot.store.servers import ServerStore
from bot.store.shown import Shown
from bot.store.tables import TableStore
from bot.store.times import TimeStore

__all__ = ["Store"]


@dataclass(frozen=True, slots=True)
class Store:
    """Objects over one database."""

    tables: TableStore
    places: PlaceStore
    lists: Lists
    people: People
    servers: ServerStore
    times: TimeStore
    engines: EngineStore
    queues: Queues
    shown: Shown
    metadata: Metadata

    @classmethod
    def over(cls, database: Database) -> "Store":
        """Return a store over a database."""
        return cls(
            TableStore(database),
            PlaceStore(database),
            Lists(database),
            People(database),
            ServerStore(database),
            TimeStore(database),
            EngineStore(database),
            Queues(database),
            Shown(database),
            Metadata(database),
        )
