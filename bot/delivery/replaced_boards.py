"""Makes of each board that has a newer one below it what is to be left of it.

Usually that is a line of the record (`messages/channel/record.py`). What is to be done is stored
with the newer board, so a restart goes on. It is done once the newer board is there. A change that
Discord refuses is tried once more with the table's next board; nothing depends on it.
"""

import asyncio
import logging
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

import discord

from bot.delivery.people import addressed
from bot.delivery.requests import SEND_ERRORS, GlobalLimit, bounded
from bot.delivery.servers import open_place, server_locale
from bot.delivery.supervision import Pace, Supervised
from bot.messages.channel.record import Remains, line, remains
from bot.messages.words.locale import reader
from bot.model.boards import ReplacedBoard
from bot.model.errors import NoGame
from bot.model.table import Table
from bot.store.shown import Shown
from bot.tables.lookup import Lookup

__all__ = ["ReplacedBoards"]

_log = logging.getLogger(__name__)

_LONGEST: Final = 5.0
"""The most seconds for one change."""
_PER_SECOND: Final = 10.0
"""Changes per second, over all channels."""


class ReplacedBoards:
    """Changes or deletes the messages of replaced boards, one at a time in each channel."""

    def __init__(
        self, client: discord.Client, shown: Shown, lookup: Lookup, limit: GlobalLimit
    ) -> None:
        self._client = client
        self._shown = shown
        self._lookup = lookup
        self._limit = limit
        self._pace = Pace(_PER_SECOND)
        self._woken = asyncio.Event()
        self._rests = asyncio.Event()
        self._worker = Supervised("replaced boards", self._work)
        shown.listen(lambda _: self._wake())

    def start(self) -> None:
        """Change those that earlier processes have left, then those that come."""
        self._worker.start()

    async def stop(self) -> None:
        """Change no more; the next start goes on."""
        await self._worker.stop()

    async def settled(self) -> None:
        """Wait until nothing is left to be changed now."""
        await self._rests.wait()

    def _wake(self) -> None:
        self._rests.clear()
        self._woken.set()

    async def _work(self) -> None:
        await self._client.wait_until_ready()  # Until then, it doesn't know all channels.
        while True:
            self._woken.clear()
            while boards := await self._shown.replaced_boards():
                async with asyncio.TaskGroup() as channels:
                    for _, each in groupby(sorted(boards, key=_channel), _channel):
                        channels.create_task(self._change_all(list(each)))
            if not self._woken.is_set():
                self._rests.set()
                await self._woken.wait()

    async def _change_all(self, boards: Sequence[ReplacedBoard]) -> None:
        """Change the messages of one channel, oldest first."""
        for board in boards:
            await self._change(board)

    async def _change(self, board: ReplacedBoard) -> None:
        try:
            table = await self._lookup.get(board.table_id)
        except NoGame:
            table = None
        if table is None or table.match is None:
            await self._shown.done(board)
            return
        channel = open_place(self._client, replace(table.place, channel_id=board.channel_id))
        if channel is None:
            # An archived thread isn't woken to tidy it up; its next board does that.
            await self._shown.put_off(board, refused=False)
            return
        message = channel.get_partial_message(board.message_id)
        await self._pace()
        try:
            await bounded(await self._request(table, board, message), _LONGEST, self._limit)
        except (discord.NotFound, discord.Forbidden) as failure:
            _log.info("Board %s stays as it is: %s", board.message_id, failure)
            await self._shown.done(board)
        except SEND_ERRORS as failure:
            _log.info("Board %s stays as it is for now: %s", board.message_id, failure)
            await self._shown.put_off(board, refused=True)
        else:
            await self._shown.done(board)

    async def _request(
        self, table: Table, board: ReplacedBoard, message: discord.PartialMessage
    ) -> Coroutine[Any, Any, object]:
        match remains(table, board):
            case Remains.NOTHING:
                return message.delete()
            case Remains.PICTURE:
                return message.edit(view=None)
            case Remains.WORDS:
                return message.edit(attachments=[], view=None)
            case Remains.LINE:
                said = await asyncio.to_thread(line, table, board.first, board.number)
                words = reader(server_locale(self._client, table.guild_id))
                nobody = discord.AllowedMentions.none()
                return message.edit(
                    content=addressed(words.message(said), {}), attachments=[], view=None,
                    allowed_mentions=nobody,
                )  # fmt: skip


def _channel(board: ReplacedBoard) -> int:
    return board.channel_id
