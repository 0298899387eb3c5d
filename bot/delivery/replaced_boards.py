"""Makes of each board that has a newer one below it what is to be left of it.

Usually that is a line of the record (`messages/channel/record.py`). What is to be done is stored
with the newer board, so a restart goes on. It is done once the newer board is there. A change that
Discord refuses is tried once more with the table's next board; nothing depends on it. Discord
accepts few edits of old messages in a channel (error 30046): such a refusal passes and never counts
against a board, and after some of them the channel's old boards rest.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, Final

import discord

from bot.delivery.components import Controls
from bot.delivery.discord_time import DiscordTime
from bot.delivery.people import addressed
from bot.delivery.requests import SEND_ERRORS, GlobalLimit, bounded
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
from rules.time.duration import HOUR

__all__ = ["ReplacedBoards"]

_log = logging.getLogger(__name__)

_LONGEST: Final = 5.0
"""The most seconds for one change."""
_PER_SECOND: Final = 10.0
"""Changes per second, over all channels and processes."""
_REFUSALS: Final = 5
"""The refusals within an hour after which the old boards of a channel rest for an hour."""
_MADE_TO_WAIT: Final = (discord.RateLimited, TimeoutError)
"""The errors that come of 30046: discord.py waits or says for how long, but not for what."""


class ReplacedBoards:
    """Changes or deletes the messages of replaced boards, one at a time in each channel."""

    def __init__(
        self,
        client: discord.Client,
        shown: Shown,
        lookup: Lookup,
        limit: GlobalLimit,
        discord_time: DiscordTime,
    ) -> None:
        self._client = client
        self._shown = shown
        self._lookup = lookup
        self._limit = limit
        self._is_old = discord_time.is_old
        self._refusals = _Refusals(discord_time.now)
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

    def rest_until(self, channel_id: int) -> int:
        """Return until when the old boards of a channel stay as they are; 0 if they don't."""
        return int(self._refusals.rest_until(channel_id))

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
        is_old_edit = left is not Remains.NOTHING and self._is_old(board.message_id)
        if is_old_edit and self._refusals.rest_until(board.channel_id):
            await self._shown.put_off(board, refused=False)
            return
        message = channel.get_partial_message(board.message_id)
        await self._pace()
        try:
            await bounded(await self._request(table, board, left, message), _LONGEST, self._limit)
        except (discord.NotFound, discord.Forbidden) as failure:
            _log.info("Board %s stays as it is: %s", board.message_id, failure)
            await self._shown.done(board)
        except SEND_ERRORS as failure:
            _log.info("Board %s stays as it is for now: %s", board.message_id, failure)
            is_passing = is_old_edit and isinstance(failure, _MADE_TO_WAIT)
            if is_passing:
                self._refusals.note(board.channel_id)
            await self._shown.put_off(board, refused=not is_passing)
        else:
            await self._shown.done(board)

    async def _request(
        self, table: Table, board: ReplacedBoard, left: Remains, message: discord.PartialMessage
    ) -> Coroutine[Any, Any, object]:
        words = reader(server_locale(self._client, table.guild_id))
        match left:
            case Remains.NOTHING:
                return message.delete()
            case Remains.PICTURE:
                return message.edit(view=await self._kept(table, board, words))
            case Remains.WORDS:
                return message.edit(attachments=[], view=None)
            case Remains.LINE:
                said = await asyncio.to_thread(line, table, board.first, board.number)
                nobody = discord.AllowedMentions.none()
                return message.edit(
                    content=addressed(words.message(said), {}, words), attachments=[], view=None,
                    allowed_mentions=nobody,
                )  # fmt: skip

    async def _kept(self, table: Table, board: ReplacedBoard, words: Reader) -> Controls | None:
        """Return the buttons that stay: those to look back at the game before."""
        if board.kind is not BoardKind.TURNOVER:
            return None
        before = await self._lookup.game_before(table)
        rows = looking_back(before) if before and before.match else ()
        return Controls(rows, words) if rows else None


class _Refusals:
    """The times of the latest refused edits of old messages, by channel."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._times: dict[int, deque[float]] = {}

    def note(self, channel_id: int) -> None:
        """Remember a refusal, and forget the channels without one for an hour."""
        now = self._now()
        self._times = {at: each for at, each in self._times.items() if now - each[-1] < HOUR}
        self._times.setdefault(channel_id, deque(maxlen=_REFUSALS)).append(now)

    def rest_until(self, channel_id: int) -> float:
        """Return an hour after the last of some refusals that came in an hour; 0 if that's over."""
        times = self._times.get(channel_id)
        if times is None or len(times) < _REFUSALS or times[-1] - times[0] >= HOUR:
            return 0
        end = times[-1] + HOUR
        return end if self._now() < end else 0


def _channel(board: ReplacedBoard) -> int:
    return board.channel_id
