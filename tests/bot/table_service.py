"""A service for tables on a file, without Discord, and the people who use it."""

from bot.model.caller import Caller, Place
from bot.model.table import Request, Table, Terms, User
from bot.store.store import Store
from bot.tables.commands import Accept, Command, Join, Open, Resign
from bot.tables.services import Services
from tests.bot.who import somebody

__all__ = [
    "ANN",
    "BO",
    "CHANNEL",
    "CY",
    "CZECH",
    "ELSEWHERE",
    "NOW",
    "Clock",
    "Service",
    "caller",
]

NOW = 1_000_000
CHANNEL, ELSEWHERE = 10, 11
ANN, BO, CY = (somebody(number, name) for number, name in ((1, "Ann"), (2, "Bo"), (3, "Cy")))
CZECH = Terms("czech", {})


def caller(user: User, channel: int = CHANNEL, *, may_moderate: bool = False) -> Caller:
    return Caller(user, Place(channel, guild_id=5), may_moderate=may_moderate)


class Clock:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.time = float(NOW)

    def __call__(self) -> float:
        return self.time


class Service:
    """A service on a file, with requests that count up."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.clock = clock
        self.requests = 100
        self.serve(store)

    def serve(self, store: Store) -> None:
        """Go on as a process that has read nothing yet."""
        self.store = store
        self.services = services = Services(store, self.clock)
        self.lookup, self.tables = services.lookup, services.tables
        self.seats, self.plans = services.seats, services.plans
        self.deadlines, self.voids = services.deadlines, services.voids
        self.engines, self.servers = services.engines, services.servers

    def in_another_process(self) -> "Service":
        """Return a service on the same file, which has read nothing yet."""
        other = Service(self.store, self.clock)
        other.requests = self.requests + 10_000
        return other

    def request(self) -> Request:
        self.requests += 1
        return Request(str(self.requests), "token")

    async def do(self, table: Table, user: User, command: Command, **more: int) -> Table:
        change = await self.tables.execute(
            table.id, caller(user), command, self.request(), more.get("seen")
        )
        return change.table

    async def opened(self, *invited: User, terms: Terms = CZECH, side: str | None = None) -> Table:
        return await self.tables.open(Open(terms, invited, side), caller(ANN), self.request())

    async def full(self, terms: Terms = CZECH) -> Table:
        """Return an open table that Ann and Bo fill: its channel was busy as Bo joined."""
        table = await self.opened(terms=terms)
        running = await self.tables.open(Open(CZECH, (CY,)), caller(BO), self.request())
        await self.do(running, CY, Accept())
        table = await self.do(table, BO, Join())
        await self.do(running, CY, Resign())
        return table

    async def playing(self, terms: Terms = CZECH) -> Table:
        """Return a game in which Ann is White."""
        table = await self.opened(BO, terms=terms, side="white")
        return await self.do(table, BO, Accept())
