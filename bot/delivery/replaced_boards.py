"""Makes of each board that has a newer one below it what is to be left of it.

Usually that is a line of the record (`messages/channel/record.py`). What is to be done is stored
with the newer board, so a restart goes on. It is done once the newer board is there. A change that
Discord refuses is tried once more with the table's next board; nothing depends on it. That Discord
accepts few edits of old messages (`Effect.OLD`) never counts against a board.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

import discord

from bot.delivery.components import Controls
from bot.delivery.edits import Edits, Effect
from bot.delivery.people import addressed
from bot.delivery.requests import GlobalLimit
from bot.delivery.servers import open_place, server_locale
from bot.delivery.supervision import Supervised
from bot.messages.channel.boards import looking_back
from bot.messages.channel.record import Remains, line, remains
from bot.messages.words.locale import Reader, reader
from bot.model.boards import BoardKind, ReplacedBoard
from bot.model.caller import PlaceKind
from bot.model.errors import NoGame
from bot.model.table import Table
from bot.store.shown import Shown
from bot.tables.lookup import Lookup

__all__ = ["ReplacedBoards"]

_PER_SECOND: Final = 10.0
"""Changes per second, over all channels and processes."""


class ReplacedBoards:
    """Changes or deletes the messages of replaced boards, one at a time in each channel."""

    def __init__(
        self,
        client: discord.Client,
        shown: Shown,
        lookup: Lookup,
        edits: Edits,
        limit: GlobalLimit,
    ) -> None:
        self._client = client
        self._shown = shown
        self._lookup = lookup
        self._edits = edits
        self._pace = limit.pace(_PER_SECOND)
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
        if table is None or table.match is None or table.place.kind is PlaceKind.PRIVATE:
            await self._shown.done(board)  # The bot can change nothing there.
            return
        channel = open_place(self._client, replace(table.place, channel_id=board.channel_id))
        if channel is None:
            # An archived thread isn't woken to tidy it up; its next board does that.
            await self._shown.put_off(board, refused=False)
            return
        left = remains(table, board)
        message = channel.get_partial_message(board.message_id)
        if left is not Remains.NOTHING and self._edits.is_resting(message):
            await self._shown.put_off(board, refused=False)
            return
        await self._pace()
        match await self._leave(table, board, left, message):
            case Effect.DONE | Effect.GONE | Effect.CLOSED:
                await self._shown.done(board)
            case effect:
                await self._shown.put_off(board, refused=effect is not Effect.OLD)

    async def _leave(
        self, table: Table, board: ReplacedBoard, left: Remains, message: discord.PartialMessage
    ) -> Effect:
        words = reader(server_locale(self._client, table.guild_id))
        match left:
            case Remains.NOTHING:
                return await self._edits.delete(message)
            case Remains.PICTURE:
                request = message.edit(view=await self._kept(table, board, words))
            case Remains.WORDS:
                request = message.edit(attachments=[], view=None)
            case Remains.LINE:
                said = await asyncio.to_thread(line, table, board.first, board.number)
                nobody = discord.AllowedMentions.none()
                request = message.edit(
                    content=addressed(words.message(said), {}, words), attachments=[], view=None,
                    allowed_mentions=nobody,
                )  # fmt: skip
        return await self._edits.make(message, request)

    async def _kept(self, table: Table, board: ReplacedBoard, words: Reader) -> Controls | None:
        """Return the buttons that stay: those to look back at the game before."""
        if board.kind is not BoardKind.TURNOVER:
            return None
        before = await self._lookup.game_before(table)
        rows = looking_back(before) if before and before.match else ()
        return Controls(rows, words) if rows else None


def _channel(board: ReplacedBoard) -> int:
    return board.channel_id
