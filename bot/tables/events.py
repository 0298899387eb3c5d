"""Events of a club: who may do what in them, and the tables of their games."""

import logging
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.model.caller import Caller, Person, Place, User
from bot.model.counting import unratable
from bot.model.dice_secret import new_secret
from bot.model.errors import AlreadySeen, Conflict, NoGame, OutOfTime, Repeated, TableError
from bot.model.event_game import EventGame, read_event_game
from bot.model.events import Actor, Event, EventKind, EventTerms, Task, course_of
from bot.model.server import ServerSettings
from bot.model.table import Player, PlayerStatus, Reason, Request, Status, Table
from bot.store.database import Transaction
from bot.store.event_log import Step
from bot.store.event_rows import UNREADABLE
from bot.store.store import Store
from bot.tables.checks import not_yet_rated
from bot.tables.commands import Resign
from bot.tables.lookup import Lookup
from bot.tables.seating import start_game
from bot.tables.servers import Servers, with_roles
from bot.tables.tables import Tables
from bot.tables.voids import Voids
from bot.tables.writer import Writer
from rules.club.entries import (
    Begun,
    Cancelled,
    FinalBegun,
    GameKey,
    Left,
    Stage,
    Stopped,
    Withdrawn,
)
from rules.club.groups import FEWEST, MOST, Groups, State
from rules.club.ladder import Ladder
from rules.club.pairings import Entrant
from rules.contract.core import RulesError, Seat
from rules.contract.sentence import Sentence, all_of, say
from rules.log.events import VoidCause
from rules.time.duration import DAY
from rules.time.time_control import Bank, PerTurn

__all__ = ["Events", "OpenEvent", "may_direct", "new_event", "plays_with"]

_log = logging.getLogger(__name__)

_LONGEST_TURN: Final = 14 * DAY
"""The most seconds that a turn in an event may take at first."""
_MEETINGS: Final = (1, 2, 4)
_AT_ONCE: Final = range(1, 9)
_OPEN_DAYS: Final = range(1, 31)
_MOST_EVENTS: Final = 25
"""The most events of a server that aren't over."""


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """Open an event in the caller's channel."""

    terms: EventTerms
    closes: int = 7
    """The days until registration ends."""
    missing: tuple[Sentence, ...] = ()
    """The permissions that the bot lacks there for opening threads, in Discord's words."""


