"""The puzzles of the day: which one somebody gets, and what they make of it."""

from collections.abc import Callable, Collection

from bot.extensions.puzzles.values import EVERYWHERE, DailyPuzzle, Supply
from bot.model.audience import is_shown
from bot.model.errors import NoGame, TableError
from bot.store.database import Transaction
from bot.store.store import Store
from bot.tables.lookup import Lookup
from bot.tables.servers import Servers
from engine.stock import stock
from rules.contract.sentence import say

__all__ = ["Puzzles"]


def _none(_guild_id: int, _channel_id: int) -> Collection[int]:
    return ()


class Puzzles:
    """The puzzles of one process. `now` returns Unix seconds."""

    def __init__(
        self, store: Store, lookup: Lookup, servers: Servers, now: Callable[[], float]
    ) -> None:
        self._store = store.puzzles
        self._people = store.people
        self._choices = store.choices
        self._lookup = lookup
        self._servers = servers
        self._now = now
        self.channels: Callable[[int, int], Collection[int]] = _none
        """Returns the channels of a server whose games may be shown in one of them; the client
        knows, and until then none may."""

    async def find(self, number: int) -> DailyPuzzle:
        """Return the puzzle with this id. Raises TableError if it is kept no longer."""
        puzzle = await self._store.find(number)
        if puzzle is None:
            raise TableError(say("This puzzle isn't kept any more. `/puzzle` shows a new one."))
        return puzzle

    async def shown(self, number: int, guild_id: int | None) -> DailyPuzzle:
        """Return a puzzle to somebody in a server. Raises TableError if it is another one's."""
        puzzle = await self.find(number)
        if puzzle.guild_id not in {guild_id, EVERYWHERE}:
            raise TableError(say("This puzzle belongs to another server."))
        return puzzle

    async def present(self, guild_id: int | None) -> DailyPuzzle:
        """Return the puzzle of a server, or else today's of everybody without one.

        Raises TableError if there is none.
        """
        if guild_id is not None and (await self._servers.settings_of(guild_id)).club.puzzle:
            newest = await self._store.newest(guild_id)
            if newest is not None:
                return newest
        puzzle = await self._store.everywhere(int(self._now()), stock())
        if puzzle is None:
            raise TableError(say("I have no puzzles here."))
        return puzzle

    async def is_past(self, puzzle: DailyPuzzle) -> bool:
        """Tell whether the server has got another puzzle since."""
        newest = await self._store.newest(puzzle.guild_id)
        return newest is not None and newest.number > puzzle.number

    async def supply(self, guild_id: int) -> Supply | None:
        """Return the puzzles that a server can still get; None if it wants none."""
        club = (await self._servers.settings_of(guild_id)).club
        return None if club.puzzle is None else await self._store.supply(guild_id, stock())

    async def post(self, guild_id: int, done: Callable[[Transaction], None]) -> None:
        """Post the puzzle of a server's day; `done` completes its timer.

        One from a game of the server comes first, if that may be shown now.
        """
        chosen = None
        for each in await self._store.waiting(guild_id):
            if await self.may_use(guild_id, each.table_id):
                chosen = each.id
                break
            await self._store.drop(each.id)
        await self._store.post(guild_id, int(self._now()), stock(), done, chosen)

    async def may_use(self, guild_id: int, table_id: int) -> bool:
        """Tell whether a game may be shown as a puzzle in the server's channel for them.

        Everybody who reads that sees the channel of the game, and nobody who played it hides or was
        forgotten.
        """
        channel_id = (await self._servers.settings_of(guild_id)).club.puzzle
        try:
            table = await self._lookup.get(table_id)
        except NoGame:
            return False
        if channel_id is None or table.match is None or table.set_apart is not None:
            return False
        if not is_shown(table.place, self.channels(guild_id, channel_id)):
            return False
        played = [each.user.id for each in (*table.players, *table.others) if not each.is_engine]
        known = await self._people.user_ids(played)
        return len(known) == len(set(played)) and not await self._choices.hidden(played)
