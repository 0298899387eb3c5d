"""Keeps messages up to date, such as club boards and the cards of events.

How to keep a message of a kind up to date:

1. Write a `Source`, which makes the content of the message, and give it to `Displays.add`.
2. Call `store.displays.post` in the transaction that wants the message. The outbox sends it.
3. Call `store.displays.ask` in every transaction that changes what it shows. `ask` is cheap.
4. Call `store.displays.drop` when it changes no more; the message stays as it is. `remove` has it
   deleted.

A change asks for an edit soon, but not before the least time between two edits of its kind. It is
made only if the digest of the content differs. From the second hour of a message on, edits are at
least five minutes apart, and twice as far with every refusal (30046). All of them together take at
most five requests a second, behind everything else; what has waited longest comes first. What is to
be done is stored, so a restart goes on, and an edit can be repeated without harm.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final, Protocol

import discord

from bot.delivery.languages import spoken_in
from bot.delivery.requests import GlobalLimit, bounded
from bot.delivery.servers import open_channel, reached
from bot.delivery.tidying.edits import Edits, Effect
from bot.delivery.worker import ROUND, Rests, Worker
from bot.messages.controls.message import Message, marked
from bot.messages.words.locale import DEFAULT
from bot.model.displays import GONE, Display, DisplayKind, earliest_edit
from bot.model.mark import Mark, MarkKind
from bot.model.queues import OutboxItem
from bot.model.table import Table
from bot.store.queues.table_messages import DISPLAYS
from bot.store.sql.errors import Busy, log_failure
from bot.store.store import Store
from rules.time.duration import HOUR, MINUTE

__all__ = ["Content", "Displays", "Source"]

_log = logging.getLogger(__name__)

_PER_SECOND: Final = 5.0
"""Requests per second, over all messages and processes."""
_BATCH: Final = 20
"""The most messages that are looked at before it is asked again which wait longest."""
_LOOK: Final = 30.0
"""The most seconds between two looks: another process may ask, and the clock may be set."""
_STRAINED: Final = 1.0
"""Seconds between two looks while a limit holds for everything."""
_FAULT: Final = MINUTE
"""Seconds for which a message rests at first whose round changed nothing."""


@dataclass(frozen=True, slots=True)
class Content:
    """The content that a message is to have."""

    message: Message
    """It has a digest. Edits ping no one."""
    again_at: int | None = None
    """The moment at which it changes by itself, in Unix seconds."""


class Source(Protocol):
    """Makes the messages of one kind."""

    async def content(self, display: Display, /) -> Content | None:
        """Return what the message is to show now, or None to leave it as it is."""
        ...

    async def gone(self, display: Display, /) -> None:
        """Decide what follows when the message was deleted."""
        ...

    async def closed(self, display: Display, /) -> None:
        """Decide what follows when the channel is gone, or closed to the bot."""
        ...


class Displays:
    """The messages that one process keeps up to date. `now` returns Unix seconds.

    `quiet` is awaited before every request; it returns once nothing else is being sent. `language`
    returns that of a server, by Discord's code.
    """

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        now: Callable[[], float],
        quiet: Callable[[], Awaitable[None]],
        *,
        limit: GlobalLimit,
        edits: Edits,
        language: Callable[[int], Awaitable[str]],
    ) -> None:
        self.sources: dict[str, Source] = {}
        self._client = client
        self._store = store.displays
        self._now = now
        self._quiet = quiet
        self._limit = limit
        self._edits = edits
        self._language = language
        self._pace = limit.pace(_PER_SECOND)
        self._rests = Rests[int](_FAULT, now=now)
        self._one_at_a_time = asyncio.Lock()
        # Until the client is ready, it doesn't know all channels.
        self._worker = Worker("displays", self._look_at_due, ready=client.wait_until_ready, now=now)
        store.queues.listen(DISPLAYS, self._worker.wake)

    def add(self, kind: DisplayKind, source: Source) -> None:
        """Keep messages of another kind up to date. Raises ValueError for a kind that is taken."""
        if kind.word in self._store.kinds:
            raise ValueError(f"messages of the kind {kind.word!r} are kept up to date already")
        self._store.kinds[kind.word] = kind
        self.sources[kind.word] = source

    def start(self) -> None:
        """Keep messages up to date, until stopped."""
        self._worker.start()

    async def stop(self) -> None:
        """Edit no more; the next start goes on."""
        await self._worker.stop()

    async def compose(self, item: OutboxItem, _table: Table | None) -> Message | None:
        """Return the message that a row of the outbox asks for, unless a newer one is wanted.

        Raises ConnectionError for a server that can't be reached now.
        """
        display = await self._store.get(item.contents)
        if display is None or display.number != item.number:
            return None
        reached(self._client, display.guild_id)
        content = await self.sources[display.kind.word].content(display)
        return None if content is None else content.message

    async def run_due(self) -> int | None:
        """Look at all messages that are due now; return when the next one is, if known."""
        async with self._one_at_a_time:
            while True:
                due, later = await self._store.due(int(self._now()), _BATCH)
                for display in due:
                    await self._try_to_look(display)
                if not due or self._limit.is_strained:
                    return later

    async def _look_at_due(self) -> float:
        """Look at what is due, and return the seconds until the next look."""
        later = None if self._limit.is_strained else await self.run_due()
        wait = _STRAINED if self._limit.is_strained else _LOOK
        return wait if later is None else min(wait, later - self._now())

    async def _try_to_look(self, display: Display) -> None:
        """Look at one message. If that fails, as after damage to its data, no other has to wait."""
        try:
            if await bounded(self._look(display), ROUND, self._limit):
                self._rests.end(display.id)
                return
        except Busy:
            raise
        except Exception as failure:
            log_failure(_log, failure, "Couldn't bring display %s up to date", display.id)
        await self._store.put_off(display, int(self._now() + self._rests.begin(display.id)))

    async def _look(self, display: Display) -> bool:
        """Edit a message if it doesn't show the present, and delete the one before it.

        Return False if that has to be tried again.
        """
        now = int(self._now())
        if self._client.get_guild(display.guild_id) is None:
            await self._store.put_off(display, now + HOUR)  # It is unavailable, or has no bot.
            return True
        if display.old_message_id is not None and not await self._delete_old(display):
            return False
        if display.kind == GONE:
            return await self._delete(display)
        if (earliest := earliest_edit(display, now)) > now:
            await self._store.put_off(display, earliest)
            return True
        content = await self.sources[display.kind.word].content(display)
        if content is None:
            await self._store.unchanged(display, now, None)
            return True
        locale = await self._language(display.guild_id)
        content = replace(content, message=spoken_in(content.message, locale))
        if content.message.digest == display.digest:
            await self._store.unchanged(display, now, content.again_at)
        else:
            return await self._edit(display, content)
        return True

    async def _edit(self, display: Display, content: Content) -> bool:
        assert display.message_id is not None, "what isn't there isn't due"
        digest = content.message.digest
        assert digest is not None, "a message that is kept up to date has a digest"
        channel = open_channel(self._client, display.channel_id)
        source = self.sources[display.kind.word]
        if channel is None:
            await self._store.put_off(display, int(self._now()) + HOUR)
            await source.closed(display)
            return True
        mark = Mark(MarkKind.DISPLAY, display.id, display.number)
        post = replace(marked(content.message, mark), pings=())
        await self._turn()
        message = channel.get_partial_message(display.message_id)
        effect = await self._edits.edit(message, post, post.locale or DEFAULT)
        now = int(self._now())
        match effect:
            case Effect.DONE:
                await self._store.edited(display, digest, now, content.again_at)
            case Effect.GONE:
                await self._store.put_off(display, now + HOUR)
                await source.gone(display)
            case Effect.CLOSED:
                await self._store.put_off(display, now + HOUR)
                await source.closed(display)
            case Effect.OLD:
                await self._store.refused(display, now)
            case _:
                return False
        return True

    async def _delete_old(self, display: Display) -> bool:
        """Delete the previous message. Return False to try again later."""
        if not await self._is_deleted(display.old_channel_id, display.old_message_id):
            return False
        await self._store.old_is_gone(display)
        return True

    async def _delete(self, display: Display) -> bool:
        """Delete a message that shows nothing any more. Return False to try again later."""
        if not await self._is_deleted(display.channel_id, display.message_id):
            return False
        await self._store.is_gone(display)
        return True

    async def _is_deleted(self, channel_id: int | None, message_id: int | None) -> bool:
        """Delete a message; return False if that has to be tried again."""
        assert channel_id is not None, "a message has a channel"
        assert message_id is not None, "there is one"
        channel = open_channel(self._client, channel_id)
        if channel is None:
            return True
        await self._turn()
        effect = await self._edits.delete(channel.get_partial_message(message_id))
        return effect in {Effect.DONE, Effect.GONE, Effect.CLOSED}

    async def _turn(self) -> None:
        """Wait until nothing else is being sent."""
        await self._pace()
        await self._quiet()
