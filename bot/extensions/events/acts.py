"""Events of a club: finding one, entering and leaving it, and challenging a person."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from bot.extensions.events.log import Step
from bot.extensions.events.rows import UNREADABLE
from bot.extensions.events.store import EventStore
from bot.extensions.events.values import Actor, Event, EventKind, ListedEvent, OpenGame
from bot.model.caller import Caller, Person
from bot.model.errors import NoGame, TableError
from bot.model.event_game import read_event_game
from bot.model.moments import time_left
from bot.model.table import Request
from bot.store.people.accounts import People
from bot.tables.checks import not_yet_rated
from rules.club.entries import Cancelled, Challenged, GameKey, Left, Withdrawn
from rules.club.groups import State
from rules.club.ladder import REST, Ladder, challengeable, refusal
from rules.club.pairings import Entrant
from rules.contract.core import RulesError
from rules.contract.sentence import Stranger, say

__all__ = [
    "MOST_EVENTS",
    "MOST_ON_A_LADDER",
    "NO_LADDER",
    "Events",
    "leaving",
    "log_command",
    "require_here",
]

_log = logging.getLogger(__name__)

NO_LADDER: Final = say("This is a tournament: its games open by themselves.")
_UNKNOWN: Final = say("This tournament is gone. `/event list` shows what there is.")
MOST_EVENTS: Final = 25
"""The most unfinished events of a server."""
MOST_ON_A_LADDER: Final = 125
"""The most people on a ladder: everyone within reach of a player fits below one message."""
_MOST_JOINS: Final = 5
"""The most times that one person joins groups, since every press reads the whole log."""
_PAGE: Final = 100
"""The most events that are looked for at once."""


class Events:
    """The events of all servers, as their players use them."""

    def __init__(self, store: EventStore, people: People, now: Callable[[], int]) -> None:
        """Answer for the events of a store; `now` returns Unix seconds."""
        self._store = store
        self._people = people
        self._now = now

    async def find(self, event_id: int) -> Event | None:
        """Return an event, or None if there is none."""
        return await self._store.load(event_id)

    async def get(self, event_id: int) -> Event:
        """Return an event. Raises NoGame if there is none."""
        event = await self.find(event_id)
        if event is None:
            raise NoGame(_UNKNOWN)
        return event

    async def channel_of(self, event_id: int) -> int | None:
        """Return the channel of an event, or None."""
        return await self._store.channel_of(event_id)

    async def visible_to(self, event_id: int, caller: Caller) -> Event:
        """Return an event to a person who sees its channel. Raises TableError for others."""
        event = await self.get(event_id)
        require_here(event, caller)
        return event

    async def listed_in(self, guild_id: int) -> list[ListedEvent]:
        """Return the unfinished events of a server, newest first."""
        return await self._store.listed_in(guild_id, MOST_EVENTS)

    async def present_of(self, person: Person) -> list[int]:
        """Return the unfinished events in which a person plays."""
        return await self._store.present_of(person)

    async def ladders_in(self, guild_id: int, on: Person | None = None) -> list[ListedEvent]:
        """Return the ladders of a server, newest first; with `on`, only that person's."""
        listed = await self.listed_in(guild_id)
        found = [each for each in listed if each.kind is EventKind.LADDER]
        if on is None:
            return found
        present = await self.present_of(on)
        return [each for each in found if each.id in present]

    async def open_games(self, event: Event) -> dict[GameKey, OpenGame]:
        """Return the games of an event in progress."""
        found = await self._store.open_games(event.id)
        return {read_event_game(event.id, text).key: game for text, game in found.items()}

    async def join(self, event_id: int, caller: Caller, request: Request) -> Event:
        """Enter the caller. Raises TableError if they can't join."""
        event = await self.get(event_id)
        require_here(event, caller)
        barred = await self._people.unrated_until([caller.user.id], self._now())
        if event.terms.rated and caller.user.id in barred:
            raise TableError(not_yet_rated(barred[caller.user.id]))
        now = self._now()
        admit = partial(_admit, caller.user.id, now)
        after = await self._store.enter(event_id, caller.user, admit, request, now)
        log_command(event_id, "join", caller.user.id, request)
        return after or event

    async def to_leave(self, event_id: int, caller: Caller) -> Event:
        """Return an event of the caller's server if they play in it, even if they can't see it.

        Raises TableError for anyone else who doesn't see its channel.
        """
        event = await self.get(event_id)
        is_there = caller.place.guild_id == event.place.guild_id
        if not is_there or event.entrant(caller.user.id) is None:
            require_here(event, caller)
        return event

    async def leave(self, event_id: int, caller: Caller, request: Request) -> Event:
        """Remove the caller. Once the event has begun, they withdraw, which resigns their games."""
        await self.to_leave(event_id, caller)
        return await self._leave(event_id, caller.user.id, request)

    async def left_server(self, event_id: int, person: Person) -> None:
        """Remove a person who has left the server of an event, if they still play in it."""
        event = await self.get(event_id)
        entrant = event.entrant(person)
        if entrant is None or event.is_over:
            return
        request = Request(f"event:{event_id}:gone:{entrant}")
        await self.change(event_id, partial(_gone, entrant), request)
        log_command(event_id, "left_server", person, request)

    async def leave_all(self, person: Person) -> None:
        """Remove a forgotten person from every unfinished event."""
        for event_id in await self._store.present_of(person):
            try:
                await self._leave(event_id, person, Request(f"forget:{person}"))
            except (TableError, *UNREADABLE) as refused:
                _log.warning("Couldn't leave event %s: %s", event_id, refused)

    async def end_in_channel(self, channel_id: int) -> None:
        """Cancel the events of a channel that is gone.

        Otherwise they would open games of theirs that end there anew.
        """
        await self._cancel_all(partial(self._store.unfinished_in_channel, channel_id))

    async def end_in_server(self, guild_id: int) -> None:
        """Cancel the events of a server that is gone."""
        await self._cancel_all(partial(self._store.unfinished_in, guild_id))

    async def _cancel_all(self, find: Callable[[int], Awaitable[list[int]]]) -> None:
        """Cancel the events found until no more are.

        An event whose log can't be read stays: it must not keep other games from ending.
        """
        tried: set[int] = set()
        while found := set(await find(_PAGE)) - tried:
            for event_id in sorted(found):
                request = Request(f"event:{event_id}:lost")
                now = self._now()
                try:
                    await self._store.change(event_id, lambda _: Step(Cancelled()), request, now)
                except UNREADABLE:
                    _log.exception("Couldn't cancel event %s", event_id)
            tried |= found

    async def _leave(self, event_id: int, person: Person, request: Request) -> Event:
        def decide(event: Event) -> Step:
            entrant = event.entrant(person)
            if entrant is None or event.is_over:
                raise TableError(say("You're not in it."))
            return Step(leaving(event, entrant), Actor.ENTRANT, entrant)

        after = await self.change(event_id, decide, request)
        log_command(event_id, "leave", person, request)
        return after

    async def challenge(
        self, event_id: int, caller: Caller, request: Request, rival: Entrant
    ) -> Event:
        """Challenge a person on a ladder. The game begins at once."""
        before, now = await self.visible_to(event_id, caller), self._now()
        away = await self._away(before)

        def decide(event: Event) -> Step:
            course = _require_ladder(event)
            own = event.entrant(caller.user.id)
            if own is None:
                raise TableError(say("Join this ladder first. Then you can challenge someone."))
            refused = refusal(course, own, rival, now)
            if refused is not None:
                raise TableError(refused)
            if rival in away:
                name = Stranger(event.people[rival].name)
                raise TableError(say("{name} can't be challenged right now.", name=name))
            return Step(Challenged(own, rival), Actor.ENTRANT, own)

        after = await self.change(event_id, decide, request)
        log_command(event_id, "challenge", caller.user.id, request)
        return after

    async def rivals(self, event: Event, entrant: Entrant | None) -> tuple[Entrant, ...]:
        """Return the people on a ladder whom a person may challenge now, highest first."""
        if entrant is None:
            return ()
        away = await self._away(event)
        able = challengeable(_require_ladder(event), entrant, self._now())
        return tuple(each for each in able if each not in away)

    async def _away(self, event: Event) -> frozenset[Entrant]:
        """Return the people on a ladder who can't be challenged now, for whatever reason."""
        away = await self._store.away(event, self._now())
        return frozenset(each for each in event.present if event.people[each].id in away)

    async def change(
        self, event_id: int, decide: Callable[[Event], Step | None], request: Request
    ) -> Event:
        """Make a change, and return the event afterwards. Raises TableError if it is refused."""
        try:
            after = await self._store.change(event_id, decide, request, self._now())
        except RulesError as refused:
            raise TableError(refused.sentence) from refused
        return after or await self.get(event_id)


