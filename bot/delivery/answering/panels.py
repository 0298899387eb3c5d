"""Private panels: a person keeps one of a kind per table, and a new one replaces the last.

Rulebooks, lists of games and what they follow belong to no table: of them a person keeps one.

Only the token of an interaction reaches a private message, for 15 minutes. Removing one is tried
once, and nothing depends on it: it is the first thing left undone under a rate limit that panels
may share with other messages.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, TypeAlias, cast

import discord

from bot.delivery.requests import SEND_ERRORS, GlobalLimit, bounded
from bot.delivery.worker import BackgroundTasks

__all__ = ["ORIGINAL", "PanelKind", "Panels"]

_log = logging.getLogger(__name__)

_MOST: Final = 3000
"""The most panels that are remembered."""
ORIGINAL: Final = cast("int", "@original")
"""Discord's name for an interaction's first answer, used in place of an id."""
_LONGEST: Final = 5.0
"""The most seconds for one removal."""


class PanelKind(Enum):
    """The purpose of a private message."""

    MOVE = auto()
    """Picking a move, a welcome that tells how, or the reason why one was refused."""
    VIEW = auto()
    """The board as the person sees it."""
    MENU = auto()
    """The menu of everything else."""
    PLAN = auto()
    """The try-out board."""
    READING = auto()
    """A page that the menu leads to: the history, the score, the seats, the dice."""
    QUESTION = auto()
    """The question whether the person wants to resign."""
    ADVICE = auto()
    """A hint, possible claims, or the analysis of a game that is over."""
    STUDY = auto()
    """A game that is over, looked at alone."""
    NOTE = auto()
    """The person's own note, as it was kept."""
    EXPORT = auto()
    """A game as files."""
    RULES = auto()
    """A page of a rulebook."""
    GAMES = auto()
    """The list of the person's games."""
    FOLLOWED = auto()
    """The games that the person follows."""
    NEXT = auto()
    """The number of games in which it is the person's turn, after a move."""


_Key: TypeAlias = tuple[int, int | None, PanelKind]
"""A person, a table if any, and the kind of panel."""


@dataclass(frozen=True, slots=True)
class _Panel:
    """A private message, and the webhook that reaches it, far smaller than an interaction."""

    message_id: int
    hook: discord.Webhook
    """The webhook with the token of the interaction that showed the message."""
    until: float
    """The time at which the token expires, by Discord's clock."""
    follows: bool
    """True if the message isn't the interaction's first answer."""

    @property
    def name(self) -> int:
        """Discord's name for the message among the interaction's answers."""
        return self.message_id if self.follows else ORIGINAL


class Panels:
    """People's last private panels, by person, table and kind.

    `discord_now` returns Discord's time in Unix seconds.
    """

    def __init__(self, discord_now: Callable[[], float], limit: GlobalLimit) -> None:
        self._now = discord_now
        self._limit = limit
        self._last: OrderedDict[_Key, _Panel] = OrderedDict()
        self._key_of: dict[int, _Key] = {}
        """The keys of panels, by message."""
        self._removals = BackgroundTasks("panel")

    def opened(
        self,
        kind: PanelKind,
        table_id: int | None,
        interaction: discord.Interaction[Any],
        message_id: int,
        *,
        follows: bool = False,
    ) -> None:
        """Remember the private message that an interaction shows, and remove the panel before it.

        `table_id` is None for panels that belong to no table; `follows` is true if the interaction
        was answered by another message first.
        """
        token_dies = interaction.expires_at.timestamp()
        panel = _Panel(message_id, interaction.followup, token_dies, follows)
        self._keep((interaction.user.id, table_id, kind), panel)

    def closed(self, message_id: int) -> None:
        """Forget a panel that is removed by someone else."""
        if (key := self._key_of.get(message_id)) is not None:
            self._drop(key)

    async def settled(self) -> None:
        """Wait until nothing is being removed."""
        await self._removals.settled()

    async def stop(self) -> None:
        """Wait until nothing is being removed, and remove nothing more."""
        await self.settled()
        await self._removals.stop()

    def _keep(self, key: _Key, panel: _Panel) -> None:
        """Remember a panel, even if it was of another kind: the newer token is valid longer."""
        was = self._key_of.get(panel.message_id)
        if was is not None:
            self._drop(was)
        last = self._drop(key)
        self._last[key] = panel
        self._key_of[panel.message_id] = key
        self._forget()
        if last is None or self._is_lost(last) or self._limit.is_strained:
            return
        if last.hook.token != panel.hook.token:
            self._removals.begin(_remove(last, self._limit))

    def _drop(self, key: _Key) -> _Panel | None:
        panel = self._last.pop(key, None)
        if panel is not None:
            del self._key_of[panel.message_id]
        return panel

    def _is_lost(self, panel: _Panel) -> bool:
        return panel.until <= self._now()

    def _forget(self) -> None:
        """Forget the oldest panels while there are too many, and those that can't be reached."""
        while self._last:
            key, oldest = next(iter(self._last.items()))
            if len(self._last) <= _MOST and not self._is_lost(oldest):
                return
            self._drop(key)


async def _remove(panel: _Panel, limit: GlobalLimit) -> None:
    try:
        await bounded(panel.hook.delete_message(panel.name), _LONGEST, limit)
    except SEND_ERRORS as failure:
        _log.info("Couldn't delete an old panel: %s", failure)
