"""The puzzles of the day: which one somebody gets, and what they make of it."""

from collections.abc import Callable

from bot.model.errors import TableError
from bot.model.puzzles import DailyPuzzle
from bot.store.database import Transaction
from bot.store.puzzles import PuzzleStore
from bot.tables.servers import Servers
from engine.stock import stock
from rules.contract.sentence import say

__all__ = ["Puzzles"]


class Puzzles:
    """The puzzles of one process. `now` returns Unix seconds."""

    def __init__(self, store: PuzzleStore, servers: Servers, now: Callable[[], float]) -> None:
        self._store = store
        self._servers = servers
        self._now = now

    async def find(self, number: int) -> DailyPuzzle:
        """Return the puzzle with this id. Raises TableError if it is kept no longer."""
        puzzle = await self._store.find(number)
        if puzzle is None:
            raise TableError(say("This puzzle isn't kept any more. `/puzzle` shows a new one."))
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

    async def post(self, guild_id: int, done: Callable[[Transaction], None]) -> None:
        """Post the puzzle of a server's day; `done` completes its timer."""
        await self._store.post(guild_id, int(self._now()), stock(), done)
