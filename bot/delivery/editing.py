"""Edits of messages that show tables, where the bot can change them by itself."""

import logging
from typing import Final

import discord

from bot.delivery.people import users_in
from bot.delivery.requests import SEND_ERRORS, GlobalLimit, bounded
from bot.delivery.servers import open_place, server_locale
from bot.delivery.views import drawn, edit_kwargs
from bot.messages.controls.message import Message
from bot.model.table import Table
from bot.store.people import People

__all__ = ["Editing"]

_log = logging.getLogger(__name__)

_LONGEST: Final = 5.0
"""The most seconds for one edit; discord.py would wait longer for the end of a limit."""


class Editing:
    """Edits messages in servers, in open threads, and in direct messages with the bot."""

    def __init__(self, client: discord.Client, people: People, limit: GlobalLimit) -> None:
        self._client = client
        self._people = people
        self._limit = limit

    async def show(self, table: Table, message_id: int, post: Message) -> bool:
        """Give a message of a table this content; return False if it can't be changed.

        Raises what a request raises that failed without being refused.
        """
        channel = open_place(self._client, table.place)
        if channel is None:
            return False
        locale = server_locale(self._client, table.guild_id)
        post = await drawn(post, locale)
        words = edit_kwargs(post, await users_in(self._people, post), locale)
        try:
            edit = channel.get_partial_message(message_id).edit(**words)
            await bounded(edit, _LONGEST, self._limit)
        except (discord.HTTPException, discord.RateLimited, TimeoutError) as failure:
            if isinstance(failure, discord.HTTPException) and failure.status >= 500:
                raise
            _log.info("Message %s stays as it is: %s", message_id, failure)
            return False
        return True

    async def try_to_show(self, table: Table, message_id: int, post: Message) -> None:
        """Do the same once, where nothing depends on it."""
        try:
            await self.show(table, message_id, post)
        except SEND_ERRORS as failure:
            _log.info("Message %s stays as it is: %s", message_id, failure)