class Events:
    """The events of all servers."""

    def __init__(
        self,
        store: Store,
        lookup: Lookup,
        writer: Writer,
        *,
        tables: Tables,
        voids: Voids,
        servers: Servers,
    ) -> None:
        self._store = store
        self._lookup = lookup
        self._writer = writer
        self._tables = tables
        self._voids = voids
        self._servers = servers

    async def get(self, event_id: int) -> Event:
        """Return an event. Raises NoGame if there is none."""
        event = await self._store.events.load(event_id)
        if event is None:
            raise NoGame(
                say("I don't know this event any more. `/event list` shows those of here.")
            )
        return event

    async def shown(self, event_id: int, caller: Caller) -> Event:
        """Return an event to somebody in its server. Raises TableError for others."""
        event = await self.get(event_id)
        _require_here(event, caller)
        return event

    async def unfinished_in(self, guild_id: int) -> list[Event]:
        """Return the events of a server that aren't over, the newest first."""
        found = await self._store.events.unfinished_in(guild_id, _MOST_EVENTS)
        return [await self.get(each) for each in found]

    async def threads_of(self, event: Event) -> dict[GameKey, int]:
        """Return the channels in which the games of an event are played."""
        found = await self._store.events.threads_of(event.id)
        return {read_event_game(event.id, text).key: channel for text, channel in found.items()}

    async def planned(self, command: OpenEvent, caller: Caller) -> Event:
        """Return the event as it would be opened. Raises TableError if it can't be."""
        settings = await self._servers.settings_of(caller.place.guild_id)
        return new_event(command, with_roles(settings, caller), settings, self._writer.now())

    async def open(self, command: OpenEvent, caller: Caller, request: Request) -> Event:
        """Open an event. Raises TableError if the caller may not, or it can't be opened here."""
        event = await self.planned(command, caller)
        assert event.place.guild_id is not None, "an event belongs to a server"
        unfinished = await self._store.events.unfinished_in(event.place.guild_id, _MOST_EVENTS)
        if len(unfinished) == _MOST_EVENTS:
            raise TableError(
                say(
                    "This server has {most} events that aren't over, which is the limit. "
                    "`/event list` shows them.",
                    most=_MOST_EVENTS,
                )
            )
        try:
            event_id = await self._store.events.open(event, request)
        except AlreadySeen:
            raise TableError(say("That event is already open.")) from None
        _log_command(event_id, "open", caller.user.id, request)
        return await self.get(event_id)

    async def join(self, event_id: int, caller: Caller, request: Request) -> Event:
        """Let the caller take part. Raises TableError if they can't."""
        event = await self.get(event_id)
        _require_here(event, caller)
        barred = await self._store.people.unrated_until([caller.user.id], self._writer.now())
        if event.terms.rated and caller.user.id in barred:
            raise TableError(not_yet_rated(barred[caller.user.id]))
        after = await self._store.events.enter(
            event_id, caller.user, partial(_admit, caller.user.id), request, self._writer.now()
        )
        _log_command(event_id, "join", caller.user.id, request)
        return after or event

    async def leave(self, event_id: int, caller: Caller, request: Request) -> Event:
        """Let the caller leave; once it has begun, they withdraw, which resigns their games."""
        _require_here(await self.get(event_id), caller)
        return await self._leave(event_id, caller.user.id, request)

    async def leave_all(self, person: Person) -> None:
        """Let somebody who is forgotten leave every event that isn't over."""
        for event_id in await self._store.events.present_of(person):
            try:
                await self._leave(event_id, person, Request(f"forget:{person}"))
            except (TableError, *UNREADABLE) as refused:
                _log.warning("Event %s is not left: %s", event_id, refused)

    async def _leave(self, event_id: int, person: Person, request: Request) -> Event:
        def decide(event: Event) -> Step:
            entrant = event.entrant(person)
            if entrant is None or event.is_over:
                raise TableError(say("You don't take part in this event."))
            is_early = isinstance(event.course, Ladder) or event.state is State.OPEN
            change = Left(entrant) if is_early else Withdrawn(entrant)
            return Step(change, Actor.ENTRANT, entrant)

        after = await self._changed(event_id, decide, request)
        _log_command(event_id, "leave", person, request)
        return after

    # What directors decide.

    async def begin(self, event_id: int, caller: Caller, request: Request) -> Event:
        """End registration before its time, and begin."""

        def decide(event: Event) -> Step:
            if event.state is not State.OPEN:
                raise TableError(say("This event has begun already."))
            _require_enough(event)
            return Step(Begun(event.secret, event.press), Actor.DIRECTOR)

        return await self._direct(event_id, caller, request, "begin", decide)

    async def withdraw(
        self, event_id: int, caller: Caller, request: Request, entrant: Entrant, reason: str
    ) -> Event:
        """Take somebody out of an event that has begun, for a reason that all may read."""

        def decide(event: Event) -> Step:
            if entrant not in event.present:
                raise TableError(say("They don't take part in this event any more."))
            if event.state is State.OPEN or isinstance(event.course, Ladder):
                return Step(Left(entrant), Actor.DIRECTOR, reason=given)
            if plays_with(event, caller.user.id, entrant):
                raise TableError(
                    say(
                        "You play in the same group, so this isn't yours to decide. Another "
                        "director or a moderator can."
                    )
                )
            return Step(Withdrawn(entrant), Actor.DIRECTOR, reason=given)

        given = Reason(caller.user.id, reason)
        return await self._direct(event_id, caller, request, "withdraw", decide)

    async def stop(self, event_id: int, caller: Caller, request: Request) -> Event:
        """End an event that has begun with its tables as they stand."""

        def decide(event: Event) -> Step:
            if event.state not in {State.GROUPS, State.FINAL} or isinstance(event.course, Ladder):
                raise TableError(say("This event isn't being played, so there's nothing to stop."))
            _require_no_player(event, caller)
            return Step(Stopped(), Actor.DIRECTOR)

        return await self._end(event_id, caller, request, "stop", decide)

    async def cancel(self, event_id: int, caller: Caller, request: Request) -> Event:
        """End an event without places."""

        def decide(event: Event) -> Step:
            if event.is_over:
                raise TableError(say("This event is over already."))
            _require_no_player(event, caller)
            return Step(Cancelled(), Actor.DIRECTOR)

        return await self._end(event_id, caller, request, "cancel", decide)

    async def hand_over(self, event_id: int, caller: Caller, request: Request, to: User) -> Event:
        """Let somebody else direct an event."""
        event = await self.get(event_id)
        await self._require_director(event, caller)
        await self._store.events.hand_over(event_id, to.id, self._writer.now())
        _log_command(event_id, "hand_over", caller.user.id, request)
        return await self.get(event_id)

    async def require_director(self, event_id: int, caller: Caller) -> Event:
        """Return an event to somebody who may direct it. Raises TableError for others."""
        event = await self.get(event_id)
        await self._require_director(event, caller)
        return event

    async def _end(
        self,
        event_id: int,
        caller: Caller,
        request: Request,
        name: str,
        decide: Callable[[Event], Step],
    ) -> Event:
        """Carry out what ends an event; its tables go on by themselves."""
        event = await self._direct(event_id, caller, request, name, decide)
        if event.place.guild_id is not None:
            self._lookup.cache.drop_server(event.place.guild_id)
        return event

    async def _direct(
        self,
        event_id: int,
        caller: Caller,
        request: Request,
        name: str,
        decide: Callable[[Event], Step],
    ) -> Event:
        await self._require_director(await self.get(event_id), caller)
        event = await self._changed(event_id, decide, request)
        _log_command(event_id, name, caller.user.id, request)
        return event

    async def _require_director(self, event: Event, caller: Caller) -> None:
        _require_here(event, caller)
        settings = await self._servers.settings_of(event.place.guild_id)
        is_own = event.director == caller.user.id
        if not is_own and not may_direct(settings, with_roles(settings, caller)):
            raise TableError(say("Only those who direct this event, or moderators, can do that."))

    # Timers: `done` completes the timer.

    async def close(self, event_id: int, done: Callable[[Transaction], None]) -> None:
        """End registration: the event begins, or is cancelled because too few have joined."""

        def decide(event: Event) -> Step | None:
            if event.state is not State.OPEN:
                return None
            if len(event.present) < FEWEST:
                return Step(Cancelled())
            return Step(Begun(event.secret, event.press))

        await self._timed(event_id, decide, "close", done)

    async def begin_final(self, event_id: int, done: Callable[[Transaction], None]) -> None:
        """Begin the final, once the groups have been decided for a day."""
        now = self._writer.now()

        def decide(event: Event) -> Step | None:
            course = event.course
            due = course.final_due_at if isinstance(course, Groups) else None
            return None if due is None or due > now else Step(FinalBegun())

        await self._timed(event_id, decide, "final", done)

    async def _timed(
        self,
        event_id: int,
        decide: Callable[[Event], Step | None],
        name: str,
        done: Callable[[Transaction], None],
    ) -> None:
        request = Request(f"event:{event_id}:{name}")
        await self._store.events.change(event_id, decide, request, self._writer.now(), done=done)

    # The tables of its games.

    async def next_to_do(self, besides: Collection[int], task: Task) -> EventGame | None:
        """Return the game for which this is to be done next, but of no event `besides`."""
        return await self._store.events.next_to_do(besides, task)

    async def open_game(self, game: EventGame, thread: Place) -> Table | None:
        """Open the table of a game in a thread, and begin the game unless it has dice.

        Return the table that it has already if it was opened before, and None if it isn't to be
        opened any more.
        """
        known = await self._store.events.table_of(game)
        if known is not None:
            return await self._lookup.get(known)
        event = await self.get(game.event_id)
        table, now = _table_of(event, game, thread), self._writer.now()
        request = Request(game.request)
        begin = None if table.dice else partial(start_game, request=request, now=now)
        try:
            created = await self._store.tables.create(
                table, request, now, event.locale, begin, silent=event.opens_stage(game.key)
            )
        except (AlreadySeen, Conflict):
            known = await self._store.events.table_of(game)
            return None if known is None else await self._lookup.get(known)
        return await self._lookup.get(created)

    async def give_up(self, game: EventGame) -> None:
        """Let those who have withdrawn lose the game that they still play."""
        table_id = await self._store.events.table_of(game)
        if table_id is None:
            return
        table, event = await self._lookup.get(table_id), await self.get(game.event_id)
        request = Request(f"event:{event.id}:withdrawn:{table_id}")
        gone = {user.id for entrant, user in event.people.items() if entrant not in event.present}
        leaving = [player for player in table.players if player.user.id in gone]
        if table.status is not Status.PLAYING or table.set_apart is not None or not leaving:
            await self._voids.void(table_id, VoidCause.LEFT, request)
            return
        caller = Caller(leaving[0].user, table.place)
        try:
            await self._tables.execute(table_id, caller, Resign(), request)
        except (OutOfTime, Repeated):
            return

    async def _changed(
        self, event_id: int, decide: Callable[[Event], Step], request: Request
    ) -> Event:
        """Make a change, and return the event after it. Raises TableError if it is refused."""
        try:
            after = await self._store.events.change(event_id, decide, request, self._writer.now())
        except RulesError as refused:
            raise TableError(refused.sentence) from refused
        return after or await self.get(event_id)


