"""Edits the post of a puzzle, so that it says how many have solved it.

A timer is set with the first solution, an hour ahead, so a post is changed at most once an hour.
The edit shows the present count, so nothing is lost if one is refused: the next one shows it.
"""

import logging
from typing import Final

import discord

from bot.delivery.requests import SEND_ERRORS, GlobalLimit, bounded
from bot.delivery.scheduler import Done
from bot.delivery.servers import open_channel, server_locale
from bot.messages.channel import puzzles
from bot.messages.words.locale import reader
from bot.model.puzzles import DailyPuzzle
from bot.model.queues import Timer, number_in
from bot.store.store import Store

__all__ = ["PuzzlePosts"]

_log = logging.getLogger(__name__)

_LONGEST: Final = 5.0
"""The most seconds for one edit."""


class PuzzlePosts:
    """The posts of puzzles that were delivered."""

    def __init__(self, client: discord.Client, store: Store, limit: GlobalLimit) -> None:
        self._client = client
        self._puzzles = store.puzzles
        self._queues = store.queues
        self._limit = limit

    async def tell_solvers(self, timer: Timer, done: Done) -> int | None:
        """Change the post of a timer's puzzle, once; nothing depends on it."""
        puzzle = await self._puzzles.find(number_in(timer))
        await self._queues.transact(done)
        if puzzle is not None:
            await self._edit(puzzle)
        return None

    async def _edit(self, puzzle: DailyPuzzle) -> None:
        if puzzle.channel_id is None or puzzle.message_id is None:
            return
        channel = open_channel(self._client, puzzle.channel_id)
        if channel is None:
            return
        before = await self._puzzles.before(puzzle)
        past = puzzles.Before(before, await self._puzzles.solvers(before)) if before else None
        solvers = await self._puzzles.solvers(puzzle)
        locale = server_locale(self._client, puzzle.guild_id)
        content = reader(locale).message(puzzles.words(puzzle, past, solvers))
        edit = channel.get_partial_message(puzzle.message_id).edit(
            content=content, allowed_mentions=discord.AllowedMentions.none()
        )
        try:
            await bounded(edit, _LONGEST, self._limit)
        except SEND_ERRORS as failure:
            _log.info("Message %s stays as it is: %s", puzzle.message_id, failure)
