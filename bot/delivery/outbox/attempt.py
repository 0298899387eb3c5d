"""One attempt to deliver a row of the outbox.

It first finds out whether the message has already arrived, since a crash or a lost reply may have
hidden that. If it hasn't arrived, it is sent in a way that can be repeated:

- the interaction's token shows whether its answer is the message;
- the messages of the channel since the first attempt show whether one arrived, if the bot may read
  them;
- the nonce makes Discord return the first message if the same one is sent twice within minutes.
"""

import logging
from dataclasses import replace
from typing import Final, TypeAlias

import discord

from bot.delivery.answering.panels import ORIGINAL
from bot.delivery.answering.response import DONE
from bot.delivery.outbox.arrival import is_shown, seen
from bot.delivery.outbox.composing import Composer
from bot.delivery.people import Users, users_in
from bot.delivery.rendering import Rendered, Rendering
from bot.delivery.requests import SEND_ERRORS
from bot.messages.controls.message import Message
from bot.messages.words.locale import DEFAULT
from bot.model.queues import OutboxItem
from bot.store.people.accounts import People
from bot.store.queues.table_messages import Sent

__all__ = ["Attempt", "Gone", "NoWay", "is_refusal", "sent", "takes_no_direct"]

_log = logging.getLogger(__name__)

_NO_DIRECT: Final = frozenset({50007, 50278})
"""Discord's error codes for people who accept no direct messages from the bot."""

_Place: TypeAlias = discord.PartialMessageable | discord.DMChannel


class NoWay(Exception):
    """The row can only be sent as an answer, but its interaction accepts none."""


class Gone(Exception):
    """The person to whom the row would be sent is gone."""


