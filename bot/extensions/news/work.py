"""Carries out the timers of summaries and followers, and makes the messages of their rows."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final, TypeAlias

from bot.delivery.answering.response import Response
from bot.delivery.background.scheduler import Done
from bot.delivery.outbox.composing import RowKind
from bot.extensions.news import messages, rows, values
from bot.extensions.news.results import last_boards
from bot.extensions.news.rows import NewsStore
from bot.interactions.extension import OwnLine
from bot.messages.controls.message import Message
from bot.model.audience import is_shown
from bot.model.caller import Person, Place
from bot.model.notices import held_back
from bot.model.queues import OutboxItem, Timer
from bot.model.table import Table
from bot.store.queues.queues import Queues
from bot.store.sql.errors import StoreError, log_failure
from bot.store.store import Store
from bot.tables.lookup import Lookup
from rules.contract.sentence import say
from rules.time.duration import MINUTE

__all__ = ["Digests", "Followers", "NewsPosts", "RefusedDigests", "Sees", "Shows"]

Sees: TypeAlias = Callable[[Collection[Place], Person], Awaitable[Collection[Place]]]
"""Returns which of these places the person can see now."""
Shows: TypeAlias = Callable[[int, int], Collection[int]]
"""Returns the channels of a server whose games may be shown in a given one."""

_log = logging.getLogger(__name__)

_APART: Final = 1
"""Seconds between two messages to followers."""
_LANES: Final = 10
"""The channels in which a row that goes first is looked for."""


class Digests:
    """Carries out the timers of daily summaries. `now` returns Unix seconds."""

    def __init__(self, store: Store, lookup: Lookup, now: Callable[[], float]) -> None:
        self._store = NewsStore(store.database)
        self._queues = store.queues
        self._lookup = lookup
        self._now = now

    async def carry_out(self, timer: Timer, done: Done) -> int | None:
        """Write a person's summary. Return the end of their quiet hours if it waits for that."""
        return await self._write(timer.person, done)

    async def go_first(self, timer: Timer) -> None:
        """Write a person's summary if it is due with their reminders, which it may name."""
        if await self._store.is_due(timer.person, int(self._now())):
            await self._write(timer.person, None)

    async def _write(self, person: Person, done: Done | None) -> int | None:
        now = int(self._now())
        preferences, pending = await self._store.pending(person, now)
        later = held_back(preferences, now, None) if values.has_digest(preferences) else None
        if later is not None:
            return later
        tables = await self._lookup.readable(pending.tables)
        digest = await asyncio.to_thread(messages.fitting, pending, tables, person)
        write = partial(rows.write_digest, person=person, digest=digest, now=now, done=done)
        await self._queues.transact(write)
        return None


class Followers:
    """Sends followers their news, one person a second at most, after everything else to be sent.

    If other messages take longer than a minute, some may never be sent, so followers wait no
    longer. `now` returns Unix seconds.
    """

    def __init__(self, queues: Queues, now: Callable[[], float]) -> None:
        self._queues = queues
        self._now = now
        self._told_at = 0
        self._busy_since: int | None = None
        """The moment since which others are served all the time, or None if they aren't."""
        self._last_turn = 0
        """The moment given to the follower who was put off last."""

    async def tell(self, timer: Timer, done: Done) -> int | None:
        """Write a follower's news. While others are being served, followers wait in line."""
        now = int(self._now())
        if 0 <= now - self._told_at < _APART or await self._is_busy(now):
            self._last_turn = max(self._last_turn, now) + _APART
            return self._last_turn
        work = partial(rows.tell_follower, person=timer.person, now=now, done=done)
        later = await self._queues.transact(work)
        if later is None:
            self._told_at = now
        return later

    async def _is_busy(self, now: int) -> bool:
        """Return True if any other message is to be sent first."""
        lanes, _ = await self._queues.due(now, (), _LANES)
        if not any(lanes.values()):
            self._busy_since = None
            return False
        if self._busy_since is None or now < self._busy_since:
            self._busy_since = now
        return now - self._busy_since < MINUTE


