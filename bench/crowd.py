"""The store, the scheduler and a start with a million games over and 100,000 that run.

The yardstick is the same on a file with two tables. The rows are copies of two tables that the
service has made, each with a channel of its own, among 50,000 people in a thousand servers.
"""

import asyncio
import sqlite3
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from bench.table import Row
from bot.app import create_app
from bot.delivery.scheduler import Done, Scheduler
from bot.model.caller import Caller, Place
from bot.model.queues import Timer, TimerKind
from bot.model.table import Request, Terms, User
from bot.store.cleaning import clean
from bot.store.database import Database
from bot.store.queues import Queues, set_timer
from bot.store.tables import Store
from bot.tables.commands import Accept, Open, Play, Resign
from bot.tables.service import Tables
from rules.time.time_control import USUAL

__all__ = ["measure"]

_OVER: Final = 1_000_000
_RUNNING: Final = 100_000
_PEOPLE: Final = 50_000
_SERVERS: Final = 1000
_NOW: Final = 2_000_000_000
_CHANNEL: Final = 10**17
_ANN, _BO = User(1, "Ann"), User(2, "Bo")
_DAY: Final = 24 * 60 * 60
_SINGLE: Final = 0.2
"""Share of the time in which the small file is measured."""


def measure(seconds: float) -> list[Row]:
    """Fill a file, which takes minutes, and return a row for each thing that is asked of it."""
    return asyncio.run(_measure(seconds))


async def _measure(seconds: float) -> list[Row]:
    with tempfile.TemporaryDirectory(prefix="crowd-") as folder:
        small, large = Path(folder) / "small.sqlite3", Path(folder) / "large.sqlite3"
        for file in (small, large):
            async with Database.open(file) as opened:
                await _seed(Tables(Store(opened), lambda: _NOW))
        await asyncio.to_thread(_fill, large)
        size = large.stat().st_size / 2**20
        ours, theirs = await _times(large, seconds), await _times(small, seconds * _SINGLE)
    note = f"{_OVER:,} games over, {_RUNNING:,} running, {size:.0f} MiB"
    return [
        Row(name, _shown(ours[name]), f"two tables: {_shown(theirs[name])}",
            theirs[name] / ours[name], note)
        for name in ours
    ]  # fmt: skip


def _shown(seconds: float) -> str:
    return f"{1000 * seconds:.2f} ms"


async def _seed(tables: Tables) -> None:
    """Make a game that is over, and one that runs."""
    terms, numbers = Terms("czech", {}, time=USUAL), count(1)

    def request() -> Request:
        return Request(str(next(numbers)))

    ann, bo = (Caller(user, Place(_CHANNEL, 5)) for user in (_ANN, _BO))
    for last in (Resign(), Play("b6-a5")):
        table = await tables.open(Open(terms, (_BO,), "white"), ann, request())
        for caller, command in ((bo, Accept()), (ann, Play("c3-d4")), (bo, last)):
            await tables.execute(table.id, caller, command, request())


def _fill(file: Path) -> None:
    """Copy the first table, whose game is over, and the second one, whose game runs."""
    with closing(sqlite3.connect(file)) as connection:
        for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -1000000"):
            connection.execute(f"PRAGMA {pragma}")
        over = range(3, _OVER + 3)
        running = range(over.stop, over.stop + _RUNNING)
        for source, copies in ((1, over), (2, running)):
            for name, changed in _COPIED.items():
                _copy(connection, name, changed, source, copies)
        connection.commit()


_COPIED: Final = {
    "tables": {
        "id": "n", "channel_id": f"{_CHANNEL} + n", "guild_id": f"5 + n % {_SERVERS}",
        "host_id": f"1000 + (n * 7 + 1) % {_PEOPLE}", "due_player": "due_player + 4 * n",
        "due_at": "due_at + n % 1000000",
    },
    "players": {
        "id": "source.id + 4 * n", "table_id": "n",
        "user_id": f"1000 + (n * 7 + source.id) % {_PEOPLE}",
    },
    "entries": {"table_id": "n", "actor_player": "actor_player + 4 * n"},
    "results": {
        "table_id": "n", "player_id": "player_id + 4 * n",
        "user_id": f"1000 + (n * 7 + player_id) % {_PEOPLE}", "ended_at": "ended_at - n % 10000000",
    },
    "timers": {"id": "source.id + n", "table_id": "n", "dedupe": "kind || ':' || n",
               "due": "due + n % 1000000"},
    "reminders": {"table_id": "n", "user_id": f"1000 + (n * 7 + 1) % {_PEOPLE}"},
    "pings": {"table_id": "n"},
}  # fmt: skip
"""What differs in a copy, by table and column; n is the number of the copy."""


