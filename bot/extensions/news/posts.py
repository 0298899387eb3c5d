"""The messages of the news' rows in the outbox, and what it means if Discord refuses one."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from bot.delivery.outbox.composing import RowKind
from bot.extensions.news import messages
from bot.extensions.news.results import ToldResults
from bot.extensions.news.rows import FollowStore, end_follows, refuse_digest
from bot.extensions.news.values import (
    DIGEST,
    FOLLOWED,
    RESULTS,
    Told,
    read_digest,
    read_followed,
    read_results,
    results_mark,
)
from bot.extensions.news.work import RefusedDigests
from bot.messages.controls.message import Message
from bot.model.audience import is_shown
from bot.model.caller import Person, Place
from bot.model.queues import OutboxItem
from bot.model.table import Table
from bot.store.store import Store
from bot.tables.lookup import Lookup

__all__ = ["NewsPosts", "Sees", "Shows"]

Sees: TypeAlias = Callable[[Collection[Place], Person], Awaitable[Collection[Place]]]
"""Returns those of some places that the person can see now."""
Shows: TypeAlias = Callable[[int, int], Collection[int]]
"""Returns the channels of a server whose games may be shown in one of them."""


class NewsPosts:
    """Makes the messages of rows. `now` returns Unix seconds."""

    def __init__(
        self,
        store: Store,
        lookup: Lookup,
        refused: RefusedDigests,
        now: Callable[[], float],
        *,
        sees: Sees,
        shows: Shows,
    ) -> None:
        self._personal = store.personal
        self._servers = store.servers
        self._queues = store.queues
        self._follows = FollowStore(store.database)
        self._told_results = ToldResults(store.database)
        self._lookup = lookup
        self._refused = refused
        self._now = now
        self._sees = sees
        self._shows = shows

    @property
    def kinds(self) -> Mapping[str, RowKind]:
        """The kinds of rows."""
        return {
            FOLLOWED: RowKind(self._followed, refused=self._end_follows),
            DIGEST: RowKind(self._digest, refused=self._refuse_digest),
            RESULTS: RowKind(self._results, mark=results_mark),
        }

    async def _followed(self, item: OutboxItem, _table: Table | None) -> Message | None:
        """Return the news of followed games whose channels the person can still see.

        They don't follow the others any more.
        """
        assert item.person is not None, "it is a direct message"
        if not (await self._personal.preferences(item.person)).pings:  # Switched off meanwhile.
            return None
        news = read_followed(item)
        tables = await self._lookup.readable(each.table_id for each in news)
        seen = await self._still_seen(tables, news, item.person)
        return messages.news_message(
            messages.news_line(tables[each.table_id], each) for each in seen
        )

    async def _end_follows(self, item: OutboxItem) -> None:
        """Let who can't hear of the games that they follow follow none any more."""
        await self._queues.transact(lambda tx: end_follows(tx, item))

    async def _digest(self, item: OutboxItem, _table: Table | None) -> Message | None:
        assert item.person is not None, "it is a direct message"
        if not (await self._personal.preferences(item.person)).pings:  # Switched off meanwhile.
            return None
        digest = read_digest(item)
        tables = await self._lookup.readable(digest.tables)
        seen = await self._still_seen(tables, digest.followed, item.person)
        return messages.digest_message(replace(digest, followed=seen), tables, item.person)

    async def _refuse_digest(self, item: OutboxItem) -> None:
        """Switch a digest off that is refused."""
        await self._queues.transact(lambda tx: refuse_digest(tx, item, int(self._now())))
        self._refused.note(item.person)

    async def _still_seen(
        self, tables: Mapping[int, Table], news: Sequence[Told], person: Person
    ) -> list[Told]:
        """Return the news of those tables whose channels a follower can still see.

        They don't follow the others any more.
        """
        known = [each for each in news if each.table_id in tables]
        places = {tables[each.table_id].place for each in known}
        seen = await self._sees(places, person) if places else places
        for each in known:
            if tables[each.table_id].place not in seen:
                await self._follows.unfollow(each.table_id, person)
        return [each for each in known if tables[each.table_id].place in seen]

    async def _results(self, item: OutboxItem, _table: Table | None) -> Message | None:
        """Return the ends of games that everybody who reads the channel may see, if it still asks.

        Raises ConnectionError while its server can't be reached.
        """
        guild_id, numbers = read_results(item)
        channel_id = (await self._servers.settings(guild_id)).club.results
        if channel_id is None or channel_id != item.channel_id:
            return None
        channels = self._shows(guild_id, channel_id)
        boards = await self._told_results.boards(numbers)
        tables = await self._lookup.readable(each for each in numbers if each in boards)
        ends = [
            messages.Ended(table, *boards[number])
            for number, table in tables.items()
            if is_shown(table.place, channels)
        ]
        people = {player.user.id for end in ends for player in end.table.persons}
        hidden = await self._personal.hidden([*people])
        return await asyncio.to_thread(messages.results_message, ends, hidden)
