"""Trims, rewrites or deletes a table's messages once later ones have overtaken them.

`messages/channel/overtaken.py` decides what becomes of them. The work is stored with the later
message, so a restart goes on, and is done once that message is there. A change that Discord refuses
is tried once more with the table's next message. Discord accepts few edits of old messages; such a
refusal (`Effect.OLD`) never counts.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

import discord

from bot.delivery.requests import GlobalLimit, bounded
from bot.delivery.servers import open_place
from bot.delivery.tidying.edits import Edits, Effect
from bot.delivery.worker import ROUND, Rests, Worker
from bot.messages.channel.overtaken import Deleted, Left, Trimmed, present
from bot.model.boards import BoardKind, TableMessage
from bot.model.caller import PlaceKind
from bot.model.errors import NoGame
from bot.model.table import Table
from bot.store.queues.table_messages import TableMessageStore
from bot.store.sql.errors import Busy, log_failure
from bot.tables.lookup import Lookup
from rules.time.duration import MINUTE

__all__ = ["TableMessages"]

_log = logging.getLogger(__name__)

_PER_SECOND: Final = 10.0
"""Changes per second, over all channels and processes."""
_LOOK: Final = 1.0
"""The seconds after which work in other channels is looked for while some is under way."""
_REST: Final = 1.0
"""Seconds for which a channel rests at first whose messages couldn't even be worked on."""


class TableMessages:
    """Changes or deletes messages of tables, one at a time in a channel."""

    def __init__(
        self,
        client: discord.Client,
        messages: TableMessageStore,
        lookup: Lookup,
        edits: Edits,
        limit: GlobalLimit,
    ) -> None:
        self._client = client
        self._messages = messages
        self._lookup = lookup
        self._edits = edits
        self._limit = limit
        self._pace = limit.pace(_PER_SECOND)
        self._channels: dict[int, asyncio.Task[None]] = {}
        self._looked_at: dict[int, list[TableMessage]] = {}
        """The table messages being looked at in a channel, or looked at last."""
        self._resting = Rests[int](_REST, MINUTE)
        # Until the client is ready, it doesn't know all channels.
        self.worker = Worker("table messages", self._look_at_due, ready=client.wait_until_ready)
        messages.listen(lambda _: self.worker.wake())

    async def _look_at_due(self) -> float | None:
        """Work on what is due in one task per channel, so that no channel waits for another.

        Only a stop cancels a task: a request that ends early may harm others.
        """
        try:
            while await self._begun():
                await asyncio.wait(
                    self._channels.values(), timeout=_LOOK, return_when=asyncio.FIRST_COMPLETED
                )
        except asyncio.CancelledError:
            for task in self._channels.values():
                task.cancel()
            await asyncio.gather(*self._channels.values(), return_exceptions=True)
            raise
        return min(self._resting.resting().values(), default=None)

    async def _begun(self) -> bool:
        """Start a task in every channel with work and none yet. Return True if any is running."""
        self._channels = {key: task for key, task in self._channels.items() if not task.done()}
        besides = {*self._channels, *self._resting.resting()}
        before = self._looked_at
        self._looked_at = {key: before[key] for key in self._channels if key in before}
        for channel_id, each in groupby(await self._messages.overtaken(besides), _channel):
            messages = list(each)
            if messages == before.get(channel_id):  # They were looked at, and that changed nothing.
                self._resting.begin(channel_id)
                continue
            self._looked_at[channel_id] = messages
            work = self._look_at_all(channel_id, messages)
            self._channels[channel_id] = asyncio.create_task(work, name=f"messages {channel_id}")
        return bool(self._channels)

    async def _look_at_all(self, channel_id: int, messages: Sequence[TableMessage]) -> None:
        """Look at messages of one channel, oldest first; it rests if they can't even be put off."""
        try:
            for message in messages:
                await self._pace()
                await self._try(message)
        except Exception as failure:
            log_failure(_log, failure, "Couldn't work on the messages of channel %s", channel_id)
            self._resting.begin(channel_id)

    async def _try(self, message: TableMessage) -> None:
        try:
            await bounded(self._look(message), ROUND, self._limit)
        except Busy:
            raise
        except Exception:
            _log.exception("Couldn't bring message %s up to date", message.message_id)
            await self._messages.put_off(message, refused=True)

    async def _look(self, message: TableMessage) -> None:
        table = await self._table(message)
        if table is None or table.place.kind is PlaceKind.PRIVATE:
            await self._messages.done(message)  # The bot can change nothing there.
            return
        is_turnover = message.kind == BoardKind.TURNOVER
        before = await self._lookup.game_before(table) if is_turnover else None
        now = await asyncio.to_thread(present, table, message, before)
        left = None if message.is_told else now.left
        if left is None or await self._is_changed(table, message, left):
            await (self._messages.done if now.is_last else self._messages.put_off)(message)

    async def _table(self, message: TableMessage) -> Table | None:
        try:
            return await self._lookup.get(message.table_id)
        except NoGame:
            return None

    async def _is_changed(self, table: Table, message: TableMessage, left: Left) -> bool:
        """Change a message, or put it off and return False."""
        channel = open_place(self._client, replace(table.place, channel_id=message.channel_id))
        if channel is None:
            # An archived thread isn't woken to tidy it up; its next message does that.
            await self._messages.put_off(message)
            return False
        there = channel.get_partial_message(message.message_id)
        if not isinstance(left, Deleted) and self._edits.is_resting(there):
            await self._messages.put_off(message)
            return False
        match left:
            case Deleted():
                effect = await self._edits.delete(there)
            case Trimmed():
                effect = await self._edits.trim(there, left, table.locale)
            case _:
                effect = await self._edits.edit(there, left, table.locale)
        if effect in {Effect.DONE, Effect.GONE, Effect.CLOSED}:
            return True
        await self._messages.put_off(message, refused=effect is not Effect.OLD)
        return False


def _channel(message: TableMessage) -> int:
    return message.channel_id
