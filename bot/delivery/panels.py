"""Private panels, of which a person keeps one of a kind a table: a new one replaces the last.

Only the token of an interaction reaches a private message, for 15 minutes. Removing one is done
once, and nothing depends on it.
"""

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final

import discord

from bot.delivery.response import SEND_ERRORS, Response

__all__ = ["PanelKind", "Panels"]

_log = logging.getLogger(__name__)

_MOST: Final = 3000
"""Panels that are remembered."""
_LONGEST: Final = 5.0
"""Seconds that one removal may take."""


class PanelKind(Enum):
    """What a private message is for."""

    MOVE = auto()
    """To pick a move, or to say why one is refused."""
    VIEW = auto()
    """The board as the person sees it."""
    MENU = auto()
    """The menu of everything else."""
    PLAN = auto()
    """The try-out board."""
    READING = auto()
    """What the menu leads to: the history, the rules, the score."""


@dataclass(frozen=True, slots=True)
class _Panel:
    """A private message, and the interaction whose first answer it is."""

    message_id: int
    interaction: discord.Interaction[Any]


class Panels:
    """The last private panel of each kind that each person has at each table."""

    def __init__(self) -> None:
        self._last: OrderedDict[tuple[int, int, PanelKind], _Panel] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def opened(self, table_id: int, response: Response, kind: PanelKind) -> None:
        """Remember the private message that was shown last, and remove the panel before it."""
        if response.private_id is not None:
            self._keep(table_id, kind, _Panel(response.private_id, response.interaction))

    def turned(self, table_id: int, interaction: discord.Interaction[Any], kind: PanelKind) -> None:
        """Remember what a private message was turned into.

        It is reached by the token of this interaction, which lives longer than the one before.
        """
        message = interaction.message
        if message is None or not message.flags.ephemeral:
            return
        for key in [(interaction.user.id, table_id, each) for each in PanelKind]:
            last = self._last.get(key)
            if last is not None and last.message_id == message.id:
                del self._last[key]
        self._keep(table_id, kind, _Panel(message.id, interaction))

    async def settled(self) -> None:
        """Wait until nothing is being removed."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def _keep(self, table_id: int, kind: PanelKind, panel: _Panel) -> None:
        key = (panel.interaction.user.id, table_id, kind)
        last = self._last.pop(key, None)
        self._last[key] = panel
        self._forget()
        if last is None or last.message_id == panel.message_id:
            return
        if last.interaction is not panel.interaction and not last.interaction.is_expired():
            task = asyncio.create_task(_remove(last.interaction))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _forget(self) -> None:
        """Forget the oldest panels while there are too many, and those that nobody can reach."""
        while self._last:
            oldest = next(iter(self._last.values()))
            if len(self._last) <= _MOST and not oldest.interaction.is_expired():
                return
            self._last.popitem(last=False)


async def _remove(interaction: discord.Interaction[Any]) -> None:
    try:
        async with asyncio.timeout(_LONGEST):
            await interaction.delete_original_response()
    except SEND_ERRORS as failure:
        _log.info("An old panel stays: %s", failure)
