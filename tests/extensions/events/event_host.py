"""An event without Discord: people who enter, and the tables of its games opened at once."""

from collections import Counter
from dataclasses import replace
from itertools import count

from bot.extensions.events.acts import Events
from bot.extensions.events.directing import Directing, OpenEvent
from bot.extensions.events.games import GameTables
from bot.extensions.events.store import EventStore
from bot.extensions.events.timers import EventTimers
from bot.extensions.events.values import Event, EventKind, EventTerms, Task
from bot.model.caller import Caller, Place, User
from bot.model.table import Status, Table
from bot.tables.commands import Resign
from rules.club.groups import Groups
from rules.contract.core import Seat
from rules.time.time_control import read_time_control
from tests.bot.timed_host import Host
from tests.bot.who import somebody

__all__ = ["DIRECTOR", "GUILD", "PEOPLE", "EventHost", "at_event", "czech", "ladder"]

GUILD, CHANNEL = 5, 10
PEOPLE = tuple(somebody(20 + number, f"Player {number}") for number in range(1, 41))
DIRECTOR = somebody(19, "Director")


def at_event(user: User, *, may_moderate: bool = False) -> Caller:
    return Caller(user, Place(CHANNEL, GUILD), may_moderate=may_moderate)


def czech(
    meetings: int = 2, at_once: int = 4, *, game: str = "czech", seating: int = 0
) -> EventTerms:
    time = read_time_control("3d+1d<=10d hard")
    return EventTerms(EventKind.GROUPS, game, {}, seating, time, True, meetings, at_once)


def ladder(*, game: str = "czech") -> EventTerms:
    return replace(czech(game=game), kind=EventKind.LADDER)


class EventHost:
    """One event on a host, whose games get tables as they start."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.event_id = 0
        self.threads = count(1000)
        self.restarts = False
        """True if the process ends after each transaction of its worker."""

    @property
    def events(self) -> Events:
        return self.host.of_events.acts

    @property
    def directing(self) -> Directing:
        return self.host.of_events.directing

    @property
    def tables(self) -> GameTables:
        return self.host.of_events.tables

    @property
    def timers(self) -> EventTimers:
        return self.host.of_events.timers

    @property
    def store(self) -> EventStore:
        return self.host.of_events.store

    async def open(self, terms: EventTerms, people: int, closes: int = 7) -> None:
        caller = at_event(DIRECTOR, may_moderate=True)
        event = await self.directing.open(OpenEvent(terms, closes), caller, self.host.request())
        self.event_id = event.id
        for user in PEOPLE[:people]:
            await self.events.join(event.id, at_event(user), self.host.request())

    async def begin(self) -> None:
        caller = at_event(DIRECTOR, may_moderate=True)
        await self.directing.begin(self.event_id, caller, self.host.request())
        await self.work()

    async def work(self) -> None:
        """Do what is to be done at tables, as the bot's worker does."""
        while game := await self.store.next_to_do(set(), Task.RESIGN):
            await self.tables.give_up(game)
            self._restart()
        while game := await self.store.next_to_do(set(), Task.OPEN):
            await self.tables.open_game(game, Place(next(self.threads), GUILD, CHANNEL))
            self._restart()

    def _restart(self) -> None:
        if self.restarts:
            self.host.restart()

    async def event(self) -> Event:
        """Return the event, which is the same if it is read without what was read before."""
        event = await self.events.get(self.event_id)
        assert await EventStore(self.host.database).load(self.event_id) == event
        return event

    async def groups(self) -> Groups:
        course = (await self.event()).course
        assert isinstance(course, Groups)
        return course

    async def unfinished(self) -> list[Table]:
        """Return the tables of the event whose games run or wait for Begin."""
        rows = await self.host.database.rows(
            "SELECT id FROM tables WHERE event_id = ? AND status IN ('open', 'playing')"
            " ORDER BY id", self.event_id,
        )  # fmt: skip
        return [await self.host.lookup.get(row["id"]) for row in rows]

    async def busy(self) -> Counter[int]:
        """Return how many tables each person plays at."""
        tables = await self.unfinished()
        return Counter(player.user.id for table in tables for player in table.players)

    async def resign(self, table: Table, seat: int) -> None:
        """Let whoever has a seat of a table lose its game."""
        user = table.at(Seat(seat)).user if table.status is Status.PLAYING else None
        assert user is not None
        caller = Caller(user, table.place)
        request = self.host.request()
        await self.host.tables.execute(table.id, caller, Resign(), request)
        await self.work()
