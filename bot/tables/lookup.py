"""Tables found by their number, their channel, or the people at them, and kept in memory."""

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from bot.model.caller import Person
from bot.model.errors import NoGame
from bot.model.shards import ShardRange
from bot.model.table import WAITS_FOR_CHANNEL, Status, Table
from bot.store.tables.places import PlaceStore
from bot.store.tables.table_store import TableStore
from bot.tables.checks import UNKNOWN_TABLE, require_readable
from rules.contract.capabilities import HasEndgames, Solvable
from rules.contract.core import AnyGame
from rules.contract.sentence import say

__all__ = ["MEGABYTES", "Lookup", "TableCache"]

MEGABYTES: Final = 50.0
"""The memory for tables, if no one sets it."""
_A_MEGABYTE: Final = 1000
"""The plies in a megabyte: one takes 0.5 KB in some games, and 1.2 KB in others."""
_WITHOUT_PLIES: Final = 5
"""Plies added for every table, since its log, people and board take as much memory."""


class TableCache:
    """Tables by number, limited to about so many megabytes by the plies they hold."""

    def __init__(self, megabytes: float = MEGABYTES, shards: ShardRange | None = None) -> None:
        """Keep tables. Tables in servers of other shards belong to other processes."""
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

        One that belongs to another process is read anew every time.
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


class Lookup:
    """Reads tables; `cache` holds those that are in memory."""

    def __init__(
        self,
        tables: TableStore,
        places: PlaceStore,
        cache: TableCache,
        now: Callable[[], float],
        exact: Collection[str] = (),
    ) -> None:
        """Read tables; `now` returns Unix seconds.

        `exact` names the tables of exact values and of endgames that engines have here.
        """
        self.cache = cache
        self._tables = tables
        self._places = places
        self._now = now
        self._exact = frozenset(exact)
        self._forgotten = 0
        """The number of tables that other processes have changed."""

    def forget(self, table_id: int | None) -> None:
        """Forget a table that another process has changed, or all tables (None)."""
        self._forgotten += 1
        if table_id is None:
            self.cache.clear()
        else:
            self.cache.drop(table_id)

    async def get(self, table_id: int) -> Table:
        """Return the table. Raises NoGame if it is unknown."""
        in_memory = self.cache.get(table_id)
        if in_memory is not None:
            return in_memory
        forgotten = self._forgotten
        table = await self._tables.load(table_id, int(self._now()))
        if table is None:
            raise NoGame(UNKNOWN_TABLE)
        exact = table.set_apart is None and self.has_exact_values(table.terms.configured)
        table = replace(table, exact=exact)
        # A person may have changed the table while it was being read. One that waits for its
        # channel is tried again each time.
        known = self.cache.get(table_id)
        is_passing = table.set_apart == WAITS_FOR_CHANNEL or forgotten != self._forgotten
        return known or (table if is_passing else self.cache.keep(table))

    async def readable(self, table_ids: Iterable[int]) -> dict[int, Table]:
        """Return tables by number, without those that are gone or set apart."""
        found: dict[int, Table] = {}
        for table_id in table_ids:
            # It may have been deleted since its number was read.
            with suppress(NoGame):
                found[table_id] = await self.get(table_id)
        return {number: table for number, table in found.items() if table.set_apart is None}

    def has_exact_values(self, game: AnyGame) -> bool:
        """Return True if engines know the exact values of the game with its options."""
        return isinstance(game, Solvable) and game.table_key in self._exact

    def has_endgames(self, game: AnyGame) -> bool:
        """Return True if engines have a table of endgames of the game with its options."""
        return isinstance(game, HasEndgames) and game.endgames_key in self._exact

    async def reread(self, table_id: int) -> Table:
        """Return the table as stored now; another process may have changed it.

        The message of its newest card may only be stored with the next transaction.
        """
        known = self.cache.get(table_id)
        self.cache.drop(table_id)
        table = await self.get(table_id)
        if known is None or known.card_id is None or known.card_id <= (table.card_id or 0):
            return table
        return self.cache.keep(replace(table, card_id=known.card_id))

    async def running_in(self, channel_id: int) -> Table | None:
        """Return the table whose game runs in the channel."""
        known = self.cache.playing_in(channel_id)
        if known is not None:
            return known
        for table_id in await self._places.playing_in(channel_id):
            table = await self.get(table_id)
            if table.set_apart is None:
                return table
        return None

    async def is_used(self, channel_id: int) -> bool:
        """Return True if there is or was a game in the channel, or one waits there for players."""
        return await self._places.is_used(channel_id)

    async def latest_in(self, channel_id: int) -> Table:
        """Return the channel's running game, or the last one that ended there.

        Raises NoGame, or SetApart.
        """
        known = self.cache.playing_in(channel_id)
        if known is not None:
            return known
        table_id = await self._places.latest_in(channel_id)
        if table_id is None:
            raise NoGame(say("No game has been played in this channel yet. `/play` starts one."))
        table = await self.get(table_id)
        require_readable(table)
        return table

    async def playing_in(self, channel_id: int) -> Table:
        """Return the table whose game runs in the channel.

        Raises NoGame, or SetApart.
        """
        table = await self.running_in(channel_id)
        if table is not None:
            return table
        for table_id in await self._places.playing_in(channel_id):
            require_readable(await self.get(table_id))
        raise NoGame(say("No game is in progress in this channel. `/play` starts one."))

    async def present_in(self, channel_id: int) -> Table | None:
        """Return the channel's running game, or else the newest table waiting there."""
        running = await self.running_in(channel_id)
        if running is not None:
            return running
        return await self._found(await self._places.open_in(channel_id))

    async def waiting_in(self, channel_id: int, person: Person) -> Table | None:
        """Return the newest waiting table of the channel at which this person is."""
        return await self._found(await self._places.latest_open_of(channel_id, person))

    async def with_digest(self, digest: str) -> Table | None:
        """Return the table of a game that is over and whose log has this digest."""
        return await self._found(await self._places.with_digest(digest))

    async def game_before(self, table: Table) -> Table | None:
        """Return the game before this one in its series, if any."""
        return await self._found(await self._places.game_of_series(table, table.game_number - 1))

    async def game_after(self, table: Table) -> Table | None:
        """Return the game after this one in its series, if it has begun."""
        return await self._found(await self._places.game_of_series(table, table.game_number + 1))

    async def _found(self, table_id: int | None) -> Table | None:
        return None if table_id is None else await self.get(table_id)
