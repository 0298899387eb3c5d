"""Which table is meant: by its number, its channel, or who is at it."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from bot.model.errors import NoGame
from bot.model.lists import TableSummary
from bot.model.server import ServerSettings
from bot.model.table import Table
from bot.store.tables import Store
from bot.tables.cache import TableCache
from rules.contract.capabilities import Solvable
from rules.contract.core import AnyGame
from rules.contract.sentence import say
from rules.geometry import Cell

__all__ = ["Lookup"]


class Lookup:
    """The tables of this process, to be read. `now` returns Unix seconds."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        cache: TableCache | None = None,
        exact: Collection[str] = (),
    ) -> None:
        """`exact` names the tables of exact values that engines have here."""
        self._store = store
        self._now = now
        self._cache = cache or TableCache()
        self._exact = frozenset(exact)

    async def get(self, table_id: int) -> Table:
        """Return the table. Raises NoGame where it is unknown."""
        known = self._cache.get(table_id)
        if known is not None:
            return known
        table = await self._store.table(table_id)
        if table is None:
            raise NoGame(say("This table is no longer known here. `/play` opens a new one."))
        known_game = table.set_apart is None
        exact = known_game and self.has_exact_values(table.terms.configured)
        table = replace(table, exact=exact)
        # Somebody may have changed the table while it was being read here.
        return self._cache.get(table_id) or self._cache.keep(table)

    def has_exact_values(self, game: AnyGame) -> bool:
        """Whether engines know the exact value of every position of the game with its options."""
        return isinstance(game, Solvable) and game.table_key in self._exact

    async def reread(self, table_id: int) -> Table:
        """Return the table as it is stored now; another process may have changed it."""
        self._cache.drop(table_id)
        return await self.get(table_id)

    async def running_in(self, channel_id: int) -> Table | None:
        """Return the table whose game runs in the channel."""
        known = self._cache.playing_in(channel_id)
        if known is not None:
            return known
        table_id = await self._store.running_in(channel_id)
        return None if table_id is None else await self.get(table_id)

    async def latest_in(self, channel_id: int) -> Table:
        """Return the channel's running game, or the last one that ended there. Raises NoGame."""
        known = self._cache.playing_in(channel_id)
        if known is not None:
            return known
        table_id = await self._store.latest_in(channel_id)
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
        """Return the channel's running game, or else the newest table that waits there."""
        running = await self.running_in(channel_id)
        if running is not None:
            return running
        table_id = await self._store.open_in(channel_id)
        return None if table_id is None else await self.get(table_id)

    async def waiting_in(self, channel_id: int, user_id: int) -> Table | None:
        """Return the newest table of the channel that this person is at and that waits."""
        table_id = await self._store.latest_open_of(channel_id, user_id)
        return None if table_id is None else await self.get(table_id)

    async def closable_in(self, channel_id: int, user_id: int) -> Table:
        """Return the table of the channel that somebody may mean to close.

        It is one that cannot be read, or else the newest that waits there and that they are at.
        Raises NoGame.
        """
        table_id = await self._store.closable_in(channel_id, user_id)
        if table_id is None:
            raise NoGame(say("No table waits for players in this channel."))
        return await self.get(table_id)

    async def game_before(self, table: Table) -> Table | None:
        """Return the game before this one in its series, if any."""
        table_id = await self._store.game_of_series(table, table.game_number - 1)
        return None if table_id is None else await self.get(table_id)

    async def game_after(self, table: Table) -> Table | None:
        """Return the game after this one in its series, if it has begun."""
        table_id = await self._store.game_of_series(table, table.game_number + 1)
        return None if table_id is None else await self.get(table_id)

    async def pinged(self, table_id: int, number: int) -> frozenset[int] | None:
        """Return whom the message of an entry pings; None where nothing was decided about it."""
        return await self._store.pinged(table_id, number)

    async def shown_at(self, table_id: int) -> tuple[int, int] | None:
        """Return the channel and the message that show a table's newest board, if any does."""
        return await self._store.shown_at(table_id)

    async def draft(self, table_id: int, user_id: int) -> tuple[int, tuple[Cell, ...]] | None:
        """Return the position that somebody's draft was begun in and the cells clicked."""
        return await self._store.draft(table_id, user_id)

    async def keep_draft(
        self, table_id: int, user_id: int, position_number: int, clicked: Sequence[Cell]
    ) -> None:
        """Keep somebody's half-entered move."""
        await self._store.keep_draft(table_id, user_id, position_number, clicked)

    async def settings_of(self, guild_id: int | None) -> ServerSettings:
        """Return what a server's owners have settled; the usual settings outside of servers."""
        return ServerSettings() if guild_id is None else await self._store.server_settings(guild_id)

    async def of_user(self, user_id: int) -> list[TableSummary]:
        """Return the unfinished tables of a person, the one waiting longest first."""
        return await self._store.of_user(user_id)
