"""Adds to the message of a game's end who played better and whom the dice favoured.

A timer is set with the end of a game whose table of exact values is there. The end is shown without
waiting for anything; a worker makes the report when it has nothing more urgent to do, and then the
message is edited. A line that already stands there isn't added again, and the timer goes only after
the edit: a kill at any moment neither loses nor doubles the line.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.delivery.advice import Advice
from bot.delivery.attempt import is_refusal
from bot.delivery.requests import SEND_ERRORS, GlobalLimit, bounded
from bot.delivery.scheduler import Done
from bot.delivery.servers import open_channel, server_locale
from bot.delivery.supervision import BackgroundTasks
from bot.messages.words.locale import MOST_CHARACTERS, reader
from bot.messages.words.luck import luck_line
from bot.model.errors import NoGame, TableError
from bot.model.queues import Timer, entry_item
from bot.model.table import Table
from bot.store.faults import log_failure
from bot.store.queues import Queues, drop_timer
from bot.tables.lookup import Lookup
from engine.pool import Purpose
from rules.time.duration import DAY

__all__ = ["LuckLines"]

_log = logging.getLogger(__name__)

_PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds between two looks whether the end has been shown."""
_AGAIN: Final = 120
"""Seconds after which it is tried again, if it has failed."""
_IN_VAIN: Final = DAY
"""Seconds after the end of a game when it is given up."""
_LONGEST: Final = 5.0
"""The most seconds for one request."""


class LuckLines:
    """The lines of one process. `now` returns Unix seconds."""

    def __init__(
        self,
        client: discord.Client,
        queues: Queues,
        lookup: Lookup,
        advice: Advice,
        now: Callable[[], float],
        *,
        limit: GlobalLimit,
    ) -> None:
        self._client = client
        self._queues = queues
        self._lookup = lookup
        self._advice = advice
        self._now = now
        self._limit = limit
        self._under_way: set[int] = set()
        self._tasks = BackgroundTasks("luck")

    async def carry_out(self, timer: Timer, done: Done) -> int | None:
        """Begin to add the line of a table; the timer waits, in case that this fails."""
        assert timer.table_id is not None, "the line is about a table's game"
        try:
            table = await self._lookup.get(timer.table_id)
        except NoGame:
            table = None
        now = int(self._now())
        if table is None or table.match is None or table.match.entries[-1].at + _IN_VAIN < now:
            await self._queues.transact(done)
            return None
        if table.id not in self._under_way:
            self._under_way.add(table.id)
            self._tasks.begin(self._add(table, timer.dedupe))
        return now + _AGAIN

    async def settled(self) -> None:
        """Wait until no line is being added."""
        await self._tasks.settled()

    async def stop(self) -> None:
        """Add no more lines; the next start does."""
        await self._tasks.stop()

    async def _add(self, table: Table, timer: str) -> None:
        try:
            if await self._is_settled(table):
                await self._queues.transact(lambda tx: drop_timer(tx, timer))
        except Exception as failure:
            log_failure(_log, failure, "The end of table %s stays without its luck", table.id)
        finally:
            self._under_way.discard(table.id)

    async def _is_settled(self, table: Table) -> bool:
        """Add the line; False if that has to be tried again."""
        await self._client.wait_until_ready()  # Until then, it doesn't know all servers.
        channel = open_channel(self._client, table.channel_id)
        if channel is None:
            return table.guild_id is None
        try:
            report = await self._advice.report(table, Purpose.POSTER)
        except TableError:
            return False
        line = luck_line(table, report)
        if line is None:
            return True
        message_id = await self._shown(table)
        if message_id is None:
            return False
        words = reader(server_locale(self._client, table.guild_id))
        adding = _with_line(channel, message_id, words.message(line))
        try:
            await bounded(adding, _LONGEST, self._limit)
        except SEND_ERRORS as failure:
            _log.info("Message %s stays without its luck: %s", message_id, failure)
            return is_refusal(failure)
        return True

    async def _shown(self, table: Table) -> int | None:
        """Return the message that shows the end; None if there is none for some seconds."""
        number = len(table.started.entries)
        row = entry_item(table.id, number, table.channel_id, None, 0).dedupe
        for pause in (*_PAUSES, None):
            await self._queues.flush()
            if not await self._queues.named(row):
                return (await self._lookup.reread(table.id)).board_id
            if pause is not None:
                await asyncio.sleep(pause)
        return None


async def _with_line(channel: discord.PartialMessageable, message_id: int, line: str) -> None:
    """Add a line to a message, unless it stands there; nobody is pinged once more."""
    message = await channel.fetch_message(message_id)
    content = f"{message.content}\n{line}"
    if line not in message.content and len(content) <= MOST_CHARACTERS:
        mentioned = discord.AllowedMentions(users=message.mentions, roles=False, everyone=False)
        await message.edit(content=content, allowed_mentions=mentioned)
