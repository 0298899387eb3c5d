"""Transactional outbox: shows accepted changes once, even if a process or a request fails.

A change is written together with a row of the outbox. Usually the interaction that asked for it is
answered with the message, and the row is deleted with the next transaction. If that fails, or the
process dies in between, the worker here takes over the row.

Every channel has a task, so no channel waits for another; the messages of a channel stay in
order. An attempt ends after ten seconds. After a fault (an error of Discord's, a rate limit, no
reply), attempts are repeated less and less often for as long as it lasts. A message that Discord
refuses is given up within an hour and parked: the next interaction of the channel sends it along,
and twice a day it is tried again.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

import discord

from bot.delivery.answering.response import Response, Unanswered
from bot.delivery.closed_channels import ClosedChannels
from bot.delivery.discord_time import DiscordTime
from bot.delivery.languages import Languages
from bot.delivery.outbox import order as outbox_order
from bot.delivery.outbox.arrival import seen
from bot.delivery.outbox.attempt import Attempt, Gone, NoWay, is_refusal, sent, takes_no_direct
from bot.delivery.outbox.composing import Composer, RowKind
from bot.delivery.rendering import Rendering
from bot.delivery.requests import SEND_ERRORS, GlobalLimit, bounded
from bot.delivery.servers import has_left
from bot.delivery.tidying.displays import Displays
from bot.delivery.tidying.edits import Edits
from bot.delivery.tidying.in_place import InPlace, is_answer
from bot.delivery.tidying.table_messages import TableMessages
from bot.delivery.worker import BackgroundTasks, Rests, Worker
from bot.messages.controls.message import Message
from bot.model.caller import PlaceKind
from bot.model.engines import duty_of
from bot.model.errors import TableError
from bot.model.queues import ItemKind, OutboxItem, Timer, channel_retry
from bot.model.table import Table
from bot.store.people.pings import fall_back
from bot.store.queues.queues import ANSWER_LEASE, LEASE, OUTBOX
from bot.store.queues.table_messages import Sent
from bot.store.sql.errors import StoreError, log_failure
from bot.store.store import Store
from bot.tables.services import Services
from rules.time.duration import MINUTE

__all__ = ["ATTEMPT", "Outbox"]

_log = logging.getLogger(__name__)

ATTEMPT: Final = 10.0
"""Seconds after which an attempt ends."""
_LOOK: Final = 30.0
"""The most seconds between two checks: another process may leave rows, and the clock may be set."""
_REST: Final = 5.0
"""Seconds for which a channel rests at first whose rows couldn't even be processed."""
# After an outage thousands may wait, and each look would go through all of them.
_LANES: Final = 100
"""The most channels and people that are worked on at once."""
_PER_SECOND: Final = 40.0
"""Attempts begun per second, over all channels and processes; Discord allows a bot 50 requests."""
_AT_ONCE: Final = 4
"""Parked messages that one interaction sends along; Discord may accept only five follow-ups."""
_RETRY: Final = 12 * 60 * 60
"""Seconds after which a channel that refused a message is tried again."""
# Discord's "Unknown Channel" ("JSON error codes").
_UNKNOWN_CHANNEL: Final = 10003


