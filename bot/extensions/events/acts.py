"""Events of a club: who may do what in them, and the tables of their games."""

import logging
from collections.abc import Callable, Collection
from functools import partial
from typing import Final

from bot.extensions.events.log import Step
from bot.extensions.events.opening import OpenEvent, may_direct, new_event
from bot.extensions.events.rows import UNREADABLE
from bot.extensions.events.values import Actor, Event, EventKind, ListedEvent, Task, week_ending
from bot.model.caller import Caller, Person, Place, User
from bot.model.dice_secret import new_secret
from bot.model.errors import AlreadySeen, Conflict, NoGame, OutOfTime, Repeated, TableError
from bot.model.event_game import EventGame, read_event_game
from bot.model.moments import time_left
from bot.model.table import Player, PlayerStatus, Reason, Request, Status, Table
from bot.store.database import Transaction
from bot.store.errors import Taken
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
    Challenged,
    FinalBegun,
    GameKey,
    Left,
    Stage,
    Stopped,
    Week,
    Withdrawn,
)
from rules.club.groups import FEWEST, MOST, Groups, State
from rules.club.ladder import REST, Ladder, challengeable, refusal
from rules.club.pairings import Entrant
from rules.contract.core import RulesError, Seat
from rules.contract.sentence import Stranger, say
from rules.log.events import VoidCause

__all__ = ["MOST_ON_A_LADDER", "NO_LADDER", "Events", "plays_with"]

_log = logging.getLogger(__name__)

NO_LADDER: Final = say("Nobody is challenged in groups: their games open by themselves.")
_MOST_EVENTS: Final = 25
"""The most events of a server that aren't over."""
MOST_ON_A_LADDER: Final = 125
"""The most people on a ladder: those within reach of anybody fit below one message."""


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

    async def find(self, event_id: int) -> Event | None:
        """Return an event, or None if there is none."""
        return await self._store.events.load(event_id)

    async def get(self, event_id: int) -> Event:
        """Return an event. Raises NoGame if there is none."""
        event = await self.find(event_id)
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

    async def listed_in(self, guild_id: int) -> list[ListedEvent]:
        """Return the events of a server that aren't over, the newest first."""
        return await self._store.events.listed_in(guild_id, _MOST_EVENTS)

    async def ladders_in(self, guild_id: int, on: Person | None = None) -> list[ListedEvent]:
        """Return the ladders of a server, the newest first; with `on` those that person is on."""
        listed = await self.listed_in(guild_id)
        found = [each for each in listed if each.kind is EventKind.LADDER]
        if on is None:
            return found
        present = await self._store.events.present_of(on)
        return [each for each in found if each.id in present]

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
        except Taken:
            raise TableError(
                say(
                    "This server has a ladder of this game and variant already. `/event list` "
                    "shows it."
                )
            ) from None
        _log_command(event_id, "open", caller.user.id, request)
        return await self.get(event_id)

    async def join(self, event_id: int, caller: Caller, request: Request) -> Event:
        """Let the caller take part. Raises TableError if they can't."""
        event = await self.get(event_id)
        _require_here(event, caller)
        barred = await self._store.people.unrated_until([caller.user.id], self._writer.now())
        if event.terms.rated and caller.user.id in barred:
            raise TableError(not_yet_rated(barred[caller.user.id]))
        now = self._writer.now()
        admit = partial(_admit, caller.user.id, now)
        after = await self._store.events.enter(event_id, caller.user, admit, request, now)
        _log_command(event_id, "join", caller.user.id, request)
        return after or event

    async def leave(self, event_id: int, caller: Caller, request: Request) -> Event:
        """Let the caller leave; once it has begun, they withdraw, which resigns their games."""
        _require_here(await self.get(event_id), caller)
        return await self._leave(event_id, caller.user.id, request)

    async def left_server(self, event_id: int, person: Person) -> None:
        """Let somebody leave an event who has left its server, if they still take part."""
        event = await self.get(event_id)
        entrant = event.entrant(person)
        if entrant is None or event.is_over:
            return
        request = Request(f"event:{event_id}:gone:{entrant}")
        await self._changed(event_id, partial(_gone, entrant), request)
        _log_command(event_id, "left_server", person, request)

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
            return Step(_leaving(event, entrant), Actor.ENTRANT, entrant)

        after = await self._changed(event_id, decide, request)
        _log_command(event_id, "leave", person, request)
        return after

    async def challenge(
        self, event_id: int, caller: Caller, request: Request, rival: Entrant
    ) -> Event:
        """Let the caller challenge somebody on a ladder; their game begins at once."""
        before, now = await self.shown(event_id, caller), self._writer.now()
        away = await self._away(before)

        def decide(event: Event) -> Step:
            course = _require_ladder(event)
            own = event.entrant(caller.user.id)
            if own is None:
                raise TableError(say("Join this ladder before you challenge somebody."))
            refused = refusal(course, own, rival, now)
            if refused is not None:
                raise TableError(refused)
            if rival in away:
                name = Stranger(event.people[rival].name)
                raise TableError(say("{name} can't be challenged now.", name=name))
            return Step(Challenged(own, rival), Actor.ENTRANT, own)

        after = await self._changed(event_id, decide, request)
        _log_command(event_id, "challenge", caller.user.id, request)
        return after

    async def rivals(self, event: Event, entrant: Entrant | None) -> tuple[Entrant, ...]:
        """Return those on a ladder whom somebody may challenge now, the highest first."""
        if entrant is None:
            return ()
        away = await self._away(event)
        able = challengeable(_require_ladder(event), entrant, self._writer.now())
        return tuple(each for each in able if each not in away)

    async def _away(self, event: Event) -> frozenset[Entrant]:
        """Return those on a ladder who can't be challenged now, whatever the reason."""
        away = await self._store.events.away(event, self._writer.now())
        return frozenset(each for each in event.present if event.people[each].id in away)

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
            if plays_with(event, caller.user.id, entrant):
                raise TableError(
                    say(
                        "You play against them in this event, so this isn't yours to decide. "
                        "Another director or a moderator can."
                    )
                )
            return Step(_leaving(event, entrant), Actor.DIRECTOR, reason=given)

        given = Reason(caller.user.id, reason)
        return await self._direct(event_id, caller, request, "withdraw", decide)

    async def stop(self, event_id: int, caller: Caller, request: Request) -> Event:
        """End an event that has begun with its tables as they stand."""

        def decide(event: Event) -> Step:
            if event.state not in {State.GROUPS, State.FINAL}:
                raise TableError(say("This event isn't being played, so there's nothing to stop."))
            _require_no_player(event, caller)
            return Step(Stopped(), Actor.DIRECTOR)

        return await self._direct(event_id, caller, request, "stop", decide)

    async def cancel(self, event_id: int, caller: Caller, request: Request) -> Event:
        """End an event without places."""

        def decide(event: Event) -> Step:
            if event.is_over:
                raise TableError(say("This event is over already."))
            _require_no_player(event, caller)
            return Step(Cancelled(), Actor.DIRECTOR)

        return await self._direct(event_id, caller, request, "cancel", decide)

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
        if event.is_over and event.place.guild_id is not None:  # Its tables go on by themselves.
            self._lookup.cache.drop_server(event.place.guild_id)
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

    async def end_week(self, event_id: int, done: Callable[[Transaction], None]) -> None:
        """End the week of a ladder: who doesn't play falls."""
        now = self._writer.now()

        def decide(event: Event) -> Step | None:
            due = event.week_ends_at
            return None if due is None or due > now else Step(Week())

        await self._timed(event_id, decide, f"week:{week_ending(now)}", done)

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
        self, event_id: int, decide: Callable[[Event], Step | None], request: Request
    ) -> Event:
        """Make a change, and return the event after it. Raises TableError if it is refused."""
        try:
            after = await self._store.events.change(event_id, decide, request, self._writer.now())
        except RulesError as refused:
            raise TableError(refused.sentence) from refused
        return after or await self.get(event_id)