def new_event(command: OpenEvent, caller: Caller, settings: ServerSettings, now: int) -> Event:
    """Return a new event, not yet stored. Raises TableError if it can't be opened like this."""
    terms, place = command.terms, caller.place
    if place.guild_id is None:
        raise TableError(say("Events are for servers only."))
    if not may_direct(settings, caller):
        raise TableError(
            say(
                "Only people who direct events here can open one: those with the roles that "
                "`/server settings` names or, without such roles, moderators."
            )
        )
    if place.parent_id is not None or not caller.has_threads:
        raise TableError(
            say("The games of an event get threads, so open it in an ordinary text channel.")
        )
    if missing := (*caller.lacking, *command.missing):
        raise TableError(
            say(
                "I don't have all the permissions here that an event needs. Missing: "
                "{permissions}. Somebody who runs this server can grant them in the channel's "
                "settings.",
                permissions=all_of(missing),
            )
        )
    _require_terms(terms, command.closes)
    refused = unratable(terms.table, place, with_engine=False) if terms.rated else None
    if refused is not None:
        raise TableError(refused)
    is_ladder = terms.kind is EventKind.LADDER
    return Event(
        id=0,
        place=place,
        terms=terms,
        director=caller.user.id,
        locale=caller.locale,
        opened_at=now,
        closes_at=None if is_ladder else now + command.closes * DAY,
        secret=secrets.token_hex(32),
        course=course_of(terms),
        people={},
        presses={},
    )


