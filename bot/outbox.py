"""Pays what channels are owed: each accepted change is shown once, whatever breaks in between.

A change is written together with a row of the outbox. Usually the interaction that asked for it
is answered with the board, and the row is struck. Where that fails, or the process died in
between, the board goes to the channel as a message of its own:

- the row's token tells whether the answer went out after all (Discord keeps it for 15 minutes);
- the channel's latest messages tell whether an earlier attempt arrived;
- a nonce makes Discord return the first message should the same one be sent twice.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final, cast

import discord
from discord.ext import tasks

from bot import boards, keys
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
"""Seconds between two looks at what is still owed."""
_PATIENCE: Final = 30.0
"""Seconds after which a row is taken for left behind: its interaction should have long paid it."""
_GIVE_UP: Final = 40
"""Attempts after which a channel that refuses everything is given up."""
_LOOK_BACK: Final = 25
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
        self._failed: set[tuple[int, int]] = set()
        self._trying = asyncio.Lock()
        self._hurried: asyncio.Task[None] | None = None

    async def answer(self, reply: Reply, change: Change) -> bool:
        """Answer the interaction with the post that its change is owed.

        Where that can't be done the channel gets it; False says so.
        """
        owed = change.owed
        key = (owed.table_id, owed.number)
        self._in_hand.add(key)
        try:
            post = await boards.owed_post(change.table, owed.number)
            message_id = await reply.public(post)
            await self._store.paid(owed, owed.channel_id, message_id)
        except Unanswered as failure:
            _log.warning("Table %s, event %s goes to the channel: %s", *key, failure.__cause__)
            self._failed.add(key)
            self._hurried = asyncio.create_task(self._try(_PATIENCE), name="hurried outbox")
            return False
        finally:
            self._in_hand.discard(key)
        return True

    def start(self) -> None:
        """Pay what an earlier process left, then what fails from now on, until stopped."""
        self._sweep.start()

    def stop(self) -> None:
        """Pay no more."""
        self._sweep.cancel()
        if self._hurried:
            self._hurried.cancel()

    @tasks.loop(seconds=_SWEEP)
    async def _sweep(self) -> None:
        await self._try(_PATIENCE)

    @_sweep.before_loop
    async def _pay_the_past(self) -> None:
        await self._try(patience=0)

    async def _try(self, patience: float) -> None:
        async with self._trying:
            try:
                await self.pay(patience)
            except Exception:
                _log.exception("The outbox stumbled; it tries again")

    async def pay(self, patience: float) -> None:
        """Pay what could not be answered, and what nobody has answered for so many seconds.

        A later board settles the earlier ones of its table.
        """
        owed = [row for row in await self._store.owed() if self._is_due(row, patience)]
        newest = {row.table_id: row.number for row in owed}
        for row in owed:
            try:
                if row.number < newest[row.table_id]:
                    await self._store.paid(row, row.channel_id, None)
                else:
                    await self._pay(row)
            except NoGame:
                await self._store.paid(row, row.channel_id, None)
            except (discord.Forbidden, discord.NotFound) as failure:
                await self._refused(row, failure)
            except FAILURES as failure:
                await self._store.tried(row)
                _log.warning("Table %s is still owed a post: %s", row.table_id, failure)

    def _is_due(self, owed: Owed, patience: float) -> bool:
        key = (owed.table_id, owed.number)
        if key in self._in_hand:
            return False
        return key in self._failed or self._now() - owed.created_at >= patience

    async def _pay(self, owed: Owed) -> None:
        table = await self._tables.get(owed.table_id)
        post = await boards.owed_post(table, owed.number)
        message_id = (
            await self._answered(owed, post)
            or await self._posted(owed, table)
            or await self._post(owed, post)
        )
        await self._store.paid(owed, owed.channel_id, message_id)
        self._failed.discard((owed.table_id, owed.number))

    async def _answered(self, owed: Owed, post: Post) -> int | None:
        """Return the interaction's public answer; one that was begun only is finished here."""
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
        if answer.flags.ephemeral:
            return None
        if answer.flags.loading:
            await hook.edit_message(_ORIGINAL, **post.edited())
        return answer.id

    async def _posted(self, owed: Owed, table: Table) -> int | None:
        """Return the message of an earlier attempt, found by the names of its buttons."""
        match = table.match
        assert match is not None
        marks = {
            keys.name(verb, table.id, stamp)
            for verb, stamp in (("menu", match.stamp), ("agree", owed.number))
        }
        channel = self._client.get_partial_messageable(owed.channel_id)
        try:
            async for message in channel.history(limit=_LOOK_BACK):
                if message.author == self._client.user and marks & _names(message):
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
            await self._store.paid(owed, owed.channel_id, None)


def _names(message: discord.Message) -> set[str]:
    rows = (row for row in message.components if isinstance(row, discord.ActionRow))
    return {item.custom_id for row in rows for item in row.children if item.custom_id}