class RefusedDigests:
    """The people who don't know yet that Discord refused their daily summary, which is off now.

    `now` returns Unix seconds.
    """

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self._store = NewsStore(store.database)
        self._queues = store.queues
        self._now = now
        self._people: set[Person] | None = None
        """None until they are read for the first time."""

    async def add(self, item: OutboxItem) -> None:
        """Turn a refused daily summary off, and remember to tell the person."""
        await self._queues.transact(lambda tx: rows.refuse_digest(tx, item, int(self._now())))
        if self._people is not None and item.person is not None:
            self._people.add(item.person)

    async def tell(self, response: Response) -> None:
        """Tell the person once, after the answer to their next press or command."""
        try:
            if self._people is None:
                self._people = set(await self._store.refused())
            if not response.is_given or response.user.id not in self._people:
                return
            self._people.discard(response.user.id)
            await self._store.told_of_refusal(response.user.id)
        except StoreError as failure:
            log_failure(
                _log, failure, "Can't tell anyone now that Discord refused their daily summary"
            )
            self._people = None
            return
        await response.private(
            Message(
                say(
                    "Discord wouldn't deliver your daily summary, so I turned it off. Allow DMs "
                    "from this server, then turn it on again in `/notify`."
                )
            )
        )


class NewsPosts:
    """Makes the messages of rows."""

    def __init__(
        self,
        store: Store,
        lookup: Lookup,
        refused: RefusedDigests,
        *,
        sees: Sees,
        shows: Shows,
        daily_lines: Sequence[OwnLine] = (),
    ) -> None:
        self._store = store
        self._personal = store.personal
        self._lookup = lookup
        self._refused = refused
        self._sees = sees
        self._shows = shows
        self._daily_lines = daily_lines

    @property
    def kinds(self) -> Mapping[str, RowKind]:
        """The kinds of rows."""
        return {
            values.FOLLOWED: RowKind(self._followed, refused=self._end_follows),
            values.DIGEST: RowKind(self._digest, refused=self._refused.add),
            values.RESULTS: RowKind(self._results, mark=values.results_mark),
        }

    async def _followed(self, item: OutboxItem, _table: Table | None) -> Message | None:
        """Return the news of followed games whose channels the person can still see.

        They stop following the others.
        """
        assert item.person is not None, "it is a direct message"
        if not (await self._personal.preferences(item.person)).pings:  # Switched off meanwhile.
            return None
        news = values.read_followed(item)
        tables = await self._lookup.readable(each.table_id for each in news)
        seen = await self._still_seen(tables, news, item.person)
        return messages.news_message(
            messages.news_line(tables[each.table_id], each) for each in seen
        )

    async def _end_follows(self, item: OutboxItem) -> None:
        """End everything a person follows who can't get news of it."""
        await self._store.queues.transact(lambda tx: rows.end_follows(tx, item))

    async def _digest(self, item: OutboxItem, _table: Table | None) -> Message | None:
        assert item.person is not None, "it is a direct message"
        if not (await self._personal.preferences(item.person)).pings:  # Switched off meanwhile.
            return None
        digest = values.read_digest(item)
        tables = await self._lookup.readable(digest.tables)
        seen = await self._still_seen(tables, digest.followed, item.person)
        more = [await line(item.person, None) for line in self._daily_lines]
        return messages.digest_message(replace(digest, followed=seen), tables, item.person, more)

    async def _still_seen(
        self, tables: Mapping[int, Table], news: Sequence[values.Told], person: Person
    ) -> list[values.Told]:
        """Return the news of tables whose channels a follower can still see.

        They stop following the others.
        """
        known = [each for each in news if each.table_id in tables]
        places = {tables[each.table_id].place for each in known}
        seen = await self._sees(places, person) if places else places
        for each in known:
            if tables[each.table_id].place not in seen:
                await NewsStore(self._store.database).unfollow(each.table_id, person)
        return [each for each in known if tables[each.table_id].place in seen]

    async def _results(self, item: OutboxItem, _table: Table | None) -> Message | None:
        """Return the results that everyone who reads the channel may see, if it still wants them.

        Raises ConnectionError while its server can't be reached.
        """
        guild_id, numbers = values.read_results(item)
        channel_id = (await self._store.servers.settings(guild_id)).club.results
        if channel_id is None or channel_id != item.channel_id:
            return None
        channels = self._shows(guild_id, channel_id)
        boards = await last_boards(self._store.database, numbers)
        tables = await self._lookup.readable(each for each in numbers if each in boards)
        ends = [
            messages.Ended(table, *boards[number])
            for number, table in tables.items()
            if is_shown(table.place, channels)
        ]
        people = {player.user.id for end in ends for player in end.table.persons}
        hidden = await self._personal.hidden([*people])
        return await asyncio.to_thread(messages.results_message, ends, hidden)