class Outbox:
    """The outbox of one process. `now` returns Unix seconds."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        services: Services,
        now: Callable[[], float],
        *,
        limit: GlobalLimit,
        discord_time: DiscordTime,
        rendering: Rendering,
    ) -> None:
        self._rendering = rendering
        self.languages = Languages(client, store.servers, store.people)
        self.composer = Composer(
            services.lookup, store, partial(has_left, client, store.people), self.languages.of_row
        )
        self.edits = Edits(client, rendering, limit, discord_time)
        self.table_messages = TableMessages(
            client, store.table_messages, services.lookup, self.edits, limit
        )
        self.displays = Displays(
            client, store, now, self.quiet,
            limit=limit, edits=self.edits, language=self.languages.of_server,
        )  # fmt: skip
        self._in_place = InPlace(client, store.table_messages, self.edits)
        self._thinking = BackgroundTasks("thinking")
        self._client = client
        self._people = store.people
        self._queues = queues = store.queues
        self._lookup = services.lookup
        self._tables = services.tables
        self._voids = services.voids
        self._metadata = store.metadata
        self._now = now
        self._limit = limit
        self._number_before = discord_time.number_before
        self._nonce_word = ""
        self._answering: set[str] = set()
        self._answerable: dict[int, OutboxItem] = {}
        """The rows answered last at tables where the bot can only answer, while it still can."""
        self._has_parked = True
        self.closed = ClosedChannels(queues, now)
        self._lanes: dict[int, asyncio.Task[None]] = {}
        self._resting = Rests[int](_REST, MINUTE)
        self._rests = asyncio.Event()
        self._rests.set()
        self._order: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._pace = limit.pace(_PER_SECOND)
        self.worker = Worker("outbox", self._look, ready=self._load)
        self.add(ItemKind.DISPLAY, RowKind(self.displays.compose, asks_preferences=True))
        kinds = self.composer.kinds
        kinds[ItemKind.REMINDER] = replace(kinds[ItemKind.REMINDER], refused=self._remind_there)
        queues.listen(OUTBOX, lambda _: self.worker.wake())

    def add(self, kind: str, made: RowKind) -> None:
        """Show rows of another kind. Raises ValueError for a kind that is known."""
        if kind in self.composer.kinds:
            raise ValueError(f"rows of the kind {kind!r} are shown already")
        self.composer.kinds[kind] = made
        self._queues.row_kinds.add(kind)

    def start(self) -> None:
        """Deliver the rows of earlier processes, then those that fail from now on."""
        self.worker.start()
        self.table_messages.worker.start()
        self.displays.start()

    async def stop(self) -> None:
        """Stop delivering."""
        await self.displays.stop()
        await self.worker.stop()
        for lane in self._lanes.values():
            lane.cancel()
        await asyncio.gather(*self._lanes.values(), return_exceptions=True)
        await self._thinking.stop()
        await self.table_messages.worker.stop()

    async def answer(
        self, response: Response, table: Table, item: OutboxItem, pressed: Message | None = None
    ) -> bool:
        """Answer the interaction with the message of its change.

        `pressed` is the new content of the message with the button. The answer to an offer is shown
        in the offer's own message. If the answer can't be given, the channel gets the message, and
        False is returned. The messages of one channel are sent one after another.
        """
        self._answering.add(item.dedupe)
        is_panel = response.is_from_private
        message_id: int | None = None
        post: Message | None = None
        # In private places the bot can edit only what was pressed.
        can_edit = not is_panel or table.place.kind is not PlaceKind.PRIVATE
        in_place = is_answer(item, table) and can_edit

        async def show() -> bool:
            nonlocal message_id, post
            async with self._ordered(item):
                self._queues.require_held()
                if not await self._is_left_to_answer(item):
                    return False
                if in_place and pressed is not None:
                    await response.turn(pressed)
                else:
                    post = await self.composer.compose(item, table)
                    assert post is not None, "what has just happened is shown"
                    message_id = await response.public(post, pressed)
                return True

        try:
            if not await bounded(show(), ATTEMPT, self._limit):
                return False
        except (Unanswered, TimeoutError) as failure:
            _log.warning(
                "%s couldn't be an answer, so it goes to the channel: %s",
                item.dedupe,
                failure.__cause__ or failure,
            )
            await self._hand_over(item)
            return False
        except Exception:
            self.composer.doubt(item)
            raise
        finally:
            self._answering.discard(item.dedupe)
        if table.place.kind is PlaceKind.PRIVATE:
            now, rows = self._now(), {**self._answerable, table.id: item}
            self._answerable = {number: row for number, row in rows.items() if row.has_token(now)}
        if post is None and is_panel:  # The offer itself stands elsewhere.
            await self._hand_over(item)
            return True
        shown = None if post is None or message_id is None else sent(post, message_id)
        source = response.interaction.message if pressed is not None else None
        await self._delivered(item, shown, source.id if source else None)
        return True

    async def answer_in_order(
        self,
        response: Response,
        table: Table,
        items: Sequence[OutboxItem],
        pressed: Message | None = None,
    ) -> bool:
        """Answer the interaction with several messages; if one fails, those after it wait for it.

        `pressed` is the new content of the message pressed. False means that the channel gets the
        rest.
        """
        for number, item in enumerate(items):
            if not await self.answer(response, table, item, None if number else pressed):
                for later in items[number + 1 :]:
                    await self._hand_over(later)
                return False
        return True

    async def arrived(self, message: discord.Message) -> None:
        """Note that a message is there: a person has used a control of it.

        A row that still asks for it is deleted by the transaction of that press, if it makes one,
        for the press may turn the message into something else.
        """
        for mark in seen(message).marks:
            for item in await self._queues.named(mark.row):
                was_sent = item.after is not None and item.after < message.id
                table = None if item.table_id is None else await self._lookup.get(item.table_id)
                if was_sent and self.composer.mark_of(item, table) == mark:
                    await self._delivered(item, Sent(message.id, mark.number))

    def thinks(self, table: Table) -> None:
        """Let the newest board tell soon that an engine thinks, unless it has moved by then."""
        self._thinking.begin(self._tell_thinking(table))

    async def _tell_thinking(self, table: Table) -> None:
        async with self._order.setdefault(table.channel_id, asyncio.Lock()):
            present = await self._lookup.get(table.id)
            if duty_of(present) == duty_of(table):
                await self._in_place.tell_thinking(present)

    async def deliver_parked(self, response: Response) -> None:
        """Send the parked messages of a channel after the answer to an interaction."""
        channel_id = response.interaction.channel_id
        if not self._has_parked or channel_id is None or not response.is_given:
            return
        try:
            for item in await self._queues.parked_in(channel_id, _AT_ONCE):
                if not await self._send_along(response, item):
                    return
        except StoreError as failure:
            log_failure(
                _log, failure, "Couldn't send the parked messages of channel %s", channel_id
            )

    async def _send_along(self, response: Response, item: OutboxItem) -> bool:
        """Send a parked row after an answer, unless someone else does; False if that fails."""
        async with self._claimed(item) as claimed:
            if claimed is None:
                return True
            shown = attempt = None
            try:
                post = await bounded(self.composer.compose(claimed), ATTEMPT, self._limit)
                if post is not None:
                    attempt = self._attempt_at(claimed, post)
                    shown = await bounded(attempt.found(), ATTEMPT, self._limit)
                    if shown is None:
                        following = response.follow_up(post)
                        shown = sent(post, await bounded(following, ATTEMPT, self._limit))
            except (*SEND_ERRORS, Unanswered, TableError) as failure:
                _log.warning("%s stays parked: %s", item.dedupe, failure)
                await self._put_back(attempt.item if attempt else claimed)
                return False
            await self._delivered(claimed, shown)
            return True

    async def deliver_due(self) -> None:
        """Try all rows that are due now or once others have been sent; wait for the results."""
        await self._look()
        while self._lanes:
            await asyncio.gather(*self._lanes.values(), return_exceptions=True)
            await self._look()

    async def quiet(self) -> None:
        """Wait until no row is being sent, for as long as an attempt takes at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(ATTEMPT):
                await self._rests.wait()

    async def _load(self) -> None:
        self._nonce_word = await self._metadata.nonce_word()
        await self.closed.load()

    async def _look(self) -> float:
        """Start the work that is due, and return the seconds until the next check."""
        now = self._now()
        self._has_parked = await self._queues.has_parked()
        besides = {*self._lanes, *self._resting.resting()}
        free = _LANES - len(self._lanes)
        lanes, next_at = await self._queues.due(int(now), besides, free)
        for lane, rows in lanes.items():
            items = outbox_order.not_answered(rows, self._answering)
            if items and lane not in self._lanes:
                self._begin(lane, items)
        waits = [_LOOK, *self._resting.resting().values()]
        if next_at is not None:
            waits.append(max(next_at - now, 0.0))
        return min(waits)

    def _begin(self, lane: int, items: Sequence[OutboxItem]) -> None:
        task = asyncio.create_task(self._deliver_lane(lane, items), name=f"outbox {lane}")
        self._lanes[lane] = task
        self._rests.clear()

        def ended(_: asyncio.Task[None]) -> None:
            del self._lanes[lane]
            if not self._lanes:
                self._rests.set()
            # While many lanes wait, one look finds the next ones for half of them.
            if len(self._lanes) <= _LANES // 2:
                self.worker.wake()

        task.add_done_callback(ended)

    async def _deliver_lane(self, lane: int, items: Sequence[OutboxItem]) -> None:
        """Deliver rows of one channel in order, until one can't be."""
        held: set[int | None] = set()
        try:
            for item in items:
                if item.table_id is not None and item.table_id in held:
                    continue
                await self._pace()
                after = await self._try(item)
                if after is None:
                    self._resting.end(lane)
                    continue
                if after.first_refused_at is None:
                    return
                held.add(item.table_id)
        except Exception as failure:
            log_failure(_log, failure, "Couldn't work on the rows of lane %s", lane)
            self._resting.begin(lane)

    async def _try(self, item: OutboxItem) -> OutboxItem | None:
        """Try to deliver a row; if that fails, return the row as it is then."""
        async with self._claimed(item) as claimed:
            if claimed is None:
                return item
            return await self._attempt(claimed, is_first=item.after is None)

    @asynccontextmanager
    async def _claimed(self, item: OutboxItem) -> AsyncGenerator[OutboxItem | None]:
        """Yield the row as stored once it is its turn, or None if someone else delivers it."""
        async with self._ordered(item):
            if item.dedupe in self._answering:
                yield None
            else:
                yield await self._claim(item)

    async def _is_left_to_answer(self, item: OutboxItem) -> bool:
        """Return True unless the interaction's lease has ended and the worker has taken over."""
        now, until = int(self._now()), item.created_at + ANSWER_LEASE
        return now < until <= now + LEASE or await self._claim(item) is not None

    async def _claim(self, item: OutboxItem) -> OutboxItem | None:
        return await self._queues.claim(item, int(self._now()), self._number_before())

    async def _attempt(self, item: OutboxItem, *, is_first: bool) -> OutboxItem | None:
        attempt: Attempt | None = None
        edited = shown = None
        if item.answer_only and item.token is None and item.table_id in self._answerable:
            # What a computer answers follows the answer to the press before.
            last = self._answerable[item.table_id]
            item = replace(item, token=last.token, token_until=last.token_until)
        try:
            self._queues.require_held()
            edited = shown = await self._edited(item)
            post = None
            if shown is None:
                post = await bounded(self.composer.compose(item), ATTEMPT, self._limit)
            if post is not None:
                self._queues.require_held()
                attempt = self._attempt_at(item, post)
                sending = attempt.run(self.composer, is_first=is_first)
                shown = await bounded(sending, ATTEMPT, self._limit)
        except Gone:
            pass
        except NoWay:
            return await self._park(attempt.item if attempt else item)
        except (*SEND_ERRORS, TableError) as failure:
            return await self._failed(attempt.item if attempt else item, failure)
        except StoreError:
            raise
        except Exception as failure:
            _log.exception("Couldn't compose %s", item.dedupe)
            self.composer.doubt(item)
            return await self._failed(attempt.item if attempt else item, failure)
        await self._delivered(item, shown, edited.message_id if edited else None)
        return None

    async def _edited(self, item: OutboxItem) -> Sent | None:
        """Return the message that was edited to show a row, or None if it has to be a new one."""
        table = await self.composer.table_of(item)
        if table is None or item.answer_only:
            return None
        return await self._in_place.show(item, table)

    def _attempt_at(self, item: OutboxItem, post: Message) -> Attempt:
        return Attempt(
            self._client, self._people, item, post,
            rendering=self._rendering, nonce_word=self._nonce_word, now=self._now(),
        )  # fmt: skip

    async def _failed(self, item: OutboxItem, failure: Exception) -> OutboxItem | None:
        """Store that an attempt failed, and park a row that was refused for too long.

        If a person takes no direct messages, the row's kind decides what happens instead.
        """
        refused = self.composer.kinds[item.kind].refused
        if refused is not None and takes_no_direct(failure):
            await refused(item)
            return None
        if isinstance(failure, discord.HTTPException) and failure.code == _UNKNOWN_CHANNEL:
            return await self._gone(item)
        if isinstance(failure, discord.Forbidden):
            await self.closed.note(item.channel_id, item.first_refused_at, failure.code)
        after = outbox_order.failed(
            item, int(self._now()), refused=is_refusal(failure),
            retry_after=failure.retry_after if isinstance(failure, discord.RateLimited) else 0,
        )  # fmt: skip
        _log.warning("%s was not delivered, attempt %s: %s", item.dedupe, after.attempts, failure)
        retry = None
        if after.parked:
            _log.error("%s is parked until someone uses the bot there", item.dedupe)
            if item.channel_id is not None:
                retry = channel_retry(item.channel_id, item.guild_id, int(self._now()) + _RETRY)
        await self._put_back(after, retry)
        return after

    async def _remind_there(self, item: OutboxItem) -> None:
        """Remind a person who takes no direct messages in the channels instead."""
        await self._queues.transact(lambda tx: fall_back(tx, item, int(self._now())))

    async def _gone(self, item: OutboxItem) -> OutboxItem | None:
        """End everything unfinished in a channel that was deleted, perhaps without the bot."""
        if item.channel_id is None:
            return await self._park(item)
        await self._voids.void_channel(item.channel_id)
        await self._delivered(item, None)
        return None

    async def _park(self, item: OutboxItem) -> OutboxItem:
        """Keep a row for the next interaction of its channel."""
        after = replace(outbox_order.failed(item, int(self._now()), refused=True), parked=True)
        await self._put_back(after)
        return after

    async def _put_back(self, item: OutboxItem, retry: Timer | None = None) -> None:
        await self._queues.put_back(item, retry)
        self._has_parked |= item.parked

    async def _hand_over(self, item: OutboxItem) -> None:
        """Leave a row to the worker, at once."""
        try:
            await self._queues.release(item.dedupe)
        except StoreError as failure:
            log_failure(
                _log, failure, "Couldn't release %s, which stays leased for a while", item.dedupe
            )
        self.worker.wake()

    async def _delivered(
        self, item: OutboxItem, shown: Sent | None, turned: int | None = None
    ) -> None:
        """Store that a row is shown. `turned` is an older message that was changed to show it."""

        def stored(others_wait: bool) -> None:
            if others_wait and item.lane not in self._lanes:
                self.worker.wake()

        self._queues.mark_delivered(item, shown, stored, turned=turned)
        await self.closed.forget(item.channel_id)
        if item.kind == ItemKind.CARD and item.table_id is not None and shown is not None:
            await self._tables.card_shown(item.table_id, shown.message_id)

    def _ordered(self, item: OutboxItem) -> asyncio.Lock:
        """Return the lock of a channel's messages: the games of a series are different tables."""
        return self._order.setdefault(item.lane, asyncio.Lock())
