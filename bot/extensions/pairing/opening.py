"""Opens the games of rounds in threads of their own.

What is left to open is stored, so a kill loses nothing: a game without a table gets its thread
again, which is found by its name if it was made before.
"""

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from bot.delivery.people import shown_name
from bot.delivery.requests import SEND_ERRORS, GlobalLimit, bounded
from bot.delivery.servers import community_locale, may_see, member_of, reached
from bot.delivery.threads import NoThread, add_people, named_thread, without_line
from bot.delivery.worker import ROUND, Rests, Worker
from bot.extensions.pairing.store import PairingStore
from bot.extensions.pairing.values import MISSED, Planned, systems, terms_of
from bot.messages.words.game_names import title_or_key
from bot.messages.words.locale import DEFAULT, locale_of
from bot.model.caller import Person, Place, User
from bot.model.errors import AlreadySeen, Conflict
from bot.model.ratings import unratable
from bot.model.table import Request, Table
from bot.store.sql.errors import Busy, log_failure
from bot.store.store import Store
from bot.tables.lookup import Lookup
from bot.tables.seating import seated_table, start_game
from rules.contract.sentence import Stranger, say

__all__ = ["PairedGames"]

_log = logging.getLogger(__name__)

_PER_SECOND: Final = 0.5
"""Threads opened per second, over all servers and processes."""
_LOOK: Final = 60.0
"""The most seconds between two checks for work that another process has left."""
_REST: Final = 30.0
"""Seconds for which a server rests at first, after a round that changed nothing."""
_REFUSED: Final = 600.0
"""The least seconds for which a server rests after refusing threads."""
_NAME: Final = 100
"""The most characters of a thread's name."""


class PairedGames:
    """The games of all servers that have to be opened."""

    def __init__(
        self,
        client: discord.Client,
        store: PairingStore,
        kept: Store,
        lookup: Lookup,
        *,
        now: Callable[[], float],
        limit: GlobalLimit,
    ) -> None:
        """Open games; `now` returns Unix seconds."""
        self._client = client
        self._store = store
        self._kept = kept
        self._lookup = lookup
        self._now = now
        self._limit = limit
        self._pace = limit.pace(_PER_SECOND)
        self._rests = Rests[int](_REST)
        self._worker = Worker("paired games", self._look, ready=client.wait_until_ready)
        store.listen(lambda _: self._worker.wake())

    def start(self) -> None:
        """Open games until stopped."""
        self._worker.start()

    async def stop(self) -> None:
        """Stop; the next start goes on."""
        await self._worker.stop()

    async def _look(self) -> float:
        """Open one game, if any waits; return the seconds until the next look."""
        game = await self._store.next_planned(tuple(self._rests.resting()))
        if game is None:
            return min([_LOOK, *self._rests.resting().values()])
        await self._pace()
        await self._try(game)
        return 0.0

    async def _try(self, game: Planned) -> None:
        """Open a game, or let its server rest. After a day the game is given up."""
        least = 0.0
        try:
            if self._now() - game.made_at > MISSED or game.system not in systems():
                await self._store.drop(game.id, (), int(self._now()))
            else:
                await bounded(self._open(game), ROUND, self._limit)
        except NoThread as refusal:
            _log.warning("A paired game of server %s gets no thread: %s", game.guild_id, refusal)
            least = _REFUSED
        except SEND_ERRORS as failure:
            _log.warning("A paired game of server %s waits: %s", game.guild_id, failure)
        except Busy:
            raise
        except Exception as failure:
            log_failure(_log, failure, "A paired game of server %s waits", game.guild_id)
        if await self._store.is_planned(game.id):
            self._rests.begin(game.guild_id, least)
        else:
            self._rests.end(game.guild_id)

    async def _open(self, game: Planned) -> None:
        """Open a game in its thread, unless one of its players is gone or can't see the room."""
        settings = await self._kept.servers.settings(game.guild_id)
        room = settings.club.pairing
        guild, now = reached(self._client, game.guild_id), int(self._now())
        if room is None or guild is None:
            await self._store.drop(game.id, (), now)
            return
        channel = guild.get_channel(room)
        if not isinstance(channel, discord.TextChannel):
            raise NoThread(say("The channel for new games isn't there."))
        users = await self._kept.people.user_ids(game.people)
        names = await _names(channel, users)
        if gone := set(game.people) - names.keys():
            await self._store.drop(game.id, gone, now)
            return
        one, other = (Stranger(names[person]) for person in game.people)
        title = say(
            "{one} – {other} · {game}", one=one, other=other, game=title_or_key(game.system)
        )
        community = community_locale(guild)
        locale = settings.spoken(community) or DEFAULT
        name = locale_of(locale).label(title, _NAME).rstrip()
        is_used = self._lookup.is_used
        thread = await named_thread(channel, name, is_used=is_used, now=now)
        # They are added before the table is written: a kill between the two repeats both.
        await add_people(thread, users.values(), self._limit)
        table = await self._table(game, names, Place(thread.id, guild.id, channel.id), now)
        if not await self._create(replace(table, locale=locale), game, now):
            with suppress(*SEND_ERRORS):  # Meanwhile it isn't to be played any more.
                await thread.edit(archived=True)
        await without_line(channel, thread, self._limit)

    async def _table(
        self, game: Planned, names: Mapping[Person, str], thread: Place, now: int
    ) -> Table:
        """Return the table of a game, not yet stored; rated if both can play rated games."""
        rated = terms_of(game.system, game.pace, rated=True)
        barred = await self._kept.people.unrated_until(game.people, now)
        is_rated = game.rated and not barred and unratable(rated, thread, with_engine=False) is None
        terms = terms_of(game.system, game.pace, rated=is_rated)
        people = [
            (User(person, names[person]), request)
            for person, request in zip(game.people, game.requests, strict=True)
        ]
        return replace(seated_table(terms, thread, people), pairing=game.id)

    async def _create(self, table: Table, game: Planned, now: int) -> bool:
        """Store the table, and begin its game unless it has dice. Return False if it isn't wanted.

        Another process may have opened it meanwhile.
        """
        request = Request(f"pairing:{game.id}")
        begin = None if table.dice else partial(start_game, request=request, now=now)
        try:
            await self._kept.tables.create(table, request, now, begin)
        except (AlreadySeen, Conflict):
            return False
        return True


async def _names(channel: discord.TextChannel, users: Mapping[Person, int]) -> Mapping[Person, str]:
    """Map people who can see the channel to the names that others see."""
    found = dict[Person, str]()
    for person, user_id in users.items():
        member = await member_of(channel.guild, user_id)
        if member is not None and may_see(channel, member):
            found[person] = shown_name(member)
    return found
