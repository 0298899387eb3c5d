"""Queues the weekly messages of servers when their timers are due."""

import asyncio
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from typing import Final, TypeAlias

from bot.delivery.answering.advice import Advice
from bot.delivery.background.scheduler import Done
from bot.delivery.worker import BackgroundTasks
from bot.extensions.week import choosing
from bot.extensions.week.choosing import Found
from bot.extensions.week.rows import WeekStore, Wish, settle
from bot.extensions.week.values import Ended, Read, Telling, day_of, hour_on
from bot.interactions.extension import UpForGame
from bot.model.caller import Person
from bot.model.club_hour import LATE
from bot.model.errors import TableError
from bot.model.queues import Timer
from bot.store.store import Store
from bot.tables.lookup import Lookup
from engine.pool import Purpose
from rules.club.week import FEWEST, WEEK, begins, silent_weeks
from rules.time.duration import MINUTE

__all__ = ["FindUp", "Shows", "Weeks", "waiting_in"]

Shows: TypeAlias = Callable[[int, int], Collection[int]]
"""Returns the channels of a server whose games may be shown in one of them. Raises ConnectionError
while it can't be reached."""
FindUp: TypeAlias = Callable[[], UpForGame | None]
"""Returns the object that knows the people who wait for a game, or None."""

_REPORTS: Final = 3
"""The reports wanted for a week, and the most that are asked for."""
_FOR_ALL: Final = 10 * MINUTE
"""Seconds after the hour of a week until which reports are waited for."""
_FOR_ONE: Final = 20.0
"""The most seconds to wait for a report, which is made to its end even so."""
_AGAIN: Final = 20
"""Seconds until the next look whether the reports are there."""
_REPLIES: Final = 40
"""The most replies whose positions are looked at."""
_QUIET_FROM, _QUIET_EVERY = 2, 4
"""The quiet weeks after which waiting people are mentioned, and the weeks until the next time."""


class _Asked(Exception):
    """Reports are being made."""


class Weeks:
    """The weeks of the servers of one process. `now` returns Unix seconds."""

    def __init__(
        self,
        store: Store,
        lookup: Lookup,
        advice: Advice,
        now: Callable[[], float],
        *,
        shows: Shows,
        up: FindUp,
    ) -> None:
        self._store = WeekStore(store.database)
        self._queues = store.queues
        self._lookup = lookup
        self._advice = advice
        self._now = now
        self._shows = shows
        self._up = up
        self._asked: dict[str, bool] = {}
        """The timers of weeks for which reports are made; True once that is over."""
        self._tasks = BackgroundTasks("reports for weeks")
        self.stop = self._tasks.stop
        self.settled = self._tasks.settled

    async def carry_out(self, timer: Timer, done: Done) -> int | None:
        """Queue the weekly message of a server, or return when to look again."""
        assert timer.guild_id is not None, "it is about a server"
        now, guild_id, name = int(self._now()), timer.guild_id, timer.dedupe
        wish, said = await self._store.wish(guild_id), None
        if wish is not None and wish.club.week is not None:
            until = hour_on(day_of(name), wish.club)
            if now < until:
                return until
            if now - until <= LATE:
                try:
                    said = await self._said(guild_id, name, wish, until)
                except ConnectionError:
                    return now + MINUTE
                except _Asked:
                    return now + _AGAIN
        self._asked.pop(name, None)
        write = partial(settle, guild_id=guild_id, name=name, telling=said, now=now, done=done)
        await self._queues.transact(write)
        return None

    async def _said(self, guild_id: int, name: str, wish: Wish, until: int) -> Telling | None:
        """Return the message of a week, or None if there is nothing to say.

        Raises _Asked while reports are made, and ConnectionError while the server can't be reached.
        """
        assert wish.club.week is not None, "the server wants to be told"
        channels, start = self._shows(guild_id, wish.club.week), begins(wish.told, until)
        read = await self._store.read(guild_id, start, until, channels)
        if len(read.told) < FEWEST:
            silent = silent_weeks(wish.told, until)
            is_time = silent % _QUIET_EVERY == _QUIET_FROM
            return Telling() if is_time and await waiting_in(self._up(), guild_id) else None
        games = choosing.worth_reports(read)
        reports = await self._store.reports([each.digest for each in games])
        self._ask_for_more(name, games, reports, int(self._now()) - until)
        found = await asyncio.to_thread(choosing.analysed, games, reports)
        week = choosing.week_of(read, found, await self._moves(read, found))
        return choosing.telling(read, week, round((until - start) / WEEK))

    def _ask_for_more(
        self, name: str, games: Sequence[Ended], reports: Collection[str], late: int
    ) -> None:
        """Have reports made if too few games have one. Raises _Asked while they are being made.

        `late` are the seconds since the hour of the week.
        """
        lacking = [
            each.table for each in games if choosing.is_long(each) and each.digest not in reports
        ]
        known = sum(choosing.is_long(each) and each.digest in reports for each in games)
        if known >= _REPORTS or not lacking or late > _FOR_ALL:
            return
        if name not in self._asked:
            self._asked[name] = False
            self._tasks.begin(self._ask(name, lacking[:_REPORTS]))
        if not self._asked[name]:
            raise _Asked

    async def _ask(self, name: str, table_ids: Sequence[int]) -> None:
        try:
            for table in (await self._lookup.readable(table_ids)).values():
                with suppress(TableError, TimeoutError):
                    async with asyncio.timeout(_FOR_ONE):
                        await self._advice.report(table, Purpose.PUZZLE)
        finally:
            self._asked[name] = True

    async def _moves(self, read: Read, found: Found) -> list[tuple[int, int, Person, float]]:
        """Return the best replies that were one of several possible moves, with their players."""
        people = {each.table: each.people for each in read.told}
        moves = dict[tuple[int, Person], tuple[int, int, Person, float]]()
        for table_id, reply in found.replies[:_REPLIES]:
            for table in (await self._lookup.readable([table_id])).values():
                person = await asyncio.to_thread(choosing.mover, table, reply.place)
                if person is not None and person in people[table_id]:
                    move = table_id, reply.place, person, reply.gift
                    moves.setdefault((table_id, person), move)
        return [*moves.values()]


async def waiting_in(up: UpForGame | None, guild_id: int) -> int:
    """Return how many people of a server wait for a game."""
    return 0 if up is None else await up.count(guild_id) or 0
