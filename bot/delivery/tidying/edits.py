"""Changes of messages that were sent, and what it means if Discord doesn't make them.

Whoever changes a message decides by the `Effect` what follows. Discord accepts few changes of old
messages in a channel and doesn't say how many (error 30046). Such a refusal passes, and comes by no
fault of the message; after some of them, a channel's old messages rest.
"""

import logging
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from enum import Enum
from typing import Any, Final

import discord

from bot.delivery.discord_time import DiscordTime
from bot.delivery.rendering import Rendering
from bot.delivery.requests import SEND_ERRORS, GlobalLimit, bounded
from bot.delivery.servers import open_place
from bot.messages.channel.overtaken import Trimmed
from bot.messages.controls.message import Message
from bot.messages.words.text import NOTHING
from bot.model.table import Table
from rules.time.duration import HOUR

__all__ = ["Edits", "Effect"]

_log = logging.getLogger(__name__)

_LONGEST: Final = 5.0
"""The most seconds for one change; discord.py would wait longer for the end of a limit."""
_REFUSALS: Final = 5
"""The refusals within an hour after which the old messages of a channel rest for an hour."""
# Someone deleted it ("JSON error codes").
_UNKNOWN_MESSAGE: Final = 10008
_MADE_TO_WAIT: Final = (401, 408, 429)
"""Answers that a later request may not get."""


class Effect(Enum):
    """The result of a change."""

    DONE = "done"
    GONE = "gone"
    """The message was deleted."""
    CLOSED = "closed"
    """Its channel is gone, or closed to the bot."""
    REFUSED = "refused"
    """Discord won't make this change, whenever it is asked."""
    OLD = "old"
    """Discord accepts no more changes of old messages in the channel for now (30046)."""
    SLOW = "slow"
    """Discord made the bot wait, or gave no answer in time."""
    FAULT = "fault"
    """The network or Discord failed; the change may have been made."""


class Edits:
    """Changes the bot's messages in servers, in open threads, and in its direct messages."""

    def __init__(
        self,
        client: discord.Client,
        rendering: Rendering,
        limit: GlobalLimit,
        discord_time: DiscordTime,
    ) -> None:
        self.is_old: Final = discord_time.is_old
        """Returns True if Discord accepts few changes of the message with this number."""
        self._client = client
        self._rendered = rendering.rendered
        self._limit = limit
        self._refusals = _Refusals(discord_time.now)

    def is_resting(self, message: discord.PartialMessage) -> bool:
        """Return True if a message is old and rests, because changes of others were refused."""
        return self.rest_until(message.channel.id) > 0 and self.is_old(message.id)

    def rest_until(self, channel_id: int) -> int:
        """Return until when the old messages of a channel stay as they are; 0 if they don't."""
        return int(self._refusals.rest_until(channel_id))

    async def edit(self, message: discord.PartialMessage, post: Message, locale: str) -> Effect:
        """Give a message this content, in this language."""
        shown = await self._rendered(post, locale)
        return await self.make(message, message.edit(**shown.to_edit()))

    async def trim(self, message: discord.PartialMessage, trimmed: Trimmed, locale: str) -> Effect:
        """Remove a message's pictures, unless they stay, and replace its buttons."""
        post = Message(NOTHING, rows=trimmed.rows)
        view = (await self._rendered(post, locale)).to_edit()["view"]
        if trimmed.has_picture:
            return await self.make(message, message.edit(view=view))
        return await self.make(message, message.edit(view=view, attachments=[]))

    async def delete(self, message: discord.PartialMessage) -> Effect:
        """Delete a message. A refusal doesn't count against old messages."""
        return await self.make(message, message.delete(), is_edit=False)

    async def make(
        self,
        message: discord.PartialMessage,
        request: Coroutine[Any, Any, object],
        *,
        is_edit: bool = True,
        seconds: float = _LONGEST,
    ) -> Effect:
        """Carry out the request, or requests, by which a message changes."""
        try:
            await bounded(request, seconds, self._limit)
        except SEND_ERRORS as failure:
            effect = _meaning(failure)
            if effect is Effect.SLOW and is_edit and self.is_old(message.id):
                effect = Effect.OLD
                self._refusals.note(message.channel.id)
            _log.info("Couldn't change message %s (%s): %s", message.id, effect.value, failure)
            return effect
        return Effect.DONE

    async def show(self, table: Table, message_id: int, post: Message) -> bool:
        """Give a message of a table this content; return False if it can't be changed.

        Raises ConnectionError after a fault, because the message may have changed.
        """
        channel = open_place(self._client, table.place)
        if channel is None:
            return False
        message = channel.get_partial_message(message_id)
        effect = await self.edit(message, post, table.locale)
        if effect is Effect.FAULT:
            raise ConnectionError(f"message {message_id} may have changed")
        return effect is Effect.DONE

    async def try_to_show(self, table: Table, message_id: int, post: Message) -> None:
        """Do as `show`, but ignore a failure: nothing depends on it."""
        with suppress(ConnectionError):
            await self.show(table, message_id, post)


def _meaning(failure: Exception) -> Effect:
    """Return the effect that an error stands for. discord.py reports 30046 as a rate limit."""
    match failure:
        case discord.RateLimited() | TimeoutError():
            return Effect.SLOW
        case discord.NotFound(code=code) if code == _UNKNOWN_MESSAGE:
            return Effect.GONE
        case discord.NotFound() | discord.Forbidden():
            return Effect.CLOSED
        case discord.HTTPException(status=status) if status in _MADE_TO_WAIT:
            return Effect.SLOW
        case discord.HTTPException(status=status) if status < 500:
            return Effect.REFUSED
        case _:
            return Effect.FAULT


class _Refusals:
    """The times of the latest refused changes of old messages, by channel."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._times: dict[int, deque[float]] = {}

    def note(self, channel_id: int) -> None:
        """Remember a refusal, and forget the channels without one for an hour."""
        now = self._now()
        self._times = {at: each for at, each in self._times.items() if now - each[-1] < HOUR}
        self._times.setdefault(channel_id, deque(maxlen=_REFUSALS)).append(now)

    def rest_until(self, channel_id: int) -> float:
        """Return an hour after the last of `_REFUSALS` in an hour, or 0 once that has passed."""
        times = self._times.get(channel_id)
        if times is None or len(times) < _REFUSALS or times[-1] - times[0] >= HOUR:
            return 0
        end = times[-1] + HOUR
        return end if self._now() < end else 0
