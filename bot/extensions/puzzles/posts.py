"""The posts of puzzles, among the messages that are kept up to date."""

import asyncio

from bot.delivery.tidying.displays import Content
from bot.extensions.puzzles.messages import Before, post
from bot.extensions.puzzles.rows import PuzzleStore
from bot.model.displays import Display
from bot.store.queues.displays import DisplayStore

__all__ = ["PuzzlePosts"]


class PuzzlePosts:
    """Makes the posts of puzzles, which say how many have solved them."""

    def __init__(self, puzzles: PuzzleStore, displays: DisplayStore) -> None:
        self._puzzles = puzzles
        self._displays = displays

    async def content(self, display: Display, /) -> Content | None:
        """Return the post as it is now; None if the server's data was deleted."""
        puzzle = await self._puzzles.find(display.subject)
        if puzzle is None:
            return None
        before = await self._puzzles.before(puzzle)
        past = Before(before, await self._puzzles.solvers(before)) if before else None
        solvers = await self._puzzles.solvers(puzzle)
        return Content(await asyncio.to_thread(post, puzzle, past, solvers))

    async def gone(self, display: Display, /) -> None:
        """Leave a post away that somebody has deleted: its day goes by without it."""
        await self._displays.is_gone(display)

    async def closed(self, display: Display, /) -> None:
        """Leave the post as it is: its channel may open again."""