class Attempt:
    """An attempt at one row; `nonce_word` belongs to the database and `now` is in Unix seconds."""

    def __init__(
        self,
        client: discord.Client,
        people: People,
        item: OutboxItem,
        post: Message,
        *,
        rendering: Rendering,
        nonce_word: str,
        now: float,
    ) -> None:
        self._client = client
        self._people = people
        self._rendered = rendering.rendered
        self._post = post
        self._nonce_word = nonce_word
        self._now = now
        self.item = item
        """The row, without its token once Discord no longer accepts answers with it, and with the
        last message after which its own must stand if it is there."""

    @property
    def _locale(self) -> str:
        return self._post.locale or DEFAULT

    async def run(self, composer: Composer, *, is_first: bool) -> Sent | None:
        """Return the message, sent now or before, or None if nothing is left to show.

        A message tried for the first time wasn't sent before. For any other attempt, the composer
        returns what the row shows after the search: a press may have changed its message meanwhile.

        Raises what discord.py raises, or NoWay.
        """
        try:
            if not is_first:
                found = await self._sent_before()
                if found is not None:
                    return found
                present = await composer.compose(self.item)
                if present is None:
                    return None
                self._post = present
            if not self.item.answer_only:
                return await self._send(await self._place())
        except discord.Forbidden:
            # A message that can't be searched for isn't sent again, as it may have arrived; an
            # answer can be.
            if self._hook() is None:
                raise
        hook = self._hook()
        if hook is None:
            raise NoWay
        return await self._follow_up(hook)

    async def _sent_before(self) -> Sent | None:
        """Return the message of an earlier attempt, if the interaction or the channel shows it."""
        hook = self._hook()
        found = None if hook is None else await self._answered(hook)
        if found is None and not self.item.answer_only:
            found = await self._posted(await self._place())
        return found

    async def found(self) -> Sent | None:
        """Return the message of an earlier attempt, if the channel shows it to the bot."""
        try:
            return await self._posted(await self._place())
        except discord.Forbidden:
            return None

    def _hook(self) -> discord.Webhook | None:
        """Return the webhook that answers the interaction, while its token is valid."""
        if not self.item.has_token(self._now):
            self.item = replace(self.item, token=None)
            return None
        assert self._client.application_id is not None
        assert self.item.token is not None
        return discord.Webhook.partial(
            self._client.application_id, self.item.token, client=self._client
        )

    async def _answered(self, hook: discord.Webhook) -> Sent | None:
        """Return the interaction's answer if it shows this message. A deferred answer is given."""
        try:
            answer = await hook.fetch_message(ORIGINAL)
        except discord.HTTPException as failure:
            if failure.status not in (401, 403, 404):
                raise
            self.item = replace(self.item, token=None)
            return None
        users = await users_in(self._people, self._post)
        if not answer.flags.ephemeral and self._shows(answer, users):
            return self._there(answer)
        if not (answer.flags.ephemeral and answer.flags.loading):
            return None
        # What was deferred in private stays private, so the post follows it.
        await hook.edit_message(ORIGINAL, **Rendered(DONE, {}, self._locale).to_edit())
        return await self._follow_up(hook)

    async def _follow_up(self, hook: discord.Webhook) -> Sent:
        post = await self._rendered(self._post, self._locale)
        message = await hook.send(**post.to_send(), wait=True)
        # Where only its user has installed the bot, Discord decides who sees a follow-up.
        if message.flags.ephemeral:
            _log.warning("A follow-up for %s was shown privately", self.item.dedupe)
            self.item = replace(self.item, token=None)
            if self.item.answer_only:
                raise NoWay
            return await self._send(await self._place())
        return sent(self._post, message.id)

    async def _place(self) -> _Place:
        if self.item.channel_id is not None:
            return self._client.get_partial_messageable(self.item.channel_id)
        assert self.item.person is not None, "a row has a channel or a person"
        user_id = await self._people.user_id(self.item.person)
        if user_id is None:
            raise Gone
        return await self._client.create_dm(discord.Object(user_id))

    async def _posted(self, place: _Place) -> Sent | None:
        """Return the message of an earlier attempt, or None once everything since was read.

        What this attempt has no time to read is left to the next one.
        """
        assert self.item.after is not None, "an attempt was made"
        users = await users_in(self._people, self._post)
        since = discord.Object(self.item.after)
        async for message in place.history(limit=None, after=since, oldest_first=True):
            if message.author == self._client.user and self._shows(message, users):
                return self._there(message)
            self.item = replace(self.item, after=message.id)
        return None

    async def _send(self, place: _Place) -> Sent:
        # At most 25 characters, as Discord requires: 8 for the word, 8 for the time, and the
        # number.
        nonce = f"{self._nonce_word}{self.item.created_at:x}.{self.item.id:x}"
        post = await self._rendered(self._post, self._locale)
        message = await place.send(**post.to_send(), nonce=nonce)
        return sent(post.message, message.id)

    def _shows(self, message: discord.Message, users: Users) -> bool:
        return is_shown(self._post, users, seen(message), self._locale)

    def _there(self, message: discord.Message) -> Sent:
        """Return a message that was sent before: its mark tells that it shows the board."""
        shows_board = self._post.mark in seen(message).marks
        return Sent(message.id, self.item.number if shows_board else None)


def sent(post: Message, message_id: int) -> Sent:
    """Return a message that has just been sent. What is said in words alone is no board."""
    is_board = post.mark is not None and bool(post.picture or post.rows)
    return Sent(message_id, post.mark.number if post.mark and is_board else None, post.digest)


def takes_no_direct(failure: Exception) -> bool:
    """Tell whether a person accepts no direct messages from the bot."""
    return isinstance(failure, discord.Forbidden) and failure.code in _NO_DIRECT


def is_refusal(failure: Exception) -> bool:
    """Tell whether a retry is of little use, which only Discord's answer can say."""
    if isinstance(failure, discord.HTTPException):
        return failure.status < 500 and failure.status not in (401, 408, 429)
    return not isinstance(failure, SEND_ERRORS)
