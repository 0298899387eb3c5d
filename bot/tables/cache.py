"""Tables kept in memory; the least recently used one is dropped first."""

from collections import OrderedDict
from typing import Final

from bot.model.shards import ShardRange
from bot.model.table import Status, Table

__all__ = ["MEGABYTES", "TableCache"]

MEGABYTES: Final = 50.0
"""The memory for tables, if nobody sets it."""
_A_MEGABYTE: Final = 1000
"""The plies in a megabyte: they take 0.5 KB in some games, and 1.2 KB in others."""
_WITHOUT_PLIES: Final = 5
"""The plies for which a table counts besides its own: its log, people and board take as much."""


class TableCache:
    """Tables by number, limited by the plies they hold to about so many megabytes."""

    def __init__(self, megabytes: float = MEGABYTES, shards: ShardRange | None = None) -> None:
        """Keep tables; those of servers of other shards are other processes'."""
        self._shards = shards
        self._most = round(megabytes * _A_MEGABYTE)
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._playing: dict[int, int] = {}
        self._plies = 0

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, table_id: int) -> Table | None:
        """Return the table, which becomes the most recently used one."""
        table = self._tables.get(table_id)
        if table is not None:
            self._tables.move_to_end(table_id)
        return table

    def playing_in(self, channel_id: int) -> Table | None:
        """Return the table whose game runs in the channel, if it is cached."""
        table_id = self._playing.get(channel_id)
        return None if table_id is None else self.get(table_id)

    def keep(self, table: Table) -> Table:
        """Keep the table, replacing the one with its number, and return it.

        One that belongs to another process is read anew each time.
        """
        self.drop(table.id)
        if self._shards is not None and table.guild_id not in self._shards:
            return table
        self._tables[table.id] = table
        if table.status is Status.PLAYING and table.set_apart is None:
            self._playing[table.channel_id] = table.id
        self._plies += _size(table)
        while self._plies > self._most and len(self._tables) > 1:
            self.drop(next(iter(self._tables)))
        return table

    def clear(self) -> None:
        """Forget all tables."""
        self._tables.clear()
        self._playing.clear()
        self._plies = 0

    def drop(self, table_id: int) -> None:
        """Forget the table if it is there."""
        table = self._tables.pop(table_id, None)
        if table is not None:
            self._plies -= _size(table)
            if self._playing.get(table.channel_id) == table_id:
                del self._playing[table.channel_id]

    def drop_server(self, guild_id: int) -> None:
        """Forget the tables of a server."""
        for table in [each for each in self._tables.values() if each.guild_id == guild_id]:
            self.drop(table.id)


def _size(table: Table) -> int:
    return _WITHOUT_PLIES + (len(table.match.plies) if table.match else 0)
