"""Pays what channels are owed: each accepted change is shown once, whatever breaks in between.

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

from bot import boards
from bot.posts import Post
from bot.records import Owed, Table
from bot.refusals import NoGame
from bot.reply import FAILURES, Reply, Unanswered
from bot.store import Store
from bot.tables import Change, Tables

__all__ = ["Outbox"]

_log = logging.getLogger(__name__)

_TOKEN_LIFE: Final = 15 * 60
_SWEEP: Final = 5.0
"""Seconds between two looks at what is still owed, while anything is."""
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
        self._in_hand: set[tuple[int, int]] = set()
        self._urgent: set[tuple[int, int]] = set()
        self._trying = asyncio.Lock()
        self._lines: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._hurried: asyncio.Task[bool] | None = None
        self._patience = _PATIENCE

    async def answer(self, reply: Reply, change: Change) -> bool:
        """Answer the interaction with the post that its change is owed.

        Where that can't be done the channel gets it; False says so. The posts of one table go out
        in the order of its events.
        """
        owed = change.owed
        key = (owed.table_id, owed.number)
        self._in_hand.add(key)
        paid = False
        try:
            async with self._line(owed.table_id):
                post = await boards.owed_post(change.table, owed.number)
                assert post is not None, "what has just happened is owed"
                message_id = await reply.public(post)
            await self._store.paid(owed, owed.channel_id, message_id)
            paid = True
        except Unanswered as failure:
            _log.warning("Table %s, event %s goes to the channel: %s", *key, failure.__cause__)
            self._urgent.add(key)
        finally:
            self._in_hand.discard(key)
            if not paid:
                self._look_now()
        return paid

    def hurry(self, table: Table) -> None:
        """Show the first board of a game that started by itself."""
        self._urgent.add((table.id, len(table.started.events)))
        self._look_now()

    def start(self) -> None:
        """Pay what an earlier process left, then what fails from now on, until stopped."""
        self._patience = 0.0
        if not self._sweep.is_running():
            self._sweep.start()

    def stop(self) -> None:
        """Pay no more."""
        self._sweep.cancel()
        if self._hurried:
            self._hurried.cancel()

    def _look_now(self) -> None:
        """Try at once, and go on until nothing is owed."""
        if self._sweep.is_running():
            self._hurried = asyncio.create_task(self._try(_PATIENCE), name="hurried outbox")
        elif not self._client.is_closed():
            self._sweep.start()

    @tasks.loop(seconds=_SWEEP)
    async def _sweep(self) -> None:
        """Look after what is owed, until nothing is."""
        patience, self._patience = self._patience, _PATIENCE
        if not await self._try(patience):
            self._sweep.stop()

    async def _try(self, patience: float) -> bool:
        """Pay, and tell whether anything is still owed."""
        async with self._trying:
            try:
                await self.pay(patience)
                return bool(await self._store.owed())
            except Exception:
                _log.exception("The outbox stumbled; it tries again")
                return True

    async def pay(self, patience: float) -> None:
        """Pay what could not be answered, and what nobody has answered for so many seconds."""
        owed = [row for row in await self._store.owed() if self._is_due(row, patience)]
        for row in owed:
            try:
                async with self._line(row.table_id):
                    await self._pay(row)
            except NoGame:
                await self._strike(row, None)
            except (discord.Forbidden, discord.NotFound) as failure:
                await self._refused(row, failure)
            except FAILURES as failure:
                await self._store.tried(row)
                _log.warning("Table %s is still owed a post: %s", row.table_id, failure)
            except Exception:
                await self._store.tried(row)
                _log.exception("Table %s: its post can't be made", row.table_id)

    def _line(self, table_id: int) -> asyncio.Lock:
        """Return the lock that the posts of a table queue for."""
        return self._lines.setdefault(table_id, asyncio.Lock())

    def _is_due(self, owed: Owed, patience: float) -> bool:
        key = (owed.table_id, owed.number)
        if key in self._in_hand:
            return False
        least = 0 if key in self._urgent else patience
        return self._now() - owed.created_at >= max(least, _wait(owed.attempts))

    async def _pay(self, owed: Owed) -> None:
        table = await self._tables.get(owed.table_id)
        post = await boards.owed_post(table, owed.number)
        if post is None:
            await self._strike(owed, None)
            return
        message_id = (
            await self._answered(owed, post)
            or await self._posted(owed, post)
            or await self._post(owed, post)
        )
        await self._strike(owed, message_id)

    async def _strike(self, owed: Owed, message_id: int | None) -> None:
        await self._store.paid(owed, owed.channel_id, message_id)
        self._urgent.discard((owed.table_id, owed.number))

    async def _answered(self, owed: Owed, post: Post) -> int | None:
        """Return the interaction's public answer; one that was only deferred is given here."""
        if owed.token is None or self._now() - owed.created_at > _TOKEN_LIFE:
            return None
        assert self._client.application_id is not None
        hook = discord.Webhook.partial(self._client.application_id, owed.token, client=self._client)
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
        message = await hook.send(**post.sent(), wait=True)
        return message.id

    async def _posted(self, owed: Owed, post: Post) -> int | None:
        """Return the message of an earlier attempt."""
        channel = self._client.get_partial_messageable(owed.channel_id)
        try:
            async for message in channel.history(limit=_LOOK_BACK):
                if message.created_at.timestamp() < owed.created_at - _SKEW:
                    return None
                if message.author == self._client.user and _shows(message, post):
                    return message.id
        except discord.Forbidden:
            return None
        return None

    async def _post(self, owed: Owed, post: Post) -> int:
        channel = self._client.get_partial_messageable(owed.channel_id)
        nonce = f"{owed.table_id}.{owed.number}"
        message = await channel.send(**post.sent(), nonce=nonce)
        return message.id

    async def _refused(self, owed: Owed, failure: discord.HTTPException) -> None:
        """Count a refusal; a channel that is gone or closed to the bot is given up in the end."""
        await self._store.tried(owed)
        if isinstance(failure, discord.NotFound) or owed.attempts + 1 >= _GIVE_UP:
            _log.error(
                "Table %s: channel %s can't be told: %s", owed.table_id, owed.channel_id, failure
            )
            await self._strike(owed, None)


def _wait(attempts: int) -> float:
    """Return the seconds from an event to the attempt after so many that failed."""
    return sum(min(_SWEEP * (1 << number), _LONGEST_WAIT) for number in range(attempts))


def _shows(message: discord.Message, post: Post) -> bool:
    """Whether a message is this post: by its buttons and pings, by its text where it has none."""
    if not post.rows:
        return message.content == post.text
    rows = (row for row in message.components if isinstance(row, discord.ActionRow))
    names = {item.custom_id for row in rows for item in row.children}
    return post.names <= names and set(post.pings) <= set(message.raw_mentions)
