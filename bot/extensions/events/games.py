"""The games of events, which open in threads, and are lost by people who withdraw.

What is left to do is stored, so a kill loses nothing: a game without a table gets its thread again,
which is found by its name if it was made before.
"""

import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

import discord

from bot.delivery.requests import SEND_ERRORS, GlobalLimit, bounded
from bot.delivery.servers import has_left
from bot.delivery.threads import NoThread, add_people, named_thread, without_line
from bot.delivery.worker import ROUND, Rests, Worker
from bot.extensions.events.acts import Events
from bot.extensions.events.store import EventStore
from bot.extensions.events.values import Event, PairedGame, Task, games_of
from bot.messages.words.game_names import title_or_key
from bot.messages.words.locale import locale_of
from bot.messages.words.text import named
from bot.model.caller import Caller, Place
from bot.model.errors import AlreadySeen, Conflict, OutOfTime, Repeated, TableError
from bot.model.event_game import EventGame
from bot.model.table import Request, Status, Table
from bot.store.people.accounts import People
from bot.store.sql.errors import Busy, log_failure
from bot.store.tables.table_store import TableStore
from bot.tables.commands import Resign
from bot.tables.lookup import Lookup
from bot.tables.seating import seated_table, start_game
from bot.tables.tables import Tables
from bot.tables.voids import Voids
from rules.club.entries import Stage
from rules.club.groups import Status as GameStatus
from rules.club.ladder import Ladder
from rules.contract.core import RulesError
from rules.contract.sentence import say
from rules.log.events import VoidCause

__all__ = ["EventGames", "GameTables"]

_log = logging.getLogger(__name__)

_PER_SECOND: Final = 0.5
"""Threads opened per second, over all events and processes."""
_LOOK: Final = 60.0
"""The most seconds between two checks for work that another process has left."""
_REST: Final = 30.0
"""Seconds for which an event rests at first, after a round that changed nothing."""
_REFUSED: Final = 600.0
"""The least seconds for which an event rests after Discord refused its threads."""
_NAME: Final = 100


class GameTables:
    """The tables at which the games of events are played."""

    def __init__(
        self,
        events: Events,
        store: EventStore,
        stored: TableStore,
        lookup: Lookup,
        *,
        tables: Tables,
        voids: Voids,
        now: Callable[[], int],
    ) -> None:
        """Open and give up games; `now` returns Unix seconds."""
        self._events = events
        self._store = store
        self._stored = stored
        self._lookup = lookup
        self._tables = tables
        self._voids = voids
        self._now = now

    async def open_game(self, game: EventGame, thread: Place) -> Table | None:
        """Open the table of a game in a thread, and begin the game unless it has dice.

        Return its table if it was opened before, and None if it should no longer be opened.
        """
        known = await self._store.table_of(game)
        if known is not None:
            return await self._lookup.get(known)
        event = await self._events.get(game.event_id)
        if not _is_running(event, game):
            await self.settle(event.id)
            return None
        table, now = _table_of(event, game, thread), self._now()
        request = Request(game.request)
        begin = None if table.dice else partial(start_game, request=request, now=now)
        try:
            created = await self._stored.create(
                table, request, now, begin, silent=event.opens_stage(game.key)
            )
        except (AlreadySeen, Conflict):
            known = await self._store.table_of(game)
            return None if known is None else await self._lookup.get(known)
        return await self._lookup.get(created)

    async def is_used(self, thread_id: int) -> bool:
        """Return True if a thread has a game."""
        return await self._lookup.is_used(thread_id)

    async def settle(self, event_id: int) -> None:
        """Store what an event's log says is left to do."""
        await self._store.settle(event_id, self._now())

    async def give_up(self, game: EventGame) -> None:
        """Make people who have withdrawn lose a game that they still play."""
        table_id = await self._store.table_of(game)
        if table_id is None:
            await self.settle(game.event_id)
            return
        table, event = await self._lookup.get(table_id), await self._events.get(game.event_id)
        request = Request(f"event:{event.id}:withdrawn:{table_id}")
        gone = {user.id for entrant, user in event.people.items() if entrant not in event.present}
        leaving = [player for player in table.players if player.user.id in gone]
        if table.status is not Status.PLAYING or table.set_apart is not None or not leaving:
            await self._voids.void(table_id, VoidCause.LEFT, request)
        else:
            caller = Caller(leaving[0].user, table.place)
            # The clock has ended it, or a try before a kill.
            with suppress(OutOfTime, Repeated):
                await self._tables.execute(table_id, caller, Resign(), request)
        await self.settle(event.id)