def _require_terms(terms: EventTerms, closes: int) -> None:
    """Raise TableError for terms that no event can have."""
    game = terms.table.configured
    if len(game.spec.seatings[terms.seating]) != 2:
        raise TableError(say("Events are for games between two. Choose another variant."))
    match terms.time.limit:
        case PerTurn(seconds):
            longest = seconds
        case Bank(bank, increment, cap):
            longest = max(bank, increment, cap)
        case _:
            longest = 0
    if not terms.time.hard or not 0 < longest <= _LONGEST_TURN:
        raise TableError(
            say(
                "An event needs a time that ends games by itself and leaves at most 14 days for a "
                "turn, such as {time}.",
                time=say("3d+1d<=10d hard"),
            )
        )
    if terms.meetings not in _MEETINGS or terms.at_once not in _AT_ONCE:
        raise TableError(
            say("People meet 1, 2 or 4 times, and play 1 to 8 games of the event at once.")
        )
    if closes not in _OPEN_DAYS:
        raise TableError(say("Registration lasts 1 to 30 days."))


def may_direct(settings: ServerSettings, caller: Caller) -> bool:
    """Return True if the caller may direct events in their server."""
    return caller.may_moderate or bool(caller.roles & set(settings.club.directors))


def plays_with(event: Event, person: Person, entrant: Entrant) -> bool:
    """Return True if somebody is, or was, in the same group or final as an entrant."""
    course = event.course
    if not isinstance(course, Groups):
        return False
    own = {each for each, user in event.people.items() if user.id == person}
    tables = (course.finalists,) if course.stage is Stage.FINAL else course.groups
    return any(entrant in table and own & set(table) for table in tables)