def plays_with(event: Event, person: Person, entrant: Entrant) -> bool:
    """Return True if somebody is, or was, in the same group or final as an entrant.

    All on a ladder play against each other.
    """
    course = event.course
    if isinstance(course, Ladder):
        return event.entrant(person) is not None
    own = {each for each, user in event.people.items() if user.id == person}
    tables = (course.finalists,) if course.stage is Stage.FINAL else course.groups
    return any(entrant in table and own & set(table) for table in tables)


def _require_no_player(event: Event, caller: Caller) -> None:
    """Raise TableError if the caller plays, or has played, in groups; or is on the ladder."""
    course = event.course
    drawn = tuple(course.lots) if isinstance(course, Groups) else course.places
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


def _admit(person: Person, now: int, event: Event) -> None:
    """Raise TableError if somebody can't enter an event."""
    if event.is_over:
        raise TableError(say("This event is over."))
    if event.entrant(person) is not None:
        raise TableError(say("You take part already."))
    is_ladder = isinstance(event.course, Ladder)
    if is_ladder and now < (again := (event.left_at(person) or -REST) + REST):
        raise TableError(
            say("You were on this ladder less than a week ago. You can join again {when}.",
                when=time_left(again))
        )  # fmt: skip
    if not is_ladder and event.state is not State.OPEN:
        raise TableError(say("This event has begun, so nobody can join any more."))
    most = MOST_ON_A_LADDER if is_ladder else MOST
    if len(event.present) >= most:
        raise TableError(say("This event is full: {most} people take part.", most=most))


def _require_ladder(event: Event) -> Ladder:
    """Return a ladder that goes on. Raises TableError for any other event."""
    if not isinstance(event.course, Ladder):
        raise TableError(NO_LADDER)
    if event.is_over:
        raise TableError(say("This ladder has ended."))
    return event.course


def _gone(entrant: Entrant, event: Event) -> Step | None:
    """Return the change by which somebody leaves who has left the server."""
    if entrant not in event.present or event.is_over:
        return None
    return Step(_leaving(event, entrant))


def _leaving(event: Event, entrant: Entrant) -> Left | Withdrawn:
    """Return the change by which somebody leaves: once groups are played, they withdraw."""
    is_early = isinstance(event.course, Ladder) or event.state is State.OPEN
    return Left(entrant) if is_early else Withdrawn(entrant)


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
