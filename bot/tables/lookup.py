"""Tables found by their number, their channel, or the people at them."""

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from dataclasses import replace

from bot.model.caller import Person
from bot.model.errors import NoGame
from bot.model.table import WAITS_FOR_CHANNEL, Table
from bot.store.tables.places import PlaceStore
from bot.store.tables.table_store import TableStore
from bot.tables.cache import TableCache
from bot.tables.checks import UNKNOWN_TABLE, require_readable
from rules.contract.capabilities import HasEndgames, Solvable
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
        """Forget a table that another process has changed; None stands for all."""
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
        # Somebody may have changed the table while it was being read. One that waits for its
        # channel is tried again each time.
        known = self.cache.get(table_id)
        is_passing = table.set_apart == WAITS_FOR_CHANNEL or forgotten != self._forgotten
        return known or (table if is_passing else self.cache.keep(table))

    async def readable(self, table_ids: Iterable[int]) -> dict[int, Table]:
        """Return tables by number, without those that are gone or set apart."""
        found: dict[int, Table] = {}
        for table_id in table_ids:
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
        """Return the table as it is now stored; another process may have changed it.

        The message of its newest card may be stored with the next transaction only.
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
        raise NoGame(say("No game is running in this channel. `/play` starts one."))

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