def _require_no_player(event: Event, caller: Caller) -> None:
    """Raise TableError if the caller plays, or has played, in an event that has begun."""
    course = event.course
    drawn = tuple(course.lots) if isinstance(course, Groups) else ()
    if any(event.people[entrant].id == caller.user.id for entrant in drawn):
        raise TableError(
            say(
                "You play in this event yourself, so this isn't yours to decide. Another director "
                "or a moderator can."
            )
        )


def _require_here(event: Event, caller: Caller) -> None:
    if caller.place.guild_id != event.place.guild_id:
        raise TableError(say("This event belongs to another server."))


def _require_enough(event: Event) -> None:
    missing = FEWEST - len(event.present)
    if missing > 0:
        raise TableError(
            say("An event needs {fewest} people. Still missing: {missing}.",
                fewest=FEWEST, missing=missing)
        )  # fmt: skip


def _admit(person: Person, event: Event) -> None:
    """Raise TableError if somebody can't enter an event."""
    if event.is_over:
        raise TableError(say("This event is over."))
    if event.entrant(person) is not None:
        raise TableError(say("You take part already."))
    if isinstance(event.course, Ladder):
        return
    if event.state is not State.OPEN:
        raise TableError(say("This event has begun, so nobody can join any more."))
    if len(event.present) == MOST:
        raise TableError(say("This event is full: {most} people take part.", most=MOST))


def _table_of(event: Event, game: EventGame, thread: Place) -> Table:
    """Return the table of a game, not yet stored, with everybody seated."""
    course, terms = event.course, event.terms.table
    if isinstance(course, Ladder):
        entrants = course.challenges[game.key.position - 1].entrants
    else:
        entrants = course.games[game.key].entrants
    configured = terms.configured
    spec = configured.spec
    seating = spec.seatings[terms.seating]
    players = tuple(
        Player(
            event.people[entrant],
            PlayerStatus.SEATED,
            next(side.key for side in spec.sides if side.key in seating[seat]),
            accepted=event.presses[entrant],
            agreed=terms.digest,
        )
        for seat, entrant in enumerate(map(Entrant, entrants))
    )
    return Table(
        id=0,
        place=thread,
        terms=terms,
        version=spec.version,
        status=Status.OPEN,
        host_id=players[Seat(0)].user.id,
        players=players,
        seating=seating,
        dice=new_secret(configured, in_series=False),
        event=game,
    )


def _log_command(event_id: int, name: str, person: Person, request: Request) -> None:
    """Log one line without anybody's words and without secrets."""
    _log.info("event=%s command=%s person=%s request=%s", event_id, name, person, request.id)
