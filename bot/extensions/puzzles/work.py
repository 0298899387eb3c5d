"""Keeps the posts of puzzles up to date, and searches finished games for puzzles at night.

A game is searched once, a week or more after its end. A server gets a minute a night, all servers
together ten minutes, the one served longest ago first. A found puzzle waits for its day; without
one, a server gets a puzzle of the stock. A search that is cut short goes on the next night.
"""

import asyncio
import logging
from typing import Final

from bot.delivery.background.scheduler import Done
from bot.delivery.tidying.displays import Content
from bot.delivery.worker import BackgroundTasks
from bot.extensions.puzzles.acts import Puzzles
from bot.extensions.puzzles.messages import Before, post
from bot.extensions.puzzles.rows import PuzzleStore
from bot.extensions.puzzles.values import SEARCH
from bot.interactions.client import Postboard
from bot.model.displays import Display
from bot.model.queues import Timer
from bot.model.shards import ShardRange
from bot.store.queues.displays import DisplayStore
from bot.store.queues.queues import set_timer
from bot.store.sql.database import Transaction
from bot.store.sql.errors import Busy, log_failure
from engine.pool import Purpose, WorkerError
from engine.posed import Posed, posed_of
from engine.tasks import Request, Task, read_puzzled
from rules.records.transcript import Transcript
from rules.time.duration import DAY, HOUR

__all__ = ["PuzzlePosts", "PuzzleSearch", "search_at"]

_log = logging.getLogger(__name__)

_NIGHT: Final = 2 * HOUR
"""Seconds after midnight UTC."""
_OLD: Final = 7 * DAY
"""Seconds after its end when a game may be searched."""
_ENOUGH: Final = 7
"""The number of waiting puzzles above which a server isn't searched."""
_SERVER: Final = 60.0
"""The most seconds for the games of one server."""
_ALL: Final = 600.0
"""The most seconds for all servers in one night."""
_LEVEL: Final = 4
"""The level whose requests a search queues behind."""


def search_at(now: int, shards: ShardRange | None = None) -> Timer:
    """Return the timer of the next night's search, one for every process with own shards."""
    due = (now - _NIGHT) // DAY * DAY + DAY + _NIGHT
    # An id that belongs to its first shard, so that this process carries the timer out.
    server = shards.first << 22 if shards else 0
    name = f"puzzle_search:{server}" if server else "puzzle_search"
    return Timer(kind=SEARCH, dedupe=name, due=due, guild_id=server or None)


class PuzzlePosts:
    """Makes the posts of puzzles, which say how many have solved them."""

    def __init__(self, puzzles: PuzzleStore, displays: DisplayStore) -> None:
        self._puzzles = puzzles
        self._displays = displays

    async def content(self, display: Display, /) -> Content | None:
        """Return the post as it is now, or None if the server's data was deleted."""
        puzzle = await self._puzzles.find(display.subject)
        if puzzle is None:
            return None
        before = await self._puzzles.before(puzzle)
        past = Before(before, await self._puzzles.solvers(before)) if before else None
        solvers = await self._puzzles.solvers(puzzle)
        return Content(await asyncio.to_thread(post, puzzle, past, solvers))

    async def gone(self, display: Display, /) -> None:
        """Do not post a puzzle again that someone deleted: its day goes by without it."""
        await self._displays.is_gone(display)

    async def closed(self, display: Display, /) -> None:
        """Leave the post as it is: its channel may open again."""


class PuzzleSearch:
    """The search of one process."""

    def __init__(self, bot: Postboard, store: PuzzleStore, puzzles: Puzzles) -> None:
        self._bot = bot
        self._store = store
        self._puzzles = puzzles
        self._tasks = BackgroundTasks("puzzles")

    async def carry_out(self, _timer: Timer, done: Done) -> int | None:
        """Begin the search of this night, and set the timer of the next one."""

        def write(tx: Transaction) -> None:
            done(tx)
            set_timer(tx, search_at(int(self._bot.now()), self._bot.store.shards))

        await self._bot.store.queues.transact(write)
        self._tasks.begin(self.search())
        return None

    async def stop(self) -> None:
        """Search no more; the next night goes on."""
        await self._tasks.stop()

    async def search(self) -> None:
        """Search the games of the servers that have a puzzle a day."""
        await self._bot.wait_until_ready()  # Until then, it doesn't know all channels.
        try:
            async with asyncio.timeout(_ALL):
                for guild_id in await self._store.to_search():
                    await self._serve(guild_id)
        except TimeoutError:
            _log.info("The search for puzzles ran out of time and continues tomorrow night")
        except Exception as failure:
            log_failure(
                _log, failure, "The search for puzzles failed and starts again tomorrow night"
            )

    async def _serve(self, guild_id: int) -> None:
        old = int(self._bot.now()) - _OLD
        await self._store.searched(guild_id, None, None, int(self._bot.now()))
        try:
            async with asyncio.timeout(_SERVER):
                for game in await self._store.games_to_search(guild_id, old):
                    if len(await self._store.waiting(guild_id)) >= _ENOUGH:
                        return
                    posed = await self._found(guild_id, game[1])
                    await self._store.searched(guild_id, game, posed, int(self._bot.now()))
        except TimeoutError:
            _log.info("Searching the games of server %s took longer than a minute", guild_id)

    async def _found(self, guild_id: int, table_id: int) -> Posed | None:
        """Return the puzzle in a table's game, or None if there is none, or it may not be shown.

        A game that can't be searched has none, so that it keeps no other game waiting.
        """
        try:
            return await self._searched(guild_id, table_id)
        except (Busy, TimeoutError):
            raise
        except Exception as failure:
            log_failure(_log, failure, "Couldn't search the game of table %s", table_id)
            return None

    async def _searched(self, guild_id: int, table_id: int) -> Posed | None:
        if not await self._puzzles.may_use(guild_id, table_id):
            return None
        table = await self._bot.lookup.get(table_id)
        transcript = Transcript.of(table.started, table.terms.options)
        request = Request(Task.PUZZLE, transcript, _LEVEL)
        try:
            found = await self._bot.pool.ask(request, Purpose.PUZZLE, read_puzzled)
        except WorkerError:
            return None
        return None if found.members is None else posed_of(found.members)
