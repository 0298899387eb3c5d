"""Carries out the timers of digests and followers, and tells whose digest Discord refused."""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from bot.delivery.answering.response import Response
from bot.delivery.background.scheduler import Done
from bot.extensions.news.messages import fitting
from bot.extensions.news.rows import DigestStore, tell_follower, write_digest
from bot.extensions.news.values import has_digest
from bot.messages.controls.message import Message
from bot.model.caller import Person
from bot.model.notices import held_back
from bot.model.queues import Timer
from bot.store.queues.queues import Queues
from bot.store.sql.errors import StoreError, log_failure
from bot.store.store import Store
from bot.tables.lookup import Lookup
from rules.contract.sentence import say

__all__ = ["Digests", "Followers", "RefusedDigests"]

_log = logging.getLogger(__name__)

_APART: Final = 1
"""Seconds between two messages to followers."""
_LANES: Final = 10
"""The channels among whose rows one is looked for that is to be sent first."""


class Digests:
    """Carries out the timers of digests. `now` returns Unix seconds."""

    def __init__(self, store: Store, lookup: Lookup, now: Callable[[], float]) -> None:
        self._store = DigestStore(store.database)
        self._queues = store.queues
        self._lookup = lookup
        self._now = now

    async def carry_out(self, timer: Timer, done: Done) -> int | None:
        """Write somebody's digest; return the end of their quiet hours if it waits for that."""
        return await self._write(timer.person, done)

    async def go_first(self, timer: Timer) -> None:
        """Write somebody's digest if it is due with their reminders, which it may name."""
        if await self._store.is_due(timer.person, int(self._now())):
            await self._write(timer.person, None)

    async def _write(self, person: Person, done: Done | None) -> int | None:
        now = int(self._now())
        preferences, pending = await self._store.pending(person, now)
        if has_digest(preferences) and (later := held_back(preferences, now, None)) is not None:
            return later
        tables = await self._lookup.readable(pending.tables)
        digest = await asyncio.to_thread(fitting, pending, tables, person)
        write = partial(write_digest, person=person, digest=digest, now=now, done=done)
        await self._queues.transact(write)
        return None


class Followers:
    """Tells followers, one a second at most, behind everything else that is to be sent.

    `now` returns Unix seconds.
    """

    def __init__(self, queues: Queues, now: Callable[[], float]) -> None:
        self._queues = queues
        self._now = now
        self._told_at = 0
        self._last_turn = 0
        """The moment given to the follower who was put off last."""

    async def tell(self, timer: Timer, done: Done) -> int | None:
        """Write what a follower is to hear; while others are to be served, they wait in a row."""
        now = int(self._now())
        if 0 <= now - self._told_at < _APART or await self._is_busy(now):
            self._last_turn = max(self._last_turn, now) + _APART
            return self._last_turn
        work = partial(tell_follower, person=timer.person, now=now, done=done)
        later = await self._queues.transact(work)
        if later is None:
            self._told_at = now
        return later

    async def _is_busy(self, now: int) -> bool:
        """Return True if any other message is to be sent first."""
        lanes, _ = await self._queues.due(now, (), _LANES)
        return any(lanes.values())


class RefusedDigests:
    """The people who are to be told that Discord refused their digest, which is off since."""

    def __init__(self, store: DigestStore) -> None:
        self._store = store
        self._people: set[Person] | None = None
        """None until they are read for the first time."""

    def note(self, person: Person | None) -> None:
        """Remember to tell somebody; this is stored already."""
        if self._people is not None and person is not None:
            self._people.add(person)

    async def tell(self, response: Response) -> None:
        """Tell somebody after the answer to what they did, once."""
        try:
            if self._people is None:
                self._people = set(await self._store.refused())
            if not response.is_given or response.user.id not in self._people:
                return
            self._people.discard(response.user.id)
            await self._store.told_of_refusal(response.user.id)
        except StoreError as failure:
            log_failure(_log, failure, "Nobody is told now whose digest Discord refused")
            self._people = None
            return
        await response.private(
            Message(
                say(
                    "Discord refused to send you your digest, so it's off, and pings come as ever. "
                    "Allow direct messages from this server, and `/notify digest:` switches it on "
                    "again."
                )
            )
        )
