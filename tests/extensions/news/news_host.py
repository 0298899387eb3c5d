"""A host whose followers and digests are told as time passes, without Discord."""

from collections.abc import AsyncGenerator, Collection
from contextlib import asynccontextmanager
from pathlib import Path

from bot.delivery.outbox.composing import Composer
from bot.extensions.news import acts
from bot.extensions.news.rows import HOOKS, NewsStore
from bot.extensions.news.values import DIGEST, FOLLOWED, RESULTS
from bot.extensions.news.work import Digests, Followers, NewsPosts, RefusedDigests
from bot.model.caller import Caller, Person, Place
from bot.model.queues import TimerKind
from bot.model.table import Table
from bot.store.sql.database import Database
from tests.bot.known_people import opened_among_people
from tests.bot.table_service import Service
from tests.bot.timed_host import Host

__all__ = ["NewsHost", "composer", "follow", "follows", "host_on"]


class NewsHost(Host):
    """A host with the timers of news."""

    clocks = (*Host.clocks, DIGEST)

    def __init__(self, database: Database) -> None:
        database.hooks.add(HOOKS)
        super().__init__(database)

    def restart(self) -> None:
        super().restart()
        self.queues.row_kinds |= {FOLLOWED, DIGEST, RESULTS}
        digests = Digests(self.store, self.lookup, self.clock)
        self.scheduler.add(DIGEST, digests.carry_out)
        self.scheduler.add(FOLLOWED, Followers(self.queues, self.clock).tell)
        self.scheduler.precede({TimerKind.REMINDERS: digests.go_first})


def follows(service: Service) -> NewsStore:
    return NewsStore(service.store.database)


async def follow(
    service: Service, table: Table, caller: Caller, *, moves: bool | None = None
) -> None:
    await acts.follow(follows(service), table, caller, int(service.clock()), moves=moves)


def composer(service: Service, *channels: int) -> Composer:
    """Return what makes the messages; results of these channels may be shown everywhere."""

    async def everywhere(places: Collection[Place], _person: Person) -> Collection[Place]:
        return places

    made = Composer(service.lookup, service.store)
    made.kinds |= NewsPosts(
        service.store,
        service.lookup,
        RefusedDigests(service.store, service.clock),
        sees=everywhere,
        shows=lambda _server, _to: channels,
    ).kinds
    return made


@asynccontextmanager
async def host_on(folder: Path) -> AsyncGenerator[NewsHost]:
    """Open a database in a folder, and a service on it."""
    async with opened_among_people(folder / "tables.sqlite3") as opened:
        yield NewsHost(opened)
