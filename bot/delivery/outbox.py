"""Pays what channels are item: each accepted change is shown once, whatever breaks in between.

A change is written together with a row of the outbox. Usually the interaction that asked for it
is answered with the board, and the row is struck. Where that fails, or the process died in
between, the board goes to the channel as a message of its own:

- the row's token tells whether the answer went out after all (Discord keeps it for 15 minutes);
- the channel's latest messages tell whether an earlier attempt arrived, where they may be read;
- a nonce makes Discord return the first message should the same one be sent twice.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, cast
from weakref import WeakValueDictionary

import discord
from discord.ext import tasks

from bot.delivery.response import SEND_ERRORS, Response, Unanswered
from bot.delivery.views import send_kwargs
from bot.messages import boards
from bot.messages.locale import DEFAULT, reader
from bot.messages.message import Message
from bot.model.errors import NoGame
from bot.model.table import OutboxItem, Table
from bot.store.tables import Store
from bot.tables.service import Tables

__all__ = ["Outbox"]

_log = logging.getLogger(__name__)

_TOKEN_LIFE: Final = 15 * 60
_SWEEP: Final = 5.0
"""Seconds between two looks at what is still item, while anything is."""
_PATIENCE: Final = 30.0
"""Seconds after which a row is taken for left behind: its interaction should have long paid it."""
_LONGEST_WAIT: Final = 600.0
"""Seconds between two attempts at most; each wait is twice as long as the one before."""
_GIVE_UP: Final = 150
"""Attempts, about a day of them, after which a channel that refuses everything is given up."""
_LOOK_BACK: Final = 25
"""Messages of a channel that are looked through for an earlier attempt."""
_SKEW: Final = 60.0
"""Seconds by which Discord's clock may be behind ours."""
_ORIGINAL: Final = cast("int", "@original")
"""Discord's name for an interaction's first answer, which stands where an id does."""


