"""The puzzles of the day: which puzzle a person gets, and how they fare."""

import re
from collections.abc import Callable, Collection
from typing import Final

from bot.extensions.puzzles.rows import PuzzleStore
from bot.extensions.puzzles.values import EVERYWHERE, DailyPuzzle, Supply
from bot.model.audience import is_shown
from bot.model.errors import NoGame, TableError
from bot.model.queues import Timer, number_in
from bot.model.zones import zone_named
from bot.store.sql.database import Transaction
from bot.store.store import Store
from bot.tables.lookup import Lookup
from engine.stock import stock
from rules.contract.sentence import Notation, Stranger, say
from rules.records.transcript import Transcript

__all__ = ["Puzzles", "time_of"]

_TIME: Final = re.compile(r"\s*([01]?[0-9]|2[0-3])(?::00)?(?:\s+(\S.*?))?\s*", re.ASCII)


class Puzzles:
    """The puzzles of one process. `now` returns Unix seconds."""

    def __init__(
        self,
        store: Store,
        lookup: Lookup,
        *,
        channels: Callable[[int, int], Collection[int]],
        now: Callable[[], float],
    ) -> None:
        """Answer for the puzzles in a store.

        `channels` returns the channels of a server whose games may be shown in a given one.
        """
        self._store = PuzzleStore(store.database)
        self._people = store.people
        self._personal = store.personal
        self._servers = store.servers
        self._lookup = lookup
        self._channels = channels
        self._now = now

    async def find(self, puzzle_id: int) -> DailyPuzzle:
        """Return the puzzle with this id. Raises TableError if it is kept no longer."""
        puzzle = await self._store.find(puzzle_id)
        if puzzle is None:
            raise TableError(say("This puzzle is gone. `/puzzle` shows a new one."))
        return puzzle

    async def transcript(self, puzzle_id: int) -> Transcript:
        """Return the game of a puzzle so far. Raises TableError like `find`."""
        return (await self.find(puzzle_id)).posed.transcript

    async def visible_in(self, puzzle_id: int, guild_id: int | None) -> DailyPuzzle:
        """Return a puzzle to a person in its server. Raises TableError for any other puzzle."""
        puzzle = await self.find(puzzle_id)
        if puzzle.guild_id not in {guild_id, EVERYWHERE}:
            raise TableError(say("That puzzle is in another server."))
        return puzzle

    async def present(self, guild_id: int | None) -> DailyPuzzle:
        """Return the puzzle of a server, or else today's puzzle for everyone.

        Raises TableError if there is none.
        """
        if guild_id is not None and (await self._servers.settings(guild_id)).club.puzzle:
            newest = await self._store.newest(guild_id)
            if newest is not None:
                return newest
        puzzle = await self._store.everywhere(int(self._now()), stock())
        if puzzle is None:
            raise TableError(say("No puzzles here."))
        return puzzle

    async def is_past(self, puzzle: DailyPuzzle) -> bool:
        """Tell whether the server has a newer puzzle."""
        newest = await self._store.newest(puzzle.guild_id)
        return newest is not None and newest.number > puzzle.number

    async def supply(self, guild_id: int) -> Supply | None:
        """Return the puzzles left for a server, or None if it wants none."""
        club = (await self._servers.settings(guild_id)).club
        return None if club.puzzle is None else await self._store.supply(guild_id, stock())

    async def post(self, timer: Timer, done: Callable[[Transaction], None]) -> None:
        """Post a server's puzzle of the day when its timer is due; `done` completes the timer.

        A puzzle from a game of the server comes first, if it may be shown now.
        """
        guild_id, chosen = number_in(timer), None
        for each in await self._store.waiting(guild_id):
            if await self.may_use(guild_id, each.table_id):
                chosen = each.id
                break
            await self._store.drop(each.id)
        await self._store.post(guild_id, int(self._now()), stock(), done, chosen)

    async def may_use(self, guild_id: int, table_id: int) -> bool:
        """Tell whether a game may be shown as a puzzle in the server's puzzle channel.

        Everyone who reads that channel has to see the game's channel, and no one who played the
        game may be hidden or forgotten.
        """
        channel_id = (await self._servers.settings(guild_id)).club.puzzle
        try:
            table = await self._lookup.get(table_id)
        except NoGame:
            return False
        if channel_id is None or table.match is None or table.set_apart is not None:
            return False
        if not is_shown(table.place, self._channels(guild_id, channel_id)):
            return False
        played = [each.user.id for each in (*table.players, *table.others) if not each.is_engine]
        known = await self._people.user_ids(played)
        return len(known) == len(set(played)) and not await self._personal.hidden(played)


def time_of(text: str, zone: str) -> tuple[int, str]:
    """Return the hour and the time zone of a text such as `18 Europe/Prague`.

    Without a zone in the text, `zone` is used. Raises TableError for any other text.
    """
    read = _TIME.fullmatch(text)
    if read is None:
        raise TableError(
            say(
                "I can't read “{text}” as a time. Use an hour from 0 to 23 and a time zone, such "
                "as {example}.",
                text=Stranger(text),
                example=Notation("18 Europe/Prague"),
            )
        )
    return int(read[1]), zone_named(read[2]) if read[2] else zone
