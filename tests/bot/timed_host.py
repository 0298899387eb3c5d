"""A service for tables whose clocks run: time passes, and timers are carried out on the way."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.delivery.background.cleaning import Cleaning
from bot.delivery.background.scheduler import Scheduler
from bot.delivery.background.timers import TableTimers, clock_handlers
from bot.delivery.discord_time import DiscordTime
from bot.model.caller import Person
from bot.model.preferences import Preferences
from bot.model.queues import ItemKind, TimerKind
from bot.model.retention import Retention
from bot.model.table import Table, Terms
from bot.store.people.pings import save_person
from bot.store.sql.database import Database
from bot.store.store import Store
from bot.tables.commands import Play
from rules.time.time_control import read_time_control
from tests.bot.known_people import opened_among_people
from tests.bot.table_service import ANN, BO, Clock, Service
from tests.extensions.events.event_services import TIMERS as EVENT_TIMERS
from tests.extensions.events.event_services import EventServices

__all__ = ["NOON", "Host", "host_on", "messages", "opening"]

NOON = 1_700_049_600
"""12:00 UTC on a day in November."""


class Host(Service):
    """A service whose timers run when time passes, one after the other as they are due."""

    clocks: tuple[str, ...] = (
        TimerKind.DEADLINE, TimerKind.PAUSE_END, TimerKind.REST, TimerKind.ABANDONED,
        TimerKind.REMINDERS, TimerKind.SEAT_ANSWER, TimerKind.TABLE_EXPIRES,
        TimerKind.AGREEMENT, *EVENT_TIMERS,
    )  # fmt: skip
    """The kinds of timers for whose moments time stops on the way."""

    def __init__(self, database: Database) -> None:
        super().__init__(Store(database), Clock())
        self.clock.time = NOON
        self.database = database
        self.gone = set[Person]()
        """Those who have left the server."""
        self.restart()

    def restart(self) -> None:
        """Go on as another process does: with nothing in memory."""
        self.serve(Store(self.database))
        self.queues = self.store.queues
        self.of_events = EventServices(self.store, self.services, self.clock, self._has_left)
        self.handlers = {
            **clock_handlers(self.deadlines, self.queues, self.clock),
            **self.of_events.timers.handlers,
            **TableTimers(
                self.services, self.queues, self.store.table_messages, self.clock
            ).handlers,
            TimerKind.CLEANING: Cleaning(
                self.voids,
                self.store.people,
                self.queues,
                DiscordTime(self.clock),
                self.clock,
                database=self.store.path,
                retention=Retention(),
            ).carry_out,
        }
        self.scheduler = Scheduler(self.queues, self.store.times, self.handlers, self.clock)

    async def _has_left(self, _guild_id: int | None, person: Person) -> bool:
        """Say what Discord would of who is in a server."""
        return person in self.gone

    async def at(self, moment: int) -> None:
        """Let time pass until this many seconds after noon, with all timers on the way."""
        while True:
            timers = [t for t in await self.queues.timers() if t.kind in self.clocks]
            due = min((timer.due for timer in timers), default=None)
            if due is None or due > NOON + moment:
                break
            self.clock.time = max(self.clock.time, due)
            await self.lived()
            assert await self.scheduler.run_due()
        self.clock.time = NOON + moment
        await self.lived()

    async def lived(self) -> None:
        """Have the heart beaten until now."""
        await self.store.metadata.set("heartbeat", str(int(self.clock.time)))

    async def game(self, time: str, *, vacation: bool = False) -> Table:
        """Return a game in which Ann, White, is due first."""
        return await self.playing(
            Terms("czech", {}, time=read_time_control(time), vacation=vacation)
        )

    async def events(self, table: Table) -> list[object]:
        return [e.event for e in (await self.lookup.reread(table.id)).started.entries[1:]]

    async def until(self, table: Table) -> int | None:
        found = (await self.lookup.reread(table.id)).due_at
        return None if found is None else found - NOON

    async def prefers(self, person: Person, preferences: Preferences) -> None:
        now = int(self.clock.time)
        await self.database.transact(lambda tx: save_person(tx, person, preferences, now))


@asynccontextmanager
async def host_on(folder: Path) -> AsyncGenerator[Host]:
    """Open a database in a folder, and a service on it."""
    async with opened_among_people(folder / "tables.sqlite3") as opened:
        yield Host(opened)


async def opening(host: Host, table: Table) -> None:
    """Let both play once, so that the time counts."""
    await host.do(table, ANN, Play("c3-d4"))
    await host.do(table, BO, Play("b6-a5"))


async def messages(host: Host, kind: ItemKind) -> list[int | None]:
    return [item.number for item in await host.queues.waiting() if item.kind == kind]
