"""Looks for puzzles in the finished games of servers, at night.

A game is searched once, a week or more after its end. A server gets a minute a night, all of them
together ten, the one that was served longest ago first. What was found waits for its day; where
nothing waits, a server gets a puzzle of the stock. A search that is cut short goes on the next
night.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.delivery.background.scheduler import Done
from bot.delivery.worker import BackgroundTasks
from bot.extensions.puzzles.acts import Puzzles
from bot.extensions.puzzles.rows import PuzzleStore
from bot.extensions.puzzles.values import SEARCH
from bot.model.queues import Timer
from bot.model.shards import ShardRange
from bot.store.queues.queues import set_timer
from bot.store.sql.database import Transaction
from bot.store.sql.errors import Busy, log_failure
from bot.store.store import Store
from bot.tables.lookup import Lookup
from engine.pool import Pool, Purpose, WorkerError
from engine.posed import Posed, posed_of
from engine.tasks import Request, Task, read_puzzled
from rules.records.transcript import Transcript
from rules.time.duration import DAY, HOUR

__all__ = ["PuzzleSearch", "search_at"]

_log = logging.getLogger(__name__)

_NIGHT: Final = 2 * HOUR
"""Seconds after midnight UTC."""
_OLD: Final = 7 * DAY
"""Seconds after its end from which on a game may be searched."""
_ENOUGH: Final = 7
"""The puzzles that wait, above which a server isn't searched."""
_SERVER: Final = 60.0
"""The most seconds for the games of one server."""
_ALL: Final = 600.0
"""The most seconds for all servers in one night."""
_LEVEL: Final = 4
"""The level whose requests a search queues behind."""


def search_at(now: int, shards: ShardRange | None = None) -> Timer:
    """Return the timer of the next night's search, where servers are shared out to processes."""
    due = (now - _NIGHT) // DAY * DAY + DAY + _NIGHT
    server = shards.first << 22 if shards else 0
    name = f"puzzle_search:{server}" if server else "puzzle_search"
    return Timer(kind=SEARCH, dedupe=name, due=due, guild_id=server or None)


class PuzzleSearch:
    """The search of one process. `now` returns Unix seconds."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        *,
        rows: PuzzleStore,
        lookup: Lookup,
        puzzles: Puzzles,
        pool: Pool,
        now: Callable[[], float],
    ) -> None:
        self._client = client
        self._store = rows
        self._shards = store.shards
        self._queues = store.queues
        self._lookup = lookup
        self._puzzles = puzzles
        self._pool = pool
        self._now = now
        self._tasks = BackgroundTasks("puzzles")

    async def carry_out(self, _timer: Timer, done: Done) -> int | None:
        """Begin the search of this night, and set the timer of the next one."""

        def write(tx: Transaction) -> None:
            done(tx)
            set_timer(tx, search_at(int(self._now()), self._shards))

        await self._queues.transact(write)
        self._tasks.begin(self.search())
        return None

    async def stop(self) -> None:
        """Search no more; the next night goes on."""
        await self._tasks.stop()

    async def search(self) -> None:
        """Search the games of the servers that have a puzzle a day."""
        await self._client.wait_until_ready()  # Until then, it doesn't know all channels.
        try:
            async with asyncio.timeout(_ALL):
                for guild_id in await self._store.to_search():
                    await self._serve(guild_id)
        except TimeoutError:
            _log.info("The search for puzzles goes on the next night")
        except Exception as failure:
            log_failure(_log, failure, "No puzzles are looked for this night")

    async def _serve(self, guild_id: int) -> None:
        await self._store.searched(guild_id, None, None, int(self._now()))
        try:
            async with asyncio.timeout(_SERVER):
                for game in await self._store.games_to_search(guild_id, int(self._now()) - _OLD):
                    if len(await self._store.waiting(guild_id)) >= _ENOUGH:
                        return
                    posed = await self._found(guild_id, game[1])
                    await self._store.searched(guild_id, game, posed, int(self._now()))
        except TimeoutError:
            _log.info("The games of server %s take longer than a minute", guild_id)

    async def _found(self, guild_id: int, table_id: int) -> Posed | None:
        """Return the puzzle of a table's game; None if it holds none, or may not be shown.

        None as well if it can't be searched at all: it keeps no other game waiting.
        """
        try:
            return await self._searched(guild_id, table_id)
        except (Busy, TimeoutError):
            raise
        except Exception as failure:
            log_failure(_log, failure, "The game of table %s isn't searched", table_id)
            return None

    async def _searched(self, guild_id: int, table_id: int) -> Posed | None:
        if not await self._puzzles.may_use(guild_id, table_id):
            return None
        table = await self._lookup.get(table_id)
        transcript = Transcript.of(table.started, table.terms.options)
        request = Request(Task.PUZZLE, transcript, _LEVEL)
        try:
            found = await self._pool.ask(request, Purpose.PUZZLE, read_puzzled)
        except WorkerError:
            return None
        return None if found.members is None else posed_of(found.members)
