"""Running an event: who may, where and on which terms it opens, and what they decide."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.extensions.events.acts import MOST_EVENTS, Events, leaving, log_command, require_here
from bot.extensions.events.log import Step
from bot.extensions.events.seasons import starts
from bot.extensions.events.store import EventStore
from bot.extensions.events.values import Actor, Event, EventKind, EventTerms, course_of
from bot.messages.words.locale import DEFAULT
from bot.model.caller import Caller, Person, User
from bot.model.errors import AlreadySeen, TableError
from bot.model.ratings import unratable
from bot.model.server import ServerSettings
from bot.model.table import Reason, Request
from bot.store.sql.errors import Taken
from bot.tables.lookup import TableCache
from bot.tables.servers import Servers, with_roles
from rules.club.entries import Begun, Cancelled, Stage, Stopped
from rules.club.groups import FEWEST, MOST, Groups, State
from rules.club.ladder import Ladder
from rules.club.pairings import Entrant
from rules.contract.sentence import Sentence, all_of, say
from rules.time.duration import DAY
from rules.time.time_control import Bank, PerTurn

__all__ = ["Directing", "OpenEvent"]

_LONGEST_TURN: Final = 14 * DAY
"""The most seconds that a turn in an event may take at first."""
# 1, or an even number, so that both of a pair move first equally often.
_MEETINGS: Final = (1, 2, 4)
_AT_ONCE: Final = range(1, 9)
_OPEN_DAYS: Final = range(1, 31)


@dataclass(frozen=True, slots=True)
class OpenEvent:
    """Open an event in the caller's channel."""

    terms: EventTerms
    closes: int = 7
    """The days until registration ends."""
    missing: tuple[Sentence, ...] = ()
    """The permissions to open threads that the bot lacks there, in Discord's words."""


class Directing:
    """The acts of organizers, and of people who open events, in all servers."""

    def __init__(
        self,
        events: Events,
        store: EventStore,
        servers: Servers,
        cache: TableCache,
        now: Callable[[], int],
    ) -> None:
        """Change the events of a store; `now` returns Unix seconds."""
        self._events = events
        self._store = store
        self._servers = servers
        self._cache = cache
        self._now = now

    async def planned(self, command: OpenEvent, caller: Caller) -> Event:
        """Return the event as it would open. Raises TableError if it can't."""
        settings = await self._servers.settings_of(caller.place.guild_id)
        return _new_event(command, with_roles(settings, caller), settings, self._now())

    async def open(self, command: OpenEvent, caller: Caller, request: Request) -> Event:
        """Open an event. Raises TableError if the caller may not, or it can't open here."""
        event = await self.planned(command, caller)
        assert event.place.guild_id is not None, "an event belongs to a server"
        unfinished = await self._store.unfinished_in(event.place.guild_id, MOST_EVENTS)
        if len(unfinished) == MOST_EVENTS:
            raise TableError(
                say(
                    "This server has {most} unfinished tournaments and ladders, which is the "
                    "limit.",
                    most=MOST_EVENTS,
                )
            )
        try:
            event_id = await self._store.open(event, request)
        except AlreadySeen:
            raise TableError(say("It's already open.")) from None
        except Taken:
            raise TableError(
                say("There's already a ladder for that here. `/event list` shows it.")
            ) from None
        log_command(event_id, "open", caller.user.id, request)
        return await self._events.get(event_id)

    async def begin(self, event_id: int, caller: Caller, request: Request) -> Event:
        """End registration early, and begin."""

        def decide(event: Event) -> Step:
            if event.state is not State.OPEN:
                raise TableError(say("It has already started."))
            _require_enough(event)
            return Step(Begun(event.secret, event.press), Actor.DIRECTOR)

        return await self._direct(event_id, caller, request, "begin", decide)

    async def withdraw(
        self, event_id: int, caller: Caller, request: Request, entrant: Entrant, reason: str
    ) -> Event:
        """Remove a person from an event that has begun, for a reason that everyone can read."""

        def decide(event: Event) -> Step:
            if entrant not in event.present:
                raise TableError(say("They're no longer in it."))
            if _plays_with(event, caller.user.id, entrant):
                raise TableError(
                    say(
                        "You play in that group, so someone else has to decide: another organizer "
                        "or a moderator."
                    )
                )
            return Step(leaving(event, entrant), Actor.DIRECTOR, reason=given)

        given = Reason(caller.user.id, reason)
        return await self._direct(event_id, caller, request, "withdraw", decide)

    async def stop(self, event_id: int, caller: Caller, request: Request) -> Event:
        """End an event that has begun, with its standings as they are."""

        def decide(event: Event) -> Step:
            if event.state not in {State.GROUPS, State.FINAL}:
                raise TableError(say("It isn't in progress, so there's nothing to stop."))
            _require_no_player(event, caller)
            return Step(Stopped(), Actor.DIRECTOR)

        return await self._direct(event_id, caller, request, "stop", decide)

    async def cancel(self, event_id: int, caller: Caller, request: Request) -> Event:
        """End an event without standings."""

        def decide(event: Event) -> Step:
            if event.is_over:
                raise TableError(say("It's already finished."))
            _require_no_player(event, caller)
            return Step(Cancelled(), Actor.DIRECTOR)

        return await self._direct(event_id, caller, request, "cancel", decide)

    async def hand_over(self, event_id: int, caller: Caller, request: Request, to: User) -> Event:
        """Make someone else the organizer of an event."""
        event = await self._events.get(event_id)
        await self._require_director(event, caller)
        await self._store.hand_over(event_id, to.id, self._now())
        log_command(event_id, "hand_over", caller.user.id, request)
        return await self._events.get(event_id)

    async def require_director(self, event_id: int, caller: Caller) -> Event:
        """Return an event to a person who may direct it. Raises TableError for others."""
        event = await self._events.get(event_id)
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
        await self._require_director(await self._events.get(event_id), caller)
        event = await self._events.change(event_id, decide, request)
        log_command(event_id, name, caller.user.id, request)
        if event.is_over and event.place.guild_id is not None:  # Its tables go on by themselves.
            self._cache.drop_server(event.place.guild_id)
        return event

    async def _require_director(self, event: Event, caller: Caller) -> None:
        require_here(event, caller)
        settings = await self._servers.settings_of(event.place.guild_id)
        is_own = event.director == caller.user.id
        if not is_own and not _may_direct(settings, with_roles(settings, caller)):
            raise TableError(say("Only its organizers and moderators can do that."))


