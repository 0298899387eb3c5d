"""Opens the games of events in threads, and gives up those of people who have withdrawn.

What is left to do stands in the database, so a kill loses nothing: a game without a table gets its
thread again, which is found by its name if it was made before.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import discord

from bot.delivery.requests import SEND_ERRORS, GlobalLimit
from bot.delivery.servers import has_left
from bot.delivery.supervision import Supervised
from bot.delivery.threads import NoThread, add_people, opened
from bot.extensions.events.acts import Events
from bot.extensions.events.values import Event, PairedGame, Task, games_of
from bot.messages.words.locale import DEFAULT, reader
from bot.messages.words.text import named
from bot.model.caller import Place
from bot.model.errors import TableError
from bot.model.event_game import EventGame
from bot.store.errors import log_failure
from bot.store.store import Store
from rules.club.entries import Stage
from rules.contract.core import RulesError
from rules.contract.sentence import Notation, say

__all__ = ["EventGames", "thread_prefix"]

_log = logging.getLogger(__name__)

_PER_SECOND: Final = 0.5
"""Threads opened per second, over all events and processes."""
_LOOK: Final = 60.0
"""The most seconds between two checks for work that another process has left."""
_REST: Final = 30.0
"""Seconds for which an event rests after a fault of Discord's or the network."""
_REFUSED: Final = 600.0
"""Seconds for which an event rests whose threads Discord refuses."""
_ARCHIVED: Final = 10_080
"""Minutes of rest after which Discord hides a thread."""
_NAME: Final = 100
_STAGES: Final = {Stage.GROUPS: "", Stage.FINAL: "F", Stage.LADDER: "L"}


class EventGames:
    """The games of all events that are to be opened or given up."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        events: Events,
        now: Callable[[], float],
        limit: GlobalLimit,
    ) -> None:
        """Open games; `now` returns Unix seconds."""
        self._client = client
        self._store = store
        self._events = events
        self._now = now
        self._limit = limit
        self._pace = limit.pace(_PER_SECOND)
        self._resting: dict[int, float] = {}
        self._told: set[int] = set()
        """Events whose channels know that Discord refuses their threads."""
        self._woken = asyncio.Event()
        self._worker = Supervised("event games", self._work)
        store.events.listen(lambda _: self._woken.set())

    def start(self) -> None:
        """Do what is to be done, until stopped."""
        self._worker.start()

    async def stop(self) -> None:
        """Do nothing more; what is left waits for the next start."""
        await self._worker.stop()

    async def _work(self) -> None:
        loop = asyncio.get_running_loop()
        await self._client.wait_until_ready()
        while True:
            self._woken.clear()
            now = loop.time()
            self._resting = {event: end for event, end in self._resting.items() if end > now}
            if await self._give_up() or await self._open():
                continue
            next_look = min([now + _LOOK, *self._resting.values()])
            with suppress(TimeoutError):
                async with asyncio.timeout_at(next_look):
                    await self._woken.wait()

    async def _give_up(self) -> bool:
        """Let one game end of somebody who has withdrawn; return False if there is none."""
        game = await self._events.next_to_do(tuple(self._resting), Task.RESIGN)
        if game is None:
            return False
        try:
            await self._events.give_up(game)
        except Exception as failure:
            log_failure(_log, failure, "A game of event %s isn't given up yet", game.event_id)
            self._rest(game.event_id, _REST)
        return True

    async def _open(self) -> bool:
        """Open one game; return False if there is none to open."""
        game = await self._events.next_to_do(tuple(self._resting), Task.OPEN)
        if game is None:
            return False
        await self._pace()
        try:
            await self._open_in_thread(game)
        except NoThread as refusal:
            _log.warning("Event %s gets no thread: %s", game.event_id, refusal)
            self._rest(game.event_id, _REFUSED)
            if refusal.code:
                await self._tell(game.event_id)
        except (*SEND_ERRORS, TableError, RulesError) as failure:
            _log.warning("A game of event %s isn't open yet: %s", game.event_id, failure)
            self._rest(game.event_id, _REST)
        except Exception as failure:
            log_failure(_log, failure, "A game of event %s isn't open yet", game.event_id)
            self._rest(game.event_id, _REST)
        else:
            self._told.discard(game.event_id)
        return True

    def _rest(self, event_id: int, seconds: float) -> None:
        self._resting[event_id] = asyncio.get_running_loop().time() + seconds

    async def _tell(self, event_id: int) -> None:
        """Tell the channel once that its games wait, until one opens again."""
        if event_id in self._told:
            return
        self._told.add(event_id)
        await self._store.events.tell_blocked(await self._events.get(event_id), int(self._now()))

    async def _open_in_thread(self, game: EventGame) -> None:
        event = await self._events.get(game.event_id)
        channel = self._client.get_channel(event.place.channel_id)
        if not isinstance(channel, discord.TextChannel):
            self._rest(game.event_id, _REFUSED)
            return
        people = [event.people[each].id for each in _paired(event, game).entrants]
        for person in people:
            if await has_left(self._client, self._store.people, channel.guild.id, person):
                await self._events.left_server(event.id, person)
                return
        thread = await self._thread(channel, event, game)
        # They are added before the table is written: a kill between the two repeats both.
        users = await self._store.people.user_ids(people)
        await add_people(thread, users.values(), self._limit)
        await self._events.open_game(game, Place(thread.id, event.place.guild_id, channel.id))

    async def _thread(
        self, channel: discord.TextChannel, event: Event, game: EventGame
    ) -> discord.Thread:
        """Return the thread of a game, made now or before a kill.

        Discord is asked: the gateway may not have told yet of a thread that was just made.
        """
        prefix, bot_id = thread_prefix(game), channel.guild.me.id
        for thread in await channel.guild.active_threads():
            is_here = thread.parent_id == channel.id and thread.owner_id == bot_id
            if is_here and thread.name.startswith(prefix):
                return thread
        kinds = discord.ChannelType
        kind = kinds.news_thread if channel.is_news() else kinds.public_thread
        making = channel.create_thread(
            name=_thread_name(event, game), type=kind, auto_archive_duration=_ARCHIVED
        )
        return await opened(making, self._now())


def thread_prefix(game: EventGame) -> str:
    """Return how the name of a game's thread begins, which no other thread of the bot has."""
    key = game.key
    group = _STAGES[key.stage] or chr(ord("A") + key.group - 1)
    again = "" if game.attempt == 1 else "b"
    return f"#{game.event_id}.{group}{key.position}{again} · "


def _thread_name(event: Event, game: EventGame) -> str:
    one, other = (named(event.people[each]) for each in _paired(event, game).entrants)
    name = say(
        "{prefix}{one} – {other}", prefix=Notation(thread_prefix(game)), one=one, other=other
    )
    return reader(DEFAULT).label(name, _NAME).rstrip()


def _paired(event: Event, game: EventGame) -> PairedGame:
    return next(each for each in games_of(event.id, event.course) if each.game == game)
