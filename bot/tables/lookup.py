"""Tables found by their number, their channel, or the people at them."""

from collections.abc import Collection
from dataclasses import replace

from bot.model.errors import NoGame
from bot.model.table import Table
from bot.store.places import PlaceStore
from bot.store.tables import TableStore
from bot.tables.cache import TableCache
from rules.contract.capabilities import Solvable
from rules.contract.core import AnyGame
from rules.contract.sentence import say

__all__ = ["Lookup"]


class Lookup:
    """Reads tables; `cache` holds those that are in memory."""

    def __init__(
        self,
        tables: TableStore,
        places: PlaceStore,
        cache: TableCache,
        exact: Collection[str] = (),
    ) -> None:
        """Read tables; `exact` names the tables of exact values that engines have here."""
        self.cache = cache
        self._tables = tables
        self._places = places
        self._exact = frozenset(exact)

    async def get(self, table_id: int) -> Table:
        """Return the table. Raises NoGame if it is unknown."""
        known = self.cache.get(table_id)
        if known is not None:
            return known
        table = await self._tables.load(table_id)
        if table is None:
            raise NoGame(say("I don't know this table any more. `/play` opens a new one."))
        known_game = table.set_apart is None
        exact = known_game and self.has_exact_values(table.terms.configured)
        table = replace(table, exact=exact)
        # Somebody may have changed the table while it was being read.
        return self.cache.get(table_id) or self.cache.keep(table)

    def has_exact_values(self, game: AnyGame) -> bool:
        """Return True if engines know the exact values of the game with its options."""
        return isinstance(game, Solvable) and game.table_key in self._exact

    async def reread(self, table_id: int) -> Table:
        """Return the table as it is now stored; another process may have changed it."""
        self.cache.drop(table_id)
        return await self.get(table_id)

    async def running_in(self, channel_id: int) -> Table | None:
        """Return the table whose game runs in the channel."""
        known = self.cache.playing_in(channel_id)
        if known is not None:
            return known
        return await self._found(await self._places.running_in(channel_id))

    async def latest_in(self, channel_id: int) -> Table:
        """Return the channel's running game, or the last one that ended there. Raises NoGame."""
        known = self.cache.playing_in(channel_id)
        if known is not None:
            return known
        table_id = await self._places.latest_in(channel_id)
        if table_id is None:
            raise NoGame(say("No game has been played in this channel yet. `/play` opens a table."))
        return await self.get(table_id)

    async def playing_in(self, channel_id: int) -> Table:
        """Return the table whose game runs in the channel. Raises NoGame."""
        table = await self.running_in(channel_id)
        if table is None:
            raise NoGame(say("No game is running in this channel. `/play` opens a table."))
        return table

    async def present_in(self, channel_id: int) -> Table | None:
        """Return the channel's running game, or else the newest table waiting there."""
        running = await self.running_in(channel_id)
        if running is not None:
            return running
        return await self._found(await self._places.open_in(channel_id))

    async def waiting_in(self, channel_id: int, user_id: int) -> Table | None:
        """Return the newest waiting table of the channel at which this person is."""
        return await self._found(await self._places.latest_open_of(channel_id, user_id))

    async def closable_in(self, channel_id: int, user_id: int) -> Table:
        """Return the table of the channel that somebody probably wants to close.

        It is one that can't be read, or else the newest waiting one at which they are. Raises
        NoGame.
        """
        table_id = await self._places.closable_in(channel_id, user_id)
        if table_id is None:
            raise NoGame(say("No table is waiting for players in this channel."))
        return await self.get(table_id)

    async def game_before(self, table: Table) -> Table | None:
        """Return the game before this one in its series, if any."""
        return await self._found(await self._places.game_of_series(table, table.game_number - 1))

    async def game_after(self, table: Table) -> Table | None:
        """Return the game after this one in its series, if it has begun."""
        return await self._found(await self._places.game_of_series(table, table.game_number + 1))

    async def _found(self, table_id: int | None) -> Table | None:
        return None if table_id is None else await self.get(table_id)