class Outbox:
    """The outbox of one process. `now` returns Unix seconds."""

    def __init__(
        self, client: discord.Client, store: Store, tables: Tables, now: Callable[[], float]
    ) -> None:
        self._client = client
        self._store = store
        self._tables = tables
        self._now = now
        self._in_flight: set[tuple[int, int]] = set()
        self._urgent: set[tuple[int, int]] = set()
        self._trying = asyncio.Lock()
        self._table_locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._woken: asyncio.Task[bool] | None = None
        self._patience = _PATIENCE

    async def answer(self, response: Response, table: Table, item: OutboxItem) -> bool:
        """Answer the interaction with the post that its change is item.

        Where that can't be done the channel gets it; False says so. The posts of one table go out
        in the order of its events.
        """
        key = (item.table_id, item.number)
        self._in_flight.add(key)
        paid = False
        try:
            async with self._table_lock(item.table_id):
                post = await boards.message_for(table, item.number)
                assert post is not None, "what has just happened is owed"
                message_id = await response.public(post)
            await self._store.mark_delivered(item, item.channel_id, message_id)
            paid = True
        except Unanswered as failure:
            _log.warning("Table %s, event %s goes to the channel: %s", *key, failure.__cause__)
            self._urgent.add(key)
        finally:
            self._in_flight.discard(key)
            if not paid:
                self._wake()
        return paid

    def deliver_soon(self, table: Table) -> None:
        """Show the first board of a game that started by itself."""
        self._urgent.add((table.id, len(table.started.events)))
        self._wake()

    def start(self) -> None:
        """Pay what an earlier process left, then what fails from now on, until stopped."""
        self._patience = 0.0
        if not self._sweep.is_running():
            self._sweep.start()

    def stop(self) -> None:
        """Pay no more."""
        self._sweep.cancel()
        if self._woken:
            self._woken.cancel()

    def _wake(self) -> None:
        """Try at once, and go on until nothing is item."""
        if self._sweep.is_running():
            self._woken = asyncio.create_task(self._try(_PATIENCE), name="woken outbox")
        elif not self._client.is_closed():
            self._sweep.start()

    @tasks.loop(seconds=_SWEEP)
    async def _sweep(self) -> None:
        """Look after what is item, until nothing is."""
        patience, self._patience = self._patience, _PATIENCE
        if not await self._try(patience):
            self._sweep.stop()

    async def _try(self, patience: float) -> bool:
        """Pay, and tell whether anything is still item."""
        async with self._trying:
            try:
                await self.deliver_due(patience)
                return bool(await self._store.pending())
            except Exception:
                _log.exception("The outbox stumbled; it tries again")
                return True

    async def deliver_due(self, patience: float) -> None:
        """Pay what could not be answered, and what nobody has answered for so many seconds."""
        item = [row for row in await self._store.pending() if self._is_due(row, patience)]
        for row in item:
            try:
                async with self._table_lock(row.table_id):
                    await self._deliver(row)
            except NoGame:
                await self._mark_delivered(row, None)
            except (discord.Forbidden, discord.NotFound) as failure:
                await self._refused(row, failure)
            except SEND_ERRORS as failure:
                await self._store.count_attempt(row)
                _log.warning("Table %s is still owed a post: %s", row.table_id, failure)
            except Exception:
                await self._store.count_attempt(row)
                _log.exception("Table %s: its post can't be made", row.table_id)

    def _table_lock(self, table_id: int) -> asyncio.Lock:
        """Return the lock that the posts of a table queue for."""
        return self._table_locks.setdefault(table_id, asyncio.Lock())

    def _is_due(self, item: OutboxItem, patience: float) -> bool:
        key = (item.table_id, item.number)
        if key in self._in_flight:
            return False
        least = 0 if key in self._urgent else patience
        return self._now() - item.created_at >= max(least, _wait(item.attempts))

    async def _deliver(self, item: OutboxItem) -> None:
        table = await self._tables.get(item.table_id)
        post = await boards.message_for(table, item.number)
        if post is None:
            await self._mark_delivered(item, None)
            return
        message_id = (
            await self._answered(item, post)
            or await self._posted(item, post)
            or await self._post(item, post)
        )
        await self._mark_delivered(item, message_id)

    async def _mark_delivered(self, item: OutboxItem, message_id: int | None) -> None:
        await self._store.mark_delivered(item, item.channel_id, message_id)
        self._urgent.discard((item.table_id, item.number))

    async def _answered(self, item: OutboxItem, post: Message) -> int | None:
        """Return the interaction's public answer; one that was only deferred is given here."""
        if item.token is None or self._now() - item.created_at > _TOKEN_LIFE:
            return None
        assert self._client.application_id is not None
        hook = discord.Webhook.partial(self._client.application_id, item.token, client=self._client)
        try:
            answer = await hook.fetch_message(_ORIGINAL)
        except (discord.NotFound, discord.Forbidden):
            return None
        except discord.HTTPException as failure:
            if failure.status == 401:
                return None
            raise
        if not answer.flags.ephemeral:
            return answer.id
        if not answer.flags.loading:
            return None
        await hook.delete_message(_ORIGINAL)
        message = await hook.send(**send_kwargs(post), wait=True)
        return message.id

    async def _posted(self, item: OutboxItem, post: Message) -> int | None:
        """Return the message of an earlier attempt."""
        channel = self._client.get_partial_messageable(item.channel_id)
        try:
            async for message in channel.history(limit=_LOOK_BACK):
                if message.created_at.timestamp() < item.created_at - _SKEW:
                    return None
                if message.author == self._client.user and _shows(message, post):
                    return message.id
        except discord.Forbidden:
            return None
        return None

    async def _post(self, item: OutboxItem, post: Message) -> int:
        channel = self._client.get_partial_messageable(item.channel_id)
        nonce = f"{item.table_id}.{item.number}"
        message = await channel.send(**send_kwargs(post), nonce=nonce)
        return message.id

    async def _refused(self, item: OutboxItem, failure: discord.HTTPException) -> None:
        """Count a refusal; a channel that is gone or closed to the bot is given up in the end."""
        await self._store.count_attempt(item)
        if isinstance(failure, discord.NotFound) or item.attempts + 1 >= _GIVE_UP:
            _log.error(
                "Table %s: channel %s can't be told: %s", item.table_id, item.channel_id, failure
            )
            await self._mark_delivered(item, None)


def _wait(attempts: int) -> float:
    """Return the seconds from an event to the attempt after so many that failed."""
    return sum(min(_SWEEP * (1 << number), _LONGEST_WAIT) for number in range(attempts))


def _shows(message: discord.Message, post: Message) -> bool:
    """Whether a message is this post: by its buttons and pings, by its text where it has none."""
    if not post.rows:
        return message.content == reader(DEFAULT).message(post.text)
    rows = (row for row in message.components if isinstance(row, discord.ActionRow))
    names = {item.custom_id for row in rows for item in row.children}
    return post.custom_ids <= names and set(post.pings) <= set(message.raw_mentions)
