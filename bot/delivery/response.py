"""One interaction's answer: begun within Discord's three seconds whatever happens, given once.

Discord drops an interaction that hears nothing for 3 s, and the first word decides who sees the
answer. A `Response` therefore waits, and only when time gets short defers in the way that is right
for it: as an update while a panel is being turned over, else privately. A public answer then comes
as a message of its own, because filling a deferred one is an edit, and edits ping nobody.
"""

import asyncio
import logging
from collections import OrderedDict
from enum import Enum, auto
from typing import Final

import aiohttp
import discord

from bot.delivery.views import edit_kwargs, modal, send_kwargs
from bot.messages.locale import DEFAULT
from bot.messages.message import Form, Message
from bot.model.table import Request, User
from rules.sentence import say

__all__ = ["DEFER_AFTER", "SEND_ERRORS", "Response", "Unanswered"]

_log = logging.getLogger(__name__)

DEFER_AFTER: Final = 1.5
"""Seconds without an answer after which a response is deferred; Discord waits for 3."""

SEND_ERRORS: Final = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What sending to Discord can end in."""


_KEPT: Final = 1000
_shown: Final[OrderedDict[int, discord.Interaction]] = OrderedDict()
"""Private messages with buttons, and the interaction that showed each: a private message can only
be changed through the token of the interaction whose answer it is."""


def _remember(message_id: int, interaction: discord.Interaction) -> None:
    _shown[message_id] = interaction
    _shown.move_to_end(message_id)
    if len(_shown) > _KEPT:
        _shown.popitem(last=False)


class Unanswered(Exception):
    """The post could not be given as this interaction's answer; the channel is still owed it."""


class DeferKind(Enum):
    """How an answer is deferred that takes long."""

    PRIVATE = auto()
    UPDATE = auto()
    """The message that holds the button pressed is turned into something else."""


class Response:
    """The answer to one interaction. `defer_kind` says how it is deferred should it take long."""

    def __init__(
        self, interaction: discord.Interaction, defer_kind: DeferKind = DeferKind.PRIVATE
    ) -> None:
        self.interaction = interaction
        self.defer_kind = defer_kind
        self._deferred: DeferKind | None = None
        self._speaking = asyncio.Lock()
        self._timer = asyncio.get_running_loop().call_later(DEFER_AFTER, self._time_is_short)
        self._deferral: asyncio.Task[None] | None = None

    @property
    def request(self) -> Request:
        """The interaction as the store remembers it."""
        return Request(str(self.interaction.id), self.interaction.token)

    @property
    def user(self) -> User:
        """Who asked."""
        return User(self.interaction.user.id, self.interaction.user.display_name)

    @property
    def locale(self) -> str:
        """Discord's code of the language of who asked."""
        return str(self.interaction.locale)

    @property
    def public_locale(self) -> str:
        """Discord's code of the language of the server, in which all can read."""
        return str(self.interaction.guild_locale or DEFAULT)

    @property
    def _source_locale(self) -> str:
        """The language of the message that holds the control that was used."""
        message = self.interaction.message
        is_private = message is not None and message.flags.ephemeral
        return self.locale if is_private else self.public_locale

    @property
    def is_given(self) -> bool:
        """Whether Discord has heard an answer that is not a mere deferral."""
        return self.interaction.response.is_done() and self._deferred is None

    def close(self) -> None:
        """Stop watching the time."""
        self._timer.cancel()

    async def private(self, post: Message) -> None:
        """Tell the person alone. Failing to is logged: nothing depends on it."""
        async with self._speaking:
            try:
                await self._say_privately(post)
            except SEND_ERRORS as failure:
                _log.warning("A private answer to %s was lost: %s", self.user.id, failure)

    async def public(self, post: Message) -> int | None:
        """Answer for all to see and return the message's number.

        Raises Unanswered where the interaction can't carry it any more.
        """
        response = self.interaction.response
        async with self._speaking:
            try:
                if not response.is_done():
                    sent = await response.send_message(**send_kwargs(post, self.public_locale))
                    return sent.message_id
                if self._deferred is DeferKind.PRIVATE:
                    self._deferred = None
                    await self.interaction.delete_original_response()
                message = await self.interaction.followup.send(
                    **send_kwargs(post, self.public_locale), wait=True
                )
            except SEND_ERRORS as failure:
                raise Unanswered from failure
            return message.id

    async def update(self, post: Message) -> None:
        """Turn the message that holds the pressed button into this one."""
        async with self._speaking:
            try:
                if self.interaction.response.is_done():
                    await self.interaction.edit_original_response(
                        **edit_kwargs(post, self._source_locale)
                    )
                else:
                    await self.interaction.response.edit_message(
                        **edit_kwargs(post, self._source_locale)
                    )
                if self.interaction.message is not None:
                    _remember(self.interaction.message.id, self.interaction)
            except SEND_ERRORS as failure:
                _log.warning("A panel of %s was not updated: %s", self.user.id, failure)

    async def open_modal(self, form: Form) -> None:
        """Open a form. Discord takes one as a first answer only: later, ask to try again."""
        async with self._speaking:
            if not self.interaction.response.is_done():
                try:
                    await self.interaction.response.send_modal(modal(form, self.locale))
                except SEND_ERRORS as failure:
                    _log.warning("%s was shown no form: %s", self.user.id, failure)
                return
        await self.private(
            Message(say("That took too long, sorry. Please press the button again."))
        )

    async def remove_source_controls(self) -> None:
        """Take the buttons off the message that held the one pressed, best effort."""
        message = self.interaction.message
        try:
            if message is not None:
                await message.edit(view=None, allowed_mentions=discord.AllowedMentions.none())
        except SEND_ERRORS as failure:
            _log.info("An old message keeps its buttons: %s", failure)

    async def replace_source_message(self, post: Message) -> None:
        """Turn the message that held the button into this, after the answer went elsewhere.

        Best effort: the message may be long gone, and its buttons explain themselves anyway.
        """
        message = self.interaction.message
        try:
            if message is None:
                return
            if not message.flags.ephemeral:
                await message.edit(**edit_kwargs(post, self.public_locale))
            elif shown := _shown.pop(message.id, None):
                await shown.edit_original_response(**edit_kwargs(post, self.locale))
        except SEND_ERRORS as failure:
            _log.info("An old message stays as it is: %s", failure)

    async def _say_privately(self, post: Message) -> None:
        response = self.interaction.response
        if not response.is_done():
            sent = await response.send_message(**send_kwargs(post, self.locale), ephemeral=True)
            if post.rows and sent.message_id is not None:
                _remember(sent.message_id, self.interaction)
        elif self._deferred is DeferKind.PRIVATE:
            await self.interaction.edit_original_response(**edit_kwargs(post, self.locale))
        else:
            await self.interaction.followup.send(**send_kwargs(post, self.locale), ephemeral=True)

    def _time_is_short(self) -> None:
        self._deferral = asyncio.create_task(self._defer())

    async def _defer(self) -> None:
        async with self._speaking:
            if self.interaction.response.is_done():
                return
            self._deferred = self.defer_kind
            thinking = self.defer_kind is not DeferKind.UPDATE
            try:
                await self.interaction.response.defer(ephemeral=thinking, thinking=thinking)
            except SEND_ERRORS as failure:
                self._deferred = None
                _log.warning("An interaction could not be deferred: %s", failure)
