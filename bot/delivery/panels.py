"""Private panels, of which a person keeps one a table: a new one takes the place of the last.

Only the token of an interaction reaches a private message, for 15 minutes. Removing one is done
once, and nothing depends on it.
"""

import asyncio
import logging
from collections import OrderedDict
from typing import Any, Final

import discord

from bot.delivery.response import SEND_ERRORS

__all__ = ["Panels"]

_log = logging.getLogger(__name__)

_MOST: Final = 2000
"""Panels that are remembered."""
_LONGEST: Final = 5.0
"""Seconds that one removal may take."""


class Panels:
    """The last private panel of each person at each table."""

    def __init__(self) -> None:
        self._last: OrderedDict[tuple[int, int], discord.Interaction[Any]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def opened(self, table_id: int, interaction: discord.Interaction[Any]) -> None:
        """Remember a new panel, and remove the one before it."""
        key = (interaction.user.id, table_id)
        last = self._last.pop(key, None)
        self._last[key] = interaction
        while len(self._last) > _MOST:
            self._last.popitem(last=False)
        if last is not None and not last.is_expired():
            task = asyncio.create_task(_remove(last))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def turned(self, table_id: int, interaction: discord.Interaction[Any]) -> None:
        """Remember that a panel was turned, by an interaction whose token lives longer."""
        key = (interaction.user.id, table_id)
        if key in self._last:
            self._last[key] = interaction

    async def settled(self) -> None:
        """Wait until nothing is being removed."""
        while self._tasks:
            await asyncio.wait(self._tasks)


async def _remove(interaction: discord.Interaction[Any]) -> None:
    try:
        async with asyncio.timeout(_LONGEST):
            await interaction.delete_original_response()
    except SEND_ERRORS as failure:
        _log.info("An old panel stays: %s", failure)