class EventGames:
    """The games of all events that have to be opened or given up."""

    def __init__(
        self,
        client: discord.Client,
        store: EventStore,
        people: People,
        *,
        events: Events,
        tables: GameTables,
        now: Callable[[], int],
        limit: GlobalLimit,
    ) -> None:
        """Open games; `now` returns Unix seconds."""
        self._client = client
        self._store = store
        self._people = people
        self._events = events
        self._tables = tables
        self._now = now
        self._limit = limit
        self._pace = limit.pace(_PER_SECOND)
        self._rests = Rests[int](_REST)
        self._told: set[int] = set()
        """Events whose channels know that Discord refuses their threads."""
        self._worker = Worker("event games", self._look, ready=client.wait_until_ready)
        store.listen(lambda _: self._worker.wake())

    def start(self) -> None:
        """Open and give up games until stopped."""
        self._worker.start()

    async def stop(self) -> None:
        """Stop; the next start goes on."""
        await self._worker.stop()

    async def _look(self) -> float:
        """Open or give up one waiting game, if any. Return the seconds until the next look."""
        for task, work in ((Task.RESIGN, self._tables.give_up), (Task.OPEN, self._open)):
            game = await self._store.next_to_do(tuple(self._rests.resting()), task)
            if game is not None:
                if task is Task.OPEN:
                    await self._pace()
                await self._try(game, task, work)
                return 0.0
        return min([_LOOK, *self._rests.resting().values()])

    async def _try(
        self, game: EventGame, task: Task, work: Callable[[EventGame], Coroutine[Any, Any, None]]
    ) -> None:
        """Do what is left to do at a game. If it is still left afterwards, its event rests."""
        least, is_refused = 0.0, False
        try:
            await bounded(work(game), ROUND, self._limit)
        except NoThread as refusal:
            _log.warning("Event %s gets no thread: %s", game.event_id, refusal)
            least, is_refused = _REFUSED, bool(refusal.code)
        except (*SEND_ERRORS, TableError, RulesError) as failure:
            _log.warning("A game of event %s waits (%s): %s", game.event_id, task.value, failure)
        except Busy:
            raise
        except Exception as failure:
            log_failure(_log, failure, "A game of event %s waits (%s)", game.event_id, task.value)
        if await self._store.is_left_to_do(game, task):
            self._rests.begin(game.event_id, least)
            if is_refused:
                await self._tell(game.event_id)
            return
        self._rests.end(game.event_id)
        if task is Task.OPEN:
            self._told.discard(game.event_id)

    async def _tell(self, event_id: int) -> None:
        """Tell the channel once that its games wait; once again after one has opened."""
        if event_id in self._told:
            return
        await self._store.tell_blocked(await self._events.get(event_id), self._now())
        self._told.add(event_id)

    async def _open(self, game: EventGame) -> None:
        """Open a game in its thread, unless one of its players has left the server."""
        event = await self._events.get(game.event_id)
        if not _is_running(event, game):
            await self._tables.settle(event.id)
            return
        channel = self._client.get_channel(event.place.channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise NoThread(say("The channel of this tournament isn't there."))
        people = [event.people[each].id for each in _paired(event, game).entrants]
        for person in people:
            if await has_left(self._client, self._people, channel.guild.id, person):
                await self._events.left_server(event.id, person)
                return
        thread = await self._thread(channel, event, game)
        # They are added before the table is written: a kill between the two repeats both.
        users = await self._people.user_ids(people)
        place = Place(thread.id, event.place.guild_id, channel.id)
        await add_people(thread, users.values(), self._limit)
        if await self._tables.open_game(game, place) is None:
            with suppress(*SEND_ERRORS):  # Meanwhile it isn't to be played any more.
                await thread.edit(archived=True)
        await without_line(channel, thread, self._limit)

    async def _thread(
        self, channel: discord.TextChannel, event: Event, game: EventGame
    ) -> discord.Thread:
        """Return the thread of a game, made now or before a kill."""
        name, is_used = _thread_name(event, game), self._tables.is_used
        return await named_thread(channel, name, is_used=is_used, now=self._now())


def _thread_name(event: Event, game: EventGame) -> str:
    """Return the players of a game, and which of their games it is. Names may repeat."""
    paired = _paired(event, game)
    one, other = (named(event.people[each]) for each in paired.entrants)
    what = title_or_key(event.terms.game)
    if game.key.stage is Stage.LADDER:
        what = say("{game} ladder", game=what)
    elif game.key.stage is Stage.FINAL:
        what = say("{game} final", game=what)
    meetings = [
        each.game.key
        for each in games_of(event.id, event.course)
        if each.game.key.stage is game.key.stage and {*each.entrants} == {*paired.entrants}
    ]
    if len(meetings) > 1 and game.key.stage is not Stage.LADDER:
        number = meetings.index(game.key) + 1
        what = say("{game}, game {number} of {all}", game=what, number=number, all=len(meetings))
    name = say("{one} – {other} · {game}", one=one, other=other, game=what)
    return locale_of(event.locale).label(name, _NAME).rstrip()


def _paired(event: Event, game: EventGame) -> PairedGame:
    return next(each for each in games_of(event.id, event.course) if each.game == game)


def _is_running(event: Event, game: EventGame) -> bool:
    """Tell whether a game has to be played, by the present log of its event."""
    games = (each for each in games_of(event.id, event.course) if each.game == game)
    return not event.is_over and any(each.status is GameStatus.RUNNING for each in games)


def _table_of(event: Event, game: EventGame, thread: Place) -> Table:
    """Return the table of a game with all players seated, not yet stored."""
    course, terms = event.course, event.terms.table
    if isinstance(course, Ladder):
        entrants = course.challenges[game.key.position - 1].entrants
    else:
        entrants = course.games[game.key].entrants
    people = [(event.people[each], event.presses[each]) for each in entrants]
    return replace(seated_table(terms, thread, people), event=game, locale=event.locale)
