"""The store: an object for every kind of thing that is kept."""

from bot.store.people.accounts import People
from bot.store.people.my_data import MyData
from bot.store.people.personal import PersonStore
from bot.store.queues.displays import DisplayStore
from bot.store.queues.queues import Queues
from bot.store.queues.table_messages import TableMessageStore
from bot.store.servers.facts import ServerStore
from bot.store.sql.database import Database
from bot.store.sql.metadata import Metadata
from bot.store.tables.counters import Counters
from bot.store.tables.engines import EngineStore
from bot.store.tables.lists import Lists
from bot.store.tables.places import PlaceStore
from bot.store.tables.ratings import RatingStore
from bot.store.tables.studies import StudyStore
from bot.store.tables.table_store import TableStore
from bot.store.tables.times import TimeStore

__all__ = ["Store"]


class Store:
    """Objects that share one database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.path = database.path
        self.shards = shards = database.shards
        self.part = len(shards.numbers) / shards.count if shards else 1.0
        """The part of all servers that this process serves."""
        self.tables = TableStore(database)
        self.places = PlaceStore(database)
        self.lists = Lists(database)
        self.counters = Counters(database)
        self.ratings = RatingStore(database)
        self.people = People(database)
        self.personal = PersonStore(database)
        self.servers = ServerStore(database)
        self.times = TimeStore(database)
        self.engines = EngineStore(database)
        self.displays = DisplayStore(database)
        self.studies = StudyStore(database)
        self.queues = Queues(database)
        self.table_messages = TableMessageStore(database)
        self.metadata = Metadata(database)
        self.my_data = MyData(database)
