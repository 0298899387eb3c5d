"""Removes the buttons of a card whose table was closed.

Nothing depends on it, so it is done outside the outbox, once, and given up at the first problem.
"""

import asyncio
import logging
from typing import Final

import discord

from bot.delivery.requests import SEND_ERRORS, GlobalLimit, bounded
from bot.delivery.servers import open_channel

__all__ = ["Tidy"]

_log = logging.getLogger(__name__)

_LONGEST: Final = 5.0
"""The most seconds for one removal."""
_PER_SECOND: Final = 10.0
"""Removals per second, over all channels and processes."""


class Tidy:
    """Removes buttons, one message at a time in each channel."""

    def __init__(self, client: discord.Client, limit: GlobalLimit) -> None:
        self._client = client
        self._limit = limit
        self._pace = limit.pace(_PER_SECOND)
        self._wanted: dict[int, int] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._is_stopped = False

    def remove_buttons(self, channel_id: int, message_id: int) -> None:
        """Remove a message's buttons soon.

        It stays as it is if another message of the channel comes meanwhile.

        Skipped where that is impossible or not worth a request: outside servers and in archived
        threads.
        """
        channel = open_channel(self._client, channel_id)
        if self._is_stopped or channel is None:
            return
        self._wanted[channel_id] = message_id
        if channel_id not in self._tasks:
            self._tasks[channel_id] = asyncio.create_task(self._work(channel), name="tidy")

    async def settled(self) -> None:
        """Wait until nothing is being removed."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def stop(self) -> None:
        """Remove nothing more, even if the last transaction reports another card."""
        self._is_stopped = True
        self._wanted.clear()
        for task in self._tasks.values():
            task.cancel()
        await self.settled()

    async def _work(self, channel: discord.PartialMessageable) -> None:
        try:
            while channel.id in self._wanted:
                await self._pace()
                message_id = self._wanted.pop(channel.id)
                request = channel.get_partial_message(message_id).edit(view=None)
                try:
                    await bounded(request, _LONGEST, self._limit)
                except SEND_ERRORS as failure:
                    _log.info("Message %s keeps its buttons: %s", message_id, failure)
        finally:
            del self._tasks[channel.id]