def require_here(event: Event, caller: Caller) -> None:
    """Raise TableError if the caller is in another server than the event, or can't see its channel.

    A person who can't see an event's channel isn't told that it exists.
    """
    if caller.place.guild_id != event.place.guild_id:
        raise TableError(say("That tournament is in another server."))
    if event.place.channel_id not in {caller.place.channel_id, caller.place.parent_id, caller.sees}:
        raise NoGame(_UNKNOWN)


def _admit(person: Person, now: int, event: Event) -> None:
    """Raise TableError if a person can't enter an event."""
    if event.is_over:
        raise TableError(say("It's finished."))
    if event.entrant(person) is not None:
        raise TableError(say("You're already in."))
    is_ladder = isinstance(event.course, Ladder)
    if is_ladder and now < (again := (event.left_at(person) or -REST) + REST):
        raise TableError(
            say("You left this ladder less than a week ago. You can rejoin {when}.",
                when=time_left(again))
        )  # fmt: skip
    if not is_ladder and event.state is not State.OPEN:
        raise TableError(say("It has started, so no one can join any more."))
    if not is_ladder and sum(each.id == person for each in event.people.values()) >= _MOST_JOINS:
        raise TableError(say("You've joined {most} times, which is the limit.", most=_MOST_JOINS))
    most = MOST_ON_A_LADDER if is_ladder else event.terms.most
    if len(event.present) >= most:
        raise TableError(say("It's full: {most} players.", most=most))


def _require_ladder(event: Event) -> Ladder:
    """Return a ladder in progress. Raises TableError for any other event."""
    if not isinstance(event.course, Ladder):
        raise TableError(NO_LADDER)
    if event.is_over:
        raise TableError(say("This ladder is finished."))
    return event.course


def _gone(entrant: Entrant, event: Event) -> Step | None:
    """Return the change that removes a person who has left the server."""
    if entrant not in event.present or event.is_over:
        return None
    return Step(leaving(event, entrant))


def leaving(event: Event, entrant: Entrant) -> Left | Withdrawn:
    """Return the change that removes a person. Once groups are played, they withdraw."""
    is_early = isinstance(event.course, Ladder) or event.state is State.OPEN
    return Left(entrant) if is_early else Withdrawn(entrant)


def log_command(event_id: int, name: str, person: Person, request: Request) -> None:
    """Log one line without anyone's words and without secrets."""
    _log.info("event=%s command=%s person=%s request=%s", event_id, name, person, request.id)
