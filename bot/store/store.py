"""The store: an object for each kind of thing that is kept."""

from bot.store.counters import Counters
from bot.store.database import Database
from bot.store.displays import DisplayStore
from bot.store.engines import EngineStore
from bot.store.lists import Lists
from bot.store.metadata import Metadata
from bot.store.my_data import MyData
from bot.store.people import People
from bot.store.personal import PersonStore
from bot.store.places import PlaceStore
from bot.store.queues import Queues
from bot.store.ratings import RatingStore
from bot.store.servers import ServerStore
from bot.store.studies import StudyStore
from bot.store.table_messages import TableMessageStore
from bot.store.tables import TableStore
from bot.store.times import TimeStore

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