def _new_event(command: OpenEvent, caller: Caller, settings: ServerSettings, now: int) -> Event:
    """Return a new event, not yet stored. Raises TableError if it can't be opened like this."""
    terms, place = command.terms, caller.place
    if place.guild_id is None:
        raise TableError(say("Tournaments and ladders are for servers."))
    if not _may_direct(settings, caller):
        raise TableError(
            say(
                "Only organizers can start one here: the roles chosen in `/server settings`, or "
                "moderators if there are none."
            )
        )
    if place.parent_id is not None or not caller.has_threads:
        raise TableError(say("Its games get threads, so start it in an ordinary text channel."))
    if missing := (*caller.lacking, *command.missing):
        raise TableError(
            say(
                "I'm missing permissions here: {permissions}. An admin can grant them in the "
                "channel's settings.",
                permissions=all_of(missing),
            )
        )
    _require_terms(terms)
    if terms.kind is EventKind.GROUPS:
        _require_groups(terms, command.closes)
    closes_at = {
        EventKind.GROUPS: now + command.closes * DAY,
        EventKind.SEASON: starts(settings.club, now),
    }.get(terms.kind)
    refused = unratable(terms.table, place, with_engine=False) if terms.rated else None
    if refused is not None:
        raise TableError(refused)
    return Event(
        id=0,
        place=place,
        terms=terms,
        director=caller.user.id,
        locale=settings.spoken(caller.community) or DEFAULT,
        opened_at=now,
        closes_at=closes_at,
        secret=secrets.token_hex(32),
        course=course_of(terms),
        people={},
        presses={},
    )


def _require_terms(terms: EventTerms) -> None:
    """Raise TableError for terms that no event can have."""
    game = terms.table.configured
    if len(game.spec.seatings[terms.seating]) != 2:
        raise TableError(say("That's for more than two players. Choose a variant for two."))
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
                "So that no one is held up, the time has to end in `hard`, with at most 14 days"
                " per move. Try {time}.",
                time=say("3d+1d<=10d hard"),
            )
        )


def _require_groups(terms: EventTerms, closes: int) -> None:
    """Raise TableError for groups that no event can have."""
    if terms.meetings not in _MEETINGS or terms.at_once not in _AT_ONCE:
        raise TableError(say("Use 1, 2 or 4 games against each opponent, and 1 to 8 at a time."))
    if terms.full_at is not None and not FEWEST <= terms.full_at <= MOST:
        raise TableError(
            say("It can start with {fewest} to {most} players.", fewest=FEWEST, most=MOST)
        )
    if closes not in _OPEN_DAYS:
        raise TableError(say("It can start in 1 to 30 days."))


def _may_direct(settings: ServerSettings, caller: Caller) -> bool:
    """Return True if the caller may direct events in their server."""
    return caller.may_moderate or bool(caller.roles & set(settings.club.directors))


def _plays_with(event: Event, person: Person, entrant: Entrant) -> bool:
    """Return True if a person is, or was, in the same group or final as another player.

    On a ladder, everyone can meet everyone.
    """
    course = event.course
    if isinstance(course, Ladder):
        return event.entrant(person) is not None
    own = {each for each, user in event.people.items() if user.id == person}
    tables = (course.finalists,) if course.stage is Stage.FINAL else course.groups
    return any(entrant in table and own & set(table) for table in tables)


def _require_no_player(event: Event, caller: Caller) -> None:
    """Raise TableError if the caller plays, or has played, in the groups or on the ladder."""
    course = event.course
    drawn = tuple(course.lots) if isinstance(course, Groups) else course.places
    if any(event.people[entrant].id == caller.user.id for entrant in drawn):
        raise TableError(
            say(
                "You play in it yourself, so someone else has to decide: another organizer or a "
                "moderator."
            )
        )


def _require_enough(event: Event) -> None:
    missing = FEWEST - len(event.present)
    if missing > 0:
        raise TableError(
            say("It takes {fewest} players: {missing} to go.", fewest=FEWEST, missing=missing)
        )  # fmt: skip
