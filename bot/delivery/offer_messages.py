"""Offers that were settled say so in their own message, however that happened.

So does the wish of a seat to resign, for which its allies are asked.

Who presses a button of an offer turns its message with the answer. An offer can also be settled
by a command, by a move, by an engine or by time: then its message is edited, once, and nothing
depends on it.
"""

import asyncio
import logging
from typing import Final

import discord

from bot.delivery.requests import GlobalLimit, bounded
from bot.delivery.response import SEND_ERRORS
from bot.delivery.server_locale import server_locale
from bot.delivery.views import edit_kwargs
from bot.messages import offers, resignations
from bot.messages.message import Message
from bot.model.errors import NoGame
from bot.model.queues import ItemKind, OutboxItem
from bot.model.table import Table
from bot.store.queues import Queues
from bot.store.shown import ShownOffer
from bot.tables.service import Tables
from rules.events import ResignWanted

__all__ = ["OfferMessages"]

_log = logging.getLogger(__name__)

_LONGEST: Final = 5.0
"""Seconds that one edit may take."""


class OfferMessages:
    """Edits the messages of offers after something else was shown of their tables."""

    def __init__(
        self, client: discord.Client, queues: Queues, tables: Tables, limit: GlobalLimit
    ) -> None:
        self._client = client
        self._queues = queues
        self._tables = tables
        self._limit = limit
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_stopped = False

    def overtaken(self, item: OutboxItem, shown: ShownOffer, turned: int | None) -> None:
        """Let an offer's message say what came of it, now that a later row was shown.

        `turned` is the message that a press has turned already, if any.
        """
        if self._is_stopped:
            return
        is_turned = shown.message_id == turned
        task = asyncio.create_task(self._settle(item, shown, is_turned=is_turned), name="offer")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settled(self) -> None:
        """Wait until no message is being edited."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def stop(self) -> None:
        """Edit nothing more, also where the last transaction tells of a later row."""
        self._is_stopped = True
        for task in self._tasks:
            task.cancel()
        await self.settled()

    async def _settle(self, item: OutboxItem, shown: ShownOffer, *, is_turned: bool) -> None:
        assert item.table_id is not None, "an offer belongs to a table"
        try:
            table = await self._tables.get(item.table_id)
        except NoGame:
            return
        if table.match is None:
            return
        waits = _waits(table, shown.number)
        if not waits:
            self._queues.forget_offer(table.id, shown)
        is_answer = item.kind is ItemKind.ANSWER
        if not is_turned and (is_answer or not waits):
            await self._edit(table, shown)

    async def _edit(self, table: Table, shown: ShownOffer) -> None:
        """Edit a message where the bot can do so by itself: in servers, in open threads."""
        channel = self._client.get_channel(table.channel_id)
        if not isinstance(channel, discord.TextChannel | discord.Thread):
            return
        if isinstance(channel, discord.Thread) and channel.archived:
            return
        post = await asyncio.to_thread(_as_it_stands, table, shown.number)
        words = edit_kwargs(post, server_locale(self._client, table.guild_id))
        message = channel.get_partial_message(shown.message_id)
        try:
            await bounded(message.edit(**words), _LONGEST, self._limit)
        except SEND_ERRORS as failure:
            _log.info("The offer in message %s stays as it is: %s", shown.message_id, failure)


def _waits(table: Table, number: int) -> bool:
    """Whether the offer or wish of the entry of this number waits for answers."""
    match = table.started
    event = match.events[number - 1]
    if isinstance(event, ResignWanted):
        return resignations.waits(table, event)
    return match.offer is not None and match.offer.number == number


def _as_it_stands(table: Table, number: int) -> Message:
    event = table.started.events[number - 1]
    if isinstance(event, ResignWanted):
        return resignations.as_it_stands(table, number, event)
    return offers.as_it_stands(table, number)
