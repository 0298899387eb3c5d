"""What every part of the store has."""

from bot.store.database import Database

__all__ = ["Part"]


class Part:
    """Some use cases of the store; all parts share one database."""

    def __init__(self, database: Database) -> None:
        self._db = database
