"""Holds rounds: daily at the hour of the club, and at once for a person who is up for a game.

A round is computed in a thread from a snapshot, and stored only if no wish has changed meanwhile.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from bot.delivery.background.scheduler import Done
from bot.extensions.pairing.store import PairingStore, planning
from bot.extensions.pairing.values import RoundFacts
from bot.model.caller import Person
from bot.model.club_hour import LATE, day_at, hour_of
from bot.model.errors import Conflict
from bot.model.queues import Timer, number_in
from bot.model.server import Club
from bot.store.servers.facts import ServerStore
from rules.club.rounds import Between, Game, pair

__all__ = ["Rounds"]

_log = logging.getLogger(__name__)

_TRIES: Final = 3
"""The most times that a round is computed in a row while wishes change."""
_NOTHING: Final = Between()


class Rounds:
    """The rounds of one process."""

    def __init__(
        self,
        store: PairingStore,
        servers: ServerStore,
        *,
        has_room: Callable[[int, int], bool],
        now: Callable[[], float],
    ) -> None:
        """Hold rounds; `now` returns Unix seconds.

        `has_room` returns True if threads can be opened in a channel of a server, and raises
        ConnectionError while it can't tell.
        """
        self._store = store
        self._servers = servers
        self._has_room = has_room
        self._now = now

    async def hold_daily(self, timer: Timer, done: Done) -> None:
        """Hold the round of a server's day when its timer is due, unless it is 12 hours late."""
        guild_id, now = number_in(timer), int(self._now())
        club = (await self._servers.settings(guild_id)).club
        complete = planning(guild_id, now, done)
        if self._is_held(guild_id, club) and not _is_late(club, now):
            await self._hold(guild_id, complete, room=club.pairing)
        else:
            await self._store.complete(complete)

    async def hold_for_one(self, timer: Timer, done: Done) -> None:
        """Hold a round for a person who is first in line again."""
        guild_id = number_in(timer)
        club = (await self._servers.settings(guild_id)).club
        if self._is_held(guild_id, club):
            await self._hold(guild_id, done, only=timer.person)
        else:
            await self._store.complete(done)

    async def try_for(self, guild_id: int, person: Person) -> bool:
        """Hold a round for a person who has just pressed; return True if they were given a game."""
        try:
            return bool(await self._hold(guild_id, only=person))
        except Conflict:
            return False  # Many press at once: the next round is for all of them.

    def _is_held(self, guild_id: int, club: Club) -> bool:
        return club.pairing is not None and self._has_room(guild_id, club.pairing)

    async def _hold(
        self,
        guild_id: int,
        done: Done | None = None,
        *,
        only: Person | None = None,
        room: int | None = None,
    ) -> Sequence[int]:
        """Hold a round, and return the numbers of its games, of which a message in `room` tells.

        Raises Conflict if wishes change all the time; a timer is then tried again.
        """
        for attempt in range(1, _TRIES + 1):
            now = int(self._now())
            facts = await self._store.facts(guild_id, now)
            if facts is None:
                if done is not None:
                    await self._store.complete(done)
                return ()
            games = await asyncio.to_thread(_games, facts, only)
            try:
                given = await self._store.give(facts, games, now, done, room)
            except Conflict:
                if attempt == _TRIES:
                    raise
                continue
            if given:
                _log.info("Server %s: %s people up for a game, %s given", guild_id,
                          len(facts.seekers), len(given))  # fmt: skip
            return given
        raise AssertionError("unreachable")


def _games(facts: RoundFacts, only: Person | None) -> Sequence[Game]:
    between = partial(_between, facts)
    return pair(facts.seekers, between, facts.guild_id, facts.day, only=only)


def _between(facts: RoundFacts, one: int, other: int) -> Between:
    return facts.between.get((one, other), _NOTHING)


def _is_late(club: Club, now: int) -> bool:
    day = day_at(now, club.puzzle_hour, club.puzzle_zone)
    return now - hour_of(day, club.puzzle_hour, club.puzzle_zone) > LATE
