"""The next game of a series that waits for a press: its dice need a number nobody knew before."""

from bot.model.caller import Caller
from bot.model.errors import (
    AlreadySeen,
    ChannelIsBusy,
    ChannelTaken,
    Conflict,
    Repeated,
    Stale,
    TableError,
)
from bot.model.table import Request, Status, Table
from bot.tables.checks import CHANNEL_TAKEN, require_here, require_newest
from bot.tables.play import player_of
from bot.tables.seating import next_game
from bot.tables.writer import Writer
from rules.sentence import say

__all__ = ["Following"]


class Following(Writer):
    """Begins the next game of a series."""

    async def begin_next(self, table_id: int, caller: Caller, request: Request) -> Table:
        """Begin the game after this one, where an engine or the time ended this one.

        Anybody at the table may. Returns the next game. Raises TableError.
        """
        async with self._lock(table_id):
            table = await self.reread(table_id)
            require_here(table, caller)
            player_of(table, caller)
            if table.status is not Status.OVER or await self.game_after(table):
                raise TableError(say("The next game has begun already."))
            require_newest(table, request)
            now = int(self._now())
            following = next_game(table, request, now)
            if following is None:
                raise TableError(say("No game follows: this was a single game, or the last one."))
            try:
                next_id = await self._store.begin_next(table, following, request, now)
            except ChannelTaken:
                raise ChannelIsBusy(CHANNEL_TAKEN) from None
            except AlreadySeen:
                raise Repeated(table) from None
            except Conflict:
                raise Stale(table) from None
            return await self.get(next_id)