def _copy(
    connection: sqlite3.Connection, name: str, changed: dict[str, str], source: int, copies: range
) -> None:
    """Copy what a table of the database has of one table of players, to these numbers."""
    columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
    values = ", ".join(changed.get(column, f"source.{column}") for column in columns)
    key = "id" if name == "tables" else "table_id"
    connection.execute(
        f"WITH RECURSIVE numbers (n) AS (SELECT {copies.start} UNION ALL SELECT n + 1 FROM numbers"  # noqa: S608
        f" WHERE n < {copies.stop - 1}) INSERT INTO {name} ({', '.join(columns)})"
        f" SELECT {values} FROM numbers, {name} AS source WHERE source.{key} = ?",
        (source,),
    )


async def _times(file: Path, seconds: float) -> dict[str, float]:
    """Return the median time of each thing, each repeated for its share of the time."""
    async with Database.open(file) as opened:
        store, queues = Store(opened), Queues(opened)
        tables = Tables(store, lambda: _NOW)
        things = _things(file, opened, store, queues, tables)
        return {name: await _median(thing, seconds / len(things)) for name, thing in things}


async def _median(thing: Callable[[], Awaitable[object]], seconds: float) -> float:
    await thing()
    taken: list[float] = []
    begun = perf_counter()
    while len(taken) < 5 or perf_counter() - begun < seconds:
        before = perf_counter()
        await thing()
        taken.append(perf_counter() - before)
    return median(taken)


def _things(
    file: Path, opened: Database, store: Store, queues: Queues, tables: Tables
) -> Sequence[tuple[str, Callable[[], Awaitable[object]]]]:
    numbers = count(10**6)
    people = count()
    scheduler = Scheduler(queues, {TimerKind.CLEANING: _nothing}, lambda: _NOW)

    async def timer() -> None:
        due = Timer(kind=TimerKind.CLEANING, dedupe=f"bench:{next(numbers)}", due=_NOW)
        await opened.transact(lambda tx: set_timer(tx, due))
        assert await scheduler.run_due() == 1

    async def move() -> None:
        """Open a table, begin it and play: three transactions."""
        place = Place(_CHANNEL - next(numbers), 5)
        ann, bo = Caller(_ANN, place), Caller(_BO, place)
        terms = Terms("czech", {})
        table = await tables.open(Open(terms, (_BO,), "white"), ann, Request(str(next(numbers))))
        for caller, command in ((bo, Accept()), (ann, Play("c3-d4"))):
            await tables.execute(table.id, caller, command, Request(str(next(numbers))))

    return (
        ("a start, pictures aside", lambda: _start(file)),
        ("a tick of the scheduler with nothing due", scheduler.run_due),
        ("a timer set and carried out", timer),
        ("when the next timer is due", lambda: queues.next_due(_NOW)),
        ("/games of a person", lambda: store.of_user(1000 + next(people) * 997 % _PEOPLE)),
        ("the game of a channel", lambda: store.latest_in(_CHANNEL + next(people) * 997 % _OVER)),
        ("the unfinished games of a channel", lambda: store.unfinished_in(_CHANNEL + 5)),
        ("a table opened, begun and a move played", move),
        ("the daily cleaning", lambda: opened.transact(lambda tx: clean(tx, _NOW, sys.maxsize))),
    )


async def _start(file: Path) -> None:
    """Open the file and begin all work, as the bot does, but for Discord; then end it."""
    async with create_app(file) as bot:
        await bot.start_work()


async def _nothing(_timer: Timer, _done: Done) -> None:
    pass
